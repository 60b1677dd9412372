#include "motu/core/nets/net_evaluator.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "motu/core/nets/net_answers.hpp"

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
  run();
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
      const State& state = *states[part.asked];
      read(state, row, encoder_->view_of(state), evaluation.priors);
      finish(state, values_[row], evaluation);
    }
  }
}

bool NetEvaluator::look_closely(State& state, Evaluation& out) {
  constexpr float kLeast = -20.7F;  // the logarithm of a thousand-millionth
  const int views = encoder_->num_views();
  if (views == 1 || state.is_chance_node()) return false;
  planes_.clear();
  for (int view = 0; view < views; ++view) add_planes(state, view);
  run();
  // The mean of logarithms: a mean of shares is less sure than any view is, and a search would try more than it should.
  out.priors.clear();
  for (int view = 0; view < views; ++view) {
    gather(state, static_cast<std::size_t>(view), view, priors_);
    const float most = *std::ranges::max_element(priors_);
    out.priors.resize(priors_.size(), 0.0F);
    for (std::size_t i = 0; i < priors_.size(); ++i) {
      out.priors[i] += std::max(priors_[i] - most, kLeast) / static_cast<float>(views);
    }
  }
  softmax(out.priors);
  finish(state, std::accumulate(values_.begin(), values_.end(), 0.0F) / static_cast<float>(views), out);
  return true;
}

// Has the net judge all planes that were added.
void NetEvaluator::run() {
  values_.resize(planes_.size() / position_bytes_);
  logits_.resize(values_.size() * static_cast<std::size_t>(encoder_->policy_size()));
  if (!values_.empty()) runner_->run(planes_, values_, logits_);
}

void NetEvaluator::add_row(const State& state, int side, Part part) {
  part.row = static_cast<std::int64_t>(planes_.size() / position_bytes_);
  part.is_opposite = side_of(state) != side;
  add_planes(state, encoder_->view_of(state));
  parts_.push_back(part);
}

void NetEvaluator::add_planes(const State& state, int view) {
  planes_.resize(planes_.size() + position_bytes_);
  encoder_->encode(state, view, std::span(planes_).last(position_bytes_));
}

void NetEvaluator::add_faces(State& state, std::size_t asked) {
  const int side = side_of(state);
  merge_outcomes(state, actions_, faces_);
  for (const Face& face : faces_) {
    Part part{asked};
    part.probability = face.probability;
    state.apply_unchecked(face.outcome);
    if (state.is_terminal()) {
      part.value = state.outcome().value_for(side);
      parts_.push_back(part);
    } else {
      add_row(state, side, part);
    }
    state.undo_unchecked();
  }
}

// The policy over the legal actions, of a row of the batch.
void NetEvaluator::read(const State& state, std::size_t row, int view, std::vector<float>& priors) {
  gather(state, row, view, priors);
  softmax(priors);
}

// The logits of the legal actions, of a row of the batch; the swap, the last action, has no part in it.
void NetEvaluator::gather(const State& state, std::size_t row, int view, std::vector<float>& priors) {
  const auto points = static_cast<std::size_t>(encoder_->policy_size());
  state.legal_actions(actions_);
  gather_logits(*encoder_, view, actions_, std::span(logits_).subspan(row * points, points), priors);
  if (state.swap_is_legal()) priors.pop_back();
}

// Takes the swap in, which is as likely as it is good. Of the pie rule a net knows nothing: the stones it likes best
// are those that are taken over, so before the first one it has no opinion.
void NetEvaluator::finish(const State& state, float value, Evaluation& out) {
  out.taken.clear();
  out.value = std::clamp(value, -1.0F, 1.0F);
  if (state.swap_is_next()) std::ranges::fill(out.priors, 1.0F / static_cast<float>(out.priors.size()));
  if (!state.swap_is_legal()) return;
  const float swap = (1.0F - out.value) / 2.0F;
  out.value = std::abs(out.value);
  for (float& prior : out.priors) prior *= 1.0F - swap;
  out.priors.push_back(swap);
}

}  // namespace motu
