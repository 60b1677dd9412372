// A position as the pages are told it, for drawing and for whose turn it is: what rules say of it, as JSON.
#pragma once

#include "motu/core/state/state.hpp"
#include "wasm/json.hpp"

namespace motu {

// Stones, turn, legal moves, what was played, the result, and what only one game has. Colours and persons are 0 and 1,
// cells numbers in the board's order.
void tell_position(const State& state, Json& out);

// The moves that win at once: `wins` for whoever is to move, `threats` for the opponent, were it the opponent's turn;
// none where nobody can choose a move. The state comes back as it was.
void tell_threats(State& state, Json& out);

}  // namespace motu
