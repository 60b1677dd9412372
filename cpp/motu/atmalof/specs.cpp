#include "motu/atmalof/specs.hpp"

#include <array>

#include "motu/atmalof/atmalof.hpp"

namespace motu {

namespace {

constexpr std::array<SpecPreset, 4> kPresets = {{{"atmalof", ""},
                                                 {"junior", "extra_rows=0,extra_cols=0"},
                                                 {"kvinigu", "tiebreak=both"},
                                                 {"atmalos", "rows=8,cols=8,line=7"}}};

constexpr std::array<SpecKey, 7> kKeys = {{{"rows", SpecKind::number},
                                           {"cols", SpecKind::number},
                                           {"extra_rows", SpecKind::number},
                                           {"extra_cols", SpecKind::number},
                                           {"line", SpecKind::number},
                                           {"pieces", SpecKind::number},
                                           {"tiebreak", SpecKind::word}}};

constexpr long long kNumbers = 10'000;  // numbers of rules are below

[[noreturn]] void refuse(const std::string& message, const std::string& read) {
  throw Error("rules/invalid", message, read);
}

// 4/9 of the squares, rounded up.
int usual_pieces(const AtmalofRules& rules) {
  const long long squares =
      (static_cast<long long>(rules.rows) + rules.extra_rows) * (static_cast<long long>(rules.cols) + rules.extra_cols);
  const long long pieces = squares > 0 ? (4 * squares + 8) / 9 : 4 * squares / 9;
  const std::string read = std::to_string(pieces);
  if (pieces >= kNumbers || pieces <= -kNumbers) refuse("pieces is a whole number below 10000, not " + read, read);
  return static_cast<int>(pieces);
}

AtmalofRules numbers_in(const SpecValues& given) {
  AtmalofRules rules;
  rules.rows = given.get("rows", rules.rows);
  rules.cols = given.get("cols", rules.cols);
  rules.extra_rows = given.get("extra_rows", rules.extra_rows);
  rules.extra_cols = given.get("extra_cols", rules.extra_cols);
  rules.line = given.get("line", rules.line);
  if (rules.rows < 1 || rules.cols < 1) {
    const std::string rows = std::to_string(rules.rows);
    const std::string cols = std::to_string(rules.cols);
    refuse("rows and cols are at least 1, not " + rows + " and " + cols, rows + "x" + cols);
  }
  rules.pieces = given.has("pieces") ? given.get("pieces", 0) : usual_pieces(rules);
  // 0 would be read as "the usual number", which is settled here already.
  const std::string pieces = std::to_string(rules.pieces);
  if (rules.pieces < 1) refuse("pieces is the number of pieces a side, at least 1, not " + pieces, pieces);
  return rules;
}

SpecValues settle(const SpecValues& given) {
  const AtmalofRules rules = numbers_in(given);
  const auto tiebreak = given.get<std::string>("tiebreak", "either");
  if (tiebreak != "either" && tiebreak != "both") {
    refuse("tiebreak is 'either' or 'both', not '" + tiebreak + "'", tiebreak);
  }
  SpecValues settled;
  settled.set("rows", rules.rows);
  settled.set("cols", rules.cols);
  settled.set("extra_rows", rules.extra_rows);
  settled.set("extra_cols", rules.extra_cols);
  settled.set("line", rules.line);
  settled.set("pieces", rules.pieces);
  settled.set("tiebreak", tiebreak);
  return settled;
}

std::shared_ptr<const Game> make(const SpecValues& settled, const OwnBoard* /*board*/) {
  AtmalofRules rules = numbers_in(settled);
  rules.tiebreak_both = settled.get<std::string>("tiebreak", "") == "both";
  return AtmalofGame::create(rules);
}

}  // namespace

const SpecType kAtmalofSpecs{
    .example = "atmalof(rows=4,cols=4,line=4)",
    .presets = kPresets,
    .keys = kKeys,
    .colours = {"red", "blue"},
    .settle = settle,
    .make = make,
};

}  // namespace motu
