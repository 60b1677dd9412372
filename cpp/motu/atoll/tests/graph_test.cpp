// The reduced graph of a position against a literal walk over the board.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "motu/atoll/graph.hpp"
#include "motu/atoll/tests/testing.hpp"

using namespace motu;
using namespace motu::atoll_testing;

namespace {

// The own board vertices in one piece with `start`, by a plain flood over islands' shores and neighbours.
std::set<int> piece_of(const HexBoard& board, const Stones& stones, Colour colour, int start) {
  const int cells = board.num_cells();
  std::set<int> piece{start};
  std::vector<int> queue{start};
  const auto visit = [&](int vertex) {
    if (piece.insert(vertex).second) queue.push_back(vertex);
  };
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (int cell = 0; cell < cells; ++cell) {
      if (stones[static_cast<std::size_t>(cell)] != colour) continue;
      if (queue[i] < cells && std::ranges::count(board.neighbours(queue[i]), cell) > 0) visit(cell);
      if (queue[i] >= cells && std::ranges::count(board.island_cells(queue[i] - cells), cell) > 0) visit(cell);
    }
    for (int island = 0; island < board.num_islands(); ++island) {
      if (board.island_colour(island) != colour || queue[i] >= cells) continue;
      if (std::ranges::count(board.island_cells(island), queue[i]) > 0) visit(cells + island);
    }
  }
  return piece;
}

int group_at(const ReducedGraph& graph, int vertex) {
  return vertex < graph.num_cells() ? graph.group_of_stone(vertex) : graph.group_of_island(vertex - graph.num_cells());
}

void check_groups(const ReducedGraph& graph, const HexBoard& board, const Stones& stones, Colour colour) {
  const int cells = board.num_cells();
  std::set<int> groups;
  for (int vertex = 0; vertex < cells + board.num_islands(); ++vertex) {
    const bool own = vertex < cells ? stones[static_cast<std::size_t>(vertex)] == colour
                                    : board.island_colour(vertex - cells) == colour;
    REQUIRE((group_at(graph, vertex) >= 0) == own);
    if (!own) continue;
    groups.insert(group_at(graph, vertex));
    const auto piece = piece_of(board, stones, colour, vertex);
    std::uint64_t islands = 0;
    for (int u = 0; u < cells + board.num_islands(); ++u) {
      if (group_at(graph, u) >= 0) REQUIRE((group_at(graph, u) == group_at(graph, vertex)) == piece.contains(u));
      if (u >= cells && piece.contains(u)) islands |= 1ULL << ((u - cells) / 2);
    }
    REQUIRE(graph.islands(group_at(graph, vertex)) == islands);
  }
  REQUIRE(static_cast<int>(groups.size()) == graph.num_groups());
}

void check_links(const ReducedGraph& graph, const HexBoard& board, const Stones& stones, Colour colour) {
  for (int cell = 0; cell < board.num_cells(); ++cell) {
    const bool empty = stones[static_cast<std::size_t>(cell)] == kNoColour;
    REQUIRE(graph.is_empty(cell) == empty);
    std::set<int> cells;
    std::set<int> groups;
    const auto around = board.neighbours(cell);
    for (const int near : around) {
      if (near < 0) continue;
      if (stones[static_cast<std::size_t>(near)] == kNoColour) cells.insert(near);
      if (stones[static_cast<std::size_t>(near)] == colour) groups.insert(graph.group_of_stone(near));
    }
    for (int island = 0; island < board.num_islands(); ++island) {
      const auto shore = board.island_cells(island);
      const bool touches = std::ranges::count(shore, cell) > 0;
      if (touches && board.island_colour(island) == colour) groups.insert(graph.group_of_island(island));
    }
    if (!empty) continue;
    std::set<int> found;
    for_each_bit(graph.cells_near(cell), [&](int near) { found.insert(near); });
    REQUIRE(found == cells);
    REQUIRE(graph.groups_near(cell).size() == groups.size());
    for (const int group : graph.groups_near(cell)) REQUIRE(groups.contains(group));
    for (int group = 0; group < graph.num_groups(); ++group) {
      REQUIRE(has_bit(graph.cells_near(graph.vertex_of_group(group)), cell) == groups.contains(group));
    }
  }
}

}  // namespace

TEST_CASE("the reduced graph is what a walk over the board finds") {
  Rng rng(11);
  std::vector<NamedBoard> boards{square(5, 8),   square(7, 4),     rhombus(4, 5, 8),
                                 hexagon(3, 12), rhombus(3, 3, 4), triangle(5, 12)};
  for (std::uint64_t seed = 0; seed < 8; ++seed) boards.push_back(named_ragged_board(seed, 24, 8));
  ReducedGraph graph;
  for (const auto& [name, board] : boards) {
    CAPTURE(name);
    for (int round = 0; round < 20; ++round) {
      Stones stones(static_cast<std::size_t>(board->num_cells()));
      for (auto& stone : stones) stone = static_cast<std::uint8_t>(rng.below(3));
      const auto colour = static_cast<Colour>(rng.below(2));
      graph.assign(*board, stones, colour);
      check_groups(graph, *board, stones, colour);
      check_links(graph, *board, stones, colour);
    }
  }
}

TEST_CASE("the reduced graph of a state is that of its stones, and knows who has won") {
  Rng rng(5);
  const auto game = AtollGame::create(HexBoard::square(7, 8), {});
  for (int round = 0; round < 30; ++round) {
    AtollState state(game);
    while (!state.is_terminal()) {
      for (const Colour colour : {kFirst, kSecond}) REQUIRE(ReducedGraph::of(state, colour).winning_group() == -1);
      state.apply(state.sample_legal(rng));
    }
    for (const Colour colour : {kFirst, kSecond}) {
      const bool won = ReducedGraph::of(state, colour).winning_group() >= 0;
      REQUIRE(won == (state.winning_colour() == colour));
    }
  }
}

TEST_CASE("the reduced graph of the largest board is built") {
  const auto board = HexBoard::rhombus(64, 64, 64);
  Rng rng(3);
  Stones stones(static_cast<std::size_t>(board->num_cells()));
  for (auto& stone : stones) stone = static_cast<std::uint8_t>(rng.below(3));
  const ReducedGraph graph(*board, stones, kSecond);
  CHECK(graph.words() == 64);
  check_links(graph, *board, stones, kSecond);
}
