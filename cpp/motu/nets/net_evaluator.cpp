#include "motu/nets/net_evaluator.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "motu/nets/net_answers.hpp"

namespace motu {

NetEvaluator::NetEvaluator(std::shared_ptr<const NetEncoder> encoder, std::shared_ptr<const NetRunner> runner)
    : encoder_(std::move(encoder)),
      runner_(std::move(runner)),
      position_bytes_(encoder_->planes().size() * encoder_->plane_bytes()) {}

std::unique_ptr<Evaluator> NetEvaluator::fork(std::uint64_t /*seed*/) const {
  return std::make_unique<NetEvaluator>(encoder_, runner_);
}

void NetEvaluator::evaluate(std::span<State* const> states, std::span<Evaluation> out) {
  parts_.clear();
  planes_.clear();
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (states[i]->is_chance_node()) {
      add_faces(*states[i], i);
    } else {
      add_row(*states[i], side_of(*states[i]), {i});
    }
  }
  const auto points = static_cast<std::size_t>(encoder_->policy_size());
  values_.resize(planes_.size() / position_bytes_);
  logits_.resize(values_.size() * points);
  if (!values_.empty()) runner_->run(planes_, values_, logits_);
  for (Evaluation& evaluation : out.first(states.size())) evaluation.value = 0.0F;
  for (Part& part : parts_) {
    const auto row = static_cast<std::size_t>(part.row);
    if (part.row >= 0) part.value = static_cast<double>(part.is_opposite ? -values_[row] : values_[row]);
    Evaluation& evaluation = out[part.asked];
    evaluation.value += static_cast<float>(part.probability * part.value);
    if (states[part.asked]->is_chance_node()) {
      evaluation.priors.clear();
      evaluation.taken.clear();
    } else {
      read(*states[part.asked], values_[row], std::span(logits_).subspan(row * points, points), evaluation);
    }
  }
}

void NetEvaluator::add_row(const State& state, int side, Part part) {
  part.row = static_cast<std::int64_t>(planes_.size() / position_bytes_);
  part.is_opposite = side_of(state) != side;
  planes_.resize(planes_.size() + position_bytes_);
  encoder_->encode(state, 0, std::span(planes_).last(position_bytes_));
  parts_.push_back(part);
}

void NetEvaluator::add_faces(State& state, std::size_t asked) {
  const int side = side_of(state);
  merge_outcomes(state, actions_, faces_);
  for (const Face& face : faces_) {
    Part part{asked};
    part.probability = face.probability;
    state.apply_unchecked(face.outcome);
    if (state.is_terminal()) {
      const int winner = state.outcome().winner;
      part.value = winner < 0 ? 0.0 : (winner == side ? 1.0 : -1.0);
      parts_.push_back(part);
    } else {
      add_row(state, side, part);
    }
    state.undo_unchecked();
  }
}

void NetEvaluator::read(const State& state, float value, std::span<const float> logits, Evaluation& out) {
  out.taken.clear();
  out.value = std::clamp(value, -1.0F, 1.0F);
  out.priors.clear();
  state.legal_actions(actions_);
  gather_logits(*encoder_, 0, actions_, logits, out.priors);
  if (!state.swap_is_legal()) {
    softmax(out.priors);
    return;
  }
  const float swap = (1.0F - out.value) / 2.0F;
  out.value = std::abs(out.value);
  out.priors.pop_back();  // the swap is the last action
  softmax(out.priors);
  for (float& prior : out.priors) prior *= 1.0F - swap;
  out.priors.push_back(swap);
}

}  // namespace motu
