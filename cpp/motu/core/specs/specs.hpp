// What a spec can say of a room's games, as data of its row, and the reading of specs by such rows.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "motu/core/state/state.hpp"

namespace motu {

// A number, the sides of a board, a switch or a word.
using SpecValue = std::variant<int, std::pair<int, int>, bool, std::string>;

// Values by their keys, in the order in which they were told.
class SpecValues {
 public:
  void set(std::string_view key, SpecValue value);
  bool has(std::string_view key) const { return find(key) != nullptr; }
  // The value of a key, or the given one where it has none. Throws std::bad_variant_access for another type.
  template <class T>
  T get(std::string_view key, T otherwise) const {
    const SpecValue* found = find(key);
    return found != nullptr ? std::get<T>(*found) : otherwise;
  }
  const SpecValue* find(std::string_view key) const;
  const std::vector<std::pair<std::string, SpecValue>>& all() const { return values_; }

 private:
  std::vector<std::pair<std::string, SpecValue>> values_;
};

enum class SpecKind : std::uint8_t { number, size, word, truth, file };

struct SpecKey {
  std::string_view key;
  SpecKind kind;
};

// A name that a spec may begin with, and what it sets, as a spec tells it: "size=7".
struct SpecPreset {
  std::string_view name;
  std::string_view sets;
};

// A board of somebody's own: its cells and junctions by name.
struct OwnBoard {
  std::vector<std::string> cells;
  std::vector<std::string> junctions;
  Colour first = kFirst;
};

struct SpecType {
  std::string_view example;                 // a spec, for messages
  std::span<const SpecPreset> presets;      // the game's own name first
  std::span<const SpecKey> keys;            // in the order in which they are told
  std::array<std::string_view, 2> colours;  // how they are called: of who begins, of who answers
  // All values that a game is made of, given some of them. Throws "rules/invalid" where they make no rules.
  SpecValues (*settle)(const SpecValues& given);
  // A game of settled values. Throws "rules/invalid" and "board/…" where they make none.
  std::shared_ptr<const Game> (*make)(const SpecValues& settled, const OwnBoard* board);
};

// What a spec says: the row, the preset, and the values told by both, those of the spec itself after those that its
// name sets.
struct ReadSpec {
  const GameType* type;
  std::string_view preset;
  SpecValues values;
};

// Reads a spec of the games of some rooms. Throws "spec/…" with what was read, where, and what would be right.
ReadSpec read_spec(std::string_view text, std::span<const GameType* const> rooms);

// What a preset of a game sets.
SpecValues values_of(const SpecType& specs, const SpecPreset& preset);

// Square boards by the names of the online version, shortest to longest.
std::span<const std::pair<std::string_view, int>> named_sizes();

}  // namespace motu
