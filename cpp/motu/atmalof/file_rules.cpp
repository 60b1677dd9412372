#include "motu/atmalof/file_rules.hpp"

namespace motu {

FileRules FileRules::of(const AtmalofRules& rules) {
  return {rules.rows,
          rules.cols,
          rules.extra_rows,
          rules.extra_cols,
          rules.line,
          rules.pieces,
          static_cast<std::int32_t>(rules.tiebreak_both)};
}

AtmalofRules FileRules::rules() const { return {rows, cols, extra_rows, extra_cols, line, pieces, tiebreak_both != 0}; }

std::string FileRules::text() const {
  const auto pair = [](const char* name, int value) { return std::string(name) + "=" + std::to_string(value); };
  return "atmalof(" + pair("rows", rows) + "," + pair("cols", cols) + "," + pair("extra_rows", extra_rows) + "," +
         pair("extra_cols", extra_cols) + "," + pair("line", line) + "," + pair("pieces", pieces) +
         ",tiebreak=" + (tiebreak_both != 0 ? "both" : "either") + ")";
}

}  // namespace motu
