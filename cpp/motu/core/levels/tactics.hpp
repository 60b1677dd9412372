// What nobody who looks at the board misses: wins in one, and the opponent's.
#pragma once

#include <span>
#include <vector>

#include "motu/core/state/state.hpp"

namespace motu {

// Which of some legal actions win at once for the person to act; announcements, which need luck, are not among them.
// The state comes back as it was.
std::vector<Action> winning_actions(State& state, std::span<const Action> actions);
// The same of all legal actions.
std::vector<Action> winning_actions(State& state);

// The actions with which the opponent would win at once, were it the opponent's turn now.
std::vector<Action> threats(const State& state);

// Which of some actions leave the fewest of the opponent's threats, rolls counted by probability: 1 where one of them
// still wins for sure. The state comes back as it was.
std::vector<Action> answers(State& state, std::span<const Action> against, std::span<const Action> actions);

}  // namespace motu
