// Atomorph: wins at once, answers that must be found and wins by threats, against plain play-outs of all that is legal;
// and the search's proofs against brute force.
#include "motu/atomorph/threats.hpp"

#include <doctest/doctest.h>

#include "motu/atomorph/evaluator.hpp"
#include "motu/atomorph/tests/connection_testing.hpp"
#include "motu/core/search/mcts.hpp"

using namespace motu;
using namespace motu::testing;
using namespace motu::flip_testing;

namespace {

// Legal actions by which the colour to move wins at once.
std::vector<Action> winning_actions(State& state) {
  const Colour mover = state.to_move();
  std::vector<Action> wins;
  for (const Action action : legal_of(state)) {
    state.apply_unchecked(action);
    if (state.winning_colour() == mover) wins.push_back(action);
    state.undo_unchecked();
  }
  return wins;
}

// Legal actions after which the other colour does not win by its next action, found by playing all of them.
std::vector<Action> plain_answers(State& state) {
  const Colour mover = state.to_move();
  std::vector<Action> answers;
  for (const Action action : legal_of(state)) {
    state.apply_unchecked(action);
    const bool is_lost = !state.is_terminal() && state.to_move() != mover && !winning_actions(state).empty();
    state.undo_unchecked();
    if (!is_lost) answers.push_back(action);
  }
  return answers;
}

SearchResult search(const State& state, std::uint64_t visits) {
  return SearchTree(state, FlipEvaluator(state.game(), 1), {.max_nodes = 8'000'000}).search({.visits = visits});
}

}  // namespace

TEST_CASE("flip threats: wins at once are the actions that end the game") {
  int found = 0;
  for (const int size : {3, 4, 6}) {
    for_random_positions(size, 150, [&](AtomorphState<1>& state) {
      std::vector<int> points;
      for (const Action action : winning_actions(state)) points.push_back(action % (size * size));
      std::ranges::sort(points);
      REQUIRE(listed(wins_at_once(state)) == points);
      found += static_cast<int>(points.size());
    });
  }
  CHECK(found > 500);
}

TEST_CASE("flip threats: the answers that must be found are exactly those that do not lose at once") {
  int lost = 0;
  int narrowed = 0;
  std::vector<Action> answers;
  for (const int size : {3, 4, 6}) {
    for_random_positions(size, 150, [&](AtomorphState<1>& state) {
      const auto hash = state.hash();
      must_answers(state, answers);
      REQUIRE(answers == plain_answers(state));
      REQUIRE(state.hash() == hash);
      lost += answers.empty() ? 1 : 0;
      narrowed += !answers.empty() && answers.size() < legal_of(state).size() ? 1 : 0;
    });
  }
  CHECK(lost > 20);
  CHECK(narrowed > 100);
}

TEST_CASE("flip threats: where nothing threatens everything answers") {
  for_random_positions(5, 200, [&](AtomorphState<1>& state) {
    if (!threats_against(state).any()) CHECK(plain_answers(state) == legal_of(state));
  });
}

TEST_CASE("flip threats: a win by threats is a win, and its first action keeps it") {
  int deep = 0;
  for (const int size : {3, 4}) {
    for_random_positions(size, size == 3 ? 400 : 60, [&](AtomorphState<1>& state) {
      if (size == 4 && state.num_empty() > 7) return;
      BruteForce brute;
      const auto hash = state.hash();
      const Colour mover = state.to_move();
      for (const int depth : {1, 2, 4}) {
        const Action action = ThreatSearch<1>(state, 20'000).find(depth);
        REQUIRE(state.hash() == hash);
        if (depth == 1) REQUIRE((action >= 0) == !winning_actions(state).empty());
        if (action < 0) continue;
        REQUIRE(state.is_legal(action));
        state.apply_unchecked(action);
        REQUIRE(brute.value(state, mover) == 1);
        state.undo_unchecked();
        deep += depth > 1 ? 1 : 0;
      }
    });
  }
  CHECK(deep > 100);
}

TEST_CASE("flip threats: the search finds and proves forced wins in one and in three") {
  int ones = 0;
  int threes = 0;
  for_random_positions(5, 40, [&](AtomorphState<1>& state) {
    if (state.to_return()) return;
    const bool in_one = wins_at_once(state).any();
    if (!in_one && ThreatSearch<1>(state, 50'000).find(2) < 0) return;
    const Colour mover = state.to_move();
    const auto result = search(state, 60'000);
    REQUIRE(result.lower == result.upper);
    REQUIRE(result.value == 1.0);
    ++(in_one ? ones : threes);
    state.apply(result.moves.front().action);
    if (in_one) REQUIRE(state.winning_colour() == mover);
  });
  CHECK(ones > 30);
  CHECK(threes > 10);
}

TEST_CASE("flip threats: proofs of 3x3 agree with brute force, in every variant, from the empty board and others") {
  for (auto rules : all_variants(3)) {
    rules.swap = false;
    BruteForce brute;
    const auto empty = AtomorphGame::create(rules)->new_state();
    const auto result = search(*empty, 2'000'000);
    REQUIRE(result.lower == result.upper);
    CHECK(result.value == brute.value(*empty, kFirst));
    Rng rng(3);
    for (int i = 0; i < 40; ++i) {
      const auto state = AtomorphGame::create(rules)->new_state();
      const Stones stones = random_stones(9, 50, rng);
      set_up_at_random(*state, stones, rules, rng);
      if (state->is_terminal()) continue;
      const auto proved = search(*state, 500'000);
      REQUIRE(proved.lower == proved.upper);
      CHECK(proved.value == brute.value(*state, state->to_move()));
    }
  }
}
