#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "motu/atomorph/atomorph.hpp"
#include "motu/atomorph/bindings/bindings.hpp"
#include "motu/bindings/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

std::shared_ptr<const Game> atomorph_game(int size, bool contested_never, bool corners, bool return_stone, bool swap) {
  return AtomorphGame::create({size, contested_never, corners, return_stone, swap});
}

// Calls with the concrete state; one of another game is a TypeError.
template <class F>
auto with_atomorph(const PyState& self, F&& call) {
  if (as<AtomorphGame>(self.state->game()) == nullptr) throw nb::type_error("this is not a state of Atomorph");
  return visit_atomorph(*self.state, call);
}

}  // namespace

void init_atomorph(nb::module_& m) {
  m.def("atomorph_game", &atomorph_game, "size"_a, "contested_never"_a, "corners"_a, "return_stone"_a, "swap"_a);
  state_class(m)
      .def("_weak", [](const PyState& self) { return with_atomorph(self, [](const auto& s) { return s.weak(); }); })
      .def("_contested",
           [](const PyState& self) { return with_atomorph(self, [](const auto& s) { return s.contested(); }); })
      .def("_ban", [](const PyState& self) { return with_atomorph(self, [](const auto& s) { return s.ban(); }); })
      .def("_to_return",
           [](const PyState& self) { return with_atomorph(self, [](const auto& s) { return s.to_return(); }); });
  init_atomorph_connections(m);
  init_atomorph_solver(m);
}

}  // namespace motu
