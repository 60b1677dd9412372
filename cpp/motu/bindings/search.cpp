#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <tuple>

#include "motu/bindings/bindings.hpp"
#include "motu/bindings/calls.hpp"
#include "motu/bindings/interpreter_lock.hpp"
#include "motu/core/search/rollout.hpp"
#include "motu/core/search/uct.hpp"
#include "motu/core/state/game_type.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

// Works on a clone: other Python threads may look at the state while the lock is released.
std::uint64_t count_lines(const PyState& self, int depth) {
  const auto state = self.state->clone();
  const PythonUnlocked unlocked;
  return state->game().type().count_lines(*state, depth, SignalWatch());
}

PlayoutCounts play_out_many(const PyState& self, std::uint64_t games, std::uint64_t seed, int max_plies) {
  const auto state = self.state->clone();
  const PythonUnlocked unlocked;
  return state->game().type().count_playouts(*state, games, seed, max_plies, SignalWatch());
}

UctResult search(const PyState& self, std::uint64_t simulations, double seconds, double exploration,
                 std::uint32_t max_nodes, std::uint64_t seed, const nb::object& is_stopped) {
  const auto state = self.state->clone();
  const auto go_on = go_on_until(is_stopped);
  const PythonUnlocked unlocked;
  return uct_search(*state, {simulations, seconds, exploration, max_nodes, seed}, nullptr, go_on);
}

// Wins of person 0 and person 1, draws, unfinished games, plies.
using CountedPlayouts = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>;

CountedPlayouts counted(const PlayoutCounts& counts) {
  return {counts.wins[0], counts.wins[1], counts.draws, counts.unfinished, counts.plies};
}

void take_counted(PlayoutCounts& counts, const CountedPlayouts& told) {
  new (&counts) PlayoutCounts();
  std::tie(counts.wins[0], counts.wins[1], counts.draws, counts.unfinished, counts.plies) = told;
}

std::string shown(const PlayoutCounts& counts) {
  const auto [first, second, draws, unfinished, plies] = counted(counts);
  return "PlayoutCounts(wins=(" + std::to_string(first) + ", " + std::to_string(second) +
         "), draws=" + std::to_string(draws) + ", unfinished=" + std::to_string(unfinished) +
         ", plies=" + std::to_string(plies) + ")";
}

}  // namespace

void init_search(nb::module_& m) {
  nb::class_<PlayoutCounts>(m, "PlayoutCounts", "Results of random playouts.")
      .def_prop_ro(
          "wins", [](const PlayoutCounts& counts) { return std::pair(counts.wins[0], counts.wins[1]); },
          "Won games of person 0 and person 1.")
      .def_ro("draws", &PlayoutCounts::draws)
      .def_ro("unfinished", &PlayoutCounts::unfinished, "Games stopped by the ply limit.")
      .def_ro("plies", &PlayoutCounts::plies, "Turns played in all games together.")
      .def("__repr__", &shown)
      .def(
          "__eq__",
          [](const PlayoutCounts& self, const nb::object& other) -> nb::object {
            if (!nb::isinstance<PlayoutCounts>(other)) return nb::borrow(Py_NotImplemented);
            return nb::cast(counted(self) == counted(nb::cast<const PlayoutCounts&>(other)));
          },
          nb::sig("def __eq__(self, other: object, /) -> bool"), "Compare all counts.")
      .def("__hash__", [](const PlayoutCounts& self) { return nb::hash(nb::cast(counted(self))); })
      .def("__getstate__", &counted)
      .def("__setstate__", &take_counted);
  m.def("perft", &count_lines, "state"_a, "depth"_a);
  m.def("random_playouts", &play_out_many, "state"_a, "games"_a, "seed"_a, "max_plies"_a);

  nb::class_<UctMove>(m, "UctMove", "A root move of a search.")
      .def_ro("action", &UctMove::action)
      .def_ro("visits", &UctMove::visits)
      .def_ro("value", &UctMove::value, "Mean result for the person to act, in [-1, 1].");
  nb::class_<UctResult>(m, "UctResult", "What a search found.")
      .def_ro("moves", &UctResult::moves, "Most visited first.")
      .def_ro("simulations", &UctResult::simulations)
      .def_ro("nodes", &UctResult::nodes);
  m.def("uct_search", &search, "state"_a, "simulations"_a, "seconds"_a, "exploration"_a, "max_nodes"_a, "seed"_a,
        "is_stopped"_a.none() = nb::none(), "Plain UCT; `is_stopped` is asked about every 50 ms.");
}

}  // namespace motu
