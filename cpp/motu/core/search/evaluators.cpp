#include "motu/core/search/evaluators.hpp"

namespace motu {

// ------------------------------------------------------------------------------------------------------------ uniform

void UniformEvaluator::evaluate(std::span<State* const> states, std::span<Evaluation> out) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    states[i]->legal_actions(actions_);
    out[i].value = 0.0F;
    out[i].priors.assign(actions_.size(), 1.0F / static_cast<float>(actions_.size()));
    out[i].taken.clear();
  }
}

std::unique_ptr<Evaluator> UniformEvaluator::fork(std::uint64_t /*seed*/) const {
  return std::make_unique<UniformEvaluator>();
}

// ----------------------------------------------------------------------------------------------------------- rollouts

RolloutEvaluator::RolloutEvaluator(const Game& game, std::uint64_t seed)
    : game_(share(game)), rng_(seed), rollout_(Rollout::create(game)) {}

std::unique_ptr<Evaluator> RolloutEvaluator::fork(std::uint64_t seed) const {
  return std::make_unique<RolloutEvaluator>(*game_, seed);
}

void RolloutEvaluator::evaluate(std::span<State* const> states, std::span<Evaluation> out) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    out[i].priors.clear();
    out[i].taken.assign(static_cast<std::size_t>(game_->num_actions()), 0);
    out[i].value = rollout_->run(*states[i], rng_, out[i].taken);
  }
}

std::unique_ptr<Evaluator> make_uniform(const Game& /*game*/, std::uint64_t /*seed*/) {
  return std::make_unique<UniformEvaluator>();
}

std::unique_ptr<Evaluator> make_rollouts(const Game& game, std::uint64_t seed) {
  return std::make_unique<RolloutEvaluator>(game, seed);
}

}  // namespace motu
