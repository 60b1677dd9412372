// Games made of a few words, as the pages' engine is told them.
#pragma once

#include <memory>

#include "motu/core/state/state.hpp"
#include "wasm/words.hpp"

namespace motu {

// The room, and what its rules are made of, in the order in which its bindings take them:
//   atoll SHAPE COLUMNS ROWS ISLANDS SWAP, atoll custom SWAP FIRST CELLS JUNCTIONS (each a count and names),
//   atomorph SIZE CONTESTED_NEVER CORNERS RETURN_STONE SWAP,
//   atmalof ROWS COLS EXTRA_ROWS EXTRA_COLS LINE PIECES TIEBREAK_BOTH.
// Throws "engine/request", and what the rules throw.
std::shared_ptr<const Game> game_of(Words& words);

}  // namespace motu
