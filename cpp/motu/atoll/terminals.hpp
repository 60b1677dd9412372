// What a colour still has to connect: the parts its reduced graph falls into, and the groups that matter in each.
//
// A *part* is what hangs together through empty cells and own groups. A part can win when its groups together have a
// winning set of islands. Its *terminals* are the groups in some minimal winning set of that part; every other group,
// with or without islands, only conducts. Cells of parts that cannot win matter to nobody.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "motu/atoll/graph.hpp"
#include "motu/atoll/winning_sets.hpp"

namespace motu {

class Terminals {
 public:
  void assign(const ReducedGraph& graph);

  // Whether the colour would win with stones on all empty cells.
  bool can_win() const { return can_win_; }
  // The part of an empty cell, or of a group; -1 for stones, and for groups that no empty cell touches.
  int part_of_cell(int cell) const { return part_of_cell_[static_cast<std::size_t>(cell)]; }
  int part_of_group(int group) const { return part_of_group_[static_cast<std::size_t>(group)]; }
  int num_parts() const { return static_cast<int>(wins_part_.size()); }
  bool part_can_win(int part) const { return part >= 0 && wins_part_[static_cast<std::size_t>(part)] != 0; }
  // An empty cell in a part that can win.
  bool is_useful(int cell) const { return part_can_win(part_of_cell(cell)); }
  // The terminals' groups, ascending, and the number of a group among them (-1: it only conducts).
  std::span<const std::uint16_t> groups() const { return groups_; }
  int number_of(int group) const { return number_of_[static_cast<std::size_t>(group)]; }
  // The minimal winning sets of groups, each within a part.
  std::span<const WinningSet> winning_sets() const { return sets_; }

 private:
  void find_parts(const ReducedGraph& graph);
  void flood(const ReducedGraph& graph, int cell, int part);
  void find_sets(const ReducedGraph& graph, int part);

  bool can_win_ = false;
  std::vector<std::int32_t> part_of_cell_;
  std::vector<std::int32_t> part_of_group_;
  std::vector<char> wins_part_;  // [part]
  std::vector<std::int32_t> number_of_;
  std::vector<std::uint16_t> groups_;
  std::vector<WinningSet> sets_;
  std::vector<std::int32_t> queue_;
  std::vector<std::uint64_t> masks_;
  std::vector<WinningSet> found_;
};

}  // namespace motu
