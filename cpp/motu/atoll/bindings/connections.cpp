#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

#include "motu/atoll/analysis.hpp"
#include "motu/atoll/atoll.hpp"
#include "motu/atoll/bindings/bindings.hpp"
#include "motu/bindings/bindings.hpp"
#include "motu/bindings/interpreter_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

ConnectionOptions options_of(const std::string& effort, bool list) {
  ConnectionOptions options;
  if (effort == "quick") {
    options = ConnectionOptions::quick();
  } else if (effort == "thorough") {
    options = ConnectionOptions::thorough();
  } else if (effort != "standard") {
    throw nb::value_error("effort is quick, standard or thorough");
  }
  options.list = list;
  options.stop_when_decided = false;
  return options;
}

// Works on a copy: other Python threads may look at the state while the lock is released.
ConnectionAnalysis analyze(const PyState& self, const std::string& effort, bool list) {
  const auto* atoll = atoll_state(*self.state);
  if (atoll == nullptr) throw nb::type_error("only Atoll boards have connections");
  const ConnectionOptions options = options_of(effort, list);
  const AtollState state(*atoll);
  const PythonUnlocked unlocked;
  return analyze_connections(state, options);
}

const char* verdict_name(const ConnectionAnalysis& analysis) {
  switch (analysis.verdict) {
    case Verdict::wins:
      return "win";
    case Verdict::loses:
      return "loss";
    case Verdict::open:
      break;
  }
  return "open";
}

}  // namespace

void init_atoll_connections(nb::module_& m) {
  nb::class_<Connection>(m, "NativeConnection", "A virtual connection of two vertices of a board.")
      .def_prop_ro("is_full", [](const Connection& link) { return link.key < 0; })
      .def_prop_ro(
          "ends", [](const Connection& link) { return std::pair(link.from, link.to); },
          "Cells, and islands as num_cells + island.")
      .def_ro("key", &Connection::key, "The cell the owner begins with; -1 for full ones.")
      .def_ro("carrier", &Connection::carrier);
  nb::class_<WinningConnection>(m, "NativeWinningConnection", "A connection that wins the game.")
      .def_ro("key", &WinningConnection::key, "The cell the owner begins with; -1 for full ones.")
      .def_ro("carrier", &WinningConnection::carrier);
  nb::class_<ConnectionAnalysis>(m, "ConnectionAnalysis", "What virtual connections say about a position.")
      .def_prop_ro("verdict", &verdict_name, "\"win\", \"loss\" or \"open\", of the person to act.")
      .def_ro("action", &ConnectionAnalysis::action, "Wins when the verdict is \"win\"; else -1.")
      .def_ro("carrier", &ConnectionAnalysis::carrier)
      .def_ro("must_play", &ConnectionAnalysis::must_play)
      .def(
          "winning",
          [](const ConnectionAnalysis& self, int colour) { return self.winning.at(static_cast<std::size_t>(colour)); },
          "colour"_a)
      .def(
          "connections",
          [](const ConnectionAnalysis& self, int colour) {
            return self.connections.at(static_cast<std::size_t>(colour));
          },
          "colour"_a)
      .def(
          "is_finished",
          [](const ConnectionAnalysis& self, int colour) { return self.finished.at(static_cast<std::size_t>(colour)); },
          "colour"_a, "False when the limit of steps cut the search for this colour short.");
  m.def("analyze_connections", &analyze, "state"_a, "effort"_a, "list"_a);
}

}  // namespace motu
