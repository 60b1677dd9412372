// The board of Atomorph as somebody sees it who is to connect its edges (core/levels/connection_eye.hpp).
#pragma once

#include "motu/core/levels/routes.hpp"

namespace motu {

// So many points a side; the edges are the islands.
SeenBoard seen_points(int size);

}  // namespace motu
