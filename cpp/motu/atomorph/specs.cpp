#include "motu/atomorph/specs.hpp"

#include <array>

#include "motu/atomorph/atomorph.hpp"

namespace motu {

namespace {

constexpr std::array<SpecPreset, 1> kPresets = {{{"atomorph", ""}}};

constexpr std::array<SpecKey, 5> kKeys = {{{"size", SpecKind::size},
                                           {"contested", SpecKind::word},
                                           {"corners", SpecKind::truth},
                                           {"return_stone", SpecKind::truth},
                                           {"swap", SpecKind::truth}}};

void check_size(const SpecValue* size) {
  const auto* sides = size != nullptr ? std::get_if<std::pair<int, int>>(size) : nullptr;
  if (sides == nullptr) return;
  const std::string read = "(" + std::to_string(sides->first) + ", " + std::to_string(sides->second) + ")";
  throw Error("rules/invalid", "size is a whole number below 10000, not " + read, read);
}

SpecValues settle(const SpecValues& given) {
  const AtomorphRules usual;
  check_size(given.find("size"));
  const auto contested = given.get<std::string>("contested", "ko");
  if (contested != "ko" && contested != "never") {
    throw Error("rules/invalid", "contested is 'ko' or 'never', not '" + contested + "'", contested);
  }
  SpecValues settled;
  settled.set("size", given.get("size", usual.size));
  settled.set("contested", contested);
  settled.set("corners", given.get("corners", usual.corners));
  settled.set("return_stone", given.get("return_stone", usual.return_stone));
  settled.set("swap", given.get("swap", usual.swap));
  return settled;
}

std::shared_ptr<const Game> make(const SpecValues& settled, const OwnBoard* /*board*/) {
  return AtomorphGame::create({.size = settled.get("size", 0),
                               .contested_never = settled.get<std::string>("contested", "") == "never",
                               .corners = settled.get("corners", true),
                               .return_stone = settled.get("return_stone", false),
                               .swap = settled.get("swap", true)});
}

}  // namespace

const SpecType kAtomorphSpecs{
    .example = "atomorph(size=7)",
    .presets = kPresets,
    .keys = kKeys,
    .colours = {"black", "white"},
    .settle = settle,
    .make = make,
};

}  // namespace motu
