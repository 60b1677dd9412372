// A random fill of an Atoll board that says whose each cell became: what RAVE wants to know besides the winner.
//
// Slower than AtollFill, which never looks at single cells; one pass over the cells and one flood from cell to cell.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "motu/base/rng.hpp"
#include "motu/board/hex_board.hpp"
#include "motu/games/atoll.hpp"

namespace motu {

// Not thread-safe: one object a thread. The board must outlive it.
class OwnerFill {
 public:
  explicit OwnerFill(const HexBoard& board);

  // Fills the empty cells at random, the mover placing the first stone; the colour that then has won. owners[cell] gets
  // bit c for colour c. The position must not be decided.
  Colour run(const AtollState& state, Rng& rng, std::span<std::uint8_t> owners);

 private:
  bool has_won(Colour colour);
  std::uint64_t flood(int island, Colour colour, std::uint64_t joined);
  void reach(std::uint16_t vertex, Colour colour);

  static constexpr std::uint8_t kSeen = 4;

  const HexBoard& board_;
  std::vector<std::vector<std::uint16_t>> shores_;  // [island] its cells
  std::vector<std::uint8_t> colours_;               // [vertex] cells, islands, and one dummy that equals nothing
  std::vector<std::uint16_t> empties_;
  std::vector<std::uint16_t> waiting_;  // vertices of the group, the first ones visited
};

}  // namespace motu
