#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "motu/core/base/error.hpp"
#include "motu/core/base/rng.hpp"
#include "motu/core/nets/conv_net.hpp"

namespace motu {

namespace {

constexpr int kPlanes = 3;
constexpr int kChannels = 18;  // not a multiple of what kernels compute at once
constexpr int kNarrow = 5;
constexpr int kPolicyPlanes = 2;

std::vector<float> drawn(Rng& rng, std::size_t count, float size) {
  std::vector<float> values(count);
  for (float& value : values) value = (static_cast<float>(rng.below(2001)) / 1000.0F - 1.0F) * size;
  return values;
}

// The two corners that cells on a hexagonal lattice do not touch have no weight.
ConvolutionWeights convolution(Rng& rng, int inputs, int outputs, int edge) {
  ConvolutionWeights layer{outputs, inputs, edge, {}, drawn(rng, static_cast<std::size_t>(outputs), 0.3F)};
  layer.weight = drawn(rng, static_cast<std::size_t>(outputs * inputs * edge * edge),
                       1.5F / std::sqrt(static_cast<float>(inputs * edge * edge)));
  if (edge == 3)
    for (std::size_t i = 0; i < layer.weight.size(); i += 9) layer.weight[i] = layer.weight[i + 8] = 0.0F;
  return layer;
}

LinearWeights linear(Rng& rng, int inputs, int outputs) {
  return {outputs, inputs, drawn(rng, static_cast<std::size_t>(inputs * outputs), 0.4F),
          drawn(rng, static_cast<std::size_t>(outputs), 0.3F)};
}

PoolWeights pooling(Rng& rng, int outputs) {
  return {convolution(rng, kChannels, kNarrow, 1), linear(rng, 3 * kNarrow, outputs)};
}

ConvNetWeights random_weights(std::uint64_t seed) {
  Rng rng(seed);
  ConvNetWeights net;
  net.planes = kPlanes;
  net.channels = kChannels;
  net.stem = convolution(rng, kPlanes, kChannels, 3);
  for (const bool pools : {false, true}) {
    BlockWeights block;
    block.first = convolution(rng, kChannels, kChannels, 3);
    if (pools) block.pool = pooling(rng, kChannels);
    block.second = convolution(rng, kChannels, kChannels, 3);
    net.blocks.push_back(std::move(block));
  }
  net.policy = pooling(rng, kNarrow);
  net.policy_out = convolution(rng, kNarrow, kPolicyPlanes, 1);
  net.value_narrow = convolution(rng, kChannels, kNarrow, 1);
  net.value_hidden = linear(rng, 3 * kNarrow, 7);
  net.value_out = linear(rng, 7, 2);
  return net;
}

// The net in double precision, word for word as training has it: values by [channel][point], 0 off the board.
class Reference {
 public:
  using Map = std::vector<std::vector<double>>;

  Reference(const ConvNetWeights& net, std::vector<std::vector<bool>> planes, int rows, int columns)
      : planes_(std::move(planes)), rows_(rows), columns_(columns) {
    Map x(planes_.size(), std::vector<double>(points()));
    for (std::size_t plane = 0; plane < planes_.size(); ++plane)
      for (std::size_t point = 0; point < points(); ++point) x[plane][point] = planes_[plane][point] ? 1.0 : 0.0;
    x = rectified(convolved(net.stem, x));
    for (const BlockWeights& block : net.blocks) {
      Map y = convolved(block.first, x);
      if (block.pool) add(y, spread(*block.pool, x));
      y = convolved(block.second, rectified(y));
      for (std::size_t channel = 0; channel < y.size(); ++channel)
        for (std::size_t point = 0; point < points(); ++point) y[channel][point] += x[channel][point];
      x = rectified(y);
    }
    Map policy = convolved(net.policy.narrow, x);
    add(policy, multiplied(net.policy.spread, pooled(rectified(policy))));
    logits = convolved(net.policy_out, rectified(policy));
    std::vector<double> hidden = multiplied(net.value_hidden, pooled(rectified(convolved(net.value_narrow, x))));
    for (double& each : hidden) each = std::max(each, 0.0);
    value = std::tanh(multiplied(net.value_out, hidden)[0] / 2);
  }

  double value = 0.0;
  Map logits;

 private:
  std::size_t points() const { return static_cast<std::size_t>(rows_ * columns_); }

  Map convolved(const ConvolutionWeights& layer, const Map& from) const {
    Map to(static_cast<std::size_t>(layer.outputs), std::vector<double>(points()));
    for (std::size_t output = 0; output < to.size(); ++output)
      for (std::size_t point = 0; point < points(); ++point)
        if (planes_[0][point]) to[output][point] = at(layer, from, output, static_cast<int>(point));
    return to;
  }

  double at(const ConvolutionWeights& layer, const Map& from, std::size_t output, int point) const {
    double sum = static_cast<double>(layer.bias[output]);
    for (std::size_t input = 0; input < from.size(); ++input) {
      for (int i = 0; i < layer.edge * layer.edge; ++i) {
        const int row = point / columns_ + i / layer.edge - layer.edge / 2;
        const int column = point % columns_ + i % layer.edge - layer.edge / 2;
        if (row < 0 || row >= rows_ || column < 0 || column >= columns_) continue;
        const std::size_t weight = (output * from.size() + input) * static_cast<std::size_t>(layer.edge * layer.edge) +
                                   static_cast<std::size_t>(i);
        sum +=
            static_cast<double>(layer.weight[weight]) * from[input][static_cast<std::size_t>(row * columns_ + column)];
      }
    }
    return sum;
  }

  static Map rectified(Map map) {
    for (std::vector<double>& channel : map)
      for (double& each : channel) each = std::max(each, 0.0);
    return map;
  }

  void add(Map& map, const std::vector<double>& more) const {
    for (std::size_t channel = 0; channel < map.size(); ++channel)
      for (std::size_t point = 0; point < points(); ++point)
        if (planes_[0][point]) map[channel][point] += more[channel];
  }

  std::vector<double> pooled(const Map& map) const {
    const auto cells = static_cast<double>(std::ranges::count(planes_[0], true));
    std::vector<double> means, scaled, most;
    for (const std::vector<double>& channel : map) {
      double sum = 0.0;
      for (const double each : channel) sum += each;
      means.push_back(sum / cells);
      scaled.push_back(sum / cells * (std::sqrt(cells / 64.0) - 1.0));
      most.push_back(std::ranges::max(channel));
    }
    means.insert(means.end(), scaled.begin(), scaled.end());
    means.insert(means.end(), most.begin(), most.end());
    return means;
  }

  static std::vector<double> multiplied(const LinearWeights& layer, const std::vector<double>& inputs) {
    std::vector<double> outputs(layer.bias.begin(), layer.bias.end());
    for (std::size_t output = 0; output < outputs.size(); ++output)
      for (std::size_t input = 0; input < inputs.size(); ++input)
        outputs[output] += static_cast<double>(layer.weight[output * inputs.size() + input]) * inputs[input];
    return outputs;
  }

  std::vector<double> spread(const PoolWeights& pool, const Map& x) const {
    return multiplied(pool.spread, pooled(rectified(convolved(pool.narrow, x))));
  }

  std::vector<std::vector<bool>> planes_;
  int rows_;
  int columns_;
};

// A board of some shape within its grid, and planes on it.
std::vector<std::vector<bool>> random_planes(Rng& rng, int rows, int columns) {
  const auto points = static_cast<std::size_t>(rows * columns);
  std::vector<std::vector<bool>> planes(kPlanes, std::vector<bool>(points));
  for (std::size_t point = 0; point < points; ++point) {
    planes[0][point] = point == 0 || rng.below(5) > 0;
    for (std::size_t plane = 1; plane < kPlanes; ++plane) planes[plane][point] = planes[0][point] && rng.below(3) == 0;
  }
  return planes;
}

std::vector<std::uint8_t> packed(const std::vector<std::vector<bool>>& planes) {
  const std::size_t bytes = (planes[0].size() + 7) / 8;
  std::vector<std::uint8_t> found(planes.size() * bytes);
  for (std::size_t plane = 0; plane < planes.size(); ++plane)
    for (std::size_t point = 0; point < planes[plane].size(); ++point)
      if (planes[plane][point]) found[plane * bytes + point / 8] |= static_cast<std::uint8_t>(1U << (point % 8));
  return found;
}

struct Answer {
  std::vector<float> values;
  std::vector<float> logits;
};

Answer run(const ConvNet& net, const std::vector<std::uint8_t>& planes, std::size_t batch, int rows, int columns) {
  Answer answer{std::vector<float>(batch),
                std::vector<float>(batch * static_cast<std::size_t>(kPolicyPlanes * rows * columns))};
  net.run(planes, rows, columns, answer.values, answer.logits);
  return answer;
}

// The file of a net as training writes it, as far as it is read.
struct Writer {
  OnnxFile file;

  void nodes(std::initializer_list<const char*> kinds) {
    for (const char* kind : kinds) file.nodes.push_back({kind, {}});
  }
  void layer(const char* kind, std::vector<std::int64_t> shape, const std::vector<float>& weight,
             const std::vector<float>& bias) {
    const std::string name = "c" + std::to_string(file.constants.size());
    file.constants[name] = {std::move(shape), weight};
    file.constants[name + "b"] = {{static_cast<std::int64_t>(bias.size())}, bias};
    file.nodes.push_back({kind, {"x", name, name + "b"}});
  }
  void convolution(const ConvolutionWeights& each) {
    layer("Conv", {each.outputs, each.inputs, each.edge, each.edge}, each.weight, each.bias);
  }
  void linear(const LinearWeights& each) { layer("Gemm", {each.outputs, each.inputs}, each.weight, each.bias); }
  void pool() { nodes({"ReduceSum", "Div", "Sqrt", "Mul", "Sub", "Mul", "ReduceMax", "Concat"}); }
};

OnnxFile written(const ConvNetWeights& net) {
  Writer writer;
  writer.nodes({"Conv", "ReduceSum"});
  writer.convolution(net.stem);
  writer.nodes({"Relu", "Mul"});
  for (const BlockWeights& block : net.blocks) {
    writer.convolution(block.first);
    if (block.pool) {
      writer.convolution(block.pool->narrow);
      writer.nodes({"Relu", "Mul"});
      writer.pool();
      writer.linear(block.pool->spread);
      writer.nodes({"Unsqueeze", "Add"});
    }
    writer.nodes({"Relu", "Mul"});
    writer.convolution(block.second);
    writer.nodes({"Add", "Relu", "Mul"});
  }
  writer.convolution(net.policy.narrow);
  writer.nodes({"Relu", "Mul"});
  writer.pool();
  writer.linear(net.policy.spread);
  writer.nodes({"Unsqueeze", "Add", "Relu"});
  writer.convolution(net.policy_out);
  writer.nodes({"Flatten"});
  writer.convolution(net.value_narrow);
  writer.nodes({"Relu", "Mul"});
  writer.pool();
  writer.linear(net.value_hidden);
  writer.nodes({"Relu"});
  writer.linear(net.value_out);
  writer.nodes({"Gather", "Mul", "Tanh"});
  return writer.file;
}

std::string slug_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.slug();
  }
  return {};
}

// A message's field that is a text or a message.
std::string field(int number, const std::string& bytes) {
  return std::string{static_cast<char>(number << 3 | 2), static_cast<char>(bytes.size())} + bytes;
}

OnnxFile parsed(const std::string& text) {
  return read_onnx({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

}  // namespace

TEST_CASE("a net answers as it does in double precision, on boards of any shape") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const ConvNetWeights weights = random_weights(seed);
    const ConvNet net(weights);
    Rng rng(seed);
    const int rows = 1 + static_cast<int>(rng.below(9));
    const int columns = 1 + static_cast<int>(rng.below(9));
    const auto planes = random_planes(rng, rows, columns);
    const Reference right(weights, planes, rows, columns);
    const Answer answer = run(net, packed(planes), 1, rows, columns);
    CHECK(std::abs(static_cast<double>(answer.values[0]) - right.value) < 2e-3);
    for (std::size_t i = 0; i < answer.logits.size(); ++i) {
      const std::size_t points = planes[0].size();
      CHECK(std::abs(static_cast<double>(answer.logits[i]) - right.logits[i / points][i % points]) < 5e-3);
    }
  }
}

static void check_nearly_right(const ConvolutionKernels& of_blocks) {
  CAPTURE(of_blocks.name);
  double error = 0.0;
  std::size_t count = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const ConvNetWeights weights = random_weights(seed);
    const ConvNet net(weights, *convolution_kernels().front(), of_blocks);
    Rng rng(seed);
    const auto planes = random_planes(rng, 6, 7);
    const Reference right(weights, planes, 6, 7);
    const Answer answer = run(net, packed(planes), 1, 6, 7);
    CHECK(std::abs(static_cast<double>(answer.values[0]) - right.value) < 0.02);
    for (std::size_t i = 0; i < answer.logits.size(); ++i) {
      const double difference = static_cast<double>(answer.logits[i]) - right.logits[i / 42][i % 42];
      CHECK(std::abs(difference) < 0.1);
      error += std::abs(difference);
      ++count;
    }
  }
  CHECK(error / static_cast<double>(count) < 0.01);
}

TEST_CASE("blocks in 8 bits answer nearly as they do in double precision") {
  for (const ConvolutionKernels* each : convolution_kernels_of_8_bits()) check_nearly_right(*each);
}

// The last kernels with the same numbers, which are plain arithmetic.
static std::size_t plain_for(std::span<const ConvolutionKernels* const> all, std::size_t which) {
  std::size_t plain = all.size() - 1;
  while (all[plain]->range != all[which]->range) --plain;
  CHECK(all[plain]->name.starts_with("plain"));
  return plain;
}

// Whether kernels answer with the numbers of plain arithmetic, a position alone as well.
static void check_alike(std::span<const ConvolutionKernels* const> all,
                        const std::function<ConvNet(std::size_t)>& made) {
  Rng rng(7);
  std::vector<std::uint8_t> planes;
  for (int i = 0; i < 9; ++i) {
    const auto more = packed(random_planes(rng, 5, 6));
    planes.insert(planes.end(), more.begin(), more.end());
  }
  for (std::size_t kernels = 0; kernels < all.size(); ++kernels) {
    const Answer together = run(made(plain_for(all, kernels)), planes, 9, 5, 6);
    const ConvNet net = made(kernels);
    const std::size_t bytes = planes.size() / 9;
    for (std::size_t i = 0; i < 9; ++i) {
      const std::vector<std::uint8_t> one(planes.begin() + static_cast<std::ptrdiff_t>(i * bytes),
                                          planes.begin() + static_cast<std::ptrdiff_t>((i + 1) * bytes));
      const Answer alone = run(net, one, 1, 5, 6);
      CHECK(alone.values[0] == together.values[i]);
      CHECK(std::ranges::equal(alone.logits,
                               std::span(together.logits).subspan(i * alone.logits.size(), alone.logits.size())));
    }
  }
}

TEST_CASE("all kernels answer with the same numbers, whatever stands beside a position") {
  const ConvNetWeights weights = random_weights(7);
  const auto kernels = convolution_kernels();
  check_alike(kernels, [&](std::size_t which) { return ConvNet(weights, *kernels[which]); });
}

TEST_CASE("all kernels of 8 bits answer with the same numbers, whatever those of 16 bits beside them") {
  const ConvNetWeights weights = random_weights(7);
  const auto wide = convolution_kernels();
  const auto kernels = convolution_kernels_of_8_bits();
  for (const ConvolutionKernels* beside : {wide.front(), wide.back()})
    check_alike(kernels, [&](std::size_t which) { return ConvNet(weights, *beside, *kernels[which]); });
}

TEST_CASE("sums do not overflow where weights and activations are as large as they may be") {
  ConvNetWeights weights = random_weights(8);
  for (BlockWeights& block : weights.blocks)
    for (float& weight : block.first.weight) weight = weight == 0.0F ? 0.0F : 1.0F;
  const auto planes = std::vector<std::vector<bool>>(kPlanes, std::vector<bool>(49, true));
  const Reference right(weights, planes, 7, 7);
  const ConvolutionKernels& kernels = *convolution_kernels().front();
  const auto error = [&](const ConvolutionKernels& of_blocks) {
    const Answer answer = run(ConvNet(weights, kernels, of_blocks), packed(planes), 1, 7, 7);
    return std::abs(static_cast<double>(answer.values[0]) - right.value);
  };
  CHECK(error(kernels) < 5e-3);
  for (const ConvolutionKernels* of_blocks : convolution_kernels_of_8_bits()) CHECK(error(*of_blocks) < 0.05);
}

TEST_CASE("weights are read from a file as they were written") {
  const ConvNetWeights weights = random_weights(9);
  const ConvNetWeights again = read_conv_net(written(weights));
  Rng rng(9);
  const auto planes = packed(random_planes(rng, 4, 4));
  const Answer first = run(ConvNet(weights), planes, 1, 4, 4);
  const Answer second = run(ConvNet(again), planes, 1, 4, 4);
  CHECK(first.values == second.values);
  CHECK(first.logits == second.logits);
}

TEST_CASE("files of other nets are refused") {
  const OnnxFile file = written(random_weights(10));
  for (std::size_t gone = 0; gone < file.nodes.size(); ++gone) {
    OnnxFile other = file;
    other.nodes.erase(other.nodes.begin() + static_cast<std::ptrdiff_t>(gone));
    CHECK(slug_of([&] { read_conv_net(other); }) == "net/runtime");
  }
  for (const auto& [name, tensor] : file.constants) {
    if (tensor.shape.size() < 2) continue;
    OnnxFile other = file;
    std::swap(other.constants[name].shape[0], other.constants[name].shape[1]);
    if (tensor.shape[0] != tensor.shape[1]) CHECK(slug_of([&] { read_conv_net(other); }) == "net/runtime");
    other.constants.erase(name);
    CHECK(slug_of([&] { read_conv_net(other); }) == "net/runtime");
  }
}

TEST_CASE("weights that are no numbers are refused, and answers that would be none") {
  ConvNetWeights weights = random_weights(11);
  weights.blocks[0].first.weight[5] = std::nanf("");
  CHECK(slug_of([&] { const ConvNet net(weights); }) == "net/file");
  weights = random_weights(11);
  for (float& weight : weights.value_out.weight) weight = 3e38F;
  for (float& weight : weights.value_hidden.weight) weight = 3e38F;
  Rng rng(11);
  const auto planes = packed(random_planes(rng, 4, 4));
  const std::string slug = slug_of([&] { run(ConvNet(weights), planes, 1, 4, 4); });
  CHECK((slug.empty() || slug == "net/answer"));
}

TEST_CASE("an ONNX file is read field by field, and refused where it is cut off") {
  const std::string tensor = field(8, "w") + std::string("\x10\x01", 2) + std::string("\x08\x02", 2) +
                             field(9, std::string("\0\0\x80\x3f\0\0\0\x40", 8));
  const std::string node = field(1, "x") + field(1, "w") + field(4, "Conv");
  const std::string whole = field(7, field(1, node) + field(5, tensor)) + field(14, field(1, "motu") + field(2, "{}"));
  const OnnxFile file = parsed(whole);
  REQUIRE(file.nodes.size() == 1);
  CHECK(file.nodes[0].kind == "Conv");
  CHECK(file.nodes[0].inputs == std::vector<std::string>{"x", "w"});
  CHECK(file.constants.at("w").values == std::vector<float>{1.0F, 2.0F});
  CHECK(file.constants.at("w").shape == std::vector<std::int64_t>{2});
  CHECK(file.metadata.at("motu") == "{}");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string slug = slug_of([&] { parsed(whole.substr(0, size)); });
    CHECK((slug == "net/file" || size == whole.size() - field(14, field(1, "motu") + field(2, "{}")).size()));
  }
  std::string wrong = tensor;
  wrong[6] = '\x03';  // three places, two numbers
  CHECK(slug_of([&] { parsed(field(7, field(1, node) + field(5, wrong))); }) == "net/file");
}

}  // namespace motu
