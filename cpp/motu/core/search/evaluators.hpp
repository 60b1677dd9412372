// Evaluators that every game has: one that knows nothing, and one that plays at random to the end.
#pragma once

#include <memory>
#include <vector>

#include "motu/core/base/rng.hpp"
#include "motu/core/search/evaluator.hpp"
#include "motu/core/search/rollout.hpp"
#include "motu/core/state/game_type.hpp"

namespace motu {

// Value 0 and equal priors everywhere: what tests use in place of a net.
class UniformEvaluator final : public Evaluator {
 public:
  bool has_priors() const override { return true; }
  void evaluate(std::span<State* const> states, std::span<Evaluation> out) override;
  std::unique_ptr<Evaluator> fork(std::uint64_t seed) const override;

 private:
  std::vector<Action> actions_;
};

// One random continuation as the value, without priors, and which colour took which action in it.
class RolloutEvaluator final : public Evaluator {
 public:
  RolloutEvaluator(const Game& game, std::uint64_t seed);
  bool has_priors() const override { return false; }
  void evaluate(std::span<State* const> states, std::span<Evaluation> out) override;
  std::unique_ptr<Evaluator> fork(std::uint64_t seed) const override;

 private:
  std::shared_ptr<const Game> game_;
  Rng rng_;
  std::unique_ptr<Rollout> rollout_;
};

// As rows of a GameType ask for them.
std::unique_ptr<Evaluator> make_uniform(const Game& game, std::uint64_t seed);
std::unique_ptr<Evaluator> make_rollouts(const Game& game, std::uint64_t seed);
inline constexpr NamedEvaluator kUniform{"uniform", make_uniform};
inline constexpr NamedEvaluator kRollout{"rollout", make_rollouts};

}  // namespace motu
