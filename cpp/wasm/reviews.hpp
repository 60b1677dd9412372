// Reviews of whole games, in the words of `motu review --json` (src/motu/cli/review.py), but for the spec.
#pragma once

#include "motu/core/review/game_review.hpp"
#include "wasm/json.hpp"

namespace motu {

void tell_review(const Game& game, const ReviewedGame& review, Json& out);

}  // namespace motu
