#include "wasm/games.hpp"

#include <array>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "motu/core/state/game_type.hpp"

namespace motu {

#define MOTU_GAME(room) const GameType& type_of_##room();
#include "motu/games.def"
#undef MOTU_GAME

namespace {

// What a spec says, and all values that follow from it.
std::pair<const GameType*, SpecValues> settled(std::string_view spec) {
#define MOTU_GAME(room) &type_of_##room(),
  const std::array rooms = {
#include "motu/games.def"
  };
#undef MOTU_GAME
  const ReadSpec read = read_spec(spec, rooms);
  return {read.type, read.type->specs->settle(read.values)};
}

// A value as specs have it.
std::string text_of(const SpecValue& value) {
  if (const auto* number = std::get_if<int>(&value)) return std::to_string(*number);
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  const auto& [columns, rows] = std::get<std::pair<int, int>>(value);
  return std::to_string(columns) + "x" + std::to_string(rows);
}

std::vector<std::string> names(Words& words) {
  std::vector<std::string> taken;
  for (int left = words.number(); left > 0; --left) taken.emplace_back(words.take());
  return taken;
}

}  // namespace

std::shared_ptr<const Game> game_of(std::string_view spec, const std::optional<OwnBoard>& board) {
  const auto [type, values] = settled(spec);
  return type->specs->make(values, board ? &*board : nullptr);
}

std::string whole_spec(std::string_view spec) {
  const auto [type, values] = settled(spec);
  std::string told;
  for (const SpecKey& each : type->specs->keys) {
    const SpecValue* value = values.find(each.key);
    if (value != nullptr) told += (told.empty() ? "" : ",") + std::string(each.key) + "=" + text_of(*value);
  }
  return std::string(type->name) + "(" + told + ")";
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
