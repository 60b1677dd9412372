#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <string>
#include <utility>

#include "motu/atomorph/bindings/bindings.hpp"
#include "motu/atomorph/open_tables.hpp"
#include "motu/atomorph/oracle.hpp"
#include "motu/atomorph/table_facts.hpp"
#include "motu/bindings/bindings.hpp"
#include "motu/bindings/calls.hpp"
#include "motu/bindings/evaluators.hpp"
#include "motu/bindings/interpreter_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

std::shared_ptr<const AtomorphGame> atomorph_of(const PyState& self) {
  const auto* game = as<AtomorphGame>(self.state->game());
  if (game == nullptr) throw nb::type_error("only Atomorph is solved here");
  return share(*game);
}

std::unique_ptr<Evaluator> judge_of(const PyState& state, const nb::object& judge) {
  return judge.is_none() ? nullptr : make_evaluator(*atomorph_of(state), judge, true, 1);
}

// Called without the interpreter's lock; signals (Ctrl-C) are looked after even where nobody wants to hear anything.
template <class... Args>
bool ask(const nb::object& report, Args... args) {
  const PythonLocked locked;
  check_signals();
  return report.is_none() || nb::cast<bool>(ask_python(report, args...));
}

// Answers from a table or from a search. One call at a time.
class PySolver {
 public:
  PySolver(std::shared_ptr<const FlipTable> table)
      : table_(std::move(table)), oracle_(std::make_unique<FlipTableOracle>(table_)) {}
  PySolver(const PyState& state, std::size_t memory_bytes, int threads, const nb::object& judge)
      : oracle_(FlipSearchOracle::make(atomorph_of(state), memory_bytes, limits_, judge_of(state, judge), threads)),
        search_(static_cast<FlipSearchOracle*>(oracle_.get())) {}

  // The caller owns it; null where it was stopped.
  static PySolver* build(const PyState& state, int threads, const nb::object& report) {
    const auto game = atomorph_of(state);
    const PythonUnlocked unlocked;
    auto table = FlipTable::build(game, threads, [&](double done) { return ask(report, done); });
    return table == nullptr ? nullptr : new PySolver(std::move(table));
  }
  static PySolver* load(const PyState& state, const std::string& path) {
    const auto game = atomorph_of(state);
    const PythonUnlocked unlocked;
    return new PySolver(FlipTable::load(game, path));
  }

  // The table of all positions, or what the search learnt.
  void save(const std::string& path) const {
    const OneAtATime busy = one_call();
    const PythonUnlocked unlocked;
    if (search_ != nullptr) return search_->save(path);
    table_->save(path);
  }
  // Adds to what the search knows.
  void add(const std::string& path) {
    if (search_ == nullptr) throw nb::type_error("this solver has a table: it does not search");
    const OneAtATime busy = one_call();
    const PythonUnlocked unlocked;
    search_->load(path);
  }

  const FlipTable& table() const {
    if (table_ == nullptr) throw nb::type_error("this solver searches: it has no table");
    return *table_;
  }
  void share() const {
    table();
    share_flip_table(table_);
  }
  std::uint64_t nodes() const { return search_ != nullptr ? search_->nodes() : 0; }
  std::size_t bytes() const { return table_ != nullptr ? table_->num_entries() : search_->bytes(); }

  // Proof and disproof number of the search of a state; None where there is none.
  nb::object numbers(const PyState& self) const {
    if (search_ == nullptr) return nb::none();
    const OneAtATime busy = one_call();
    check_rules(*self.state);
    const auto found = numbers_of(*search_, *self.state->clone());
    return found ? nb::object(nb::make_tuple(found->phi, found->delta)) : nb::none();
  }

  // Calls work(state) with a copy of the state, without the lock, under these limits.
  template <class F>
  auto with(const PyState& self, std::uint64_t nodes, const nb::object& report, F&& work) {
    const OneAtATime busy = one_call();
    check_rules(*self.state);
    const auto state = self.state->clone();
    limits_.until = nodes > 0 ? this->nodes() + nodes : 0;
    limits_.go_on = [&](const FlipProgress& at) { return ask(report, at.nodes, at.root.phi, at.root.delta); };
    const PythonUnlocked unlocked;
    return work(*oracle_, *state);
  }

 private:
  OneAtATime one_call() const {
    return {is_busy_, "solve/busy", "this solver is at work for somebody else: wait for it"};
  }

  // The pie rule is the caller's affair; everything else has to agree.
  void check_rules(const State& state) const {
    const auto* game = as<AtomorphGame>(state.game());
    AtomorphRules rules = oracle_->game().rules();
    if (game != nullptr) rules.swap = game->rules().swap;
    if (game == nullptr || game->rules() != rules) {
      check_game(oracle_->game(), state, "this solver", "solve");
    }
  }

  std::shared_ptr<const FlipTable> table_;
  FlipSearchLimits limits_;
  std::unique_ptr<FlipOracle> oracle_;
  FlipSearchOracle* search_ = nullptr;  // the oracle, where it searches
  mutable std::atomic<bool> is_busy_{false};
};

std::optional<FlipFacts> facts_of(const PySolver& self, const nb::object& report) {
  const FlipTable& table = self.table();
  const PythonUnlocked unlocked;
  return find_flip_facts(table, [&](double done) { return ask(report, done); });
}

std::uint64_t check_table(const PySolver& self, int threads, const nb::object& report) {
  const FlipTable& table = self.table();
  const PythonUnlocked unlocked;
  return check_flip_table(table, threads, [&](double done) { return ask(report, done); });
}

// The stones of a place as State::stones gives them, whose turn it is and the flags.
nb::tuple place_of(const PySolver& self, const FlipPlace& place) {
  const auto stones = self.table().board().stones_of(place.position, place.to_move);
  const std::vector<int> colours(stones.begin(), stones.end());
  return nb::make_tuple(nb::cast(colours), static_cast<int>(place.to_move), FlipBoard::flags_of(place.position));
}

nb::object longest_of(const PySolver& self, const std::optional<FlipLongest>& longest) {
  if (!longest) return nb::none();
  return nb::make_tuple(longest->plies, place_of(self, longest->place));
}

nb::object harm_of(const PySolver& self, const std::optional<FlipHarm>& harm) {
  if (!harm) return nb::none();
  const int size = self.table().board().size();
  const int point = harm->place.to_move == kFirst ? harm->point : harm->point % size * size + harm->point / size;
  return nb::make_tuple(place_of(self, harm->place), point, harm->before.value(), harm->after.value());
}

void init_results(nb::module_& m) {
  nb::class_<FlipAnswer>(m, "NativeFlipAnswer", "Bounds of a value, and plies to the end or 0.")
      .def_ro("lower", &FlipAnswer::lower)
      .def_ro("upper", &FlipAnswer::upper)
      .def_ro("plies", &FlipAnswer::plies);
  nb::class_<FlipReplay>(m, "NativeFlipReplay", "What came of playing a claim out.")
      .def_ro("holds", &FlipReplay::holds)
      .def_ro("is_complete", &FlipReplay::is_complete)
      .def_ro("positions", &FlipReplay::positions)
      .def_ro("games", &FlipReplay::games)
      .def_ro("failure", &FlipReplay::failure);
  nb::class_<FlipFacts::ExtraStone>(m, "NativeExtraStone", "Whether a stone more can hurt its owner.")
      .def_ro("tried", &FlipFacts::ExtraStone::tried)
      .def_ro("hurts", &FlipFacts::ExtraStone::hurts);
  nb::class_<FlipFacts>(m, "NativeFlipFacts", "What a table says as a whole; see motu.solve.flip_facts.")
      .def_prop_ro("results",
                   [](const FlipFacts& facts) { return std::vector(facts.results.begin(), facts.results.end()); })
      .def_ro("reachable", &FlipFacts::reachable)
      .def(
          "extra", [](const FlipFacts& facts, bool is_movers) { return facts.extra[is_movers ? 0 : 1]; },
          "is_movers"_a);
}

}  // namespace

void init_atomorph_solver(nb::module_& m) {
  init_results(m);
  nb::class_<PySolver>(m, "NativeFlipSolver", "Answers from a table or a search; see motu.solve.flip_solver.")
      .def(nb::init<const PyState&, std::size_t, int, const nb::object&>(), "state"_a, "memory_bytes"_a, "threads"_a,
           "judge"_a.none() = nb::none())
      .def_static(
          "build", &PySolver::build, "state"_a, "threads"_a, "report"_a.none(), nb::rv_policy::take_ownership,
          nb::sig("def build(state: NativeState, threads: int, report: object | None) -> NativeFlipSolver | None"),
          "None where it was stopped.")
      .def_static("load", &PySolver::load, "state"_a, "path"_a, nb::rv_policy::take_ownership)
      .def("save", &PySolver::save, "path"_a, "The table, or what the search learnt.")
      .def("add", &PySolver::add, "path"_a, "Add what another search saved.")
      .def("share", &PySolver::share, "Let searches of this process use the table.")
      .def_prop_ro("nodes", &PySolver::nodes, "Positions searched so far.")
      .def_prop_ro("bytes", &PySolver::bytes, "What the table takes.")
      .def("numbers", &PySolver::numbers, "state"_a,
           nb::sig("def numbers(self, state: NativeState) -> tuple[int, int] | None"),
           "Proof and disproof number; None from a table, where a swap is ahead, and at the end.")
      .def("check_table", &check_table, "threads"_a, "report"_a.none())
      .def("facts", &facts_of, "report"_a.none())
      .def(
          "longest", [](const PySolver& self, const FlipFacts& facts) { return longest_of(self, facts.longest); },
          "facts"_a,
          nb::sig("def longest(self, facts: NativeFlipFacts) -> tuple[int, tuple[list[int], int, int]] | None"))
      .def(
          "longest_reachable",
          [](const PySolver& self, const FlipFacts& facts) { return longest_of(self, facts.longest_reachable); },
          "facts"_a,
          nb::sig(
              "def longest_reachable(self, facts: NativeFlipFacts) -> tuple[int, tuple[list[int], int, int]] | None"))
      .def(
          "smallest",
          [](const PySolver& self, const FlipFacts::ExtraStone& extra) { return harm_of(self, extra.smallest); },
          "extra"_a,
          nb::sig(
              "def smallest(self, extra: NativeExtraStone) -> tuple[tuple[list[int], int, int], int, int, int] | None"))
      .def(
          "smallest_reachable",
          [](const PySolver& self, const FlipFacts::ExtraStone& extra) {
            return harm_of(self, extra.smallest_reachable);
          },
          "extra"_a,
          nb::sig("def smallest_reachable(self, extra: NativeExtraStone) -> tuple[tuple[list[int], int, int], int, "
                  "int, int] | None"))
      .def(
          "answer",
          [](PySolver& self, const PyState& state, std::uint64_t nodes, const nb::object& report, bool is_known) {
            return self.with(state, nodes, report,
                             [&](FlipOracle& oracle, State& copy) { return answer(oracle, copy, is_known); });
          },
          "state"_a, "nodes"_a, "report"_a.none(), "is_known"_a = false)
      .def(
          "answer_after",
          [](PySolver& self, const PyState& state, Action action, std::uint64_t nodes, const nb::object& report,
             bool is_known) {
            return self.with(state, nodes, report, [&](FlipOracle& oracle, State& copy) {
              return answer_after(oracle, copy, action, is_known);
            });
          },
          "state"_a, "action"_a, "nodes"_a, "report"_a.none(), "is_known"_a = false)
      .def(
          "best_line",
          [](PySolver& self, const PyState& state) {
            return self.with(state, 0, nb::none(),
                             [](FlipOracle& oracle, State& copy) { return best_line(oracle, copy); });
          },
          "state"_a)
      .def(
          "replay",
          [](PySolver& self, const PyState& state, int person, int value, std::uint64_t max_positions,
             std::uint64_t seed, std::uint64_t nodes, const nb::object& report) {
            return self.with(state, nodes, report, [&](FlipOracle& oracle, State& copy) {
              return replay(oracle, copy, person, value, max_positions, seed);
            });
          },
          "state"_a, "person"_a, "value"_a, "max_positions"_a, "seed"_a, "nodes"_a, "report"_a.none());
  m.def("forget_flip_tables", &forget_flip_tables);
}

}  // namespace motu
