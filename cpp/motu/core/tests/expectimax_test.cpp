// Expectimax: the same values as without pruning, and the bounds it keeps.
#include "motu/core/search/expectimax.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "motu/core/search/evaluators.hpp"
#include "motu/core/tests/search_testing.hpp"

using namespace motu;
using namespace motu::search_testing;
using atoll_testing::legal_of;
using atoll_testing::refusal_of;

namespace {

// Any values will do for telling searches apart; these look random and are the same for the same position.
double noise(const State& state) { return static_cast<double>(splitmix64(state.hash()) >> 11) * 0x1.0p-52 - 1.0; }

double nothing(const State& /*state*/) { return 0.0; }

std::unique_ptr<State> new_atmalof(AtmalofRules rules) { return AtmalofGame::create(rules)->new_state(); }

// Random play from the beginning, up to `turns` and not to the end; at a decision.
void wander(State& state, Rng& rng, int turns) {
  while (state.ply() < turns || state.is_chance_node()) {
    state.apply(state.sample_legal(rng));
    if (state.is_terminal()) {
      state.undo();
      if (state.is_chance_node()) state.undo();
      return;
    }
  }
}

void check_equal_to_plain(State& state, int depth) {
  CAPTURE(depth);
  CAPTURE(state.moves());
  const double plain = plain_value(state, depth, noise);
  Expectimax expectimax(noise, 1U << 12);
  const auto result = expectimax.search(state, {.depth = depth});
  const double sign = state.current_player() == 0 ? 1.0 : -1.0;
  CHECK(result.value == doctest::Approx(sign * plain).epsilon(1e-12));
  REQUIRE(state.is_legal(result.action));
  CHECK(result.variation.front() == result.action);
  // The action is one of the best.
  state.apply(result.action);
  CHECK(sign * plain_value(state, depth - 1, noise) == doctest::Approx(result.value).epsilon(1e-12));
  state.undo();
}

}  // namespace

TEST_CASE("expectimax: with dice, the value is that of plain expectimax") {
  for (const bool both : {false, true}) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      const auto state = new_atmalof(
          {.rows = 3, .cols = 3, .extra_rows = 0, .extra_cols = 0, .line = 3, .pieces = 4, .tiebreak_both = both});
      Rng rng(seed);
      wander(*state, rng, static_cast<int>(seed));
      for (int depth = 1; depth <= 2; ++depth) check_equal_to_plain(*state, depth);
    }
  }
  const auto state = new_atmalof({.rows = 2, .cols = 3, .extra_rows = 0, .extra_cols = 0, .line = 3, .pieces = 3});
  for (int depth = 1; depth <= 4; ++depth) check_equal_to_plain(*state, depth);
}

TEST_CASE("expectimax: without dice, the value is that of plain minimax") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const auto hex = new_hex(3, true);
    const auto atomorph = AtomorphGame::create({.size = 3, .return_stone = seed % 2 == 0})->new_state();
    for (State* state : {hex.get(), atomorph.get()}) {
      Rng rng(seed);
      wander(*state, rng, static_cast<int>(seed) - 1);
      for (int depth = 1; depth <= 4; ++depth) check_equal_to_plain(*state, depth);
    }
  }
}

TEST_CASE("expectimax: prunes, with dice and without") {
  const auto atmalof = new_atmalof({.rows = 3, .cols = 3, .extra_rows = 1, .extra_cols = 1, .line = 3, .pieces = 4});
  const auto hex = new_hex(4);
  for (const auto& [state, depth] : {std::pair{atmalof.get(), 3}, {hex.get(), 4}}) {
    std::uint64_t evaluated = 0;
    // Clear-cut values, as a good evaluator has them: what lies near 0 leaves a roll's bounds wide open.
    const auto counted = [&](const State& leaf) {
      ++evaluated;
      return std::clamp(8.0 * noise(leaf), -1.0, 1.0);
    };
    plain_value(*state, depth, counted);
    const std::uint64_t plain = std::exchange(evaluated, 0);
    Expectimax expectimax(counted);
    expectimax.search(*state, {.depth = depth});  // all depths up to this one
    CAPTURE(plain);
    CAPTURE(evaluated);
    CHECK(evaluated * 3 < plain);
  }
}

TEST_CASE("expectimax: solves small Hex, and stops when it is certain") {
  // Rows from the top, a1 first; B: black wins by opening there.
  const std::vector<std::string> openings{"..B", "BBB", "B.."};
  for (int cell = 0; cell < 9; ++cell) {
    const auto state = new_hex(3);
    state->apply(cell);
    Expectimax expectimax(nothing);
    const auto result = expectimax.search(*state, {.depth = 100});
    const bool wins = openings[static_cast<std::size_t>(cell / 3)][static_cast<std::size_t>(cell % 3)] == 'B';
    CAPTURE(cell);
    CHECK(result.value == (wins ? -1.0 : 1.0));  // for white, who is to move
    CHECK(result.depth <= 8);
  }
  // A win at once ends it at the first depth, whoever wins and whatever the others' moves are worth.
  const auto for_black = played(new_hex(3), {"b1", "a1", "b2", "a2"});
  const auto for_white = played(new_hex(3), {"a1", "a2", "c3", "b2", "b1"});
  for (State* state : {for_black.get(), for_white.get()}) {
    Expectimax expectimax([](State&) { return 0.25; });
    const auto result = expectimax.search(*state, {.depth = 100});
    CHECK(result.value == 1.0);
    CHECK(result.depth == 1);
    CHECK(result.is_certain);
  }
}

TEST_CASE("expectimax: a roll that decides the game has its exact value") {
  const auto state = new_atmalof({.rows = 3, .cols = 3, .extra_rows = 0, .extra_cols = 0, .line = 3, .pieces = 3});
  atoll_testing::Stones stones(9, kNoColour);
  stones[0] = stones[1] = kFirst;
  stones[6] = kSecond;
  state->setup(stones, kFirst, 0);
  // Column 3 wins by r1c3; the other two faces end the game, too, and red alone has two in a row.
  Expectimax expectimax(nothing);
  const auto result = expectimax.search(*state, {.depth = 1});
  CHECK(result.value == 1.0);
  CHECK(result.value == plain_value(*state, 1, nothing));
  CHECK(result.depth == 1);
  // With two in a row of blue's own it is one face of three, besides a second line of two: as plain as can be counted.
  stones[7] = kSecond;
  state->setup(stones, kFirst, 0);
  state->play("c3");
  state->play("=3");
  CHECK(state->is_terminal());
  CHECK(state->outcome().winner == -1);
}

TEST_CASE("expectimax: leaves the state as it was, however it stops") {
  for (const auto& state : new_states()) {
    state->apply(legal_of(*state).back());
    if (state->is_chance_node()) state->apply(0);
    const auto hash = state->hash();
    const auto moves = state->moves();
    for (const std::uint64_t nodes : {1U, 2U, 10U, 500U, 3000U}) {
      Expectimax expectimax(noise);
      const auto result = expectimax.search(*state, {.nodes = nodes});
      CHECK(result.nodes <= nodes + 1);
      CHECK(state->is_legal(result.action));
      CHECK(state->hash() == hash);
      CHECK(state->moves() == moves);
    }
  }
}

TEST_CASE("expectimax: stops when told to, when its time is over, and when a report says so") {
  const auto hex = new_hex(5);
  Expectimax expectimax(noise);
  const std::atomic<bool> stop{true};
  CHECK(expectimax.search(*hex, {.depth = 20}, &stop).depth == 0);
  CHECK(expectimax.search(*hex, {.seconds = 0.02}).seconds < 5.0);
  std::vector<int> depths;
  const auto result = expectimax.search(*hex, {.depth = 20}, nullptr, [&](const ExpectimaxResult& partial) {
    depths.push_back(partial.depth);
    return partial.depth < 3;
  });
  CHECK(depths == std::vector<int>{1, 2, 3});
  CHECK(result.depth == 3);
}

TEST_CASE("expectimax: asks now and then whether to go on, and an exception stops it") {
  const auto hex = new_hex(6);
  Expectimax expectimax(noise);
  int polls = 0;
  const auto result = expectimax.search(*hex, {.seconds = 3600.0}, nullptr, {}, [&] { return ++polls < 3; });
  CHECK(polls == 3);
  CHECK(hex->is_legal(result.action));
  int patience = 5000;
  Expectimax failing([&](const State& state) {
    if (--patience < 0) throw std::runtime_error("out of patience");
    return noise(state);
  });
  const auto hash = hex->hash();
  CHECK_THROWS_AS(failing.search(*hex, {.depth = 4}), std::runtime_error);
  CHECK(hex->hash() == hash);
  patience = 1'000'000'000;
  CHECK(failing.search(*hex, {.depth = 2}).depth == 2);
}

TEST_CASE("expectimax: what an unfinished depth found counts where it is better than what was known") {
  int improvements = 0;
  for (Action opening = 0; opening < 16; ++opening) {
    const auto hex = new_hex(4);
    hex->apply(opening);
    for (std::uint64_t nodes = 20; nodes < 600; nodes += 29) {
      const auto found = Expectimax(noise).search(*hex, {.nodes = nodes});
      CHECK(found.variation.front() == found.action);
      if (found.depth == 0) continue;
      const auto finished = Expectimax(noise).search(*hex, {.depth = found.depth});
      if (found.action == finished.action) continue;
      ++improvements;
      const auto one_deeper = [&](Action action) {  // for white, whose move it is
        hex->apply(action);
        const double value = -plain_value(*hex, found.depth, noise);
        hex->undo();
        return value;
      };
      CHECK(found.value == doctest::Approx(one_deeper(found.action)).epsilon(1e-12));
      CHECK(found.value > one_deeper(finished.action));
    }
  }
  CHECK(improvements > 10);
}

TEST_CASE("expectimax: an evaluator serves as a static one, for either person") {
  for (const auto& state : new_states()) {
    for (int ply = 0; ply < 2; ++ply) {
      const auto rollout = std::make_shared<RolloutEvaluator>(state->game(), 7);
      const double expected = RolloutEvaluator(state->game(), 7).value(*state);
      CHECK(static_evaluator(rollout)(*state) == (side_of(*state) == 0 ? expected : -expected));
      state->apply(legal_of(*state).front());
      if (state->is_chance_node()) state->apply(0);
    }
  }
}

TEST_CASE("expectimax: without a bound, at the end and before a roll there is no search") {
  Expectimax expectimax(nothing);
  const auto slug = [&](State& state, const SearchLimits& limits) {
    return refusal_of([&] { expectimax.search(state, limits); }).slug;
  };
  const auto hex = new_hex(2);
  CHECK(slug(*hex, {}) == "engine/limits");
  CHECK(slug(*played(new_hex(2), {"a1", "b1", "a2"}), {.depth = 1}) == "engine/no-move");
  CHECK(slug(*played(new_atmalof({}), {"r4"}), {.depth = 1}) == "engine/no-move");
}

TEST_CASE("transposition table: finds what was stored last, and nothing else") {
  TranspositionTable table(3);
  CHECK(table.probe(7) == nullptr);
  CHECK(table.probe(0) == nullptr);
  table.store({7, 0.5, 3, 2, Bound::lower, false});
  REQUIRE(table.probe(7) != nullptr);
  CHECK(table.probe(7)->value == 0.5);
  CHECK(table.probe(7)->action == 3);
  CHECK(table.probe(3) == nullptr);  // the same place, another position
  table.store({3, -0.5, 1, 1, Bound::exact, true});
  CHECK(table.probe(7) == nullptr);
  CHECK(table.probe(3)->bound == Bound::exact);
  table.clear();
  CHECK(table.probe(3) == nullptr);
}
