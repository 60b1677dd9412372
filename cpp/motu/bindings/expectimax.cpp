#include "motu/core/search/expectimax.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>

#include "motu/bindings/bindings.hpp"
#include "motu/bindings/calls.hpp"
#include "motu/bindings/evaluators.hpp"
#include "motu/bindings/interpreter_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

// A depth-first search for one game, and the flag that stops it.
class PyExpectimax {
 public:
  PyExpectimax(const PyState& state, const nb::object& evaluator, std::uint64_t table_entries, std::uint64_t seed)
      : game_(share(state.state->game())),
        expectimax_(static_evaluator(make_evaluator(state.state->game(), evaluator, false, seed)), table_entries) {}

  ExpectimaxResult search(const PyState& state, const SearchLimits& limits, const nb::object& report,
                          const nb::object& is_stopped) {
    check_game(*game_, *state.state, "this search");
    const OneAtATime busy(is_busy_, "engine/busy", "this search is going on already: stop it first");
    stop_.store(false);
    const DepthCallback on_depth = [&](const ExpectimaxResult& result) {
      const PythonLocked locked;
      const nb::object answer = ask_python(report, nb::cast(result));
      return answer.is_none() || nb::cast<bool>(answer);
    };
    const PollCallback go_on = go_on_until(is_stopped);
    const auto position = state.state->clone();  // other threads may go on with theirs
    const PythonUnlocked unlocked;
    return expectimax_.search(*position, limits, &stop_, report.is_none() ? DepthCallback{} : on_depth, go_on);
  }

  void stop() { stop_.store(true); }

 private:
  std::shared_ptr<const Game> game_;
  Expectimax expectimax_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> is_busy_{false};
};

}  // namespace

void init_expectimax(nb::module_& m) {
  nb::class_<ExpectimaxResult>(m, "ExpectimaxResult", "What a depth-first search found.")
      .def_ro("action", &ExpectimaxResult::action)
      .def_ro("value", &ExpectimaxResult::value, "For the person to act, in [-1, 1].")
      .def_ro("depth", &ExpectimaxResult::depth)
      .def_ro("is_certain", &ExpectimaxResult::is_certain)
      .def_ro("nodes", &ExpectimaxResult::nodes)
      .def_ro("variation", &ExpectimaxResult::variation)
      .def_ro("seconds", &ExpectimaxResult::seconds);
  nb::class_<PyExpectimax>(m, "NativeExpectimax", "A depth-first search; see motu.search.expectimax.")
      .def(nb::init<const PyState&, const nb::object&, std::uint64_t, std::uint64_t>(), "state"_a, "evaluator"_a,
           "table_entries"_a, "seed"_a)
      .def(
          "search",
          [](PyExpectimax& self, const PyState& state, std::uint64_t nodes, double seconds, int depth,
             const nb::object& report, const nb::object& is_stopped) {
            return self.search(state, {.nodes = nodes, .seconds = seconds, .depth = depth}, report, is_stopped);
          },
          "state"_a, "nodes"_a, "seconds"_a, "depth"_a, "report"_a.none(), "is_stopped"_a.none() = nb::none(),
          "`is_stopped` is asked about every 50 ms.")
      .def("stop", &PyExpectimax::stop, "End the search that is going on in another thread.");
}

}  // namespace motu
