// Evaluators that every game has: one that knows nothing, and one that plays at random to the end.
#pragma once

#include <memory>
#include <vector>

#include "motu/base/rng.hpp"
#include "motu/games/atoll_fill.hpp"
#include "motu/search/evaluator.hpp"

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

// One random continuation as the value, without priors, and which colour took which action in it. Atoll boards are
// filled at once (atoll_fill.hpp); other games are played ply by ply, at most kRolloutPlies of them.
class RolloutEvaluator final : public Evaluator {
 public:
  RolloutEvaluator(const Game& game, std::uint64_t seed);
  bool has_priors() const override { return false; }
  void evaluate(std::span<State* const> states, std::span<Evaluation> out) override;
  std::unique_ptr<Evaluator> fork(std::uint64_t seed) const override;

 private:
  void fill(const AtollState& state, Evaluation& out);

  std::shared_ptr<const Game> game_;
  Rng rng_;
  std::unique_ptr<AtollFill> fill_;  // of Atoll boards only
};

}  // namespace motu
