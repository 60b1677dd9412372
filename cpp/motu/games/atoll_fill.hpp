// The winner of an Atoll position whose empty cells are filled at random: the playout of a connection game.
//
// On a full board exactly one colour has won (ATOLL-NODRAW), so it is enough to fill and to ask once who connects,
// without looking at the order of the stones.
#pragma once

#include <memory>

#include "motu/base/rng.hpp"
#include "motu/board/hex_board.hpp"
#include "motu/games/atoll.hpp"

namespace motu {

// Fills of one position, again and again. Not thread-safe: one object a thread.
class AtollFill {
 public:
  virtual ~AtollFill() = default;
  // Takes over the stones of a position. Where somebody has won already, every fill has that winner.
  virtual void load(const AtollState& state) = 0;
  // The colour that wins when the empty cells are filled at random, the mover placing the first stone.
  virtual Colour run(Rng& rng) = 0;

  static std::unique_ptr<AtollFill> create(const HexBoard& board);
};

}  // namespace motu
