// Atomorph: the evaluator "flips" plays on as it says, and says who won.
#include "motu/atomorph/evaluator.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "motu/atomorph/tests/connection_testing.hpp"

using namespace motu;
using namespace motu::testing;
using namespace motu::flip_testing;

namespace {

constexpr int kRounds = 12;

Evaluation evaluate(FlipEvaluator& evaluator, State& state) {
  Evaluation evaluation;
  State* states[] = {&state};
  evaluator.evaluate(states, std::span(&evaluation, 1));
  return evaluation;
}

// What may be done without giving a stone away at once: flips, and stones where the enemy attacks nothing.
std::vector<Action> careful_actions(const AtomorphState<1>& state) {
  const auto attacked = state.attacks_of(other(state.to_move()));
  const int points = state.game().num_cells();
  std::vector<Action> actions;
  state.legal_actions(actions);
  std::erase_if(actions, [&](Action action) {
    return action == state.game().swap_action() || (action < points && attacked.has(action)) || action >= 2 * points;
  });
  return actions;
}

bool ends_at_once(AtomorphState<1>& state, Action action) {
  state.apply(action);
  const bool is_over = state.is_terminal();
  state.undo();
  return is_over;
}

}  // namespace

TEST_CASE("flips: the only careful action is taken, whatever else is legal, and its win is the value") {
  int placed = 0;
  int flipped = 0;
  int others = 0;
  Rng rng(5);
  for (int game = 0; game < 6000 && (placed < 20 || flipped < 20); ++game) {
    AtomorphState<1> state(AtomorphGame::create({.size = 4}));
    FlipEvaluator evaluator(state.game(), 7);
    while (!state.is_terminal()) {
      const auto careful = careful_actions(state);
      if (!state.to_return() && careful.size() == 1 && ends_at_once(state, careful.front())) {
        std::vector<Action> legal;
        state.legal_actions(legal);
        others += static_cast<int>(legal.size()) - 1;
        (careful.front() < state.game().num_cells() ? placed : flipped) += 1;
        for (int round = 0; round < kRounds; ++round) {
          const Evaluation evaluation = evaluate(evaluator, state);
          REQUIRE(evaluation.value == 1.0F);
          REQUIRE(evaluation.taken[static_cast<std::size_t>(careful.front())] == 1U << state.to_move());
          REQUIRE(std::ranges::count(evaluation.taken, 0) == static_cast<std::ptrdiff_t>(evaluation.taken.size()) - 1);
        }
      }
      state.apply(state.sample_legal(rng));
    }
  }
  CHECK(placed >= 20);
  CHECK(flipped >= 20);
  CHECK(others >= 30);
}

TEST_CASE("flips: the value is a win or a loss of the person to act, and the position stays as it was") {
  Rng rng(3);
  for (const auto& rules : all_variants(5)) {
    AtomorphState<1> state(AtomorphGame::create(rules));
    FlipEvaluator evaluator(state.game(), 11);
    int wins = 0;
    int losses = 0;
    while (!state.is_terminal()) {
      const auto hash = state.hash();
      for (int round = 0; round < kRounds; ++round) {
        const float value = evaluate(evaluator, state).value;
        REQUIRE((value == 1.0F || value == -1.0F));
        (value > 0 ? wins : losses) += 1;
      }
      REQUIRE(state.hash() == hash);
      state.apply(state.sample_legal(rng));
    }
    CHECK(wins > 0);
    CHECK(losses > 0);
  }
}

TEST_CASE("flips: forks with one seed play on alike, with another otherwise") {
  AtomorphState<1> state(AtomorphGame::create({.size = 7}));
  const FlipEvaluator evaluator(state.game(), 1);
  const auto taken = [&](std::uint64_t seed) {
    const auto fork = evaluator.fork(seed);
    return evaluate(static_cast<FlipEvaluator&>(*fork), state).taken;
  };
  CHECK(taken(2) == taken(2));
  CHECK(taken(2) != taken(3));
}
