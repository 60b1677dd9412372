// Games made of specs, as the pages' engine is told them.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "motu/core/specs/specs.hpp"
#include "wasm/words.hpp"

namespace motu {

// The game of a spec. Throws what read_spec and the rules throw.
std::shared_ptr<const Game> game_of(std::string_view spec, const std::optional<OwnBoard>& board);

// A board of somebody's own: the colour of its first island, how many cells and their names, how many junctions and
// theirs; nothing where there are no words. Throws "engine/request".
std::optional<OwnBoard> own_board(Words& words);

}  // namespace motu
