// Specs, the texts that name games: what they are made of. Which names, keys and values there are, rows say
// (specs.hpp).
//
//   spec  = name [ "(" [ key "=" value { "," key "=" value } ] ")" ]
//   value = word | '"' text with \\" and \\\\ '"'
//
// Places are counted in characters, not in bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace motu {

struct SpecEntry {
  std::string key;    // in small letters
  std::string value;  // without quotes
  std::size_t place;  // where the entry begins, from 0
};

struct SpecText {
  std::string name;
  std::vector<SpecEntry> entries;
};

inline constexpr std::size_t kMaxSpecLength = 4096;

// Throws "spec/length", "spec/syntax" and "spec/duplicate-key". Messages name `name` as a game and `example` as a spec.
SpecText read_spec_text(std::string_view text, std::string_view name, std::string_view example);

// "character 7" for the place 6.
std::string spec_place(std::size_t place);
// Small letters for the Latin ones.
std::string in_small_letters(std::string_view text);

}  // namespace motu
