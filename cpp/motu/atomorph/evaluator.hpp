// Atomorph: random continuations in which nobody gives stones away and many moves answer the one before.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "motu/atomorph/atomorph.hpp"
#include "motu/core/base/rng.hpp"
#include "motu/core/search/evaluator.hpp"

namespace motu {

// The value is the result of one continuation, without priors, and which colour took which action in it, for RAVE: as
// RolloutEvaluator, but a stone is placed where it would be weak at once only when there is nothing else to do, and
// every other action is taken within two steps of the one before if that is possible. Flips are chosen as often as any
// placement.
class FlipEvaluator final : public Evaluator {
 public:
  // Throws std::bad_cast for other games.
  FlipEvaluator(const Game& game, std::uint64_t seed);
  bool has_priors() const override { return false; }
  void evaluate(std::span<State* const> states, std::span<Evaluation> out) override;
  std::unique_ptr<Evaluator> fork(std::uint64_t seed) const override;

 private:
  using Surroundings = std::vector<AtomorphMasks::Words>;  // [point] the points within two orthogonal steps

  FlipEvaluator(const FlipEvaluator& other, std::uint64_t seed);
  template <int W>
  Action choose(const AtomorphState<W>& state, int last);
  template <int W>
  void play_out(AtomorphState<W>& state, Evaluation& out);

  std::shared_ptr<const AtomorphGame> game_;
  std::shared_ptr<const Surroundings> surroundings_;
  Rng rng_;
};

}  // namespace motu
