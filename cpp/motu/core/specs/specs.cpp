#include "motu/core/specs/specs.hpp"

#include <algorithm>
#include <array>

#include "motu/core/specs/spec_text.hpp"
#include "motu/core/state/game_type.hpp"

namespace motu {

namespace {

constexpr std::array<std::pair<std::string_view, int>, 4> kNamedSizes = {
    {{"gan", 7}, {"nauru", 11}, {"tokelau", 15}, {"kiritimati", 19}}};

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// Why a value cannot be read: what would be right.
struct Wrong {
  std::string right;
};

// "0" to "9999".
int number_of(std::string_view text) {
  const bool is_number =
      !text.empty() && text.size() <= 4 && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  if (!is_number) throw Wrong{"a whole number from 0 to 9999 is right"};
  return std::stoi(std::string(text));
}

SpecValue size_of(std::string_view text) {
  const std::string small = in_small_letters(text);
  for (const auto& [name, size] : kNamedSizes) {
    if (small == name) return size;
  }
  const std::size_t cross = small.find('x');
  if (cross != std::string::npos && small.find('x', cross + 1) == std::string::npos) {
    const int columns = number_of(std::string_view(small).substr(0, cross));
    return std::pair(columns, number_of(std::string_view(small).substr(cross + 1)));
  }
  try {
    return number_of(text);
  } catch (const Wrong&) {
    std::vector<std::string> names;
    for (const auto& [name, size] : kNamedSizes) names.emplace_back(name);
    throw Wrong{"a number, columns x rows as in 9x11, or " + listed(names) + " is right"};
  }
}

SpecValue value_of(SpecKind kind, const std::string& text) {
  switch (kind) {
    case SpecKind::number:
      return number_of(text);
    case SpecKind::size:
      return size_of(text);
    case SpecKind::word:
      return in_small_letters(text);
    case SpecKind::truth:
      if (in_small_letters(text) == "true") return true;
      if (in_small_letters(text) == "false") return false;
      throw Wrong{"true or false is right"};
    case SpecKind::file:
      break;
  }
  return text;
}

struct Found {
  const GameType* type;
  const SpecPreset* preset;
};

Found find_preset(const std::string& name, std::string_view text, std::span<const GameType* const> rooms) {
  std::vector<std::string> names;
  for (const GameType* type : rooms) {
    for (const SpecPreset& preset : type->specs->presets) {
      if (preset.name == in_small_letters(name)) return {type, &preset};
      names.emplace_back(preset.name);
    }
  }
  throw Error("spec/unknown-game", "unknown game '" + name + "': the names are " + listed(names), std::string(text), {},
              names);
}

void take_entries(std::string_view text, const SpecType& specs, const SpecPreset& preset,
                  const std::vector<SpecEntry>& entries, SpecValues& values) {
  for (const SpecEntry& entry : entries) {
    const auto key = std::ranges::find(specs.keys, entry.key, &SpecKey::key);
    if (key == specs.keys.end()) {
      std::vector<std::string> right;
      for (const SpecKey& each : specs.keys) right.emplace_back(each.key);
      throw Error("spec/unknown-key",
                  "unknown key '" + entry.key + "' in '" + std::string(text) + "': " + std::string(preset.name) +
                      " has " + listed(right),
                  entry.key, spec_place(entry.place), right);
    }
    try {
      values.set(entry.key, value_of(key->kind, entry.value));
    } catch (const Wrong& wrong) {
      throw Error("spec/value",
                  "cannot read " + entry.key + "=" + entry.value + " in '" + std::string(text) + "': " + wrong.right,
                  entry.value, spec_place(entry.place));
    }
  }
}

}  // namespace

void SpecValues::set(std::string_view key, SpecValue value) {
  const auto found = std::ranges::find(values_, key, &std::pair<std::string, SpecValue>::first);
  if (found != values_.end()) {
    found->second = std::move(value);
  } else {
    values_.emplace_back(key, std::move(value));
  }
}

const SpecValue* SpecValues::find(std::string_view key) const {
  const auto found = std::ranges::find(values_, key, &std::pair<std::string, SpecValue>::first);
  return found != values_.end() ? &found->second : nullptr;
}

SpecValues values_of(const SpecType& specs, const SpecPreset& preset) {
  SpecValues values;
  if (preset.sets.empty()) return values;
  const std::string text = std::string(preset.name) + "(" + std::string(preset.sets) + ")";
  take_entries(text, specs, preset, read_spec_text(text, preset.name, specs.example).entries, values);
  return values;
}

ReadSpec read_spec(std::string_view text, std::span<const GameType* const> rooms) {
  const GameType& first = *rooms.front();
  const SpecText read = read_spec_text(text, first.name, first.specs->example);
  const auto [type, preset] = find_preset(read.name, text, rooms);
  ReadSpec spec{type, preset->name, {}};
  // A board of one's own comes whole: nothing of what the name sets holds for it.
  const bool has_file = std::ranges::find(read.entries, "file", &SpecEntry::key) != read.entries.end();
  if (!has_file) spec.values = values_of(*type->specs, *preset);
  take_entries(text, *type->specs, *preset, read.entries, spec.values);
  return spec;
}

std::span<const std::pair<std::string_view, int>> named_sizes() { return kNamedSizes; }

}  // namespace motu
