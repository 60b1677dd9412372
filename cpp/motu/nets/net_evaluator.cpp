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
  const auto points = static_cast<std::size_t>(encoder_->policy_size());
  planes_.resize(states.size() * position_bytes_);
  values_.resize(states.size());
  logits_.resize(states.size() * points);
  for (std::size_t i = 0; i < states.size(); ++i) {
    encoder_->encode(*states[i], 0, std::span(planes_).subspan(i * position_bytes_, position_bytes_));
  }
  runner_->run(planes_, values_, logits_);
  for (std::size_t i = 0; i < states.size(); ++i) {
    read(*states[i], values_[i], std::span(logits_).subspan(i * points, points), out[i]);
  }
}

void NetEvaluator::read(const State& state, float value, std::span<const float> logits, Evaluation& out) {
  out.taken.clear();
  out.value = std::clamp(value, -1.0F, 1.0F);
  out.priors.clear();
  if (state.is_chance_node()) return;
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
