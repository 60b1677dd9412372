#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include "motu/atomorph/analysis.hpp"
#include "motu/atomorph/bindings/bindings.hpp"
#include "motu/bindings/bindings.hpp"
#include "motu/bindings/interpreter_lock.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

// Works on a copy: other Python threads may look at the state while the lock is released.
FlipAnalysis analyze(const PyState& self, int depth, std::uint64_t max_nodes) {
  if (as<AtomorphGame>(self.state->game()) == nullptr) {
    throw nb::type_error("only Atomorph has stones that are flipped");
  }
  const auto state = self.state->clone();
  const PythonUnlocked unlocked;
  return analyze_flips(*state, depth, max_nodes);
}

}  // namespace

void init_atomorph_connections(nb::module_& m) {
  nb::class_<SafeGroup>(m, "NativeSafeGroup", "Safe stones that are connected.")
      .def_ro("stones", &SafeGroup::stones)
      .def_ro("edges", &SafeGroup::edges);
  nb::class_<SafeLink>(m, "NativeSafeLink", "Two empty points either of which joins the same two ends.")
      .def_ro("ends", &SafeLink::ends, "Groups; -1 is the bottom or left edge, -2 the top or right one.")
      .def_ro("points", &SafeLink::points)
      .def_ro("carrier", &SafeLink::carrier);
  nb::class_<FlipSide>(m, "NativeFlipSide", "What one colour has; see motu.eval.flips.")
      .def_ro("weak", &FlipSide::weak)
      .def_ro("contested", &FlipSide::contested)
      .def_ro("exposed", &FlipSide::exposed)
      .def_prop_ro("safe", [](const FlipSide& side) { return side.connections.safe; })
      .def_prop_ro("groups", [](const FlipSide& side) { return side.connections.groups; })
      .def_prop_ro("links", [](const FlipSide& side) { return side.connections.links; })
      .def_prop_ro("pairs", [](const FlipSide& side) { return side.connections.pairs; })
      .def_prop_ro("is_won", [](const FlipSide& side) { return side.connections.is_won; })
      .def_prop_ro("through", [](const FlipSide& side) { return side.distances.through; })
      .def_prop_ro("between_edges", [](const FlipSide& side) { return side.distances.between_edges; });
  nb::class_<FlipAnalysis>(m, "NativeFlipAnalysis", "What is known without searching; see motu.eval.flips.")
      .def_ro("sides", &FlipAnalysis::sides)
      .def_ro("wins", &FlipAnalysis::wins)
      .def_ro("threats", &FlipAnalysis::threats)
      .def_ro("answers", &FlipAnalysis::answers)
      .def_ro("forced_win", &FlipAnalysis::forced_win, "-1: none was found.");
  m.attr("FLIP_TURN") = FlipDistances::kTurn;
  m.attr("FLIP_UNREACHABLE") = FlipDistances::kUnreachable;
  m.def("analyze_flips", &analyze, "state"_a, "depth"_a, "max_nodes"_a);
}

}  // namespace motu
