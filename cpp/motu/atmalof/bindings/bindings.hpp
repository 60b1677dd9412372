// What Atmalof shows to Python, an area a file.
#pragma once

#include <nanobind/nanobind.h>

namespace motu {

void init_atmalof_lines(nanobind::module_& m);
void init_atmalof_solver(nanobind::module_& m);

}  // namespace motu
