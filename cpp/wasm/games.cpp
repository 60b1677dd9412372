#include "wasm/games.hpp"

#include <string>
#include <utility>
#include <vector>

#include "motu/atmalof/atmalof.hpp"
#include "motu/atoll/atoll.hpp"
#include "motu/atomorph/atomorph.hpp"
#include "motu/core/boards/hex_board.hpp"

namespace motu {

namespace {

std::vector<std::string> names(Words& words) {
  std::vector<std::string> taken;
  for (int left = words.number(); left > 0; --left) taken.emplace_back(words.take());
  return taken;
}

std::shared_ptr<const Game> custom_board(Words& words) {
  const bool swap = words.flag();
  const auto first = static_cast<Colour>(words.flag());
  const auto cells = names(words);
  const auto junctions = names(words);
  return AtollGame::create(HexBoard::custom(cells, junctions, first), {swap});
}

std::shared_ptr<const HexBoard> board_of(std::string_view shape, int columns, int rows, int islands) {
  if (shape == "square") return HexBoard::square(columns, islands);
  if (shape == "rhombus") return HexBoard::rhombus(columns, rows, islands);
  if (shape == "hexagon") return HexBoard::hexagon(columns, islands);
  if (shape == "triangle") return HexBoard::triangle(columns, islands);
  throw Error("engine/request", "no board is called '" + std::string(shape) + "'", std::string(shape));
}

std::shared_ptr<const Game> atoll_of(Words& words) {
  const std::string_view shape = words.take();
  if (shape == "custom") return custom_board(words);
  const int columns = words.number();
  const int rows = words.number();
  auto board = board_of(shape, columns, rows, words.number());
  return AtollGame::create(std::move(board), {words.flag()});
}

std::shared_ptr<const Game> atomorph_of(Words& words) {
  AtomorphRules rules;
  rules.size = words.number();
  for (bool* each : {&rules.contested_never, &rules.corners, &rules.return_stone, &rules.swap}) *each = words.flag();
  return AtomorphGame::create(rules);
}

std::shared_ptr<const Game> atmalof_of(Words& words) {
  AtmalofRules rules;
  for (int* each : {&rules.rows, &rules.cols, &rules.extra_rows, &rules.extra_cols, &rules.line, &rules.pieces}) {
    *each = words.number();
  }
  rules.tiebreak_both = words.flag();
  return AtmalofGame::create(rules);
}

}  // namespace

std::shared_ptr<const Game> game_of(Words& words) {
  const std::string_view room = words.take();
  if (room == "atoll") return atoll_of(words);
  if (room == "atomorph") return atomorph_of(words);
  if (room == "atmalof") return atmalof_of(words);
  throw Error("engine/request", "no game is called '" + std::string(room) + "'", std::string(room));
}

}  // namespace motu
