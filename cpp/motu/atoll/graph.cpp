#include "motu/atoll/graph.hpp"

#include <algorithm>

namespace motu {

ReducedGraph ReducedGraph::of(const AtollState& state, Colour colour) {
  ReducedGraph graph;
  graph.assign(state, colour);
  return graph;
}

void ReducedGraph::assign(const AtollState& state, Colour colour) {
  owners_.resize(static_cast<std::size_t>(state.game().num_cells()));
  state.stones(owners_);
  rebuild(state.game().board(), colour);
}

void ReducedGraph::assign(const HexBoard& board, std::span<const std::uint8_t> stones, Colour colour) {
  owners_.assign(stones.begin(), stones.end());
  rebuild(board, colour);
}

void ReducedGraph::rebuild(const HexBoard& board, Colour colour) {
  winning_ = board.winning_islands();
  colour_ = colour;
  num_cells_ = board.num_cells();
  words_ = words_for(num_cells_);
  for (int island = 0; island < board.num_islands(); ++island) owners_.push_back(board.island_colour(island));
  join_stones(board);
  number_groups();
  link_cells(board);
}

// Leaves in group_of_ a forest of the own board vertices: each points to one of its piece, a root to itself.
void ReducedGraph::join_stones(const HexBoard& board) {
  group_of_.assign(owners_.size(), -1);
  for (std::size_t vertex = 0; vertex < owners_.size(); ++vertex) {
    if (owners_[vertex] == colour_) group_of_[vertex] = static_cast<std::int32_t>(vertex);
  }
  for (int cell = 0; cell < num_cells_; ++cell) {
    if (group_of_[static_cast<std::size_t>(cell)] < 0) continue;
    for (const std::uint16_t near : board.ring(cell).first(static_cast<std::size_t>(board.ring_length(cell)))) {
      if (group_of_[near] < 0) continue;
      const std::int32_t a = root_of(cell);
      const std::int32_t b = root_of(near);
      group_of_[static_cast<std::size_t>(std::min(a, b))] = std::max(a, b);
    }
  }
}

std::int32_t ReducedGraph::root_of(std::int32_t vertex) {
  for (;;) {
    std::int32_t& parent = group_of_[static_cast<std::size_t>(vertex)];
    if (parent == vertex) return vertex;
    parent = group_of_[static_cast<std::size_t>(parent)];
    vertex = parent;
  }
}

// Turns the forest into numbers. A root is its piece's highest vertex, so the pieces with islands come first when
// vertices are taken from the top; the numbers do not depend on the order in which stones were played.
void ReducedGraph::number_groups() {
  islands_.clear();
  for (std::size_t vertex = owners_.size(); vertex-- > 0;) {
    std::int32_t& group = group_of_[vertex];
    if (group < 0) continue;
    if (group == static_cast<std::int32_t>(vertex)) {
      group = static_cast<std::int32_t>(islands_.size());
      islands_.push_back(0);
    } else {
      group = group_of_[static_cast<std::size_t>(group)];
    }
    const int island = static_cast<int>(vertex) - num_cells_;
    if (island >= 0) islands_[static_cast<std::size_t>(group)] |= 1ULL << (island / 2);
  }
}

void ReducedGraph::link_cells(const HexBoard& board) {
  empty_.assign(words_, 0);
  near_.assign(static_cast<std::size_t>(num_vertices()) * words_, 0);
  groups_near_.resize(static_cast<std::size_t>(num_cells_) * HexBoard::kRing);
  num_groups_near_.assign(static_cast<std::size_t>(num_cells_), 0);
  for (int cell = 0; cell < num_cells_; ++cell) {
    if (owners_[static_cast<std::size_t>(cell)] != kNoColour) continue;
    set_bit(empty_, cell);
    for (const std::uint16_t near : board.ring(cell).first(static_cast<std::size_t>(board.ring_length(cell)))) {
      if (owners_[near] == colour_) {
        link_to_group(cell, group_of_[near]);
      } else if (owners_[near] == kNoColour) {
        set_bit(row(cell), near);
      }
    }
  }
}

void ReducedGraph::link_to_group(int cell, int group) {
  const int vertex = vertex_of_group(group);
  if (has_bit(cells_near(vertex), cell)) return;
  set_bit(row(vertex), cell);
  auto& count = num_groups_near_[static_cast<std::size_t>(cell)];
  groups_near_[static_cast<std::size_t>(cell) * HexBoard::kRing + count++] = static_cast<std::uint16_t>(group);
}

int ReducedGraph::winning_group() const {
  for (int group = 0; group < num_groups(); ++group) {
    if (wins(islands(group))) return group;
  }
  return -1;
}

}  // namespace motu
