// Atomorph: safe stones are never flipped, whatever is played, on whole families of positions and in random games.
#include "motu/atomorph/safety.hpp"

#include <doctest/doctest.h>

#include "motu/atomorph/tests/connection_testing.hpp"

using namespace motu;
using namespace motu::testing;
using namespace motu::flip_testing;

namespace {

std::string safe_names(std::string_view drawing, Colour colour, AtomorphRules rules = {}) {
  const auto state = draw(drawing, kFirst, rules);
  return names(state.game(), listed(safe_stones(state.game(), state.stones_of(colour))));
}

// Whether every legal action leaves both colours' safe stones safe. By induction nothing flips them, ever.
template <int W>
bool keeps_safe_stones(AtomorphState<W>& state, std::uint64_t& safe_ones) {
  const AtomorphGame& game = state.game();
  const std::array safe = {safe_stones(game, state.stones_of(kFirst)), safe_stones(game, state.stones_of(kSecond))};
  safe_ones += static_cast<std::uint64_t>(safe[0].count() + safe[1].count());
  std::vector<Action> actions;
  state.legal_actions(actions);
  bool is_kept = true;
  for (const Action action : actions) {
    state.apply_unchecked(action);
    for (const Colour colour : {kFirst, kSecond}) {
      is_kept = is_kept && !safe[colour].without(safe_stones(game, state.stones_of(colour))).any();
    }
    state.undo_unchecked();
  }
  return is_kept;
}

void check_random_positions(int size, int count) {
  for (const auto& rules : all_variants(size)) {
    AtomorphState<1> state(AtomorphGame::create(rules));
    Rng rng(static_cast<std::uint64_t>(size));
    std::uint64_t safe_ones = 0;
    for (int i = 0; i < count; ++i) {
      const Stones stones = random_stones(size * size, 10 + rng.below(60), rng);
      set_up_at_random(state, stones, rules, rng);
      REQUIRE(keeps_safe_stones(state, safe_ones));
    }
    CHECK(safe_ones > 0);
  }
}

}  // namespace

TEST_CASE("flip safety: what is safe and what is not, by hand") {
  // A corner and its neighbours hold each other; a corner alone does not.
  CHECK(safe_names("..... / ..... / ..... / b.... / bb...", kFirst) == "a1 b1 a2");
  CHECK(safe_names("..... / ..... / ..... / ..... / b....", kFirst).empty());
  CHECK(safe_names("..... / ..... / ..... / ..... / b....", kFirst, {.corners = false}) == "a1");
  // A block in the middle can be eaten from its corners; a wall from edge to edge cannot.
  CHECK(safe_names("..... / .bbb. / .bbb. / .bbb. / .....", kFirst).empty());
  CHECK(safe_names("..... / ..... / bbbbb / ..... / .....", kFirst) == "a3 b3 c3 d3 e3");
  CHECK(safe_names("..... / ..... / bbb.b / ..... / .....", kFirst).empty());
  // Two diagonals together are a wall, one is none.
  CHECK(safe_names("..... / ..... / w.... / ww... / .ww..", kSecond) == "b1 c1 a2 b2 a3");
  CHECK(safe_names("..... / ..... / w.... / .w... / ..w..", kSecond).empty());
  // A stone that safe stones attack is contested for ever.
  CHECK(safe_names("..... / ..b.. / bbbbb / ..... / .....", kFirst, {.contested_never = true}) == "a3 b3 c3 d3 e3");
  CHECK(safe_names("..... / .b... / bbbbb / b.... / .....", kFirst, {.contested_never = true}) == "a2 a3 b3 c3 d3 e3");
}

TEST_CASE("flip safety: nothing flips a safe stone, from any position of 3x3 in any variant") {
  for (const auto& rules : all_variants(3)) {
    AtomorphState<1> state(AtomorphGame::create(rules));
    std::uint64_t safe_ones = 0;
    bool is_kept = true;
    for_each_position(rules, [&](const Stones& stones, Colour to_move, unsigned flags) {
      state.setup(stones, to_move, flags);
      is_kept = is_kept && keeps_safe_stones(state, safe_ones);
    });
    CHECK(is_kept);
    CHECK(safe_ones > 1000);
  }
}

TEST_CASE("flip safety: nothing flips a safe stone, from random positions of 4x4 to 7x7 in any variant") {
  for (const int size : {4, 5, 7}) check_random_positions(size, slow_tests_wanted() ? 100'000 : 1500);
}

TEST_CASE("flip safety: in random games on larger boards what is safe stays so to the end") {
  for (const int size : {6, 9, 11, 13}) {
    for (const auto& rules : all_variants(size)) {
      const auto state = AtomorphGame::create(rules)->new_state();
      Rng rng(static_cast<std::uint64_t>(size));
      visit_atomorph(*state, [&](auto& concrete) {
        auto safe = std::array{concrete.stones_of(kFirst), concrete.stones_of(kSecond)};
        while (!concrete.is_terminal()) {
          for (const Colour colour : {kFirst, kSecond}) {
            safe[colour] = safe_stones(concrete.game(), concrete.stones_of(colour));
          }
          concrete.apply_unchecked(concrete.sample_legal(rng));
          for (const Colour colour : {kFirst, kSecond}) {
            const auto now = safe_stones(concrete.game(), concrete.stones_of(colour));
            REQUIRE_FALSE(safe[colour].without(now).any());
          }
        }
      });
    }
  }
}

TEST_CASE("flip safety: exposed stones are those that the enemy may flip without a ban") {
  for (const auto& rules : all_variants(5)) {
    AtomorphState<1> state(AtomorphGame::create(rules));
    Rng rng(5);
    for (int i = 0; i < 500; ++i) {
      const Stones stones = random_stones(25, 30, rng);
      state.setup(stones, kFirst, 0);
      if (!state.is_terminal() && state.to_move() == kFirst) CHECK(exposed_stones(state, kSecond) == state.flips());
    }
  }
}

TEST_CASE("flip safety: winning points are those where a stone ends the game") {
  for (const int size : {3, 5, 8}) {
    AtomorphState<1> state(AtomorphGame::create({.size = size}));
    Rng rng(static_cast<std::uint64_t>(size));
    int found = 0;
    for (int i = 0; i < 400; ++i) {
      state.setup(random_stones(size * size, 30, rng), static_cast<Colour>(i % 2), 0);
      if (state.is_terminal()) continue;
      const auto wins = winning_points(state.game(), state.stones_of(state.to_move()), state.to_move());
      const Colour mover = state.to_move();
      std::vector<Action> actions;
      state.legal_actions(actions);
      for (const Action action : actions) {
        state.apply_unchecked(action);
        const bool is_win = state.winning_colour() == mover;
        state.undo_unchecked();
        found += is_win ? 1 : 0;
        REQUIRE(is_win == wins.has(action % (size * size)));
      }
    }
    CHECK(found > 20);
  }
}
