// Atomorph: what a search is told is true by brute force, and makes its proofs no different.
#include "motu/atomorph/connection_advisor.hpp"

#include <doctest/doctest.h>

#include "motu/atoll/tests/testing.hpp"
#include "motu/atomorph/evaluator.hpp"
#include "motu/atomorph/tests/connection_testing.hpp"
#include "motu/core/search/mcts.hpp"

using namespace motu;
using namespace motu::testing;
using namespace motu::flip_testing;

namespace {

struct Counts {
  int wins = 0;
  int losses = 0;
  int narrowed = 0;
};

void check_bounds(State& state, const Advice& advice, int value, BruteForce& brute, Counts& counts) {
  const Colour mover = state.to_move();
  REQUIRE(advice.bounds.lower == static_cast<float>(mover == kFirst ? value : -value));
  ++(value > 0 ? counts.wins : counts.losses);
  if (value < 0) return;
  REQUIRE(state.is_legal(advice.best));
  state.apply(advice.best);
  REQUIRE(brute.value(state, mover) == 1);
  state.undo();
}

// Whether the moves that are kept are legal and the best of them is the best of all.
void check_kept(State& state, const Advice& advice, int value, BruteForce& brute, Counts& counts) {
  const Colour mover = state.to_move();
  int best = -1;
  for (const Action action : advice.keep) {
    REQUIRE(state.is_legal(action));
    state.apply(action);
    best = std::max(best, brute.value(state, mover));
    state.undo();
  }
  REQUIRE(best == value);
  counts.narrowed += advice.keep.size() < legal_of(state).size() ? 1 : 0;
}

void check_advice(AtomorphState<1>& state, Counts& counts) {
  BruteForce brute;
  Advice advice;
  const auto hash = state.hash();
  FlipAdvisor().advise(state, advice);
  REQUIRE(state.hash() == hash);
  const int value = brute.value(state, state.to_move());
  if (advice.bounds.is_exact()) {
    check_bounds(state, advice, value, brute, counts);
  } else if (!advice.keep.empty()) {
    check_kept(state, advice, value, brute, counts);
  }
}

}  // namespace

TEST_CASE("flip advisor: wins, losses and the moves that are kept are true, in every variant") {
  Counts counts;
  for_random_positions(3, 300, [&](AtomorphState<1>& state) { check_advice(state, counts); });
  for_random_positions(4, 60, [&](AtomorphState<1>& state) {
    if (state.num_empty() <= 7) check_advice(state, counts);
  });
  CHECK(counts.wins > 200);
  CHECK(counts.losses > 20);
  CHECK(counts.narrowed > 50);
}

TEST_CASE("flip advisor: a search that is advised proves what brute force says, in every variant") {
  const FlipAdvisor advisor;
  for_random_positions(3, 40, [&](AtomorphState<1>& state) {
    SearchTree tree(state, FlipEvaluator(state.game(), 1), {.max_nodes = 4'000'000, .advise_visits = 4}, &advisor);
    const auto result = tree.search({.visits = 300'000});
    REQUIRE(result.lower == result.upper);
    CHECK(result.value == BruteForce().value(state, state.to_move()));
  });
}

TEST_CASE("flip advisor: from the empty board, pie rule included, the proof of 3x3 is that without advice") {
  const FlipAdvisor advisor;
  for (const auto& rules : all_variants(3)) {
    const auto state = AtomorphGame::create(rules)->new_state();
    const FlipEvaluator evaluator(state->game(), 1);
    const auto plain = SearchTree(*state, evaluator, {.max_nodes = 8'000'000}).search({.visits = 3'000'000});
    const auto advised = SearchTree(*state, evaluator, {.max_nodes = 8'000'000, .advise_visits = 8}, &advisor)
                             .search({.visits = 3'000'000});
    REQUIRE(plain.lower == plain.upper);
    REQUIRE(advised.lower == advised.upper);
    CHECK(advised.value == plain.value);
    CHECK(advised.simulations <= plain.simulations);
  }
}

TEST_CASE("flip advisor: of other games it knows nothing") {
  Advice advice;
  const auto hex = atoll_testing::new_game(HexBoard::rhombus(3, 3, 4), true)->new_state();
  FlipAdvisor().advise(*hex, advice);
  CHECK_FALSE(advice.bounds.is_exact());
  CHECK(advice.keep.empty());
  CHECK(advice.favoured.empty());
}
