// What Atoll shows to Python, an area a file.
#pragma once

#include <nanobind/nanobind.h>

namespace motu {

void init_atoll_connections(nanobind::module_& m);
void init_atoll_inferior(nanobind::module_& m);
void init_atoll_solver(nanobind::module_& m);

}  // namespace motu
