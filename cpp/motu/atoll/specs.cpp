#include "motu/atoll/specs.hpp"

#include <algorithm>
#include <array>

#include "motu/atoll/atoll.hpp"
#include "motu/core/boards/hex_board.hpp"

namespace motu {

namespace {

// Size and number of islands where a spec names only the shape.
struct Shape {
  std::string_view name;
  int size;
  int islands;
};
constexpr std::array<Shape, 4> kShapes = {
    {{"square", 11, 8}, {"rhombus", 11, 4}, {"hexagon", 7, 12}, {"triangle", 13, 12}}};

constexpr std::array<SpecPreset, 8> kPresets = {{{"atoll", ""},
                                                 {"gan", "size=7"},
                                                 {"nauru", "size=11"},
                                                 {"tokelau", "size=15"},
                                                 {"kiritimati", "size=19"},
                                                 {"atoll-12", "board=hexagon,islands=12"},
                                                 {"atoll-24", "board=hexagon,size=9,islands=24"},
                                                 {"hex", "board=rhombus,size=11,islands=4"}}};

constexpr std::array<SpecKey, 5> kKeys = {{{"board", SpecKind::word},
                                           {"size", SpecKind::size},
                                           {"islands", SpecKind::number},
                                           {"swap", SpecKind::truth},
                                           {"file", SpecKind::file}}};

using Sides = std::pair<int, int>;

SpecValues settle_own(const SpecValues& given, const std::string& file) {
  const auto board = given.get<std::string>("board", "custom");
  if ((board != "square" && board != "custom") || given.has("size") || given.has("islands")) {
    throw Error("rules/invalid", "a custom board comes whole: give file and swap, but no board, size or islands", file);
  }
  SpecValues settled;
  settled.set("board", "custom");
  settled.set("swap", given.get("swap", true));
  settled.set("file", file);
  return settled;
}

const Shape& shape_of(const std::string& name) {
  const auto found = std::ranges::find(kShapes, name, &Shape::name);
  if (found != kShapes.end()) return *found;
  std::string names;
  for (const Shape& shape : kShapes) names += (names.empty() ? "" : ", ") + std::string(shape.name);
  throw Error("rules/invalid", "board is one of " + names + " (or give a file), not '" + name + "'", name);
}

SpecValue size_for(const Shape& shape, const SpecValue& size) {
  const auto* sides = std::get_if<Sides>(&size);
  if (sides == nullptr) return size;
  const std::string columns = std::to_string(sides->first);
  const std::string rows = std::to_string(sides->second);
  if (shape.name != "rhombus" && columns != rows) {
    throw Error("rules/invalid",
                "size=" + columns + "x" + rows + " is for a rhombus; a " + std::string(shape.name) +
                    " has one size, as in size=" + columns,
                "(" + columns + ", " + rows + ")");
  }
  return columns == rows ? SpecValue(sides->first) : size;
}

SpecValues settle(const SpecValues& given) {
  if (given.has("file")) return settle_own(given, given.get<std::string>("file", ""));
  const Shape& shape = shape_of(given.get<std::string>("board", "square"));
  const SpecValue* size = given.find("size");
  SpecValues settled;
  settled.set("board", std::string(shape.name));
  settled.set("size", size != nullptr ? size_for(shape, *size) : SpecValue(shape.size));
  settled.set("islands", given.get("islands", shape.islands));
  settled.set("swap", given.get("swap", true));
  return settled;
}

std::shared_ptr<const HexBoard> built_in(std::string_view shape, const SpecValue& size, int islands) {
  const auto* sides = std::get_if<Sides>(&size);
  const auto [columns, rows] = sides != nullptr ? *sides : Sides(std::get<int>(size), std::get<int>(size));
  if (shape == "square") return HexBoard::square(columns, islands);
  if (shape == "rhombus") return HexBoard::rhombus(columns, rows, islands);
  if (shape == "hexagon") return HexBoard::hexagon(columns, islands);
  return HexBoard::triangle(columns, islands);
}

std::shared_ptr<const Game> make(const SpecValues& settled, const OwnBoard* board) {
  const AtollRules rules{settled.get("swap", true)};
  if (settled.has("file")) {
    const auto file = settled.get<std::string>("file", "");
    if (board == nullptr) {
      throw Error("board/file",
                  "a spec alone makes nobody read a file such as '" + file + "': the board's data must come along",
                  file);
    }
    return AtollGame::create(HexBoard::custom(board->cells, board->junctions, board->first), rules);
  }
  return AtollGame::create(
      built_in(settled.get<std::string>("board", ""), *settled.find("size"), settled.get("islands", 0)), rules);
}

}  // namespace

const SpecType kAtollSpecs{
    .example = "atoll(board=square,size=11)",
    .presets = kPresets,
    .keys = kKeys,
    .colours = {"black", "white"},
    .settle = settle,
    .make = make,
};

}  // namespace motu
