// Atomorph: how far a colour is from joining its edges, flips counted: a guess for searches, not a proof.
#pragma once

#include <array>
#include <vector>

#include "motu/atomorph/atomorph.hpp"

namespace motu {

// Shortest ways over the board, in quarters of a turn. A way pays for every point on it: an own stone nothing, or a
// quarter while it can be flipped; an empty point a turn; an enemy stone that can be flipped a turn and a quarter, any
// other three turns, since it must be surrounded first; one that is safe for ever ends the way.
struct FlipDistances {
  static constexpr int kTurn = 4;
  static constexpr int kUnreachable = 1 << 20;
  // [0 bottom or left, 1 top or right][point] from that edge to the point, the point included.
  std::array<std::vector<int>, 2> from_edges;
  std::vector<int> through;  // [point] the cheapest way between both edges over the point
  int between_edges = kUnreachable;
};

FlipDistances find_flip_distances(const State& state, Colour colour);

}  // namespace motu
