#include "motu/core/levels/routes.hpp"

#include <algorithm>
#include <deque>

namespace motu {

Routes::Routes(const SeenBoard& board) : num_cells_(board.neighbours.size()), neighbours_(board.neighbours) {
  for (std::size_t colour = 0; colour < 2; ++colour) {
    for (const auto& cells : board.islands[colour]) {
      const int island = static_cast<int>(neighbours_.size());
      islands_[colour].push_back(island);
      neighbours_.push_back(cells);
      for (const int cell : cells) neighbours_[static_cast<std::size_t>(cell)].push_back(island);
    }
  }
}

std::vector<int> Routes::lengths(Colour colour, std::span<const std::uint8_t> stones, std::span<const int> weak) const {
  const auto prices = costs(colour, stones, weak);
  std::vector<std::vector<int>> ways;
  for (const int island : islands_[colour]) ways.push_back(distances(island, prices));
  const std::size_t half = ways.size() / 2;
  std::vector<int> shortest(num_cells_, 2 * kBlocked);
  for (std::size_t i = 0; i < half; ++i) {
    for (std::size_t cell = 0; cell < num_cells_; ++cell) {
      shortest[cell] = std::min(shortest[cell], ways[i][cell] + ways[i + half][cell] - prices[cell]);
    }
  }
  return shortest;
}

std::vector<int> Routes::costs(Colour colour, std::span<const std::uint8_t> stones, std::span<const int> weak) const {
  std::vector<int> costs(neighbours_.size(), kBlocked);
  for (std::size_t cell = 0; cell < num_cells_; ++cell) {
    costs[cell] = stones[cell] == colour ? 0 : (stones[cell] == kNoColour ? 1 : kBlocked);
  }
  for (const int cell : weak)
    costs[static_cast<std::size_t>(cell)] = std::min(costs[static_cast<std::size_t>(cell)], 1);
  for (const int island : islands_[colour]) costs[static_cast<std::size_t>(island)] = 0;
  return costs;
}

// The price of reaching each cell from an island, the cell's own included. Prices are 0 and 1, what costs more is no
// way: those that cost nothing come first in the queue.
std::vector<int> Routes::distances(int start, std::span<const int> costs) const {
  std::vector<int> distances(neighbours_.size(), kBlocked);
  distances[static_cast<std::size_t>(start)] = 0;
  std::deque<int> queue{start};
  while (!queue.empty()) {
    const auto vertex = static_cast<std::size_t>(queue.front());
    queue.pop_front();
    for (const int next : neighbours_[vertex]) {
      const auto neighbour = static_cast<std::size_t>(next);
      const int reached = distances[vertex] + costs[neighbour];
      if (reached >= distances[neighbour]) continue;
      distances[neighbour] = reached;
      costs[neighbour] == 0 ? queue.push_front(next) : queue.push_back(next);
    }
  }
  distances.resize(num_cells_);
  return distances;
}

}  // namespace motu
