// The winner of an Atoll position whose empty cells are filled at random: the playout of a connection game.
//
// On a full board exactly one colour has won (ATOLL-NODRAW), so it is enough to fill and to ask once who connects,
// without looking at the order of the stones.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "motu/atoll/atoll.hpp"
#include "motu/core/base/rng.hpp"
#include "motu/core/boards/hex_board.hpp"

namespace motu {

// Fills of one position, again and again. Not thread-safe: one object a thread.
class AtollFill {
 public:
  virtual ~AtollFill() = default;
  // Takes over the stones of a position. Where somebody has won already, every fill has that winner.
  virtual void load(const AtollState& state) = 0;
  // The colour that wins when the empty cells are filled at random, the mover placing the first stone.
  virtual Colour run(Rng& rng) = 0;
  // The same, and whose each cell became: owners[cell] gets bit c for colour c. What RAVE wants to know.
  virtual Colour run(Rng& rng, std::span<std::uint8_t> owners) = 0;

  static std::unique_ptr<AtollFill> create(const HexBoard& board);
};

}  // namespace motu
