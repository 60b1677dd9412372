#include "motu/atmalof/trainer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace motu {

namespace {

constexpr std::string_view kMagic = "MOTULTRN";
constexpr std::uint32_t kVersion = 2;
constexpr double kLeastShare = 1.0 / 200;  // of the weights of the moment, each time: some 20,000 games count
constexpr float kFirstSquare = 0.3F;       // as if every weight had seen a gradient like this already

void check_options(const LineTraining& options) {
  const auto refuse = [](const std::string& text) { throw Error("engine/options", text); };
  const auto number = [](double value) { return std::to_string(value); };
  if (!(options.lambda >= 0 && options.lambda <= 1)) refuse("lambda is from 0 to 1, not " + number(options.lambda));
  if (!(options.rate > 0 && options.rate <= 1))
    refuse("the rate is above 0 and at most 1, not " + number(options.rate));
  if (!(options.exploration >= 0 && options.exploration <= 1)) {
    refuse("the exploration is from 0 to 1, not " + number(options.exploration));
  }
  if (!(options.half_life >= 1)) refuse("the half-life is at least 1 game, not " + number(options.half_life));
  if (options.random_plies < 0 || options.max_plies < 1) refuse("plies are counted from 0 and 1 on");
}

}  // namespace

LineTrainer::LineTrainer(std::vector<std::shared_ptr<const AtmalofGame>> games, const LineTraining& options)
    : options_(options), current_(std::make_shared<LineWeights>()) {
  check_options(options);
  if (games.empty()) throw Error("engine/options", "training needs a game");
  for (auto& game : games) {
    const auto tables = std::make_shared<const LineTables>(game);
    const auto features = std::make_shared<const LineFeatures>(tables, games.size() > 1);
    const auto net = std::make_shared<const LineNet>(features, current_);
    tables_.push_back({std::move(game), features, LineTurns(net)});
  }
  begin_weights();
}

// The tables of windows begin at 0; everything else with a little noise, or all hidden sums would stay alike.
void LineTrainer::begin_weights() {
  const LineFeatures& features = *tables_.front().features;
  const std::size_t size = static_cast<std::size_t>(features.num_rows()) * kLineWidth;
  Rng rng(splitmix64(options_.seed));
  const auto noise = [&](double width) { return static_cast<float>(width * (2 * rng.uniform() - 1)); };
  current_->rows.assign(size, 0.0F);
  for (std::size_t i = static_cast<std::size_t>(features.first_plain_row()) * kLineWidth; i < size; ++i) {
    if (i % kLineWidth != 0) current_->rows[i] = noise(0.1);
  }
  for (std::size_t i = 1; i < kLineWidth; ++i) {
    current_->rows[i] = 0.2F + noise(0.2);
    current_->outputs[i] = noise(0.2) + (i % 2 == 0 ? 0.2F : -0.2F);
  }
  current_->outputs[0] = 1.0F;
  squares_.rows.assign(size, kFirstSquare);
  squares_.outputs.fill(kFirstSquare);
  mean_ = *current_;
}

void LineTrainer::train(std::uint64_t games, const std::atomic<bool>* stop) {
  for (std::uint64_t i = 0; i < games; ++i) {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) return;
    Rng rng(splitmix64(options_.seed) + num_games_);
    play_game(tables_[num_games_ % tables_.size()], rng);
    learn();
    ++num_games_;
    if (num_games_ % kAverageEvery == 0) average();
  }
}

// ---------------------------------------------------------------------------------------------------------- self-play

void LineTrainer::play_game(Table& table, Rng& rng) {
  const auto state = table.game->new_state();
  const int opening = static_cast<int>(rng.below(static_cast<std::uint32_t>(options_.random_plies + 1)));
  num_steps_ = 0;
  while (!state->is_terminal() && state->ply() < options_.max_plies) {
    if (state->is_chance_node()) {
      state->apply_unchecked(state->sample_legal(rng));
      continue;
    }
    record(table, *state);
    state->apply_unchecked(choose(table, *state, rng, state->ply() < opening));
  }
  num_positions_ += num_steps_;
}

void LineTrainer::record(Table& table, const State& state) {
  if (num_steps_ == steps_.size()) steps_.emplace_back();
  Step& step = steps_[num_steps_++];
  step.mover = state.to_move();
  step.estimate = table.turns.static_value(state);
  step.active = table.turns.active();
  table.turns.load(state);
  step.best = table.turns.value();
}

Action LineTrainer::choose(Table& table, const State& state, Rng& rng, bool is_opening) {
  const auto& values = table.turns.values();
  state.legal_actions(actions_);
  const bool is_random = is_opening || rng.uniform() < options_.exploration;
  const auto chosen = is_random ? static_cast<std::size_t>(rng.below(static_cast<std::uint32_t>(values.size())))
                                : static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
  steps_[num_steps_ - 1].is_chained = values[chosen] >= table.turns.value();
  return actions_[chosen];
}

// ----------------------------------------------------------------------------------------------------------- learning

// From the last position backwards: the estimates are those that the game was played with.
void LineTrainer::learn() {
  const auto rate = static_cast<float>(options_.rate / (1.0 + static_cast<double>(num_games_) / options_.half_life));
  float surprise = 0.0F;  // of the position that followed: its target beyond its estimate
  for (std::size_t i = num_steps_; i-- > 0;) {
    const Step& step = steps_[i];
    float target = step.best;
    if (step.is_chained && i + 1 < num_steps_) {
      const float sign = steps_[i + 1].mover == step.mover ? 1.0F : -1.0F;
      target += static_cast<float>(options_.lambda) * sign * surprise;
    }
    surprise = target - step.estimate;
    learn_step(step, std::clamp(target, -1.0F, 1.0F), rate);
  }
}

// One step down the cross-entropy of value and target, both taken for chances.
void LineTrainer::learn_step(const Step& step, float target, float rate) {
  LineWeights& weights = *current_;
  const LineSums sums = weights.add_rows(step.active);
  const float error = weights.value_of(sums) - target;
  LineSums gradients{};  // of the sums
  gradients[0] = error;
  for (std::size_t i = 1; i < kLineWidth; ++i) {
    gradients[i] = sums[i] > 0.0F ? error * weights.outputs[i] : 0.0F;
    const float gradient = error * std::max(sums[i], 0.0F);
    squares_.outputs[i] += gradient * gradient;
    weights.outputs[i] -= rate * gradient / std::sqrt(squares_.outputs[i]);
  }
  for (const std::uint32_t index : step.active) {
    const std::size_t begin = static_cast<std::size_t>(index) * kLineWidth;
    float* row = weights.rows.data() + begin;
    float* squares = squares_.rows.data() + begin;
    for (std::size_t i = 0; i < kLineWidth; ++i) {
      squares[i] += gradients[i] * gradients[i];
      row[i] -= rate * gradients[i] / std::sqrt(squares[i]);
    }
  }
}

void LineTrainer::average() {
  const auto times = static_cast<double>(num_games_ / kAverageEvery);
  const auto share = static_cast<float>(std::max(kLeastShare, 3.0 / (times + 2.0)));
  const auto mix = [share](float& mean, float value) { mean += share * (value - mean); };
  for (std::size_t i = 0; i < kLineWidth; ++i) mix(mean_.outputs[i], current_->outputs[i]);
  for (std::size_t i = 0; i < mean_.rows.size(); ++i) mix(mean_.rows[i], current_->rows[i]);
}

// -------------------------------------------------------------------------------------------------------------- files

std::string LineTrainer::weights() const {
  return write_line_file(
      {tables_.front().game->rules(), tables_.size() > 1, true, learnt(), num_games_, num_positions_});
}

std::shared_ptr<const LineNet> LineTrainer::net() const {
  return std::make_shared<const LineNet>(tables_.front().features, std::make_shared<const LineWeights>(learnt()));
}

void LineTrainer::write_header(ByteWriter& writer) const {
  writer.add_text(kMagic);
  writer.add(kVersion);
  writer.add(static_cast<std::uint32_t>(kLineWidth));
  for (const double number : {options_.lambda, options_.rate, options_.half_life, options_.exploration}) {
    writer.add(number);
  }
  writer.add(static_cast<std::int32_t>(options_.random_plies));
  writer.add(static_cast<std::int32_t>(options_.max_plies));
  writer.add(options_.seed);
  writer.add(static_cast<std::uint32_t>(tables_.size()));
  for (const Table& table : tables_) write_rules(writer, table.game->rules());
}

std::string LineTrainer::checkpoint() const {
  ByteWriter writer;
  write_header(writer);
  writer.add(num_games_);
  writer.add(num_positions_);
  for (const LineWeights* weights : {static_cast<const LineWeights*>(current_.get()), &squares_, &mean_}) {
    for (const float output : weights->outputs) writer.add(output);
    for (const float weight : weights->rows) writer.add(weight);
  }
  return writer.finish();
}

void LineTrainer::restore(std::string_view bytes) {
  ByteWriter header;
  write_header(header);
  const std::string expected = header.finish();
  const std::string_view ours = std::string_view(expected).substr(0, expected.size() - sizeof(std::uint64_t));
  ByteReader reader(bytes, kMagic, "a checkpoint");
  if (!bytes.starts_with(ours)) {
    throw Error("engine/weights",
                "this checkpoint was made with other rules, another seed or other options; go on with the same");
  }
  for (std::size_t i = kMagic.size(); i < ours.size(); ++i) reader.take<char>();
  const auto games = reader.take<std::uint64_t>();
  const auto positions = reader.take<std::uint64_t>();
  LineWeights weights = *current_;
  LineWeights squares = squares_;
  LineWeights mean = mean_;
  for (LineWeights* read : {&weights, &squares, &mean}) {
    for (float& output : read->outputs) output = reader.take<float>();
    for (float& weight : read->rows) weight = reader.take<float>();
  }
  reader.finish();
  *current_ = std::move(weights);
  squares_ = std::move(squares);
  mean_ = std::move(mean);
  num_games_ = games;
  num_positions_ = positions;
}

}  // namespace motu
