// The reduced graph of a position for one colour: what is left of the board when the colour's stones and islands that
// touch one another are one vertex and the enemy's stones are gone.
//
// Vertices are the empty cells, under the board's own numbers, and the groups, numbered from num_cells() on. A group is
// own stones and own islands in one piece; an island without stones is a group too. Two groups are never neighbours, or
// they would be one. Empty cells are neighbours of empty cells and of groups. Sets of cells have words() words.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "motu/atoll/atoll.hpp"
#include "motu/atoll/bits.hpp"
#include "motu/core/base/types.hpp"
#include "motu/core/boards/hex_board.hpp"

namespace motu {

class ReducedGraph {
 public:
  ReducedGraph() = default;
  // `stones` has one entry a cell: kFirst, kSecond or kNoColour.
  ReducedGraph(const HexBoard& board, std::span<const std::uint8_t> stones, Colour colour) {
    assign(board, stones, colour);
  }
  static ReducedGraph of(const AtollState& state, Colour colour);
  // The same as making a new graph, in the memory of the old one.
  void assign(const HexBoard& board, std::span<const std::uint8_t> stones, Colour colour);
  void assign(const AtollState& state, Colour colour);

  const WinningIslands& winning_islands() const { return winning_; }
  Colour colour() const { return colour_; }
  int num_cells() const { return num_cells_; }
  int num_groups() const { return static_cast<int>(islands_.size()); }
  int num_vertices() const { return num_cells_ + num_groups(); }
  bool is_group(int vertex) const { return vertex >= num_cells_; }
  int vertex_of_group(int group) const { return num_cells_ + group; }
  int group_of_vertex(int vertex) const { return vertex - num_cells_; }
  // Words of a set of cells.
  std::size_t words() const { return words_; }

  // The empty cells.
  Bits empty() const { return {empty_.data(), words_}; }
  bool is_empty(int cell) const { return has_bit(empty(), cell); }
  // The empty cells next to a vertex, an empty cell or a group.
  Bits cells_near(int vertex) const { return {&near_[static_cast<std::size_t>(vertex) * words_], words_}; }
  // The groups next to an empty cell, each once.
  std::span<const std::uint16_t> groups_near(int cell) const {
    const auto begin = static_cast<std::size_t>(cell) * HexBoard::kRing;
    return {&groups_near_[begin], num_groups_near_[static_cast<std::size_t>(cell)]};
  }
  // The group an own stone or an own island belongs to; -1 for everything else. Vertices of the board: cells, then
  // islands.
  int group_of_stone(int cell) const { return group_of_[static_cast<std::size_t>(cell)]; }
  int group_of_island(int island) const { return group_of_[static_cast<std::size_t>(num_cells_ + island)]; }
  // The own islands in a group, one bit for each as in HexBoard::wins.
  std::uint64_t islands(int group) const { return islands_[static_cast<std::size_t>(group)]; }
  // ATOLL-WIN for a set of own islands.
  bool wins(std::uint64_t islands) const { return winning_.contain(islands); }
  // The group that has won already, or -1.
  int winning_group() const;

 private:
  void rebuild(const HexBoard& board, Colour colour);
  void join_stones(const HexBoard& board);
  std::int32_t root_of(std::int32_t vertex);
  void number_groups();
  void link_cells(const HexBoard& board);
  void link_to_group(int cell, int group);
  std::span<std::uint64_t> row(int vertex) { return {&near_[static_cast<std::size_t>(vertex) * words_], words_}; }

  WinningIslands winning_{4};
  Colour colour_ = kFirst;
  int num_cells_ = 0;
  std::size_t words_ = 0;
  std::vector<std::uint8_t> owners_;           // [board vertex], kNoColour for empty cells
  std::vector<std::uint64_t> empty_;           // [word]
  std::vector<std::uint64_t> near_;            // [vertex][word]
  std::vector<std::uint16_t> groups_near_;     // [cell][kRing]
  std::vector<std::uint8_t> num_groups_near_;  // [cell]
  std::vector<std::int32_t> group_of_;         // [board vertex]
  std::vector<std::uint64_t> islands_;         // [group]
};

}  // namespace motu
