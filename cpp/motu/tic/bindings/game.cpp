#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>

#include "motu/bindings/bindings.hpp"
#include "motu/tic/tic.hpp"

namespace nb = nanobind;

namespace motu {

void init_tic(nb::module_& m) {
  m.def("tic_game", []() -> std::shared_ptr<const Game> { return TicGame::create(); });
}

}  // namespace motu
