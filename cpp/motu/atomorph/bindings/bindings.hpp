// What Atomorph shows to Python, an area a file.
#pragma once

#include <nanobind/nanobind.h>

namespace motu {

void init_atomorph_connections(nanobind::module_& m);
void init_atomorph_solver(nanobind::module_& m);

}  // namespace motu
