// Exact results of positions of self-play, where a proof is quickly found: how a game came out says little of a
// position from which it was then thrown away. What was proved in one game stays for the next ones.
//
// Lc0 likewise rescores games of self-play with tables of endings.
#pragma once

#include <cstdint>
#include <memory>

#include "motu/core/state/state.hpp"

namespace motu {

class ResultProver {
 public:
  virtual ~ResultProver() = default;

  // Null for games of which nothing is proved. The game must not have the pie rule. `nodes` is how much is searched for
  // a position at most, from 1 on.
  static std::unique_ptr<ResultProver> create(const std::shared_ptr<const Game>& game, std::uint64_t nodes);

  // The person who wins with best play of both from a position that is not over; -1 where that is not proved.
  virtual int winner(const State& state) = 0;
};

}  // namespace motu
