#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "motu/atmalof/bindings/bindings.hpp"
#include "motu/atmalof/open_tables.hpp"
#include "motu/atmalof/solver.hpp"
#include "motu/atmalof/table.hpp"
#include "motu/atmalof/table_judge.hpp"
#include "motu/bindings/bindings.hpp"
#include "motu/bindings/calls.hpp"
#include "motu/bindings/interpreter_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

std::shared_ptr<const AtmalofGame> atmalof_of(const std::shared_ptr<const Game>& game) {
  auto atmalof = std::dynamic_pointer_cast<const AtmalofGame>(game);
  if (!atmalof) throw Error("solve/game", "tables of layers are made of Atmalof and of no other game");
  return atmalof;
}

// Asks Python whether to go on; signals end everything with their exception.
template <class F>
bool ask(const nb::object& report, F&& argument) {
  const PythonLocked locked;
  check_signals();
  if (report.is_none()) return true;
  const nb::object answer = ask_python(report, argument());
  return answer.is_none() || nb::cast<bool>(answer);
}

bool goes_on() {
  check_signals();
  return true;
}

// Solving and writing what was solved; the progress may be asked for meanwhile.
class PyLineSolve {
 public:
  PyLineSolve(const std::shared_ptr<const Game>& game, const std::string& folder, const LineSolveOptions& options)
      : solve_(atmalof_of(game), folder, options) {}

  bool run(const nb::object& report) {
    const OneAtATime busy = one_call();
    const PythonUnlocked unlocked;
    const bool is_finished = solve_.run([&](const LineSolveProgress& progress) {
      note(progress);
      return ask(report, [&] { return nb::cast(progress); });
    });
    note(solve_.progress());
    return is_finished;
  }
  bool write(const std::string& path) {
    const OneAtATime busy = one_call();
    const PythonUnlocked unlocked;
    return LineTable::write(solve_, path, goes_on);
  }
  // As of the last report.
  LineSolveProgress progress() {
    const std::lock_guard guard(lock_);
    return noted_;
  }

 private:
  OneAtATime one_call() { return {is_busy_, "solve/busy", "this solver is at work: stop it first"}; }

  void note(const LineSolveProgress& progress) {
    const std::lock_guard guard(lock_);
    noted_ = progress;
  }

  LineSolve solve_;
  std::mutex lock_;
  LineSolveProgress noted_ = solve_.progress();
  std::atomic<bool> is_busy_{false};
};

using ActionValues = std::vector<std::tuple<Action, double, double>>;

// Lower and upper bound, and those of every action.
std::tuple<double, double, ActionValues> judge(const std::shared_ptr<const LineTable>& table, const PyState& self) {
  const auto position = self.state->clone();
  const LineVerdict verdict = [&] {
    const PythonUnlocked unlocked;
    return LineJudge(table).judge(*position);
  }();
  ActionValues actions;
  for (const auto& [action, bounds] : verdict.actions) {
    actions.emplace_back(action, as_value(bounds.lower), as_value(bounds.upper));
  }
  return {as_value(verdict.bounds.lower), as_value(verdict.bounds.upper), actions};
}

LineCheck check(const std::shared_ptr<const LineTable>& table, std::uint64_t count, std::uint64_t seed,
                const nb::object& report) {
  const PythonUnlocked unlocked;
  return check_table(table, count, seed,
                     [&](std::uint64_t looked_at) { return ask(report, [&] { return nb::cast(looked_at); }); });
}

void init_line_solve(nb::module_& m) {
  nb::class_<LineSolveOptions>(m, "LineSolveOptions", "See motu.solve.line_solver.")
      .def(nb::init<>())
      .def_rw("tolerance", &LineSolveOptions::tolerance)
      .def_rw("threads", &LineSolveOptions::threads)
      .def_rw("seconds", &LineSolveOptions::seconds)
      .def_rw("memory", &LineSolveOptions::memory);
  nb::class_<LineSolveProgress>(m, "LineSolveProgress", "How far the work on a table is.")
      .def_ro("own", &LineSolveProgress::own)
      .def_ro("enemy", &LineSolveProgress::enemy)
      .def_ro("sweeps", &LineSolveProgress::sweeps)
      .def_ro("changes", &LineSolveProgress::changes)
      .def_ro("finished", &LineSolveProgress::finished)
      .def_ro("positions", &LineSolveProgress::positions)
      .def_ro("visits", &LineSolveProgress::visits)
      .def_ro("seconds", &LineSolveProgress::seconds);
  nb::class_<PyLineSolve>(m, "NativeLineSolve", "See motu.solve.line_solver.LineSolver.")
      .def(nb::init<const std::shared_ptr<const Game>&, const std::string&, const LineSolveOptions&>(), "game"_a,
           "folder"_a, "options"_a)
      .def("run", &PyLineSolve::run, "report"_a.none())
      .def("write", &PyLineSolve::write, "path"_a)
      .def_prop_ro("progress", &PyLineSolve::progress);
  m.def(
      "line_solve_size",
      [](const std::shared_ptr<const Game>& game) {
        const LineSolveSize size = LineSolve::size_of(*atmalof_of(game));
        return std::pair{size.positions, size.memory};
      },
      "game"_a, "Positions up to symmetry, and bytes of memory that solving them takes.");
}

void init_tables(nb::module_& m) {
  nb::class_<LayerFacts>(m, "LayerFacts", "See motu.solve.line_solver.")
      .def_ro("own", &LayerFacts::own)
      .def_ro("enemy", &LayerFacts::enemy)
      .def_ro("sweeps", &LayerFacts::sweeps)
      .def_ro("seconds", &LayerFacts::seconds)
      .def_ro("entries", &LayerFacts::entries)
      .def_ro("positions", &LayerFacts::positions)
      .def_ro("open", &LayerFacts::open);
  nb::class_<LineCheck>(m, "LineCheck", "What a check of a table found.")
      .def_ro("positions", &LineCheck::positions)
      .def_ro("wrong", &LineCheck::wrong)
      .def_ro("worst", &LineCheck::worst)
      .def_ro("first_wrong", &LineCheck::first_wrong);
  nb::class_<LineTable>(m, "NativeLineTable", "See motu.solve.line_solver.LineSolver.")
      .def_static(
          "open", [](const std::string& path) { return LineTable::open(path); }, "path"_a,
          nb::call_guard<PythonUnlocked>())
      .def_prop_ro("tolerance", &LineTable::tolerance)
      .def_prop_ro("bytes", &LineTable::bytes)
      .def_prop_ro("facts", &LineTable::facts)
      .def("judge", &judge, "state"_a)
      .def("check", &check, "count"_a, "seed"_a, "report"_a.none());
}

}  // namespace

void init_atmalof_solver(nb::module_& m) {
  init_line_solve(m);
  init_tables(m);
  m.def(
      "use_line_table", [](const std::string& path) { use_line_table(path); }, "path"_a,
      nb::call_guard<PythonUnlocked>());
  m.def("forget_line_tables", &forget_line_tables);
  m.def("take_damage", &take_damage, "What searches found damaged in tables since the last time.");
}

}  // namespace motu
