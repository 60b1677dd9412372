// How the empty cells of a position hang together for one colour: the reduced graph with every group folded away that
// need not be reached.
//
// Two empty cells are *linked* when they are neighbours or when both touch the same group, over which stones on them
// are connected as well. Only the terminals (terminals.hpp) have to be reached; of every other group the links over it
// say all there is to say. Cells of a part that cannot win have no links. So the colour wins just when its stones on
// the linked cells, together with the terminals they touch, connect all terminals of a winning set.
//
// Vertices are the cells under their own numbers, then the terminals. Links between two terminals there are none: they
// would be one group. An island counts as long as it is a terminal, and two islands that a cell touches are not the
// same neighbour, however alike their surroundings are.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "motu/atoll/bits.hpp"
#include "motu/atoll/graph.hpp"
#include "motu/atoll/terminals.hpp"

namespace motu {

class LinkGraph {
 public:
  // `stones` as for ReducedGraph; anything that is neither a colour nor kNoColour is empty to nobody and conducts for
  // nobody.
  void assign(const HexBoard& board, std::span<const std::uint8_t> stones, Colour colour);

  int num_cells() const { return reduced_.num_cells(); }
  int num_terminals() const { return static_cast<int>(terminals_.groups().size()); }
  int num_vertices() const { return num_cells() + num_terminals(); }
  bool is_cell(int vertex) const { return vertex < num_cells(); }
  bool has_won() const { return reduced_.winning_group() >= 0; }
  // Whether the colour would win with stones on all empty cells.
  bool can_win() const { return terminals_.can_win(); }
  const ReducedGraph& reduced() const { return reduced_; }
  const Terminals& terminals() const { return terminals_; }
  // The vertices linked to one; of a cell that cannot matter, none.
  Bits near(int vertex) const { return {&near_[static_cast<std::size_t>(vertex) * words_], words_}; }
  std::size_t words() const { return words_; }

  // Two vertices linked to a cell but not to each other; -1 twice when there are none.
  std::pair<int, int> open_pair(int cell) const;
  // Whether every two neighbours of `cell` are linked once `other` is the enemy's, or this colour's.
  bool is_closed_without(int cell, int other) const;
  bool is_closed_with(int cell, int other) const;

 private:
  void link_cells();
  void link_cell(int cell);
  std::span<std::uint64_t> row(int vertex) { return {&near_[static_cast<std::size_t>(vertex) * words_], words_}; }

  ReducedGraph reduced_;
  Terminals terminals_;
  std::size_t words_ = 0;
  std::vector<std::uint64_t> near_;  // [vertex][word]
};

}  // namespace motu
