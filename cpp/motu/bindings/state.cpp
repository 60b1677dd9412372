#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>

#include "motu/bindings/bindings.hpp"
#include "motu/core/base/error.hpp"
#include "motu/core/base/names.hpp"
#include "motu/core/state/chance.hpp"
#include "motu/core/state/reason.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

using IntList = nb::typed<nb::list, int>;
using FaceList = nb::typed<nb::list, nb::typed<nb::tuple, nb::typed<nb::list, int>, double>>;
using OutcomeList = nb::typed<nb::list, nb::typed<nb::tuple, int, double>>;

IntList to_list(const std::vector<Action>& actions) {
  PyObject* list = PyList_New(static_cast<Py_ssize_t>(actions.size()));
  if (list == nullptr) throw nb::python_error();
  for (std::size_t i = 0; i < actions.size(); ++i) {
    NB_LIST_SET_ITEM(list, static_cast<Py_ssize_t>(i), PyLong_FromLong(actions[i]));
  }
  return nb::steal<IntList>(list);
}

IntList legal_actions(PyState& self) {
  self.state->legal_actions(self.actions);
  return to_list(self.actions);
}

// Numbers that are too large for an action are no actions; they must not wrap round to one.
bool fits(std::int64_t action) { return action == static_cast<Action>(action); }

// Throws ActionRangeError unless it is an action, or an outcome, of this position's game; the number is named as it was
// written, of any size.
void check_in_range(const State& state, const AnyInteger& action) {
  try {
    state.check_in_range(action.value);
  } catch (const Error& error) {
    if (action.written.empty()) throw;
    std::string message = error.what();
    const std::string read = std::to_string(action.value);
    message.replace(message.find(read), read.size(), action.written);
    throw Error(error.slug(), message, action.written, error.position());
  }
}

void apply(PyState& self, const AnyInteger& action) {
  if (!fits(action.value)) check_in_range(*self.state, action);
  self.state->apply(static_cast<Action>(action.value));
}

OutcomeList chance_outcomes(PyState& self) {
  OutcomeList result;
  if (!self.state->is_chance_node()) return result;
  self.state->legal_actions(self.actions);
  for (const Action outcome : self.actions) {
    result.append(nb::make_tuple(outcome, self.state->chance_probability(outcome)));
  }
  return result;
}

FaceList faces(const PyState& self) {
  FaceList result;
  if (!self.state->is_chance_node()) return result;
  const auto state = self.state->clone();
  std::vector<Action> outcomes;
  std::vector<Face> found;
  std::vector<std::vector<Action>> alike;
  merge_outcomes(*state, outcomes, found, [&](Action outcome, std::size_t place) {
    if (place == alike.size()) alike.emplace_back();
    alike[place].push_back(outcome);
  });
  for (std::size_t i = 0; i < found.size(); ++i) {
    result.append(nb::make_tuple(to_list(alike[i]), found[i].probability));
  }
  return result;
}

// [num_actions], or [max_chance_outcomes] at a chance node.
auto legal_mask(PyState& self) {
  const Game& game = self.state->game();
  const auto size =
      static_cast<std::size_t>(self.state->is_chance_node() ? game.max_chance_outcomes() : game.num_actions());
  auto* mask = new bool[size]();
  self.state->legal_actions(self.actions);
  for (const Action action : self.actions) mask[action] = true;
  const nb::capsule owner(mask, [](void* p) noexcept { delete[] static_cast<bool*>(p); });
  return nb::ndarray<nb::numpy, bool, nb::ndim<1>>(mask, {size}, owner);
}

// A person's colour now; without a person, the mover's.
Colour viewer_of(const State& state, const std::optional<AnyInteger>& player) {
  if (!player) return state.to_move();
  if (player->value != 0 && player->value != 1) {
    const std::string read = player->written.empty() ? std::to_string(player->value) : player->written;
    throw nb::value_error(("persons are 0 and 1, not " + read).c_str());
  }
  return static_cast<Colour>(static_cast<int>(player->value) ^ static_cast<int>(state.is_swapped()));
}

auto observation(const PyState& self, const std::optional<AnyInteger>& player) {
  const Colour viewer = viewer_of(*self.state, player);
  const auto shape = self.state->game().observation_shape();
  std::size_t sizes[3] = {0, 0, 0};
  std::copy(shape.begin(), shape.end(), sizes);
  const std::size_t size = sizes[0] * sizes[1] * sizes[2];
  auto* planes = new float[size];
  const nb::capsule owner(planes, [](void* p) noexcept { delete[] static_cast<float*>(p); });
  self.state->observe(viewer, {planes, size});
  return nb::ndarray<nb::numpy, float, nb::ndim<3>>(planes, 3, sizes, owner);
}

std::vector<double> returns(const PyState& self) {
  const Outcome outcome = self.state->outcome();
  return {static_cast<double>(outcome.value_for(0)), static_cast<double>(outcome.value_for(1))};
}

// A game's own hashes leave the board out, which is the same in a search; here positions of many games may meet.
std::uint64_t position_hash(const PyState& self) {
  return splitmix64(self.state->game().fingerprint() ^ self.state->hash());
}

const char* reason(const PyState& self) { return reason_of(self.state->outcome().termination); }

std::vector<int> stones(const PyState& self) {
  std::vector<std::uint8_t> raw(static_cast<std::size_t>(self.state->game().num_cells()));
  self.state->stones(raw);
  return {raw.begin(), raw.end()};
}

void setup(PyState& self, const std::vector<int>& stones, int to_move, unsigned flags) {
  const int cells = self.state->game().num_cells();
  const bool right_colours = std::ranges::all_of(stones, [](int stone) { return stone >= 0 && stone <= 2; });
  if (static_cast<int>(stones.size()) != cells || !right_colours || to_move < 0 || to_move > 1) {
    throw Error("position/invalid", "a position has one entry 0, 1 or 2 for each of " + std::to_string(cells) +
                                        " cells and colour 0 or 1 to move");
  }
  const std::vector<std::uint8_t> raw(stones.begin(), stones.end());
  self.state->setup(raw, static_cast<Colour>(to_move), flags);
}

}  // namespace

std::string utf8(const nb::str& text) {
  const auto bytes = nb::steal<nb::bytes>(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "backslashreplace"));
  if (!bytes.is_valid()) throw nb::python_error();
  return {bytes.c_str(), bytes.size()};
}

void init_state(nb::module_& m) {
  m.attr("CHANCE") = kChance;
  m.attr("TERMINAL") = kTerminal;
  nb::class_<PyState>(m, "NativeState", "A position of any game; see motu.State.")
      .def(
          "__init__", [](PyState* self, const std::shared_ptr<Game>& game) { new (self) PyState(game->new_state()); },
          "game"_a)
      .def(
          "__init__",
          [](PyState* self, const Game& game, const PyState& other) {
            check_game(game, *other.state, "a copy that is made", "position");
            new (self) PyState(other.state->clone());
          },
          "game"_a, "other"_a)
      .def(
          "current_player", [](const PyState& self) { return self.state->current_player(); },
          "The person to act: 0, 1, CHANCE (-1) or TERMINAL (-4).")
      .def(
          "to_move", [](const PyState& self) { return static_cast<int>(self.state->to_move()); },
          "The colour to act, 0 or 1; at a chance node who rolls, at the end who would be next.")
      .def(
          "ply", [](const PyState& self) { return self.state->ply(); },
          "Turns taken so far; chance events and the first half of a return_stone turn are none.")
      .def(
          "is_chance_node", [](const PyState& self) { return self.state->is_chance_node(); },
          "Whether a die is to be rolled.")
      .def(
          "is_terminal", [](const PyState& self) { return self.state->is_terminal(); }, "Whether the game is over.")
      .def(
          "is_swapped", [](const PyState& self) { return self.state->is_swapped(); },
          "Whether the persons have exchanged colours.")
      .def(
          "swap_is_legal", [](const PyState& self) { return self.state->swap_is_legal(); },
          "Whether the pie rule may be used now.")
      .def(
          "swap_is_next", [](const PyState& self) { return self.state->swap_is_next(); },
          "Whether the pie rule may be used after the next move.")
      .def("legal_actions", &legal_actions,
           "The legal actions, ascending; at a chance node the outcomes, at the end none.")
      .def("legal_mask", &legal_mask, "bool [num_actions], at a chance node [max_chance_outcomes]; True is legal.")
      .def(
          "legal_moves", [](const PyState& self) { return self.state->legal_moves(); },
          "The texts of `legal_actions`, in the same order.")
      .def(
          "is_legal",
          [](const PyState& self, const AnyInteger& action) {
            return fits(action.value) && self.state->is_legal(static_cast<Action>(action.value));
          },
          "action"_a, "Whether an action is legal here; False for any number that is no action.")
      .def("chance_outcomes", &chance_outcomes,
           "[(outcome, probability)] at a chance node, else []; the probabilities sum to 1.")
      .def("faces", &faces,
           "[(outcomes, probability)] at a chance node, else []: outcomes that lead to the same position are one face.")
      .def(
          "landing",
          [](const PyState& self, const nb::str& line) { return self.state->landing(normalise(utf8(line))); }, "line"_a,
          "The cell that each face of the die hits, vacant or not, once a line such as \"r4\" is announced. Raises "
          "InvalidMoveError for a text that is no line, and in games without dice.")
      .def("apply_action", &apply, "action"_a,
           "Play an action, at a chance node an outcome. Raises IllegalMoveError, GameOverError or ActionRangeError.")
      .def(
          "play", [](PyState& self, const nb::str& text) { return self.state->play(utf8(text)); }, "text"_a,
          "Play a text such as \"h4\", \"swap\", \"xc7\", \"r4\", \"=6\" or \"r4=6\"; all or nothing. Returns how many "
          "actions that was.")
      .def(
          "undo", [](PyState& self) { self.state->undo(); },
          "Take the last action back, exactly. Raises UndoError when there is none.")
      .def(
          "action_to_string",
          [](const PyState& self, const AnyInteger& action) {
            check_in_range(*self.state, action);
            return self.state->action_to_string(static_cast<Action>(action.value));
          },
          "action"_a, "The text of an action in range, legal or not, or of a chance outcome. Raises ActionRangeError.")
      .def(
          "string_to_action",
          [](const PyState& self, const nb::str& text) { return self.state->parse_action(utf8(text)); }, "text"_a,
          "The action, or chance outcome, that a text names here, legal or not. Raises InvalidMoveError.")
      .def(
          "history", [](const PyState& self) { return self.state->history(); },
          "[(action, is_chance)] of everything applied, oldest first.")
      .def(
          "moves", [](const PyState& self) { return self.state->moves(); },
          "The texts of the moves so far, a roll with its announcement: [\"h4\", \"swap\"] or [\"r4=6\"].")
      .def("stones", &stones, "One entry a cell: 0 or 1 for a colour, 2 for empty.")
      .def(
          "winning_cells", [](const PyState& self) { return self.state->winning_cells(); },
          "Cells that make the win visible: a winning chain of which no stone can be missed, or the line. May be "
          "empty.")
      .def("returns", &returns, "[person 0's result, person 1's]: 1.0 won, -1.0 lost, 0.0 a draw or not over.")
      .def("hash", &position_hash,
           "64 bits: equal for equal positions of equal games, whatever order led there, in every process.")
      .def(
          "_is_same_position",
          [](const PyState& self, const PyState& other) { return self.state->is_same_position(*other.state); },
          "other"_a)
      .def("observation", &observation, "player"_a = nb::none(),
           "float32 [planes, rows, columns] = game.observation_shape, from a person's side or else the mover's; see "
           "docs/observations.md.")
      .def("_winner", [](const PyState& self) { return self.state->outcome().winner; })
      .def("_reason", &reason)
      .def("_setup", &setup, "stones"_a, "to_move"_a, "flags"_a);
}

}  // namespace motu
