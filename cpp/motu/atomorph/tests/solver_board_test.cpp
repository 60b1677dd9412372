// Positions as solvers see them: two words a set say what one word says, and what the rules say where one is too few.
#include "motu/atomorph/solver_board.hpp"

#include <doctest/doctest.h>

#include "motu/atomorph/tests/connection_testing.hpp"

using namespace motu;
using namespace motu::testing;
using namespace motu::flip_testing;

namespace {

bool is_same(FlipSet narrow, WideFlipSet wide) { return WideFlipSet{narrow} == wide; }

bool is_same(const FlipPosition& narrow, const WideFlipPosition& wide) {
  return is_same(narrow.own, wide.own) && is_same(narrow.enemy, wide.enemy) && narrow.ban == wide.ban &&
         narrow.to_return == wide.to_return;
}

void check_sets(const FlipBoard& narrow, const WideFlipBoard& wide, FlipSet stones, FlipSet enemy) {
  REQUIRE(is_same(narrow.transposed(stones), wide.transposed(stones)));
  REQUIRE(is_same(narrow.rows_turned(stones), wide.rows_turned(stones)));
  REQUIRE(is_same(narrow.columns_turned(stones), wide.columns_turned(stones)));
  REQUIRE(is_same(narrow.attacks(stones), wide.attacks(stones)));
  REQUIRE(is_same(narrow.safe(stones), wide.safe(stones)));
  REQUIRE(is_same(narrow.around(stones), wide.around(stones)));
  REQUIRE(is_same(narrow.near_wins(stones), wide.near_wins(stones)));
  REQUIRE(is_same(narrow.column_wins(stones), wide.column_wins(stones)));
  REQUIRE(narrow.joins_columns(stones) == wide.joins_columns(stones));
  REQUIRE(narrow.row_distance(stones, enemy) == wide.row_distance(stones, enemy));
}

// The points of a board's set, as the state's actions name them.
std::vector<Action> actions_of(const WideFlipBoard& board, const WideFlipPosition& position, Colour to_move) {
  std::vector<Action> actions;
  for_each_point(board.choices(position).all(),
                 [&](int point) { actions.push_back(board.action_on(position, point, to_move)); });
  std::ranges::sort(actions);
  return actions;
}

}  // namespace

TEST_CASE("flip boards: two words a set say the same as one, on 3x3 to 7x7 in every variant") {
  for (int size = 3; size <= FlipBoard::kMaxSize; ++size) {
    for_random_positions(size, 25, [&](AtomorphState<1>& state) {
      const FlipBoard narrow(share(state.game()));
      const WideFlipBoard wide(share(state.game()));
      const FlipPosition position = narrow.of(state);
      const WideFlipPosition same = wide.of(state);
      REQUIRE(is_same(position, same));
      REQUIRE(is_same(narrow.canonical(position), wide.canonical(same)));
      check_sets(narrow, wide, position.own, position.enemy);
      const auto choices = narrow.choices(position);
      REQUIRE(is_same(choices.all(), wide.choices(same).all()));
      REQUIRE(is_same(choices.wins, wide.choices(same).wins));
      for_each_point(choices.all() & ~choices.wins, [&](int point) {
        const FlipStep step = narrow.after(position, point);
        const auto same_step = wide.after(same, point);
        REQUIRE(is_same(step.next, same_step.next));
        REQUIRE(step.is_same_mover == same_step.is_same_mover);
        REQUIRE(step.is_draw == same_step.is_draw);
      });
    });
  }
}

TEST_CASE("flip boards: on 8x8 to 11x11 two words a set are what the rules say, move by move, in every variant") {
  for (int size = 8; size <= WideFlipBoard::kMaxSize; ++size) {
    for (auto rules : all_variants(size)) {
      rules.swap = false;
      const auto game = AtomorphGame::create(rules);
      const WideFlipBoard board(game);
      Rng rng(static_cast<std::uint64_t>(size));
      const auto state = game->new_state();
      WideFlipPosition position;
      while (!state->is_terminal()) {
        REQUIRE(board.of(*state) == position);
        REQUIRE(board.stones_of(position, state->to_move()) == stones_of(*state));
        REQUIRE(actions_of(board, position, state->to_move()) == legal_of(*state));
        const Action action = state->sample_legal(rng);
        const int point = board.point_of(action, state->to_move());
        const bool wins = ((board.choices(position).wins >> point) & 1U) != 0;
        if (!wins) position = board.after(position, point).next;
        state->apply(action);
        REQUIRE(wins == state->is_terminal());
      }
    }
  }
}

TEST_CASE("flip boards: points around points, and where one of two stones that join the rows can stand") {
  const FlipBoard board(AtomorphGame::create({.size = 4}));
  CHECK(board.around(FlipSet{1}) == 0x33);
  CHECK(board.around(FlipSet{1} << 7) == 0xCCC);
  CHECK(board.near_wins(0) == 0);
  // a2 and a3: a1 and a4 are missing; no other two would do.
  CHECK(board.near_wins(0x0110) == 0x1001);
  // a1 and a2: a3 and a4, or b2, b3, b4 with more than two.
  CHECK(board.near_wins(0x0011) == 0x1100);
  CHECK(board.chain_of(0x8110, 0) == 0x0111);
}
