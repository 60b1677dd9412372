#include "motu/atoll/eye.hpp"

#include <cmath>

namespace motu {

SeenBoard seen_board(const HexBoard& board) {
  const double half_height = std::sqrt(3.0) / 2;
  SeenBoard seen;
  for (int cell = 0; cell < board.num_cells(); ++cell) {
    const auto [q, r] = board.axial(cell);
    seen.centres.push_back({q + r / 2.0, r * half_height});
    auto& around = seen.neighbours.emplace_back();
    for (const int neighbour : board.neighbours(cell)) {
      if (neighbour >= 0) around.push_back(neighbour);
    }
  }
  seen.rim = board.rim();
  for (int island = 0; island < board.num_islands(); ++island) {
    seen.islands[board.island_colour(island)].push_back(board.island_cells(island));
  }
  return seen;
}

}  // namespace motu
