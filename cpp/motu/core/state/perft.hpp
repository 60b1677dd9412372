// Counting the lines of play of a given length: the standard proof that move generation, application and undo agree.
#pragma once

#include <cstdint>
#include <vector>

#include "motu/core/state/state.hpp"

namespace motu {

// The number of ways to apply `depth` actions from here; lines that end earlier do not count. Chance outcomes are
// counted as branches but use up no depth, so that in Atmalof one step is an announcement together with its roll. The
// state comes back as it was.
template <GameState S>
std::uint64_t perft(S& state, int depth) {
  if (!state.is_chance_node() && depth == 0) return 1;
  std::vector<Action> actions;
  state.legal_actions(actions);
  const int rest = state.is_chance_node() ? depth : depth - 1;
  std::uint64_t count = 0;
  for (const Action action : actions) {
    state.apply_unchecked(action);
    count += perft(state, rest);
    state.undo_unchecked();
  }
  return count;
}

// The same; calls `pulse` now and then, which may throw to end it. The state is then wherever it was.
template <GameState S, class Pulse>
std::uint64_t perft(S& state, int depth, const Pulse& pulse) {
  constexpr int kUnwatched = 2;  // at most some hundred thousand lines
  if (depth <= kUnwatched) {
    pulse();
    return perft(state, depth);
  }
  std::vector<Action> actions;
  state.legal_actions(actions);
  const int rest = state.is_chance_node() ? depth : depth - 1;
  std::uint64_t count = 0;
  for (const Action action : actions) {
    state.apply_unchecked(action);
    count += perft(state, rest, pulse);
    state.undo_unchecked();
  }
  return count;
}

}  // namespace motu
