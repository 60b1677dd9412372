#include "wasm/games.hpp"

#include <array>
#include <string>
#include <vector>

#include "motu/core/state/game_type.hpp"

namespace motu {

#define MOTU_GAME(room) const GameType& type_of_##room();
#include "motu/games.def"
#undef MOTU_GAME

namespace {

std::vector<std::string> names(Words& words) {
  std::vector<std::string> taken;
  for (int left = words.number(); left > 0; --left) taken.emplace_back(words.take());
  return taken;
}

}  // namespace

std::shared_ptr<const Game> game_of(std::string_view spec, const std::optional<OwnBoard>& board) {
#define MOTU_GAME(room) &type_of_##room(),
  const std::array rooms = {
#include "motu/games.def"
  };
#undef MOTU_GAME
  const ReadSpec read = read_spec(spec, rooms);
  const SpecType& specs = *read.type->specs;
  return specs.make(specs.settle(read.values), board ? &*board : nullptr);
}

std::optional<OwnBoard> own_board(Words& words) {
  if (words.is_empty()) return std::nullopt;
  OwnBoard board;
  board.first = static_cast<Colour>(words.flag());
  board.cells = names(words);
  board.junctions = names(words);
  return board;
}

}  // namespace motu
