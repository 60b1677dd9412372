// Plain UCT: Monte-Carlo tree search with UCB1 and random rollouts (Kocsis and Szepesvári, 2006), chance nodes sampled.
//
// The baseline that every stronger player is measured against; it knows nothing about any game.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "motu/core/state/state.hpp"

namespace motu {

struct UctLimits {
  std::uint64_t simulations = 10'000;   // 0: no bound
  double seconds = 0.0;                 // wall time; 0: no bound. One of the two must be set.
  double exploration = 1.0;             // UCB1's constant, for values in [-1, 1]
  std::uint32_t max_nodes = 2'000'000;  // the tree stops growing there; the search goes on
  std::uint64_t seed = 1;
};

struct UctMove {
  Action action = 0;
  std::uint64_t visits = 0;
  double value = 0.0;  // mean result for the person to act, in [-1, 1]
};

struct UctResult {
  std::vector<UctMove> moves;  // most visited first; ties by action
  std::uint64_t simulations = 0;
  std::uint32_t nodes = 0;
};

// Searches from a decision node; leaves the state as it was. Same seed, limits in simulations: same result.
// Sets of one legal action are answered without search. `stop` may be set from another thread.
// `poll`, where there is one, is asked about every 50 ms in this thread; false stops the search.
// Throws Error "engine/no-move" at the end of a game and at a chance node, "engine/limits" when no bound is set.
UctResult uct_search(State& state, const UctLimits& limits, const std::atomic<bool>* stop = nullptr,
                     const std::function<bool()>& poll = {});

}  // namespace motu
