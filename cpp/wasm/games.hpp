// Games made of specs, as the pages' engine is told them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "motu/core/specs/specs.hpp"
#include "wasm/words.hpp"

namespace motu {

// The game of a spec. Throws what read_spec and the rules throw.
std::shared_ptr<const Game> game_of(std::string_view spec, const std::optional<OwnBoard>& board);

// The same spec with all that it leaves to be understood, as games are listed by it: "hex" is
// "atoll(board=rhombus,size=11,islands=4,swap=true)". Throws what game_of throws of the spec.
std::string whole_spec(std::string_view spec);

// A board of somebody's own: the colour of its first island, how many cells and their names, how many junctions and
// theirs; nothing where there are no words. Throws "engine/request".
std::optional<OwnBoard> own_board(Words& words);

}  // namespace motu
