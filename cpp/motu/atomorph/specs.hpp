// What a spec says of Atomorph.
#pragma once

#include "motu/core/specs/specs.hpp"

namespace motu {

extern const SpecType kAtomorphSpecs;

}  // namespace motu
