#include "motu/atoll/terminals.hpp"

#include <algorithm>

namespace motu {

void Terminals::assign(const ReducedGraph& graph) {
  find_parts(graph);
  sets_.clear();
  for (int part = 0; part < num_parts(); ++part) find_sets(graph, part);
  number_of_.assign(static_cast<std::size_t>(graph.num_groups()), -1);
  for (const WinningSet& set : sets_) {
    for (const std::uint16_t group : set.members()) number_of_[group] = 0;
  }
  groups_.clear();
  for (std::size_t group = 0; group < number_of_.size(); ++group) {
    if (number_of_[group] < 0) continue;
    number_of_[group] = static_cast<std::int32_t>(groups_.size());
    groups_.push_back(static_cast<std::uint16_t>(group));
  }
  can_win_ = !sets_.empty() || graph.winning_group() >= 0;
}

void Terminals::find_parts(const ReducedGraph& graph) {
  part_of_cell_.assign(static_cast<std::size_t>(graph.num_cells()), -1);
  part_of_group_.assign(static_cast<std::size_t>(graph.num_groups()), -1);
  int parts = 0;
  for_each_bit(graph.empty(), [&](int cell) {
    if (part_of_cell(cell) < 0) flood(graph, cell, parts++);
  });
  wins_part_.assign(static_cast<std::size_t>(parts), 0);
}

void Terminals::flood(const ReducedGraph& graph, int cell, int part) {
  const auto reach = [&](int next) {
    if (part_of_cell(next) >= 0) return;
    part_of_cell_[static_cast<std::size_t>(next)] = part;
    queue_.push_back(next);
  };
  queue_.clear();
  reach(cell);
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const int at = queue_[i];
    for_each_bit(graph.cells_near(at), reach);
    for (const std::uint16_t group : graph.groups_near(at)) {
      if (part_of_group_[group] >= 0) continue;
      part_of_group_[group] = part;
      for_each_bit(graph.cells_near(graph.vertex_of_group(group)), reach);
    }
  }
}

void Terminals::find_sets(const ReducedGraph& graph, int part) {
  masks_.assign(part_of_group_.size(), 0);
  for (std::size_t group = 0; group < masks_.size(); ++group) {
    if (part_of_group_[group] == part) masks_[group] = graph.islands(static_cast<int>(group));
  }
  find_winning_sets(graph.winning_islands(), masks_, found_);
  if (!found_.empty()) wins_part_[static_cast<std::size_t>(part)] = 1;
  sets_.insert(sets_.end(), found_.begin(), found_.end());
}

}  // namespace motu
