#include "motu/core/nets/conv_net.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>

#include "motu/core/base/error.hpp"
#include "motu/core/base/exponential.hpp"

namespace motu {

namespace {

constexpr float kUsualCells = 64.0F;  // what sizes of boards are told against, as in motu.train.network
constexpr std::size_t kTogether =
    4;  // positions that go through a layer one after the other: weights stay in the cache

std::size_t size(int number) { return static_cast<std::size_t>(number); }

void check_numbers(std::span<const float> weights) {
  if (std::ranges::all_of(weights, [](float weight) { return std::isfinite(weight); })) return;
  throw Error("net/file", "a net's weights are finite numbers, and not all of these are", "");
}

// An output's weights, [inputs][edge * edge].
struct WeightsOfOutput {
  std::span<const float> numbers;
  int inputs = 0;
  std::size_t kernel = 1;  // edge * edge

  float at(int input, std::size_t tap) const { return numbers[size(input) * kernel + tap]; }
};

// The largest sum of weights of one sign among those whose products are added up in 16 bits.
float largest_part(const WeightsOfOutput& weights, const ConvolutionKernels& kernels) {
  const int unit = kernels.inputs_of_unit();
  const int together = unit * kernels.range.units_at_once;
  float largest = 0.0F;
  for (std::size_t tap = 0; tap < weights.kernel; ++tap) {
    for (int begin = 0; begin < weights.inputs; begin += together) {
      std::array<float, 2> above{};
      std::array<float, 2> below{};
      for (int input = begin; input < std::min(begin + together, weights.inputs); ++input) {
        const float weight = weights.at(input, tap);
        (weight > 0 ? above : below)[size(input % unit / (unit / 2))] += std::abs(weight);
      }
      largest = std::max({largest, above[0], above[1], below[0], below[1]});
    }
  }
  return largest;
}

// What 1 of an output's weights is worth: the smallest that keeps all of them, and sums, in range.
float unit_of(const WeightsOfOutput& all, const ConvolutionKernels& kernels) {
  const std::span<const float> weights = all.numbers;
  const NumberRange& range = kernels.range;
  float largest = 0.0F;
  double above = 0.0;
  double below = 0.0;
  for (const float weight : weights) {
    largest = std::max(largest, std::abs(weight));
    (weight > 0 ? above : below) += static_cast<double>(std::abs(weight));
  }
  const auto sum = static_cast<float>(std::max(above, below));
  const float in_parts =
      range.units_at_once == 1 ? 0.0F : largest_part(all, kernels) / static_cast<float>(range.most_weights_at_once);
  return std::max({largest / static_cast<float>(range.most_weight), sum / static_cast<float>(range.most_weights),
                   in_parts, std::numeric_limits<float>::min()});
}

// An output's weights of one input as whole numbers of a unit, and how far off they are.
struct RoundedTaps {
  std::vector<float> whole;
  std::vector<float> errors;

  // The tap that goes the other way at the least cost; none where none may. `is_tight`: weights may only get smaller.
  std::optional<std::size_t> cheapest(float step, float most, bool is_tight) const {
    std::optional<std::size_t> best;
    for (std::size_t tap = 0; tap < whole.size(); ++tap) {
      const bool is_smaller = step * whole[tap] < 0.0F;
      const bool fits = is_smaller || (!is_tight && step * whole[tap] < most);
      const bool helps = step * errors[tap] < 0.0F;  // so it is no weight of 0, which is exact
      if (fits && helps && (!best || step * errors[tap] < step * errors[*best])) best = tap;
    }
    return best;
  }
};

// Each to the nearest number; in 8 bits, where the errors of the taps come to more than a half together, some the other
// way. What stands on neighbouring points is much alike, so errors of one sign would shift the output everywhere. In 16
// bits they are too small to matter. Where the range counts on few products at once, there is no room for larger
// weights.
std::vector<float> round_taps(const WeightsOfOutput& weights, int input, float unit,
                              const ConvolutionKernels& kernels) {
  RoundedTaps taps;
  float sum = 0.0F;
  for (std::size_t tap = 0; tap < weights.kernel; ++tap) {
    const float exact = weights.at(input, tap) / unit;
    taps.whole.push_back(std::nearbyint(exact));
    taps.errors.push_back(taps.whole.back() - exact);
    sum += taps.errors.back();
  }
  const NumberRange& range = kernels.range;
  while (kernels.bytes == 1 && std::abs(sum) > 0.5F) {
    const float step = sum > 0.0F ? -1.0F : 1.0F;
    const auto tap = taps.cheapest(step, static_cast<float>(range.most_weight), range.units_at_once > 1);
    if (!tap) break;
    taps.whole[*tap] += step;
    taps.errors[*tap] += step;
    sum += step;
  }
  return taps.whole;
}

// Activations of a position on its grid with a border of one point, [points][bytes of a point]; 0 off the board.
struct Grid {
  std::vector<std::uint8_t> cells;
  int stride = 0;     // bytes of a point
  float unit = 1.0F;  // what 1 is worth
};

// Writes a whole number as activations and weights are kept.
void put(std::uint8_t* at, float number, int bytes) {
  if (bytes == 1) {
    *at = static_cast<std::uint8_t>(static_cast<std::int8_t>(number));
  } else {
    const auto wide = static_cast<std::int16_t>(number);
    std::memcpy(at, &wide, sizeof(wide));
  }
}

// Values of a position's board points, [points of the board][stride].
struct Map {
  std::vector<float> values;
  int stride = 0;
};

// Mean, mean weighted by the board's size, and maximum of rectified channels: [3 * channels].
std::vector<float> pool(const Map& map, std::size_t points, int channels) {
  const auto cells = static_cast<float>(points);
  const float weight = std::sqrt(cells) * (1.0F / std::sqrt(kUsualCells)) - 1.0F;
  std::vector<float> pooled(3 * size(channels), 0.0F);
  const std::span<float> sums = std::span(pooled).first(size(channels));
  const std::span<float> most = std::span(pooled).last(size(channels));
  for (std::size_t point = 0; point < points; ++point) {
    for (std::size_t channel = 0; channel < size(channels); ++channel) {
      const float value = std::max(map.values[point * size(map.stride) + channel], 0.0F);
      sums[channel] += value;
      most[channel] = std::max(most[channel], value);
    }
  }
  for (std::size_t channel = 0; channel < size(channels); ++channel) {
    sums[channel] /= cells;
    pooled[size(channels) + channel] = sums[channel] * weight;
  }
  return pooled;
}

std::vector<float> multiply(const LinearWeights& layer, std::span<const float> inputs) {
  std::vector<float> outputs = layer.bias;
  for (std::size_t output = 0; output < outputs.size(); ++output) {
    const std::span<const float> row = std::span(layer.weight).subspan(output * inputs.size(), inputs.size());
    float sum = 0.0F;
    for (std::size_t input = 0; input < inputs.size(); ++input) sum += row[input] * inputs[input];
    outputs[output] += sum;
  }
  return outputs;
}

void rectify(std::span<float> values) {
  for (float& value : values) value = std::max(value, 0.0F);
}

// A layer's bias with what is added to it, filled up with zeros.
std::vector<float> biases(const PackedConvolution& layer, std::span<const float> more) {
  std::vector<float> sums = layer.bias;
  for (std::size_t i = 0; i < more.size(); ++i) sums[i] += more[i];
  return sums;
}

}  // namespace

PackedConvolution::PackedConvolution(const ConvolutionWeights& layer, const ConvolutionKernels& used)
    : kernels(&used),
      outputs(layer.outputs),
      units((layer.inputs + used.inputs_of_unit() - 1) / used.inputs_of_unit()),
      groups((layer.outputs + kGroup - 1) / kGroup) {
  check_numbers(layer.weight);
  check_numbers(layer.bias);
  const std::size_t kernel = size(layer.edge * layer.edge);
  const std::size_t row = size(layer.inputs) * kernel;
  scale.assign(size(groups * kGroup), 0.0F);
  bias.assign(size(groups * kGroup), 0.0F);
  std::ranges::copy(layer.bias, bias.begin());
  for (int output = 0; output < outputs; ++output)
    scale[size(output)] =
        unit_of({std::span(layer.weight).subspan(size(output) * row, row), layer.inputs, kernel}, used);

  std::vector<std::size_t> places;
  for (std::size_t at = 0; at < kernel; ++at) {
    bool has_weight = layer.edge == 1;
    for (std::size_t i = at; i < layer.weight.size(); i += kernel) has_weight |= layer.weight[i] != 0.0F;
    if (!has_weight) continue;
    places.push_back(at);
    const int middle = layer.edge / 2;
    taps.push_back({static_cast<int>(at) / layer.edge - middle, static_cast<int>(at) % layer.edge - middle});
  }
  weight.assign(size(groups * kGroup) * places.size() * size(units * kUnitBytes), 0);
  for (int output = 0; output < outputs; ++output) {
    const WeightsOfOutput weights{std::span(layer.weight).subspan(size(output) * row, row), layer.inputs, kernel};
    for (int input = 0; input < layer.inputs; ++input) {
      const std::vector<float> whole = round_taps(weights, input, scale[size(output)], used);
      for (std::size_t tap = 0; tap < places.size(); ++tap) {
        const std::size_t unit =
            (size(output / kGroup) * places.size() + tap) * size(units) + size(input / used.inputs_of_unit());
        const int within = input % used.inputs_of_unit() * used.bytes;
        put(&weight[(unit * kGroup + size(output % kGroup)) * kUnitBytes + size(within)], whole[places[tap]],
            used.bytes);
      }
    }
  }
}

// A position on its way through the net.
class ConvNet::Position {
 public:
  // Sets up a position from its planes.
  void begin(const ConvNet& net, std::span<const std::uint8_t> planes, int rows, int columns) {
    rows_ = rows;
    columns_ = columns;
    const std::size_t bytes = (size(rows) * size(columns) + 7) / 8;
    const auto is_set = [&](std::size_t plane, std::size_t point) {
      return (planes[plane * bytes + point / 8] >> (point % 8) & 1U) != 0;
    };
    points_.clear();
    for (std::size_t point = 0; point < size(rows * columns); ++point)
      if (is_set(0, point)) points_.push_back(static_cast<int>(point));
    clear(input, net.stem_.units * kUnitBytes);
    input.unit = 1.0F;
    for (const int point : points_) {
      const std::size_t place = size(padded(point)) * size(input.stride);
      const int bytes = net.kernels().bytes;
      for (std::size_t plane = 0; plane < size(net.planes_); ++plane)
        put(&input.cells[place + plane * size(bytes)], is_set(plane, size(point)) ? 1.0F : 0.0F, bytes);
    }
  }

  // Computes a layer into a map; returns the largest output, at least 0.
  float convolve(const PackedConvolution& layer, const Grid& from, std::span<const float> add, const Map* residual,
                 bool is_rectified, Map& to) {
    set_places(from.stride);
    taps_.clear();
    for (const PackedConvolution::Tap& tap : layer.taps)
      taps_.push_back((tap.row * (columns_ + 2) + tap.column) * from.stride);
    scales_.resize(layer.scale.size());
    for (std::size_t i = 0; i < scales_.size(); ++i) scales_[i] = layer.scale[i] * from.unit;
    to.stride = layer.groups * kGroup;
    to.values.resize(points_.size() * size(to.stride));
    ConvolutionTask task;
    task.input = from.cells.data();
    task.places = places_.data();
    task.count = static_cast<int>(points_.size());
    task.taps = taps_.data();
    task.num_taps = static_cast<int>(taps_.size());
    task.units = layer.units;
    task.groups = layer.groups;
    task.weight = layer.weight.data();
    task.scale = scales_.data();
    task.add = add.data();
    task.residual = residual == nullptr ? nullptr : residual->values.data();
    task.is_rectified = is_rectified;
    task.output = to.values.data();
    return layer.kernels->convolve(task);
  }

  // Puts a map of rectified values on a grid, as the kernels want it that read it next.
  void round(const ConvolutionKernels& kernels, const Map& from, float largest, Grid& to) {
    clear(to, from.stride * kernels.bytes);
    const auto most = static_cast<float>(kernels.range.most_activation);
    to.unit = largest / most;
    const float factor = largest > std::numeric_limits<float>::min() ? most / largest : 0.0F;
    set_places(to.stride);
    kernels.round(from.values.data(), places_.data(), static_cast<int>(points_.size()), from.stride, factor,
                  to.cells.data());
  }

  std::span<const int> points() const { return points_; }

  Grid input;   // the planes
  Grid trunk;   // what blocks begin with
  Grid inside;  // what a block's second convolution begins with
  Map x;        // the trunk as it is
  Map y;
  Map narrow;

 private:
  int padded(int point) const { return (point / columns_ + 1) * (columns_ + 2) + point % columns_ + 1; }

  void set_places(int stride) {
    places_.resize(points_.size());
    for (std::size_t i = 0; i < points_.size(); ++i) places_[i] = padded(points_[i]) * stride;
  }

  void clear(Grid& grid, int stride) const {
    grid.stride = stride;
    grid.cells.assign(size((rows_ + 2) * (columns_ + 2)) * size(stride), 0);
  }

  int rows_ = 0;
  int columns_ = 0;
  std::vector<int> points_;  // of the board, in the grid without its border
  std::vector<std::int32_t> places_;
  std::vector<std::int32_t> taps_;
  std::vector<float> scales_;
};

// Some positions that go through the net together, layer by layer.
class ConvNet::Run {
 public:
  Run(const ConvNet& net, std::span<Position> positions) : net_(net), positions_(positions) {}

  void trunk() {
    for (Position& each : positions_) {
      const float largest = each.convolve(net_.stem_, each.input, net_.stem_.bias, nullptr, true, each.x);
      each.round(net_.blocks_.empty() ? kernels() : net_.kernels_of_blocks(), each.x, largest, each.trunk);
    }
    for (const Block& block : net_.blocks_) {
      const bool is_last = &block == &net_.blocks_.back();
      for (Position& each : positions_) first(block, each);
      for (Position& each : positions_) second(block, is_last ? kernels() : net_.kernels_of_blocks(), each);
    }
  }

  void policy(Position& each, std::span<float> logits) const {
    each.convolve(net_.policy_narrow_, each.trunk, net_.policy_narrow_.bias, nullptr, false, each.narrow);
    const std::vector<float> more =
        multiply(net_.policy_spread_, pool(each.narrow, each.points().size(), net_.policy_narrow_.outputs));
    float largest = 0.0F;
    for (std::size_t i = 0; i < each.narrow.values.size(); ++i) {
      const std::size_t channel = i % size(each.narrow.stride);
      float& value = each.narrow.values[i];
      value = std::max(value + (channel < more.size() ? more[channel] : 0.0F), 0.0F);
      largest = std::max(largest, value);
    }
    each.round(kernels(), each.narrow, largest, each.inside);
    each.convolve(net_.policy_out_, each.inside, net_.policy_out_.bias, nullptr, false, each.y);
    const std::size_t plane = logits.size() / size(net_.policy_planes());
    std::ranges::fill(logits, 0.0F);
    for (std::size_t i = 0; i < each.points().size(); ++i) {
      for (std::size_t policy = 0; policy < size(net_.policy_planes()); ++policy)
        logits[policy * plane + size(each.points()[i])] = each.y.values[i * size(each.y.stride) + policy];
    }
  }

  float value(Position& each) const {
    each.convolve(net_.value_narrow_, each.trunk, net_.value_narrow_.bias, nullptr, false, each.narrow);
    std::vector<float> hidden =
        multiply(net_.value_hidden_, pool(each.narrow, each.points().size(), net_.value_narrow_.outputs));
    rectify(hidden);
    return hyperbolic_tangent(multiply(net_.value_out_, hidden).front() * 0.5F);
  }

 private:
  const ConvolutionKernels& kernels() const { return net_.kernels(); }

  void first(const Block& block, Position& each) const {
    std::vector<float> more;
    if (block.pools) {
      each.convolve(block.narrow, each.trunk, block.narrow.bias, nullptr, true, each.narrow);
      more = multiply(block.spread, pool(each.narrow, each.points().size(), block.narrow.outputs));
    }
    const std::vector<float> add = biases(block.first, more);
    const float largest = each.convolve(block.first, each.trunk, add, nullptr, true, each.y);
    each.round(net_.kernels_of_blocks(), each.y, largest, each.inside);
  }

  // `next` reads the trunk afterwards.
  void second(const Block& block, const ConvolutionKernels& next, Position& each) const {
    const float largest = each.convolve(block.second, each.inside, block.second.bias, &each.x, true, each.x);
    each.round(next, each.x, largest, each.trunk);
  }

  const ConvNet& net_;
  std::span<Position> positions_;
};

ConvNet::ConvNet(const ConvNetWeights& weights, const ConvolutionKernels& kernels, const ConvolutionKernels& of_blocks)
    : planes_(weights.planes),
      kernels_of_blocks_(&of_blocks),
      stem_(weights.stem, kernels),
      policy_narrow_(weights.policy.narrow, kernels),
      policy_spread_(weights.policy.spread),
      policy_out_(weights.policy_out, kernels),
      value_narrow_(weights.value_narrow, kernels),
      value_hidden_(weights.value_hidden),
      value_out_(weights.value_out) {
  for (const LinearWeights* layer : {&policy_spread_, &value_hidden_, &value_out_}) check_numbers(layer->weight);
  for (const BlockWeights& each : weights.blocks) {
    Block block{PackedConvolution(each.first, of_blocks),
                each.pool.has_value(),
                {},
                {},
                PackedConvolution(each.second, of_blocks)};
    if (each.pool) {
      check_numbers(each.pool->spread.weight);
      block.narrow = PackedConvolution(each.pool->narrow, of_blocks);
      block.spread = each.pool->spread;
    }
    blocks_.push_back(std::move(block));
  }
}

ConvNet::~ConvNet() = default;

std::unique_ptr<ConvNet::Positions> ConvNet::take_positions() const {
  const std::scoped_lock locked(lock_);
  if (idle_.empty()) return std::make_unique<Positions>(kTogether);
  std::unique_ptr<Positions> taken = std::move(idle_.back());
  idle_.pop_back();
  return taken;
}

void ConvNet::run(std::span<const std::uint8_t> planes, int rows, int columns, std::span<float> values,
                  std::span<float> logits) const {
  if (values.empty()) return;
  std::unique_ptr<Positions> positions = take_positions();
  const std::size_t bytes = planes.size() / values.size();
  const std::size_t policy = logits.size() / values.size();
  for (std::size_t done = 0; done < values.size(); done += kTogether) {
    const std::span<Position> some = std::span(*positions).first(std::min(kTogether, values.size() - done));
    for (std::size_t i = 0; i < some.size(); ++i)
      some[i].begin(*this, planes.subspan((done + i) * bytes, bytes), rows, columns);
    Run run(*this, some);
    run.trunk();
    for (std::size_t i = 0; i < some.size(); ++i) {
      values[done + i] = run.value(some[i]);
      run.policy(some[i], logits.subspan((done + i) * policy, policy));
    }
  }
  {
    const std::scoped_lock locked(lock_);
    idle_.push_back(std::move(positions));
  }
  const auto is_number = [](float number) { return std::isfinite(number); };
  if (!std::ranges::all_of(values, is_number) || !std::ranges::all_of(logits, is_number))
    throw Error("net/answer", "the net is broken: it answers with what is no number", "");
}

std::unique_ptr<Evaluator> evaluator_of(std::shared_ptr<const ConvNet> net, const Game& game) {
  const std::shared_ptr<const NetEncoder> encoder = make_net_encoder(game);
  if (encoder->planes().size() != size(net->planes()) || encoder->policy_planes() != net->policy_planes())
    throw Error("net/game", "the net sees other planes than those of this game", game.description());
  return std::make_unique<NetEvaluator>(encoder, std::make_shared<const ConvNetRunner>(std::move(net), *encoder));
}

}  // namespace motu
