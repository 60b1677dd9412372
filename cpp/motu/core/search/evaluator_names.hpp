// The evaluators that come with motu, by name: what a search, a player and the command line ask for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "motu/core/search/evaluator.hpp"

namespace motu {

// The evaluator of that name for a game. Throws "engine/unknown-evaluator", with the names that the game has, for any
// other name and for one that knows nothing about this game.
std::unique_ptr<Evaluator> make_named_evaluator(const Game& game, std::string_view name, std::uint64_t seed);

// The names that apply to a game, in the order of the table.
std::vector<std::string> evaluator_names(const Game& game);

}  // namespace motu
