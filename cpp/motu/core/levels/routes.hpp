// How many stones each colour still needs to cross a board, cell by cell, if the other one never answered.
//
// To cross is to join two opposite islands, which wins on every board. (With twelve islands and more, three that are no
// two opposite ones can win, too; the eye does not see that.)
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "motu/core/state/state.hpp"

namespace motu {

// A board as somebody sees it who is to connect its islands.
struct SeenBoard {
  std::vector<std::vector<int>> neighbours;              // of each cell
  std::vector<std::array<double, 2>> centres;            // of each cell; neighbours are 1 apart
  std::vector<int> rim;                                  // cells
  std::array<std::vector<std::vector<int>>, 2> islands;  // [colour] clockwise, each its cells
};

class Routes {
 public:
  // The length of a way that does not exist; longer than any that does.
  static constexpr int kBlocked = 99;

  explicit Routes(const SeenBoard& board);
  // For each cell, the number of stones that the shortest way through it still needs; kBlocked or more where no way
  // leads through. `stones` as State::stones has them; weak stones of the other colour can be flipped, which costs as
  // much as a stone.
  std::vector<int> lengths(Colour colour, std::span<const std::uint8_t> stones, std::span<const int> weak) const;

 private:
  std::vector<int> costs(Colour colour, std::span<const std::uint8_t> stones, std::span<const int> weak) const;
  std::vector<int> distances(int start, std::span<const int> costs) const;

  std::size_t num_cells_;
  std::vector<std::vector<int>> neighbours_;  // of each cell, then of each island
  std::array<std::vector<int>, 2> islands_;   // [colour] vertices, clockwise
};

}  // namespace motu
