// Atoll's positions: random games there and back, winners, the pie rule, set-up, hashes, observations, symmetries.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "motu/atoll/atoll.hpp"
#include "motu/atoll/tests/testing.hpp"

using namespace motu;
using namespace motu::atoll_testing;

namespace {

// Everything that can be seen of a position.
struct Snapshot {
  Stones stones;
  std::vector<Action> legal;
  std::vector<int> chain;
  std::vector<float> planes;
  std::uint64_t hash;
  int ply, player, winner;
  Colour to_move;
  Termination termination;
  bool swapped, swap_is_legal;
  std::size_t history;

  bool operator==(const Snapshot&) const = default;
};

std::vector<float> planes_of(const State& state) {
  const auto [planes, rows, columns] = state.game().observation_shape();
  std::vector<float> values(static_cast<std::size_t>(planes * rows * columns), -1.0F);
  state.observation(values);
  return values;
}

Snapshot look_at(const AtollState& state) {
  return {
      stones_of(state),   legal_of(state),        state.winning_cells(),  planes_of(state), state.hash(),
      state.ply(),        state.current_player(), state.outcome().winner, state.to_move(),  state.outcome().termination,
      state.is_swapped(), state.swap_is_legal(),  state.history().size()};
}

void check_actions(const AtollState& state) {
  const auto legal = legal_of(state);
  REQUIRE(std::ranges::is_sorted(legal));
  REQUIRE(legal.empty() == state.is_terminal());
  for (Action action = -2; action < state.game().num_actions() + 2; ++action) {
    REQUIRE(state.is_legal(action) == std::ranges::binary_search(legal, action));
  }
}

void check_winner(const AtollState& state) {
  const auto stones = stones_of(state);
  for (const Colour colour : {kFirst, kSecond}) {
    REQUIRE(has_won(state.game().board(), stones, colour) == (state.winning_colour() == colour));
  }
}

// None of the cells shown as winning can be spared.
void check_winning_cells(const AtollState& state) {
  const auto chain = state.winning_cells();
  const auto colour = static_cast<Colour>(state.winning_colour());
  Stones only(static_cast<std::size_t>(state.game().num_cells()), kNoColour);
  for (const int cell : chain) {
    REQUIRE(state.stone(cell) == colour);
    only[static_cast<std::size_t>(cell)] = colour;
  }
  REQUIRE(has_won(state.game().board(), only, colour));
  for (const int cell : chain) {
    only[static_cast<std::size_t>(cell)] = kNoColour;
    REQUIRE_FALSE(has_won(state.game().board(), only, colour));
    only[static_cast<std::size_t>(cell)] = colour;
  }
}

// One random game to its end and back, looked at closely every few actions.
void play_and_undo(AtollState& state, Rng& rng, int step) {
  std::vector<Snapshot> path;
  for (int turn = 0; !state.is_terminal(); ++turn) {
    path.push_back(look_at(state));
    const Action action = state.sample_legal(rng);
    REQUIRE(state.is_legal(action));
    state.apply_unchecked(action);
    if (turn % step == 0 || state.is_terminal()) {
      REQUIRE(state.check_consistency());
      check_actions(state);
      check_winner(state);
    }
  }
  check_winning_cells(state);
  const auto end = state.clone();
  for (; !path.empty(); path.pop_back()) {
    state.undo();
    REQUIRE(look_at(state) == path.back());
    if (path.size() % static_cast<std::size_t>(step) == 0) REQUIRE(state.check_consistency());
  }
  REQUIRE(state.history().empty());
  for (const auto& [action, chance] : end->history()) state.apply(action);
  REQUIRE(look_at(state) == look_at(static_cast<const AtollState&>(*end)));
  while (!state.history().empty()) state.undo();
}

std::vector<NamedBoard> wide_boards() {
  return {square(27, 8),      square(27, 52),       square(63, 8),     rhombus(27, 27, 4), rhombus(27, 27, 104),
          rhombus(64, 64, 4), rhombus(64, 64, 128), rhombus(64, 3, 4), rhombus(3, 64, 4),  hexagon(27, 12),
          hexagon(37, 120),   triangle(27, 12),     triangle(64, 120)};
}

}  // namespace

TEST_CASE("atoll: random games on all boards agree with a slow judge and are undone exactly") {
  Rng rng(1);
  for (const auto& [name, board] : all_boards()) {
    CAPTURE(name);
    AtollState state(new_game(board));
    const int cells = board->num_cells();
    for (int game = 0; game < 1 + 400 / cells; ++game) play_and_undo(state, rng, 1 + cells / 16);
  }
}

TEST_CASE("atoll: random games on the largest boards") {
  Rng rng(2);
  for (const auto& [name, board] : wide_boards()) {
    CAPTURE(name);
    AtollState state(new_game(board));
    while (!state.is_terminal()) state.apply_unchecked(state.sample_legal(rng));
    CHECK(state.check_consistency());
    check_winner(state);
    while (!state.history().empty()) state.undo();
    CHECK(state.check_consistency());
    CHECK(state.num_empty() == board->num_cells());
    CHECK(state.hash() == AtollState(new_game(board)).hash());
  }
}

TEST_CASE("atoll: every random full board has exactly one winner") {
  Rng rng(3);
  for (const auto& [name, board] : all_boards()) {
    CAPTURE(name);
    AtollState state(new_game(board));
    for (int i = 0; i < 60; ++i) {
      const auto stones = random_full_board(*board, rng);
      const bool black = has_won(*board, stones, kFirst);
      REQUIRE(black != has_won(*board, stones, kSecond));
      state.setup(stones, kFirst, 0);
      REQUIRE(state.winning_colour() == (black ? kFirst : kSecond));
      REQUIRE(state.outcome().termination == Termination::connected);
    }
  }
}

TEST_CASE("atoll: every one of all full boards of Hex 3x3 and 4x3 and of eight islands on 3x3 has exactly one winner") {
  for (const auto& board : {HexBoard::rhombus(3, 3, 4), HexBoard::rhombus(4, 3, 4), HexBoard::rhombus(3, 3, 8)}) {
    const int cells = board->num_cells();
    AtollState state(new_game(board));
    for (unsigned bits = 0; bits < 1U << cells; ++bits) {
      Stones stones;
      for (int cell = 0; cell < cells; ++cell) stones.push_back(bits >> cell & 1 ? kSecond : kFirst);
      state.setup(stones, kFirst, 0);
      const bool black = has_won(*board, stones, kFirst);
      REQUIRE(black != has_won(*board, stones, kSecond));
      REQUIRE(state.winning_colour() == (black ? kFirst : kSecond));
    }
  }
}

// ------------------------------------------------------------------------------------------------------------ the pie rule

TEST_CASE("atoll: swapping exchanges persons, keeps the stone and lets white move next") {
  AtollState state(new_game(HexBoard::rhombus(3, 3, 4)));
  const Action swap = state.game().swap_action();
  CHECK(swap == 9);
  CHECK(state.game().num_actions() == 10);
  CHECK_FALSE(state.is_legal(swap));
  state.play("b2");
  CHECK(state.is_legal(swap));
  CHECK(state.swap_is_legal());
  CHECK(state.current_player() == 1);
  state.play("swap");
  CHECK(state.is_swapped());
  CHECK(state.ply() == 2);
  CHECK(state.to_move() == kSecond);
  CHECK(state.current_player() == 0);
  CHECK(state.stone(4) == kFirst);
  CHECK_FALSE(state.swap_is_legal());
  CHECK(legal_of(state).size() == 8);
  for (const char* move : {"a3", "b1", "c1", "a2", "c3", "b3"}) state.play(move);  // black joins b1, b2, b3
  CHECK(state.winning_colour() == kFirst);
  CHECK(state.outcome().winner == 1);
  while (!state.history().empty()) state.undo();
  CHECK_FALSE(state.is_swapped());
  CHECK(state.current_player() == 0);
}

TEST_CASE("atoll: swapping is only possible on the second ply, and only where the rules have it") {
  AtollState state(new_game(HexBoard::rhombus(3, 3, 4)));
  state.play("a1");
  state.play("b1");
  CHECK(refusal_of([&] { state.play("swap"); }).slug == "move/illegal");
  CHECK(state.ply() == 2);
  AtollState plain(new_game(HexBoard::rhombus(3, 3, 4), false));
  CHECK(plain.game().num_actions() == 9);
  plain.play("a1");
  CHECK_FALSE(plain.swap_is_legal());
  CHECK_FALSE(plain.is_legal(9));
  CHECK(refusal_of([&] { plain.play("swap"); }).slug == "move/invalid");
  CHECK(refusal_of([&] { plain.apply(9); }).slug == "action/out-of-range");
  const Stones one{kFirst, 2, 2, 2, 2, 2, 2, 2, 2};
  state.setup(one, kSecond, 0);
  CHECK_FALSE(state.swap_is_legal());
  state.play("b1");
  CHECK_FALSE(state.swap_is_legal());
}

TEST_CASE("atoll: a random game swaps now and then, as often as it places elsewhere") {
  AtollState state(new_game(HexBoard::rhombus(3, 3, 4)));
  state.play("a1");
  Rng rng(4);
  std::map<Action, int> seen;
  for (int i = 0; i < 36000; ++i) ++seen[state.sample_legal(rng)];
  CHECK(seen.size() == 9);
  for (const auto& [action, times] : seen) {
    CAPTURE(action);
    CHECK(std::abs(times - 4000) < 400);  // more than six standard deviations
  }
}

// ------------------------------------------------------------------------------------------------------- set-up and hashes

TEST_CASE("atoll: a position set up has no history and goes on as any other") {
  AtollState state(new_game(HexBoard::square(7, 8)));
  for (const char* move : {"d4", "swap", "c3", "e5"}) state.play(move);
  const auto stones = stones_of(state);
  AtollState fresh(state);
  fresh.setup(stones, kFirst, 0);
  CHECK(fresh.history().empty());
  CHECK(fresh.ply() == 0);
  CHECK_FALSE(fresh.is_swapped());
  CHECK(stones_of(fresh) == stones);
  CHECK(fresh.check_consistency());
  CHECK(refusal_of([&] { fresh.undo(); }).slug == "undo/empty");
  fresh.play("d5");
  fresh.undo();
  CHECK(stones_of(fresh) == stones);
}

TEST_CASE("atoll: flags make no position, and change none") {
  AtollState state(new_game(HexBoard::square(7, 8)));
  state.play("d4");
  const auto before = look_at(state);
  CHECK(refusal_of([&] { state.setup(before.stones, kFirst, 1); }).slug == "position/invalid");
  CHECK(look_at(state) == before);
}

TEST_CASE("atoll: one position has one hash however it came about, and different ones differ") {
  AtollState one(new_game(HexBoard::square(7, 8)));
  AtollState two(new_game(HexBoard::square(7, 8)));
  for (const char* move : {"d4", "c3", "e5", "b2"}) one.play(move);
  for (const char* move : {"e5", "b2", "d4", "c3"}) two.play(move);
  CHECK(one.hash() == two.hash());
  std::set<std::uint64_t> hashes{one.hash()};
  AtollState swapped(new_game(HexBoard::square(7, 8)));
  for (const char* move : {"d4", "swap", "c3"}) swapped.play(move);  // black to move, as after d4 c3
  AtollState plain(new_game(HexBoard::square(7, 8)));
  for (const char* move : {"d4", "c3"}) plain.play(move);
  AtollState white_to_move(plain);
  white_to_move.setup(stones_of(plain), kSecond, 0);
  AtollState recoloured(plain);
  auto stones = stones_of(plain);
  for (auto& stone : stones) stone = stone == kNoColour ? kNoColour : other(stone);
  recoloured.setup(stones, kFirst, 0);
  for (const AtollState* state : {&swapped, &plain, &white_to_move, &recoloured}) hashes.insert(state->hash());
  CHECK(hashes.size() == 5);
  AtollState first(new_game(HexBoard::square(7, 8)));
  first.play("d4");
  AtollState without_pie(new_game(HexBoard::square(7, 8), false));
  without_pie.play("d4");
  CHECK(first.hash() != without_pie.hash());  // one of them may swap
}

// ----------------------------------------------------------------------------------------------------------- observations

TEST_CASE("atoll: observations show what their planes' names say") {
  const auto board = HexBoard::hexagon(3, 12);
  AtollState state(new_game(board));
  Rng rng(6);
  while (true) {
    const auto [count, rows, columns] = state.game().observation_shape();
    CHECK(count == static_cast<int>(state.game().observation_planes().size()));
    const auto planes = planes_of(state);
    const auto at = [&, w = columns, h = rows](int plane, int cell) {
      return planes[static_cast<std::size_t>((plane * h + board->row_of(cell)) * w + board->column_of(cell))];
    };
    float on_board = 0;
    for (int i = 0; i < rows * columns; ++i) on_board += planes[static_cast<std::size_t>(i)];
    CHECK(on_board == static_cast<float>(board->num_cells()));
    const Colour mover = state.to_move();
    for (int cell = 0; cell < board->num_cells(); ++cell) {
      const Colour stone = state.stone(cell);
      CHECK(at(0, cell) == 1.0F);
      CHECK(at(1, cell) == (stone == mover ? 1.0F : 0.0F));
      CHECK(at(2, cell) == (stone == other(mover) ? 1.0F : 0.0F));
      for (const Colour colour : {kFirst, kSecond}) {
        bool touches = false;
        for (int island = 0; island < board->num_islands(); ++island) {
          const auto shore = board->island_cells(island);
          touches |= board->island_colour(island) == colour && std::ranges::find(shore, cell) != shore.end();
        }
        CHECK(at(colour == mover ? 3 : 4, cell) == (touches ? 1.0F : 0.0F));
        if (touches && stone == colour) CHECK(at(colour == mover ? 5 : 6, cell) == 1.0F);
        if (stone != colour) CHECK(at(colour == mover ? 5 : 6, cell) == 0.0F);
      }
      CHECK(at(7, cell) == (mover == kFirst ? 1.0F : 0.0F));
      CHECK(at(8, cell) == (state.swap_is_legal() ? 1.0F : 0.0F));
    }
    if (state.is_terminal()) break;
    state.apply(state.sample_legal(rng));
  }
}

// -------------------------------------------------------------------------------------------------------------- symmetries

TEST_CASE("atoll: symmetric moves lead to symmetric positions and the same end") {
  Rng rng(7);
  for (const auto& [name, board] : all_boards()) {
    CAPTURE(name);
    const auto game = new_game(board, false);
    for (const auto& symmetry : game->symmetries()) {
      AtollState state(game);
      AtollState image(game);
      // Where colours are exchanged the other one begins.
      image.setup(stones_of(image), symmetry.swaps_colours ? kSecond : kFirst, 0);
      while (!state.is_terminal()) {
        const Action action = state.sample_legal(rng);
        state.apply(action);
        image.apply(symmetry.actions[static_cast<std::size_t>(action)]);
        REQUIRE(image.is_terminal() == state.is_terminal());
      }
      CHECK(image.winning_colour() == (state.winning_colour() ^ static_cast<int>(symmetry.swaps_colours)));
    }
  }
}
