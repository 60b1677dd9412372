// AtollFill against AtollState: the same winner on every full board, and every way to fill equally often.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "motu/atoll/fill.hpp"
#include "motu/atoll/fill_layout.hpp"
#include "motu/atoll/tests/testing.hpp"

using namespace motu;
using namespace motu::atoll_testing;

namespace {

// Many boards on which groups must turn corners: nearly all stones of one colour, or half of them.
Stones random_stones(const HexBoard& board, Rng& rng) {
  if (rng.below(2) == 0) return random_full_board(board, rng);
  const std::uint32_t black = 1 + rng.below(9);
  Stones stones;
  for (int cell = 0; cell < board.num_cells(); ++cell) stones.push_back(rng.below(10) < black ? kFirst : kSecond);
  return stones;
}

void compare_full_boards(const NamedBoard& named, int count, Rng& rng) {
  CAPTURE(named.name);
  AtollState state(new_game(named.board));
  const auto fill = AtollFill::create(*named.board);
  for (int i = 0; i < count; ++i) {
    const auto stones = random_stones(*named.board, rng);
    // Whoever is said to move next decides whose stones are looked at.
    for (const Colour to_move : {kFirst, kSecond}) {
      state.setup(stones, to_move, 0);
      fill->load(state);
      REQUIRE(fill->run(rng) == state.winning_colour());
    }
  }
}

// The share of all fills of a position that black wins, by trying every one.
double exact_share(const AtollState& position) {
  const auto empty = position.empty_cells();
  const auto count = static_cast<unsigned>(empty.size());
  AtollState full(position);
  double wins = 0;
  double fills = 0;
  for (unsigned chosen = 0; chosen < 1U << count; ++chosen) {
    if (static_cast<unsigned>(std::popcount(chosen)) != (count + 1) / 2) continue;  // the mover places the odd stone
    auto stones = stones_of(position);
    for (unsigned i = 0; i < count; ++i) {
      stones[empty[i]] = chosen >> i & 1 ? position.to_move() : other(position.to_move());
    }
    full.setup(stones, kFirst, 0);
    wins += full.winning_colour() == kFirst ? 1 : 0;
    ++fills;
  }
  return wins / fills;
}

// A position with so many empty cells that nobody has won yet.
AtollState open_position(const std::shared_ptr<const HexBoard>& board, int empty, Rng& rng) {
  AtollState state(new_game(board));
  while (true) {
    auto stones = random_full_board(*board, rng);
    for (int i = 0; i < empty; ++i) stones[static_cast<std::size_t>(i)] = kNoColour;
    for (std::size_t i = stones.size(); i > 1; --i) {
      std::swap(stones[i - 1], stones[rng.below(static_cast<std::uint32_t>(i))]);
    }
    state.setup(stones, rng.below(2) == 0 ? kFirst : kSecond, 0);
    if (!state.is_terminal()) return state;
  }
}

}  // namespace

TEST_CASE("fill: the same winner as the rules on full boards of all shapes") {
  Rng rng(1);
  for (const auto& named : all_boards()) compare_full_boards(named, 100, rng);
}

TEST_CASE("fill: the same winner on the largest boards") {
  Rng rng(2);
  for (const auto& named : {rhombus(27, 27, 4), rhombus(30, 3, 8), rhombus(3, 30, 8), rhombus(62, 5, 4),
                            rhombus(63, 5, 4), rhombus(64, 5, 4), rhombus(5, 63, 8), rhombus(5, 64, 8),
                            rhombus(63, 63, 4), rhombus(64, 64, 4), rhombus(64, 63, 128), square(27, 8), square(27, 52),
                            square(63, 8), hexagon(27, 12), hexagon(37, 120), triangle(27, 12), triangle(64, 120)}) {
    compare_full_boards(named, 20, rng);
  }
}

TEST_CASE("fill: the same winner on Hex of every size, whatever number of words it takes") {
  Rng rng(7);
  for (int size = 2; size <= 33; ++size) compare_full_boards(rhombus(size, size, 4), 20, rng);
}

TEST_CASE("fill: the same winner on boards wider than any family's") {
  Rng rng(3);
  for (const auto& [columns, rows] : {std::pair(100, 3), {200, 4}, {256, 3}, {3, 100}, {4, 200}, {3, 256}}) {
    // A parallelogram, its corners as junctions.
    const auto name = [](int column, int row) { return column_letters(column) + std::to_string(row); };
    std::vector<std::string> cells;
    for (int row = 1; row <= rows; ++row) {
      for (int column = 0; column < columns; ++column) cells.push_back(name(column, row));
    }
    const auto board =
        HexBoard::custom(cells, {name(0, rows), name(columns - 1, rows), name(columns - 1, 1), name(0, 1)}, kFirst);
    compare_full_boards({std::to_string(columns) + "x" + std::to_string(rows), board}, 20, rng);
  }
}

TEST_CASE("fill: every way to fill a position is equally likely") {
  Rng rng(4);
  int open = 0;
  for (const auto& [board, empty] : {std::pair(HexBoard::rhombus(3, 3, 4), 9),
                                     {HexBoard::rhombus(3, 3, 8), 8},
                                     {HexBoard::rhombus(5, 5, 4), 10},
                                     {HexBoard::square(5, 8), 9},
                                     {HexBoard::square(7, 8), 12},
                                     {HexBoard::hexagon(3, 12), 11},
                                     {HexBoard::triangle(5, 12), 10},
                                     {HexBoard::rhombus(11, 11, 4), 12}}) {
    for (int i = 0; i < 4; ++i) {
      const AtollState position = open_position(board, empty, rng);
      const auto fill = AtollFill::create(*board);
      fill->load(position);
      const int runs = 100'000;
      int wins = 0;
      for (int run = 0; run < runs; ++run) wins += fill->run(rng) == kFirst ? 1 : 0;
      const double share = exact_share(position);
      const double deviation = std::sqrt(share * (1 - share) * runs);
      CAPTURE(share);
      CHECK(std::abs(wins - share * runs) <= 5 * deviation);
      open += share > 0 && share < 1 ? 1 : 0;
    }
  }
  CHECK(open > 20);
}

TEST_CASE("fill: what it says about each cell agrees with the position, the numbers and the winner") {
  Rng rng(6);
  for (const auto& board : {HexBoard::rhombus(5, 5, 4), HexBoard::square(7, 8), HexBoard::hexagon(5, 24),
                            HexBoard::rhombus(64, 63, 128), HexBoard::rhombus(64, 64, 4)}) {
    const AtollState position = open_position(board, board->num_cells() / 2, rng);
    const auto before = stones_of(position);
    const auto fill = AtollFill::create(*board);
    fill->load(position);
    AtollState full(position);
    for (int run = 0; run < 5; ++run) {
      std::vector<std::uint8_t> owners(before.size());
      const Colour winner = fill->run(rng, owners);
      Stones stones;
      for (const std::uint8_t bits : owners) {
        REQUIRE((bits == 1 || bits == 2));
        stones.push_back(static_cast<Colour>(bits - 1));
      }
      for (std::size_t cell = 0; cell < before.size(); ++cell) {
        if (before[cell] != kNoColour) CHECK(stones[cell] == before[cell]);
      }
      const auto own = [&](const Stones& list) { return std::ranges::count(list, position.to_move()); };
      CHECK(own(stones) - own(before) == (position.num_empty() + 1) / 2);
      full.setup(stones, kFirst, 0);
      CHECK(full.winning_colour() == winner);
    }
  }
}

TEST_CASE("fill: the same seed, the same winners; a position may be loaded again") {
  AtollState state(new_game(HexBoard::square(7, 8)));
  const auto fill = AtollFill::create(state.game().board());
  std::vector<Colour> winners[2];
  for (auto& list : winners) {
    Rng rng(5);
    fill->load(state);
    for (int i = 0; i < 100; ++i) list.push_back(fill->run(rng));
  }
  CHECK(winners[0] == winners[1]);
}

TEST_CASE("fill: boards take few words") {
  struct Expected {
    NamedBoard named;
    int words;
    int crossing;  // without the two shores, which take one word more; 0: no colour has two whole lines as shores
    int lines;     // from one of these shores to the other
  };
  for (const auto& [named, words, crossing, lines] : {Expected{rhombus(11, 11, 4), 3, 2, 11},
                                                      {rhombus(10, 10, 4), 2, 2, 10},
                                                      {rhombus(8, 13, 4), 2, 2, 8},
                                                      {rhombus(13, 13, 4), 3, 3, 13},
                                                      {rhombus(8, 9, 4), 2, 1, 8},
                                                      {rhombus(14, 14, 4), 4, 3, 14},
                                                      {rhombus(31, 31, 4), 16, 15, 31},
                                                      {rhombus(40, 2, 4), 2, 2, 40},
                                                      {rhombus(40, 40, 4), 26, 0, 0},
                                                      {rhombus(11, 11, 8), 3, 0, 0},
                                                      {square(11, 4), 2, 2, 11},
                                                      {square(11, 8), 2, 0, 0},
                                                      {square(15, 8), 4, 0, 0},
                                                      {square(19, 8), 6, 0, 0},
                                                      {hexagon(6, 12), 2, 0, 0}}) {
    CAPTURE(named.name);
    CHECK(FillLayout::of(*named.board).words == words);
    const auto layout = CrossingLayout::of(*named.board);
    CHECK(layout.inner.words == crossing);
    CHECK(layout.lines == lines);
  }
}
