// Attacks and the stones that are left against them: what they claim is what brute force says.
#include "motu/atomorph/solver_threats.hpp"

#include <doctest/doctest.h>

#include "motu/atomorph/table.hpp"
#include "motu/atomorph/tests/connection_testing.hpp"

using namespace motu;
using namespace motu::testing;
using namespace motu::flip_testing;

namespace {

struct Counts {
  int attacks = 0;
  int left_out = 0;
  int positions = 0;
};

// Brute force says that the action on a point has this value for its mover; what is too much for it is left out.
bool has_value(State& state, Action action, int value, int& checked) {
  const Colour mover = state.to_move();
  state.apply(action);
  BruteForce truth(slow_tests_wanted() ? 50'000 : 5'000);
  const int found = state.is_terminal() ? (state.winning_colour() == mover ? 1 : -1) : truth.value(state, mover);
  state.undo();
  if (!truth.is_complete()) return true;
  ++checked;
  return found == value;
}

template <class Set>
void check(const BasicFlipBoard<Set>& board, State& state, Counts& counts) {
  const BasicFlipThreats<Set> threats(board);
  const auto position = board.of(state);
  const auto choices = board.choices(position);
  if (!threats.knows_rules() || choices.wins != 0) return;
  ++counts.positions;
  const auto action_on = [&](int point) { return board.action_on(position, point, state.to_move()); };
  if (const int point = threats.attack(position); point >= 0) {
    REQUIRE(has_value(state, action_on(point), 1, counts.attacks));
  }
  for_each_point(choices.places & ~threats.must_place(position),
                 [&](int point) { REQUIRE(has_value(state, action_on(point), -1, counts.left_out)); });
}

template <class Set>
void check_random(int size, int most_open, Counts& counts) {
  for (const auto& rules : all_variants(size)) {
    const auto game = AtomorphGame::create(rules);
    const BasicFlipBoard<Set> board(game);
    Rng rng(static_cast<std::uint64_t>(size));
    const auto state = game->new_state();
    for (int i = 0; i < (slow_tests_wanted() ? 2000 : 60); ++i) {
      const int open = 1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(most_open)));
      const Stones stones = random_blocks(size, open, rng);
      set_up_at_random(*state, stones, rules, rng);
      if (!state->is_terminal()) check(board, *state, counts);
    }
  }
}

// Compares with the table what is said of a position.
void check(const FlipTable& table, const FlipPosition& position, Counts& counts) {
  const FlipBoard& board = table.board();
  const auto choices = board.choices(position);
  if (board.is_decided(position) || choices.all() == 0 || choices.wins != 0) return;
  ++counts.positions;
  const BasicFlipThreats<FlipSet> threats(board);
  if (const int point = threats.attack(position); point >= 0) {
    ++counts.attacks;
    REQUIRE(table.score_after(position, point).value() == 1);
  }
  for_each_point(choices.places & ~threats.must_place(position), [&](int point) {
    ++counts.left_out;
    REQUIRE(table.score_after(position, point).value() == -1);
  });
}

// `attacks` and `left_out` are what the proof in the header gives in these positions: less would be overlooked, more
// would be claimed without a proof.
void check_counts(const Counts& counts, int attacks, int left_out) {
  CHECK(counts.positions > 100);
  CHECK(counts.attacks > 5);
  CHECK(counts.left_out > 100);
  if (!slow_tests_wanted()) {
    CHECK(counts.attacks == attacks);
    CHECK(counts.left_out == left_out);
  } else {
    MESSAGE(counts.positions << " positions, " << counts.attacks << " attacks, " << counts.left_out << " left out");
  }
}

}  // namespace

// Slowly on 4x4.
TEST_CASE("solver threats: every position of 3x3 is what the table says, in every variant") {
  Counts counts;
  for (const auto& rules : all_variants(slow_tests_wanted() ? 4 : 3)) {
    if (rules.return_stone) continue;
    const auto table = FlipTable::build(AtomorphGame::create(rules), 1, {});
    table->index().for_each([&](std::uint32_t, FlipSet own, FlipSet enemy) {
      table->for_each_flags(own, enemy, [&](const FlipPosition& position) { check(*table, position, counts); });
    });
  }
  check_counts(counts, 20'616, 86'551);
}

TEST_CASE("solver threats: attacks win and what is left out loses, on 4x4 to 7x7 in every variant") {
  Counts counts;
  for (int size = 4; size <= FlipBoard::kMaxSize; ++size) check_random<FlipSet>(size, size == 4 ? 8 : 9, counts);
  check_counts(counts, 34, 591);
}

TEST_CASE("solver threats: the same on 8x8 to 11x11, with two words a set") {
  Counts counts;
  for (int size = 8; size <= WideFlipBoard::kMaxSize; ++size) check_random<WideFlipSet>(size, 9, counts);
  check_counts(counts, 16, 315);
}

TEST_CASE("solver threats: a stone against an attack is on its points, or beside what it rests on") {
  // Black to move is to stop c1: White, whose rows and columns are turned, would have a double threat.
  const auto state = draw(". . . . ./w w . w w/. . . . ./b . . . ./. . . . .", kFirst);
  const FlipBoard board(share(state.game()));
  const BasicFlipThreats<FlipSet> threats(board);
  const auto position = board.of(state);
  REQUIRE(threats.knows_rules());
  CHECK(threats.attack(position) == -1);
  CHECK(threats.must_place(position) == FlipSet{1} << board.point_of(state.parse_action("c4"), kFirst));
}

TEST_CASE("solver threats: nothing is said with stones that return") {
  const FlipBoard returning(AtomorphGame::create({.size = 5, .return_stone = true}));
  CHECK_FALSE(BasicFlipThreats<FlipSet>(returning).knows_rules());
}
