// Queenbee's two-distance (van Rijswijck, "Search and evaluation in Hex", 2002): how far a cell is from an island when
// the enemy may always deny the best way there.
//
// For one colour. A cell that touches the goal has distance 1. Any other cell has one more than its second-best
// neighbour, neighbours over own stones included: the enemy takes the best one, so two ways are needed. Cells whose
// second-best neighbour has no distance have none.
//
// The *potential* of a cell is the least number of stones a connection through it takes by that measure: over all
// minimal winning sets of groups, the sum of its distances to the members, the cell itself counted once. With two
// members this is Queenbee's potential less one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "motu/atoll/link_graph.hpp"

namespace motu {

class TwoDistance {
 public:
  static constexpr int kNone = 1 << 20;

  // `stones` as for LinkGraph.
  void assign(const HexBoard& board, std::span<const std::uint8_t> stones, Colour colour);

  // From a cell to one of the colour's own islands, 0..num_islands/2-1 clockwise; kNone for stones, for cells that
  // cannot reach it, and for islands that no longer matter.
  int distance(int cell, int own_island) const;
  // [cell], kNone where no connection can come through.
  std::span<const std::int32_t> potentials() const { return potentials_; }
  // The least potential, and the cells that have it: what to play when nothing else is known. kNone and 0 when the
  // colour cannot win, or has won.
  int potential() const { return potential_; }
  int mobility() const { return mobility_; }

 private:
  void measure(int terminal);
  void reach(int cell, std::int32_t distance, std::span<std::int32_t> distances);
  void find_potentials();
  std::int32_t sum_of(const WinningSet& set, std::size_t cell) const;

  LinkGraph links_;
  std::vector<std::int32_t> distances_;   // [terminal][cell]
  std::vector<std::int32_t> potentials_;  // [cell]
  std::vector<std::uint8_t> met_;         // [cell] neighbours with a distance, up to two
  std::vector<std::int32_t> queue_;
  int potential_ = kNone;
  int mobility_ = 0;
};

}  // namespace motu
