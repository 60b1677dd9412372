#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "motu/atmalof/bindings/bindings.hpp"
#include "motu/atmalof/bindings/line_weights.hpp"
#include "motu/atmalof/evaluator.hpp"
#include "motu/atmalof/match.hpp"
#include "motu/atmalof/shipped_nets.hpp"
#include "motu/atmalof/threats.hpp"
#include "motu/atmalof/trainer.hpp"
#include "motu/atmalof/weights_file.hpp"
#include "motu/bindings/bindings.hpp"
#include "motu/bindings/calls.hpp"
#include "motu/bindings/interpreter_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

std::string_view bytes_of(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

nb::bytes to_python(const std::string& bytes) { return nb::bytes(bytes.data(), bytes.size()); }

const AtmalofGame& atmalof_of(const Game& game) {
  const auto* atmalof = as<AtmalofGame>(game);
  if (atmalof == nullptr) throw Error("engine/not-atmalof", "lines of pieces win in Atmalof and in no other game");
  return *atmalof;
}

// The tables of a position's windows are made anew each time: for people who look at positions, not for searches.
LineBoard board_of(const State& state) {
  LineBoard board(std::make_shared<const LineTables>(share(atmalof_of(state.game()))));
  board.load(state);
  return board;
}

std::pair<double, Action> chance_of(const PyState& self, std::int64_t colour) {
  const TurnChance found = turn_chance(board_of(*self.state), checked_colour(colour));
  return {found.chance, found.action};
}

std::vector<LineThreat> threats_of(const PyState& self, std::int64_t colour) {
  return line_threats(board_of(*self.state), checked_colour(colour));
}

std::vector<int> squares_of(const Game& game, std::int64_t window) {
  const LineWindows windows(atmalof_of(game), atmalof_of(game).rules().line);
  check_index(window, windows.count(), "window");
  const auto squares = windows.squares(static_cast<int>(window));
  return {squares.begin(), squares.end()};
}

std::vector<float> values_of(const PyState& self) {
  if (self.state->is_terminal()) throw Error("engine/no-move", "the game is over: there is no turn to judge");
  LineTurns turns(line_net_for(atmalof_of(self.state->game())));
  turns.load(*self.state);
  return turns.values();
}

// A trainer and the flag that stops it; one thread at a time has it, the others wait.
class PyTrainer {
  template <class F>
  auto waiting(F&& work) {
    const PythonUnlocked unlocked;
    const std::lock_guard guard(lock_);
    return work();
  }

 public:
  PyTrainer(const std::vector<std::shared_ptr<const Game>>& games, const LineTraining& options)
      : trainer_(atmalofs(games), options) {}

  void train(std::uint64_t games) {
    const PythonUnlocked unlocked;
    const std::lock_guard guard(lock_);
    SignalWatch watch;
    constexpr std::uint64_t kGames = 8;  // at a time
    for (std::uint64_t left = games; left > 0 && !stop_.load();) {
      const std::uint64_t part = std::min(left, kGames);
      trainer_.train(part, &stop_);
      watch();
      left -= part;
    }
  }
  void stop() { stop_.store(true); }
  std::uint64_t games() {
    return waiting([&] { return trainer_.games(); });
  }
  std::uint64_t positions() {
    return waiting([&] { return trainer_.positions(); });
  }
  nb::bytes weights() {
    return to_python(waiting([&] { return trainer_.weights(); }));
  }
  nb::bytes checkpoint() {
    return to_python(waiting([&] { return trainer_.checkpoint(); }));
  }
  void restore(const nb::bytes& bytes) {
    waiting([&] {
      trainer_.restore(bytes_of(bytes));
      return true;
    });
  }

 private:
  static std::vector<std::shared_ptr<const AtmalofGame>> atmalofs(
      const std::vector<std::shared_ptr<const Game>>& games) {
    std::vector<std::shared_ptr<const AtmalofGame>> found;
    for (const auto& game : games) found.push_back(share(atmalof_of(*game)));
    return found;
  }
  LineTrainer trainer_;
  std::mutex lock_;
  std::atomic<bool> stop_{false};
};

std::shared_ptr<const LineNet> net_of(const AtmalofGame& game, const std::optional<nb::bytes>& weights) {
  return weights ? read_line_net(game, bytes_of(*weights)) : general_line_net(game);
}

LineMatch play_match(const Game& game, const nb::bytes& first, const std::optional<nb::bytes>& second,
                     std::uint64_t pairs, std::uint64_t seed) {
  const AtmalofGame& atmalof = atmalof_of(game);
  const auto ours = net_of(atmalof, first);
  const auto theirs = net_of(atmalof, second);
  const PythonUnlocked unlocked;
  return play_line_match(atmalof, ours, theirs, pairs, seed, SignalWatch());
}

LineMatch play_games(const Game& game, const nb::bytes& weights, std::uint64_t games, std::uint64_t seed) {
  const AtmalofGame& atmalof = atmalof_of(game);
  const auto net = net_of(atmalof, weights);
  const PythonUnlocked unlocked;
  return play_line_games(atmalof, net, games, seed, SignalWatch());
}

// What a file of weights that came with the program says about itself.
struct ShippedLines {
  LineFile file;
  std::string_view bytes;
};

std::vector<ShippedLines> shipped_lines() {
  std::vector<ShippedLines> found;
  for (const std::string_view bytes : shipped_line_weights()) found.push_back({read_line_file(bytes), bytes});
  return found;
}

std::vector<int> numbers_of(const ShippedLines& self) {
  const AtmalofRules& rules = self.file.rules;
  if (self.file.is_general) return {};
  return {rules.rows, rules.cols, rules.extra_rows, rules.extra_cols, rules.line, rules.pieces};
}

void init_shipped(nb::module_& m) {
  nb::class_<ShippedLines>(m, "ShippedLines", "A line net that came with the program; see motu.eval.lines.")
      .def_prop_ro("rules", &numbers_of,
                   "Rows, columns, those beyond the dice, line, pieces; nothing for a general one.")
      .def_prop_ro("tiebreak_both", [](const ShippedLines& self) { return self.file.rules.tiebreak_both; })
      .def_prop_ro(
          "name",
          [](const ShippedLines& self) {
            return self.file.is_general ? std::string(kGeneralLineFile) : line_file_name(self.file.rules);
          },
          "Of the file.")
      .def_prop_ro("games", [](const ShippedLines& self) { return self.file.games; })
      .def_prop_ro("positions", [](const ShippedLines& self) { return self.file.positions; })
      .def_prop_ro(
          "size", [](const ShippedLines& self) { return self.bytes.size(); }, "In bytes.")
      .def_prop_ro(
          "bytes", [](const ShippedLines& self) { return nb::bytes(self.bytes.data(), self.bytes.size()); },
          "The file itself.");
  m.def("shipped_lines", &shipped_lines);
  m.attr("GENERAL_LINE_FILE") = nb::str(kGeneralLineFile.data(), kGeneralLineFile.size());
  m.def(
      "line_file_name", [](const Game& game) { return line_file_name(atmalof_of(game).rules()); }, "game"_a,
      "What a file of weights for exactly the rules of a game is called.");
}

void init_positions(nb::module_& m) {
  nb::class_<LineThreat>(m, "LineThreat", "A window that lacks one piece; see motu.eval.lines.")
      .def_ro("window", &LineThreat::window)
      .def_ro("square", &LineThreat::square)
      .def_ro("drop_chance", &LineThreat::drop_chance)
      .def_ro("steppers", &LineThreat::steppers)
      .def_ro("blockers", &LineThreat::blockers);
  m.def("line_threats", &threats_of, "state"_a, "colour"_a);
  m.def("line_window", &squares_of, "game"_a, "window"_a, "The squares of a window.");
  m.def("turn_chance", &chance_of, "state"_a, "colour"_a);
  m.def("line_values", &values_of, "state"_a);
}

void init_training(nb::module_& m) {
  nb::class_<LineTraining>(m, "LineTraining", "How the line net is trained; see motu.eval.lines.")
      .def(nb::init<>())
      .def_rw("decay", &LineTraining::lambda)
      .def_rw("rate", &LineTraining::rate)
      .def_rw("half_life", &LineTraining::half_life)
      .def_rw("exploration", &LineTraining::exploration)
      .def_rw("random_plies", &LineTraining::random_plies)
      .def_rw("max_plies", &LineTraining::max_plies)
      .def_rw("seed", &LineTraining::seed);
  nb::class_<PyTrainer>(m, "NativeLineTrainer", "See motu.eval.lines.LineTrainer.")
      .def(nb::init<const std::vector<std::shared_ptr<const Game>>&, const LineTraining&>(), "games"_a, "options"_a)
      .def("train", &PyTrainer::train, "games"_a)
      .def("stop", &PyTrainer::stop)
      .def_prop_ro("games", &PyTrainer::games)
      .def_prop_ro("positions", &PyTrainer::positions)
      .def("weights", &PyTrainer::weights)
      .def("checkpoint", &PyTrainer::checkpoint)
      .def("restore", &PyTrainer::restore, "checkpoint"_a);
  nb::class_<LineMatch>(m, "LineMatch", "Results of the first net.")
      .def_ro("wins", &LineMatch::wins)
      .def_ro("draws", &LineMatch::draws)
      .def_ro("losses", &LineMatch::losses)
      .def_ro("unfinished", &LineMatch::unfinished)
      .def_prop_ro("score", &LineMatch::score)
      .def_prop_ro("standard_error", &LineMatch::standard_error);
  m.def("play_line_match", &play_match, "game"_a, "first"_a, "second"_a.none(), "pairs"_a, "seed"_a);
  m.def("play_line_games", &play_games, "game"_a, "weights"_a, "games"_a, "seed"_a);
}

}  // namespace

std::unique_ptr<Evaluator> PyLineWeights::evaluator_for(const Game& game) const {
  return std::make_unique<LinesEvaluator>(line_net_of(atmalof_of(game), file_));
}

void init_atmalof_lines(nb::module_& m) {
  init_positions(m);
  init_training(m);
  init_shipped(m);
  nb::class_<PyLineWeights, EvaluatorSource>(m, "NativeLineWeights", "A line net as searches use it.")
      .def(
          "__init__", [](PyLineWeights* self, const nb::bytes& bytes) { new (self) PyLineWeights(bytes_of(bytes)); },
          "weights"_a);
  m.def("use_line_weights", [](const nb::bytes& bytes) { use_line_weights(bytes_of(bytes)); }, "weights"_a);
  m.def("forget_line_weights", &forget_line_weights);
}

}  // namespace motu
