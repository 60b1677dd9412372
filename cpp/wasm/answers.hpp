// Analyses in the words of docs/protocol.md, as src/motu/engine/answers.py tells them.
//
// Every number is told from the side of who is to move or to roll, whose colour is told as a number.
#pragma once

#include "motu/core/search/search_result.hpp"
#include "motu/core/state/state.hpp"
#include "wasm/json.hpp"

namespace motu {

// An object with `rootInfo` and `moveInfos`; at most so many moves, 0 for all that were tried.
void tell_analysis(const State& state, const SearchResult& found, int max_moves, Json& out);
// The same of a game that is over.
void tell_end(const State& state, Json& out);

}  // namespace motu
