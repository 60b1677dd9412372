// The rules of a game of Atmalof, as its files of layers keep them.
#pragma once

#include <cstdint>
#include <string>

#include "motu/atmalof/atmalof.hpp"

namespace motu {

// The rules as files keep them.
struct FileRules {
  std::int32_t rows = 0;
  std::int32_t cols = 0;
  std::int32_t extra_rows = 0;
  std::int32_t extra_cols = 0;
  std::int32_t line = 0;
  std::int32_t pieces = 0;
  std::int32_t tiebreak_both = 0;

  bool operator==(const FileRules&) const = default;
  static FileRules of(const AtmalofRules& rules);
  AtmalofRules rules() const;
  // As a spec writes them.
  std::string text() const;
};

}  // namespace motu
