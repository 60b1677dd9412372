#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cmath>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "motu/bindings/bindings.hpp"
#include "motu/core/specs/spec_text.hpp"
#include "motu/core/specs/specs.hpp"
#include "motu/core/state/game_type.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

#define MOTU_GAME(room) const GameType& type_of_##room();
#include "motu/games.def"
#undef MOTU_GAME

namespace {

using ValueDict = nb::typed<nb::dict, nb::str, nb::any>;

std::span<const GameType* const> all_rooms() {
#define MOTU_GAME(room) &type_of_##room(),
  static const std::array found = {
#include "motu/games.def"
  };
#undef MOTU_GAME
  return found;
}

const GameType& room_of(const std::string& name) {
  for (const GameType* type : all_rooms()) {
    if (type->name == name) return *type;
  }
  throw nb::key_error(name.c_str());
}

// Names of files may hold bytes that are no UTF-8, which Python has as lone surrogates: they come back as they were.
constexpr const char* kSurrogates = "surrogatepass";

std::string bytes_of(const nb::handle& text) {
  const auto bytes = nb::steal<nb::bytes>(PyUnicode_AsEncodedString(text.ptr(), "utf-8", kSurrogates));
  if (!bytes.is_valid()) throw nb::python_error();
  return {bytes.c_str(), bytes.size()};
}

struct ToPython {
  nb::object operator()(const std::string& text) const {
    auto found = nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), kSurrogates));
    if (!found.is_valid()) throw nb::python_error();
    return found;
  }
  nb::object operator()(const std::pair<int, int>& sides) const { return nb::make_tuple(sides.first, sides.second); }
  template <class T>
  nb::object operator()(const T& value) const {
    return nb::cast(value);
  }
};

ValueDict to_dict(const SpecValues& values) {
  ValueDict dict;
  for (const auto& [key, value] : values.all()) dict[nb::str(key.c_str(), key.size())] = std::visit(ToPython{}, value);
  return dict;
}

SpecValue value_of(const nb::handle& value) {
  if (nb::isinstance<nb::bool_>(value)) return nb::cast<bool>(value);
  if (nb::isinstance<nb::int_>(value)) return nb::cast<int>(value);
  if (nb::isinstance<nb::tuple>(value)) return std::pair(nb::cast<int>(value[0]), nb::cast<int>(value[1]));
  return bytes_of(value);
}

}  // namespace

void init_specs(nb::module_& m) {
  m.attr("MAX_SPEC_LENGTH") = kMaxSpecLength;
  m.def(
      "read_spec",
      [](const nb::str& text, const std::vector<std::string>& rooms) {
        std::vector<const GameType*> types;
        for (const std::string& room : rooms) types.push_back(&room_of(room));
        const ReadSpec spec = read_spec(utf8(text), types);
        return std::pair(std::string(spec.type->name), to_dict(spec.values));
      },
      "text"_a, "rooms"_a, "A game's own name, and the values that a spec and the name in it set.");
  m.def(
      "settled_rules",
      [](const std::string& room, const ValueDict& given) {
        SpecValues values;
        for (const auto& [key, value] : given) values.set(nb::cast<std::string>(key), value_of(value));
        return to_dict(room_of(room).specs->settle(values));
      },
      "room"_a, "given"_a, "All values of a game's rules, given some of them. Raises RulesError.");
  m.def(
      "spec_presets",
      [](const std::string& room) {
        std::vector<std::pair<std::string, ValueDict>> found;
        const SpecType& specs = *room_of(room).specs;
        for (const SpecPreset& preset : specs.presets) {
          found.emplace_back(std::string(preset.name), to_dict(values_of(specs, preset)));
        }
        return found;
      },
      "room"_a, "The names that a spec of a game may begin with, and what each sets.");
  m.def(
      "spec_keys",
      [](const std::string& room) {
        std::vector<std::string> keys;
        for (const SpecKey& each : room_of(room).specs->keys) keys.emplace_back(each.key);
        return keys;
      },
      "room"_a, "The keys of a game's specs, in the order in which they are told.");
  m.def(
      "colour_names",
      [](const std::string& room) {
        const auto& colours = room_of(room).specs->colours;
        return std::pair(std::string(colours[0]), std::string(colours[1]));
      },
      "room"_a, "How the colours of who begins and of who answers are called.");
  m.def(
      "named_sizes",
      [] {
        std::vector<std::pair<std::string, int>> found;
        for (const auto& [name, size] : named_sizes()) found.emplace_back(std::string(name), size);
        return found;
      },
      "Square boards by name, shortest to longest.");
  m.def(
      "best_search",
      [](const std::string& room) {
        const BestSearch& best = room_of(room).best;
        const double c_puct = std::round(1e6 * best.c_puct) / 1e6;  // as it is written: searches have single precision
        return std::tuple(std::string(best.evaluator), std::string(best.static_evaluator), c_puct, best.advise_visits);
      },
      "room"_a, "What searches are strongest with: evaluator, static evaluator, c_puct, advise_visits.");
}

}  // namespace motu
