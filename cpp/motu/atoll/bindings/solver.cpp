#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "motu/atoll/atoll.hpp"
#include "motu/atoll/bindings/bindings.hpp"
#include "motu/atoll/open_tables.hpp"
#include "motu/atoll/solver.hpp"
#include "motu/bindings/bindings.hpp"
#include "motu/bindings/calls.hpp"
#include "motu/bindings/evaluators.hpp"
#include "motu/bindings/interpreter_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

// A solver of one board, and the flag that stops it.
class PyConnectionSolver {
 public:
  PyConnectionSolver(const PyState& state, std::uint64_t bytes, int threads, const nb::object& judge) {
    const auto* atoll = atoll_state(*state.state);
    if (atoll == nullptr) throw nb::type_error("only Atoll boards have connections");
    game_ = share(atoll->game());
    const auto options =
        judge.is_none() ? ProofOptions{} : ProofOptions::judged_by(make_evaluator(*game_, judge, true, 1));
    solver_ = make_connection_solver(game_, bytes, threads, options);
  }

  SolverAnswer solve(const std::vector<int>& stones, int to_move, std::uint64_t nodes, double seconds,
                     const nb::object& report) {
    check_position(stones);
    const Colour mover = checked_colour(to_move);
    const OneAtATime busy = one_call();
    stop_ = false;
    const std::vector<std::uint8_t> board(stones.begin(), stones.end());
    const SolverCallback callback = [&](const SolverProgress& progress) {
      const PythonLocked locked;
      check_signals();
      if (report.is_none()) return true;
      const nb::object answer =
          ask_python(report, progress.nodes, progress.seconds, progress.root.phi, progress.root.delta);
      return answer.is_none() || nb::cast<bool>(answer);
    };
    const PythonUnlocked unlocked;
    return solver_->solve(board, mover, {nodes, seconds}, &stop_, callback);
  }

  void stop() { stop_ = true; }
  std::size_t bytes() const { return solver_->bytes(); }

  void save(const std::string& path, const std::string& described) {
    const OneAtATime busy = one_call();
    const PythonUnlocked unlocked;
    solver_->save(path, described);
  }
  void load(const std::string& path, const std::string& described) {
    const OneAtATime busy = one_call();
    const PythonUnlocked unlocked;
    solver_->load(path, described);
  }
  std::uint64_t keep(const std::string& path, const std::string& described) {
    const OneAtATime busy = one_call();
    const PythonUnlocked unlocked;
    return solver_->keep(path, described);
  }

 private:
  OneAtATime one_call() { return {is_busy_, "solve/busy", "this solver is at work: stop it first"}; }

  void check_position(const std::vector<int>& stones) const {
    const auto cells = static_cast<std::size_t>(game_->num_cells());
    const bool right_colours = std::ranges::all_of(stones, [](int stone) { return stone >= 0 && stone <= 2; });
    if (stones.size() == cells && right_colours) return;
    throw Error("solve/other-game", "this solver is for " + game_->description() + ": a position has " +
                                        std::to_string(cells) + " entries 0, 1 or 2, not " +
                                        std::to_string(stones.size()) + " of any kind");
  }

  std::shared_ptr<const AtollGame> game_;
  std::unique_ptr<ConnectionSolver> solver_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> is_busy_{false};
};

std::shared_ptr<const AtollGame> atoll_of(const std::shared_ptr<const Game>& game) {
  auto atoll = std::dynamic_pointer_cast<const AtollGame>(game);
  if (atoll == nullptr) throw nb::type_error("only Atoll boards have connections");
  return atoll;
}

}  // namespace

void init_atoll_solver(nb::module_& m) {
  nb::class_<SolverAnswer>(m, "SolverAnswer", "Who wins a position by placing stones in turn.")
      .def_ro("winner", &SolverAnswer::winner, "A colour; 2 when a limit was met first.")
      .def_ro("move", &SolverAnswer::move, "Wins, or puts up the longest defence known; -1 while nothing is known.")
      .def_ro("carrier", &SolverAnswer::carrier, "Empty cells within which the winner wins.")
      .def_ro("nodes", &SolverAnswer::nodes)
      .def_ro("cpu_seconds", &SolverAnswer::cpu_seconds)
      .def_prop_ro("proof", [](const SolverAnswer& self) { return self.root.phi; })
      .def_prop_ro("disproof", [](const SolverAnswer& self) { return self.root.delta; });
  nb::class_<PyConnectionSolver>(m, "NativeConnectionSolver", "Proof-number search; see motu.solve.connection_solver.")
      .def(nb::init<const PyState&, std::uint64_t, int, const nb::object&>(), "state"_a, "memory_bytes"_a, "threads"_a,
           "judge"_a.none() = nb::none())
      .def("solve", &PyConnectionSolver::solve, "stones"_a, "to_move"_a, "nodes"_a, "seconds"_a, "report"_a.none())
      .def("save", &PyConnectionSolver::save, "path"_a, "described"_a)
      .def("load", &PyConnectionSolver::load, "path"_a, "described"_a)
      .def("keep", &PyConnectionSolver::keep, "path"_a, "described"_a, "Positions that the file holds then.")
      .def_prop_ro("memory_bytes", &PyConnectionSolver::bytes)
      .def("stop", &PyConnectionSolver::stop, "End the call that is going on in another thread.");
  m.def(
      "board_fingerprint",
      [](const std::shared_ptr<const Game>& game) { return board_fingerprint(atoll_of(game)->board()); }, "game"_a,
      "What tells the boards of Atoll apart, turned or renamed ones included.");
  m.def(
      "use_connection_table",
      [](const std::shared_ptr<const Game>& game, const std::string& path, const std::string& described) {
        const auto atoll = atoll_of(game);
        const PythonUnlocked unlocked;
        use_connection_table(*atoll, path, described);
      },
      "game"_a, "path"_a, "described"_a);
  m.def("forget_connection_tables", &forget_connection_tables);
}

}  // namespace motu
