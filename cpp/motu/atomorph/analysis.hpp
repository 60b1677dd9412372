// Atomorph: all that is known about a position without searching, in one.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "motu/atomorph/atomorph.hpp"
#include "motu/atomorph/connections.hpp"
#include "motu/atomorph/distances.hpp"

namespace motu {

// What a colour has. Points are ascending.
struct FlipSide {
  std::vector<int> weak;       // its stones that are weak
  std::vector<int> contested;  // those of them that are contested
  std::vector<int> exposed;    // its stones that the enemy may flip, now or next turn; a ban in force now counts
  FlipConnections connections;
  FlipDistances distances;
};

struct FlipAnalysis {
  std::array<FlipSide, 2> sides;
  std::vector<Action> wins;     // by which the mover wins at once
  std::vector<int> threats;     // points on which the opponent could win next
  std::vector<Action> answers;  // legal actions after which it does not win at once
  Action forced_win = -1;       // begins a win by threats alone, if one was found
};

// `depth` own actions and `max_nodes` positions bound the search for a win by threats.
FlipAnalysis analyze_flips(const State& state, int depth, std::uint64_t max_nodes);

}  // namespace motu
