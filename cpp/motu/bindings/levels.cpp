#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include "motu/bindings/bindings.hpp"
#include "motu/bindings/calls.hpp"
#include "motu/bindings/evaluators.hpp"
#include "motu/bindings/interpreter_lock.hpp"
#include "motu/bindings/shared_object.hpp"
#include "motu/core/levels/level_player.hpp"
#include "motu/core/levels/tactics.hpp"
#include "motu/core/state/game_type.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

// A player, and the promise that it has one caller at a time.
class PyLevelPlayer {
 public:
  explicit PyLevelPlayer(std::uint64_t seed) : player_(seed) {}

  void take_level(const Game& game, const Level& level, nb::object evaluator) {
    const OneAtATime busy = one_call();
    player_.take_level(game, level,
                       [held = SharedObject(std::move(evaluator))](const Game& played, std::uint64_t seed) {
                         const PythonLocked locked;
                         return make_evaluator(played, *held, true, seed);
                       });
  }

  LevelChoice choose(const PyState& state, const nb::object& is_stopped) {
    const OneAtATime busy = one_call();
    const PollCallback go_on = go_on_until(is_stopped);
    const auto position = state.state->clone();  // other threads may go on with theirs
    const PythonUnlocked unlocked;
    return player_.choose(*position, go_on);
  }

  std::uint64_t bytes() {
    const OneAtATime busy = one_call();
    return player_.num_bytes();
  }

 private:
  OneAtATime one_call() { return {is_busy_, "engine/busy", "this player is choosing already"}; }

  LevelPlayer player_;
  std::atomic<bool> is_busy_{false};
};

Level make_level(int considers, std::uint64_t visits, int cells, int depth, double seconds, int threads,
                 double temperature, double naivety, double sees_threats, bool swaps_centre) {
  return {considers, visits, cells, depth, seconds, threads, temperature, naivety, sees_threats, swaps_centre};
}

std::shared_ptr<Eye> make_eye(const Game& game) {
  const auto make = game.type().make_eye;
  if (make == nullptr) throw Error("engine/unknown-level", "this game has no levels");
  return make(game);
}

std::vector<double> weights(const Eye& eye, const PyState& state, const std::vector<Action>& actions, double naivety) {
  return eye.weights(*state.state, actions, naivety);
}

}  // namespace

void init_levels(nb::module_& m) {
  m.def(
      "winning_actions",
      [](const PyState& state, const std::optional<std::vector<Action>>& actions) {
        const auto position = state.state->clone();
        return actions ? winning_actions(*position, *actions) : winning_actions(*position);
      },
      "state"_a, "actions"_a.none() = nb::none());
  m.def("threats", [](const PyState& state) { return threats(*state.state); }, "state"_a);
  m.def(
      "answers",
      [](const PyState& state, const std::vector<Action>& against, const std::vector<Action>& actions) {
        return answers(*state.state->clone(), against, actions);
      },
      "state"_a, "against"_a, "actions"_a);

  nb::class_<Eye>(m, "NativeEye", "What attracts somebody who looks at the board and does not calculate.")
      .def(nb::new_(&make_eye), "game"_a)
      .def("weights", &weights, "state"_a, "actions"_a, "naivety"_a,
           "How much each of some legal actions attracts, all above 0; no swap among them. The naivety is from 0, who "
           "looks at what matters, to 1, who looks at the last stones or trusts in luck.")
      .def("is_central", &Eye::is_central, "cell"_a, "Whether a first stone there is worth the swap at a glance.");

  nb::class_<Level>(m, "NativeLevel", "How a level plays; see motu.search.levels.")
      .def(nb::new_(&make_level), "considers"_a, "visits"_a, "cells"_a, "depth"_a, "seconds"_a, "threads"_a,
           "temperature"_a, "naivety"_a, "sees_threats"_a, "swaps_centre"_a)
      .def("visits_on", &Level::visits_on, "game"_a);
  nb::class_<LevelChoice>(m, "LevelChoice", "What a level decided.")
      .def_ro("action", &LevelChoice::action)
      .def_ro("value", &LevelChoice::value, "For the person to act, in [-1, 1]; None: it has no opinion.")
      .def_ro("visits", &LevelChoice::visits)
      .def_ro("simulations", &LevelChoice::simulations);
  nb::class_<PyLevelPlayer>(m, "NativeLevelPlayer", "Plays at a level; see motu.search.level_player.")
      .def(nb::init<std::uint64_t>(), "seed"_a)
      .def("take_level", &PyLevelPlayer::take_level, "game"_a, "level"_a, "evaluator"_a,
           "Take a level of a game, and forget what was known of another.")
      .def("choose", &PyLevelPlayer::choose, "state"_a, "is_stopped"_a.none() = nb::none(),
           "`is_stopped` is asked about every 50 ms.")
      .def_prop_ro("bytes", &PyLevelPlayer::bytes, "What its search keeps between moves.");
}

}  // namespace motu
