#include "motu/atoll/two_distance.hpp"

#include <algorithm>

namespace motu {

void TwoDistance::assign(const HexBoard& board, std::span<const std::uint8_t> stones, Colour colour) {
  links_.assign(board, stones, colour);
  const auto cells = static_cast<std::size_t>(links_.num_cells());
  distances_.assign(cells * static_cast<std::size_t>(links_.num_terminals()), kNone);
  for (int terminal = 0; terminal < links_.num_terminals(); ++terminal) measure(terminal);
  find_potentials();
}

int TwoDistance::distance(int cell, int own_island) const {
  const ReducedGraph& graph = links_.reduced();
  for (int terminal = 0; terminal < links_.num_terminals(); ++terminal) {
    const int group = links_.terminals().groups()[static_cast<std::size_t>(terminal)];
    if (((graph.islands(group) >> static_cast<unsigned>(own_island)) & 1U) == 0) continue;
    return distances_[static_cast<std::size_t>(terminal * links_.num_cells() + cell)];
  }
  return kNone;
}

// Level by level: the queue is ascending by distance, so the second neighbour that comes out of it is the second best.
void TwoDistance::measure(int terminal) {
  const auto cells = static_cast<std::size_t>(links_.num_cells());
  const std::span<std::int32_t> distances(&distances_[static_cast<std::size_t>(terminal) * cells], cells);
  met_.assign(cells, 0);
  queue_.clear();
  for_each_bit(links_.near(links_.num_cells() + terminal), [&](int cell) { reach(cell, 1, distances); });
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const int at = queue_[i];
    const std::int32_t next = distances[static_cast<std::size_t>(at)] + 1;
    for_each_bit(links_.near(at), [&](int cell) {
      if (links_.is_cell(cell) && ++met_[static_cast<std::size_t>(cell)] >= 2) reach(cell, next, distances);
    });
  }
}

void TwoDistance::reach(int cell, std::int32_t distance, std::span<std::int32_t> distances) {
  auto& known = distances[static_cast<std::size_t>(cell)];
  if (known != kNone) return;
  known = distance;
  queue_.push_back(cell);
}

void TwoDistance::find_potentials() {
  const auto cells = static_cast<std::size_t>(links_.num_cells());
  potentials_.assign(cells, kNone);
  for (const WinningSet& set : links_.terminals().winning_sets()) {
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const std::int32_t sum = sum_of(set, cell);
      potentials_[cell] = std::min(potentials_[cell], sum);
    }
  }
  potential_ = *std::ranges::min_element(potentials_);
  mobility_ = potential_ == kNone ? 0 : static_cast<int>(std::ranges::count(potentials_, potential_));
}

std::int32_t TwoDistance::sum_of(const WinningSet& set, std::size_t cell) const {
  std::int32_t sum = 1 - set.size;
  for (const std::uint16_t group : set.members()) {
    const auto terminal = static_cast<std::size_t>(links_.terminals().number_of(group));
    const std::int32_t distance = distances_[terminal * potentials_.size() + cell];
    if (distance == kNone) return kNone;
    sum += distance;
  }
  return sum;
}

}  // namespace motu
