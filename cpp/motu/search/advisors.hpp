// Which advisor a game has.
#pragma once

#include <memory>

#include "motu/games/state.hpp"
#include "motu/search/advisor.hpp"

namespace motu {

// The advisor of a game: its exact table where one is open and may be asked, and what can be proved without searching;
// null: none.
std::unique_ptr<Advisor> make_advisor(const Game& game, bool asks_tables = true);

}  // namespace motu
