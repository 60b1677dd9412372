#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <string>
#include <utility>

#include "motu/bindings/bindings.hpp"
#include "motu/bindings/calls.hpp"
#include "motu/bindings/evaluators.hpp"
#include "motu/bindings/interpreter_lock.hpp"
#include "motu/core/search/advisor.hpp"
#include "motu/core/search/limits.hpp"
#include "motu/core/search/mcts.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

// A tree and the flag that stops its search.
class PyTree {
 public:
  PyTree(const PyState& root, const nb::object& evaluator, bool has_priors, const SearchOptions& options,
         bool asks_tables)
      : tree_(*root.state, *make_evaluator(root.state->game(), evaluator, has_priors, options.seed), options,
              make_advisor(root.state->game(), asks_tables).get()) {}

  SearchResult search(const SearchLimits& limits, const nb::object& report, double report_seconds) {
    const OneAtATime busy = one_call();
    stop_.store(false);
    // Called in this thread: signals (Ctrl-C) are looked after even where nobody wants to hear anything.
    const ReportCallback callback = [&](const SearchResult& result) {
      const PythonLocked locked;
      check_signals();
      if (report.is_none()) return true;
      const nb::object answer = ask_python(report, nb::cast(result));
      return answer.is_none() || nb::cast<bool>(answer);
    };
    if (!limits.is_bounded() && report.is_none()) {
      throw Error("engine/limits",
                  "a search needs a bound: visits, nodes or seconds above 0, or a report that stops it");
    }
    const PythonUnlocked unlocked;
    return tree_.search(limits, &stop_, callback, report_seconds);
  }

  SearchResult result() {
    const OneAtATime busy = one_call();
    const PythonUnlocked unlocked;
    return tree_.result();
  }

  std::uint64_t bytes() {
    const OneAtATime busy = one_call();
    return tree_.num_bytes();
  }

  void advance(Action action) {
    const OneAtATime busy = one_call();
    const PythonUnlocked unlocked;
    tree_.advance(action);
  }

  bool advance_to(const PyState& state) {
    const OneAtATime busy = one_call();
    const auto position = state.state->clone();  // other threads may go on with theirs
    const PythonUnlocked unlocked;
    return tree_.advance_to(*position);
  }

  void stop() { stop_.store(true); }

 private:
  OneAtATime one_call() { return {is_busy_, "engine/busy", "this tree is being searched: stop it first"}; }

  SearchTree tree_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> is_busy_{false};
};

void init_options(nb::module_& m) {
  nb::class_<SearchOptions>(m, "SearchOptions", "How a search weighs what it knows; see motu.search.mcts.")
      .def(nb::init<>())
      .def_rw("c_puct", &SearchOptions::c_puct)
      .def_rw("fpu_reduction", &SearchOptions::fpu_reduction)
      .def_rw("lcb", &SearchOptions::lcb)
      .def_rw("exploration", &SearchOptions::exploration)
      .def_rw("rave_initial", &SearchOptions::rave_initial)
      .def_rw("rave_final", &SearchOptions::rave_final)
      .def_rw("expand_visits", &SearchOptions::expand_visits)
      .def_rw("max_memory", &SearchOptions::max_memory)
      .def_rw("max_nodes", &SearchOptions::max_nodes)
      .def_rw("threads", &SearchOptions::threads)
      .def_rw("batch", &SearchOptions::batch)
      .def_rw("gumbel", &SearchOptions::gumbel)
      .def_rw("gumbel_scale", &SearchOptions::gumbel_scale)
      .def_rw("roll_faces", &SearchOptions::roll_faces)
      .def_rw("advise_visits", &SearchOptions::advise_visits)
      .def_rw("seed", &SearchOptions::seed);
}

void init_results(nb::module_& m) {
  nb::class_<FaceReport>(m, "FaceReport", "A face of a roll, outcomes that lead to the same position being one.")
      .def_ro("outcome", &FaceReport::outcome)
      .def_ro("probability", &FaceReport::probability)
      .def_ro("visits", &FaceReport::visits)
      .def_ro("value", &FaceReport::value);
  nb::class_<RootMove>(m, "RootMove", "What is known about a move.")
      .def_ro("action", &RootMove::action)
      .def_ro("visits", &RootMove::visits)
      .def_ro("value", &RootMove::value, "Expected result for the person to act, in [-1, 1].")
      .def_ro("prior", &RootMove::prior)
      .def_ro("lower", &RootMove::lower, "The value is proved to be at least this.")
      .def_ro("upper", &RootMove::upper, "The value is proved to be at most this.")
      .def_ro("plies", &RootMove::plies, "Turns to the end where the result is proved, this one included; else 0.")
      .def_ro("is_pruned", &RootMove::is_pruned)
      .def_ro("variation", &RootMove::variation)
      .def_ro("faces", &RootMove::faces);
  nb::class_<SearchResult>(m, "SearchResult", "What a search knows about its root.")
      .def_ro("moves", &SearchResult::moves, "Best first.")
      .def_ro("simulations", &SearchResult::simulations)
      .def_ro("visits", &SearchResult::visits)
      .def_ro("nodes", &SearchResult::nodes)
      .def_ro("bytes", &SearchResult::bytes, "What the tree takes.")
      .def_ro("seconds", &SearchResult::seconds)
      .def_ro("value", &SearchResult::value)
      .def_ro("lower", &SearchResult::lower)
      .def_ro("upper", &SearchResult::upper);
}

}  // namespace

void init_mcts(nb::module_& m) {
  init_options(m);
  init_results(m);
  nb::class_<PyTree>(m, "NativeTree", "A search tree; see motu.search.mcts.SearchTree.")
      .def(nb::init<const PyState&, const nb::object&, bool, const SearchOptions&, bool>(), "root"_a, "evaluator"_a,
           "has_priors"_a, "options"_a, "asks_tables"_a)
      .def(
          "search",
          [](PyTree& self, std::uint64_t visits, std::uint64_t nodes, double seconds, int depth,
             const nb::object& report,
             double report_seconds) { return self.search({visits, nodes, seconds, depth}, report, report_seconds); },
          "visits"_a, "nodes"_a, "seconds"_a, "depth"_a, "report"_a.none(), "report_seconds"_a)
      .def("result", &PyTree::result)
      .def_prop_ro("bytes", &PyTree::bytes, "What the tree takes.")
      .def("advance", &PyTree::advance, "action"_a)
      .def("advance_to", &PyTree::advance_to, "state"_a)
      .def("stop", &PyTree::stop, "End the search that is going on in another thread.");
  m.def(
      "seconds_for_move",
      [](double remaining, double increment, int moves_left) {
        return seconds_for_move({remaining, increment, moves_left});
      },
      "remaining"_a, "increment"_a, "moves_left"_a);
}

}  // namespace motu
