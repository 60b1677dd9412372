#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>

#include "motu/atmalof/atmalof.hpp"
#include "motu/atmalof/bindings/bindings.hpp"
#include "motu/bindings/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace motu {

namespace {

std::shared_ptr<const Game> atmalof_game(int rows, int cols, int extra_rows, int extra_cols, int line, int pieces,
                                         bool tiebreak_both) {
  return AtmalofGame::create({rows, cols, extra_rows, extra_cols, line, pieces, tiebreak_both});
}

// Calls with the concrete state; one of another game is a TypeError.
template <class F>
auto with_atmalof(const PyState& self, F&& call) {
  if (as<AtmalofGame>(self.state->game()) == nullptr) throw nb::type_error("this is not a state of Atmalof");
  return visit_atmalof(*self.state, call);
}

}  // namespace

void init_atmalof(nb::module_& m) {
  m.def("atmalof_game", &atmalof_game, "rows"_a, "cols"_a, "extra_rows"_a, "extra_cols"_a, "line"_a, "pieces"_a,
        "tiebreak_both"_a);
  state_class(m)
      .def("_announced",
           [](const PyState& self) { return with_atmalof(self, [](const auto& s) { return s.announced(); }); })
      .def("_pieces",
           [](const PyState& self) {
             return with_atmalof(self, [](const auto& s) { return std::pair(s.pieces(kFirst), s.pieces(kSecond)); });
           })
      .def("_short_lines", [](const PyState& self) {
        return with_atmalof(
            self, [](const auto& s) { return std::pair(s.count_short_lines(kFirst), s.count_short_lines(kSecond)); });
      });
  init_atmalof_lines(m);
  init_atmalof_solver(m);
}

}  // namespace motu
