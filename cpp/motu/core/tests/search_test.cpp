// UCT and its rollouts: what they find, what they leave behind, and the bounds they keep.
#include <doctest/doctest.h>

#include <atomic>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "motu/atmalof/atmalof.hpp"
#include "motu/atoll/tests/testing.hpp"
#include "motu/atomorph/atomorph.hpp"
#include "motu/core/search/rollout.hpp"
#include "motu/core/search/uct.hpp"

using namespace motu;
using namespace motu::atoll_testing;

namespace {

std::unique_ptr<State> new_hex(int size, bool swap = false) {
  return new_game(HexBoard::rhombus(size, size, 4), swap)->new_state();
}

std::unique_ptr<State> played(std::unique_ptr<State> state, const std::vector<std::string>& moves) {
  for (const auto& move : moves) state->play(move);
  return state;
}

std::vector<std::unique_ptr<State>> new_states() {
  std::vector<std::unique_ptr<State>> states;
  states.push_back(new_hex(5, true));
  states.push_back(new_game(HexBoard::hexagon(3, 12))->new_state());
  states.push_back(AtomorphGame::create({.size = 5, .return_stone = true})->new_state());
  states.push_back(AtmalofGame::create({.rows = 4, .cols = 5, .line = 4})->new_state());
  return states;
}

std::string best_move(State& state, std::uint64_t simulations, std::uint64_t seed = 1) {
  return state.action_to_string(uct_search(state, {.simulations = simulations, .seed = seed}).moves.front().action);
}

bool same(const UctResult& a, const UctResult& b) {
  if (a.simulations != b.simulations || a.nodes != b.nodes || a.moves.size() != b.moves.size()) return false;
  for (std::size_t i = 0; i < a.moves.size(); ++i) {
    if (a.moves[i].action != b.moves[i].action || a.moves[i].visits != b.moves[i].visits) return false;
    if (a.moves[i].value != b.moves[i].value) return false;
  }
  return true;
}

std::uint64_t total_visits(const UctResult& result) {
  return std::accumulate(result.moves.begin(), result.moves.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const UctMove& move) { return sum + move.visits; });
}

}  // namespace

// ------------------------------------------------------------------------------------------------------------ what is found

TEST_CASE("uct: finds a win in one, for either person, and after a swap") {
  // Black has a1 and a2 of the column a1 a2 a3.
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto black = played(new_hex(3), {"a1", "c1", "a2", "c2"});
    CHECK(best_move(*black, 500, seed) == "a3");
    // White has a3 and b3 of the row a3 b3 c3; c2 would do as well, but is taken.
    const auto white = played(new_hex(3), {"a1", "a3", "b1", "b3", "c2"});
    CHECK(best_move(*white, 500, seed) == "c3");
    // The same for person 0, who plays white after the swap.
    const auto swapped = played(new_hex(3, true), {"b1", "swap", "a3", "a1", "b3", "c2"});
    CHECK(swapped->current_player() == 0);
    CHECK(best_move(*swapped, 500, seed) == "c3");
  }
}

TEST_CASE("uct: finds a win in two plies each, and the value is near 1") {
  // In the middle of 3x3 black wins whatever white does: two ways up, two ways down.
  const auto hex = new_hex(3);
  const auto result = uct_search(*hex, {.simulations = 20'000});
  CHECK(result.moves.front().value > 0.8);
  CHECK(uct_search(*played(new_hex(3), {"b2"}), {.simulations = 20'000}).moves.front().value < -0.8);
  // White must not let black have it, and swaps.
  const auto answer = played(new_hex(3, true), {"b2"});
  CHECK(best_move(*answer, 20'000) == "swap");
}

TEST_CASE("uct: sees the opponent's threat and stops it") {
  // Black threatens b3 below b1 b2, with a3 besides: both cannot be stopped, so give it one way only.
  const auto hex = played(new_hex(4), {"b1", "d1", "b2", "d2", "b3", "a4"});
  // b3 touches b4 and a4, and a4 is white: black needs b4, and finds it.
  CHECK(best_move(*hex, 2000) == "b4");
  hex->play("d3");  // black plays elsewhere
  CHECK(best_move(*hex, 2000) == "b4");
}

TEST_CASE("uct: takes the winning step, and drops where a roll may win") {
  const auto atmalof = AtmalofGame::create({.rows = 3, .cols = 3, .line = 3, .pieces = 6})->new_state();
  Stones stones(16, kNoColour);
  for (const int square : {0, 1, 6}) stones[static_cast<std::size_t>(square)] = kFirst;  // r1c1, r1c2, r2c3
  for (const int square : {12, 14}) stones[static_cast<std::size_t>(square)] = kSecond;
  atmalof->setup(stones, kFirst, 0);
  CHECK(best_move(*atmalof, 3000) == "r2c3-r1c3");
}

TEST_CASE("uct: flips a weak stone when that wins") {
  const auto atomorph = AtomorphGame::create({.size = 3, .swap = false})->new_state();
  // Column b: black b1 and b3, white b2 between them; b2 is weak, since black stands on b1, a2 and a1.
  Stones stones(9, kNoColour);
  for (const int point : {1, 7, 3, 0}) stones[static_cast<std::size_t>(point)] = kFirst;
  for (const int point : {4, 5, 8, 6}) stones[static_cast<std::size_t>(point)] = kSecond;
  atomorph->setup(stones, kFirst, 0);
  REQUIRE_FALSE(atomorph->is_terminal());
  CHECK(best_move(*atomorph, 500) == "xb2");
}

// ------------------------------------------------------------------------------------------------------------- chance nodes

TEST_CASE("uct: the value of an announcement is the mean of its rolls") {
  // With a third piece the game is over. Red's r1c1 and r1c2 and blue's r3c1 and r3c2 are a line of two each.
  const auto state =
      AtmalofGame::create({.rows = 3, .cols = 3, .extra_rows = 0, .extra_cols = 0, .line = 3, .pieces = 3})
          ->new_state();
  Stones stones(9, kNoColour);
  stones[0] = stones[1] = kFirst;
  stones[6] = stones[7] = kSecond;
  state->setup(stones, kFirst, 0);
  // In column 3, r1c3 makes a line of three, r2c3 a second line of two, r3c3 a draw; in row 2 everything wins.
  const std::map<std::string, double> expected{{"c3", 2.0 / 3}, {"r2", 1.0}};
  const auto result = uct_search(*state, {.simulations = 20'000});
  CHECK(state->action_to_string(result.moves.front().action) == "r2");
  int compared = 0;
  for (const auto& move : result.moves) {
    const auto found = expected.find(state->action_to_string(move.action));
    if (found == expected.end()) continue;
    CHECK(move.visits > 20);
    CHECK(std::abs(move.value - found->second) < 3.0 / std::sqrt(static_cast<double>(move.visits)));  // six deviations
    ++compared;
  }
  CHECK(compared == 2);
}

TEST_CASE("uct: searches games with dice through and leaves them as they were") {
  for (std::uint64_t seed = 1; seed < 4; ++seed) {
    const auto state = AtmalofGame::create({.tiebreak_both = true})->new_state();
    Rng rng(seed);
    for (int turn = 0; turn < 20 && !state->is_terminal(); ++turn) {
      if (!state->is_chance_node()) {
        const auto result = uct_search(*state, {.simulations = 200, .seed = seed});
        CHECK(state->is_legal(result.moves.front().action));
      }
      state->apply(state->sample_legal(rng));
    }
  }
}

// ------------------------------------------------------------------------------------------------------------------- bounds

TEST_CASE("uct: the same seed gives the same result, another seed another one") {
  for (const auto& state : new_states()) {
    const UctLimits limits{.simulations = 1500, .seed = 5};
    const auto first = uct_search(*state, limits);
    CHECK(same(first, uct_search(*state, limits)));
    CHECK_FALSE(same(first, uct_search(*state, {.simulations = 1500, .seed = 6})));
  }
}

TEST_CASE("uct: leaves the state as it was") {
  for (const auto& state : new_states()) {
    state->apply(legal_of(*state).front());
    if (state->is_chance_node()) state->apply(0);
    const auto twin = state->clone();
    uct_search(*state, {.simulations = 1000});
    CHECK(state->hash() == twin->hash());
    CHECK(state->moves() == twin->moves());
    CHECK(stones_of(*state) == stones_of(*twin));
    CHECK(legal_of(*state) == legal_of(*twin));
    CHECK(state->ply() == twin->ply());
    state->undo();
    twin->undo();
    CHECK(state->hash() == twin->hash());
  }
}

TEST_CASE("uct: every legal move is listed once, visits add up, most visited first") {
  for (const auto& state : new_states()) {
    const auto result = uct_search(*state, {.simulations = 700});
    CHECK(result.simulations == 700);
    CHECK(total_visits(result) == 700);
    std::vector<Action> actions;
    for (std::size_t i = 0; i < result.moves.size(); ++i) {
      actions.push_back(result.moves[i].action);
      CHECK(std::abs(result.moves[i].value) <= 1.0);
      if (i > 0) CHECK(result.moves[i - 1].visits >= result.moves[i].visits);
    }
    std::ranges::sort(actions);
    CHECK(actions == legal_of(*state));
  }
}

TEST_CASE("uct: the tree stays within its bound, and the search goes on") {
  for (const auto& state : new_states()) {
    const auto root = static_cast<std::uint32_t>(legal_of(*state).size()) + 1;
    for (const std::uint32_t bound : {0U, 1U, root, root + 1, 200U, 1000U}) {
      CAPTURE(bound);
      const auto result = uct_search(*state, {.simulations = 3000, .max_nodes = bound});
      CHECK(result.nodes <= std::max(bound, root));
      CHECK(total_visits(result) == 3000);
    }
  }
}

TEST_CASE("uct: stops when told to, and when its time is over") {
  const auto hex = new_hex(5);
  const std::atomic<bool> stop{true};
  CHECK(uct_search(*hex, {.simulations = 100'000}, &stop).simulations == 0);
  const auto result = uct_search(*hex, {.simulations = 0, .seconds = 0.01});
  CHECK(result.simulations > 0);
  int polls = 0;
  CHECK(uct_search(*hex, {.simulations = 0, .seconds = 3600.0}, nullptr, [&] { return ++polls < 2; }).simulations > 0);
  CHECK(polls == 2);
  CHECK(result.moves.size() == 25);
}

TEST_CASE("uct: a forced move is answered without a search where only time bounds it") {
  const auto hex = played(new_hex(2), {"a1", "b1"});
  hex->play("b2");
  REQUIRE_FALSE(hex->is_terminal());
  const auto result = uct_search(*hex, {.simulations = 0, .seconds = 3600.0});
  CHECK(result.simulations == 0);
  CHECK(hex->action_to_string(result.moves.front().action) == "a2");
}

TEST_CASE("uct: without a bound, at the end and before a roll there is no search") {
  const auto hex = new_hex(2);
  const auto slug = [](State& state, const UctLimits& limits) {
    return refusal_of([&] { uct_search(state, limits); }).slug;
  };
  CHECK(slug(*hex, {.simulations = 0}) == "engine/limits");
  CHECK(slug(*hex, {.simulations = 0, .seconds = -1.0}) == "engine/limits");
  CHECK(slug(*hex, {.simulations = 0, .seconds = std::nan("")}) == "engine/limits");
  for (const char* move : {"a1", "b1", "a2"}) hex->play(move);
  CHECK(slug(*hex, {}) == "engine/no-move");
  const auto atmalof = played(AtmalofGame::create({})->new_state(), {"r4"});
  CHECK(slug(*atmalof, {}) == "engine/no-move");
}

// ----------------------------------------------------------------------------------------------------------------- rollouts

TEST_CASE("rollout: values are those of person 0, whichever colour that is") {
  const auto won = played(new_hex(2), {"a1", "b1", "a2"});
  Rng rng(1);
  CHECK(Rollout::create(won->game())->run(*won, rng) == 1.0);
  const auto swapped = played(new_hex(2, true), {"a1", "swap", "b1", "a2"});
  CHECK(swapped->is_terminal());
  CHECK(Rollout::create(swapped->game())->run(*swapped, rng) == -1.0);
  // Two of three cells left, all the same: black joins a1 with either of a2 and b2... white needs both.
  const auto open = played(new_hex(3, true), {"b2", "swap", "a3", "b1", "c1"});
  const auto rollout = Rollout::create(open->game());
  double sum = 0;
  for (int i = 0; i < 4000; ++i) sum += rollout->run(*open, rng);
  CHECK(sum < 0);  // black, now person 1, has nearly won
}

TEST_CASE("rollout: the fast way of Atoll has the mean of play by play") {
  Rng rng(2);
  for (const bool swap : {false, true}) {
    const auto state = played(new_hex(4, swap), {"b2", swap ? "swap" : "c3"});
    const auto rollout = Rollout::create(state->game());
    const int games = 20'000;
    double fast = 0;
    for (int i = 0; i < games; ++i) fast += rollout->run(*state, rng);
    const auto counts = count_playouts(static_cast<AtollState&>(*state), games, 3, 1000);
    const double slow = static_cast<double>(counts.wins[0]) - static_cast<double>(counts.wins[1]);
    CHECK(std::abs(fast - slow) / games < 0.06);  // six standard deviations of the difference
  }
}

TEST_CASE("rollout: leaves every game's state as it was") {
  for (const auto& state : new_states()) {
    const auto rollout = Rollout::create(state->game());
    Rng rng(3);
    while (!state->is_terminal()) {
      const auto hash = state->hash();
      const auto moves = state->moves();
      const double value = rollout->run(*state, rng);
      CHECK(std::abs(value) <= 1.0);
      CHECK(state->hash() == hash);
      CHECK(state->moves() == moves);
      state->apply(state->sample_legal(rng));
    }
  }
}
