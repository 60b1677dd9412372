#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "motu/bindings/bindings.hpp"
#include "motu/games/atmalof.hpp"
#include "motu/games/atoll.hpp"
#include "motu/games/atoll_fill.hpp"
#include "motu/games/atomorph.hpp"
#include "motu/games/perft.hpp"
#include "motu/search/rollout.hpp"
#include "motu/search/uct.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

// Calls with the concrete state, so that templates run without virtual calls.
template <class F>
auto with_concrete(State& state, F&& call) {
  if (dynamic_cast<const AtomorphGame*>(&state.game()) != nullptr) return visit_atomorph(state, call);
  if (dynamic_cast<const AtmalofGame*>(&state.game()) != nullptr) return visit_atmalof(state, call);
  return call(static_cast<AtollState&>(state));
}

// Works on a clone: other Python threads may look at the state while the lock is released.
std::uint64_t count_lines(const PyState& self, int depth) {
  const auto state = self.state->clone();
  const nb::gil_scoped_release unlocked;
  return with_concrete(*state, [depth](auto& concrete) { return perft(concrete, depth); });
}

PlayoutCounts play_out_many(const PyState& self, std::uint64_t games, std::uint64_t seed, int max_plies) {
  const auto state = self.state->clone();
  const nb::gil_scoped_release unlocked;
  return with_concrete(*state, [&](auto& concrete) { return count_playouts(concrete, games, seed, max_plies); });
}

std::uint64_t fill_many(const PyState& self, std::uint64_t games, std::uint64_t seed) {
  const auto* atoll = dynamic_cast<const AtollState*>(self.state.get());
  if (atoll == nullptr) throw nb::type_error("only Atoll boards can be filled at random");
  if (atoll->is_terminal()) throw Error("move/game-over", "the game is over: there is nothing to fill");
  const auto fill = AtollFill::create(atoll->game().board());
  fill->load(*atoll);
  const nb::gil_scoped_release unlocked;
  Rng rng(seed);
  std::uint64_t wins = 0;
  for (std::uint64_t i = 0; i < games; ++i) wins += fill->run(rng) == kFirst ? 1U : 0U;
  return wins;
}

UctResult search(const PyState& self, std::uint64_t simulations, double seconds, double exploration,
                 std::uint32_t max_nodes, std::uint64_t seed, const nb::object& is_stopped) {
  const auto state = self.state->clone();
  const auto go_on = [&] {
    const nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    return is_stopped.is_none() || !nb::cast<bool>(is_stopped());
  };
  const nb::gil_scoped_release unlocked;
  return uct_search(*state, {simulations, seconds, exploration, max_nodes, seed}, nullptr, go_on);
}

}  // namespace

void init_search(nb::module_& m) {
  nb::class_<PlayoutCounts>(m, "PlayoutCounts", "Results of random playouts.")
      .def_prop_ro(
          "wins", [](const PlayoutCounts& counts) { return std::pair(counts.wins[0], counts.wins[1]); },
          "Won games of person 0 and person 1.")
      .def_ro("draws", &PlayoutCounts::draws)
      .def_ro("unfinished", &PlayoutCounts::unfinished, "Games stopped by the ply limit.")
      .def_ro("plies", &PlayoutCounts::plies, "Turns played in all games together.");
  m.def("perft", &count_lines, "state"_a, "depth"_a);
  m.def("random_playouts", &play_out_many, "state"_a, "games"_a, "seed"_a, "max_plies"_a);
  m.def("random_fills", &fill_many, "state"_a, "games"_a, "seed"_a, "How many of the random fills black wins.");

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
