// What a spec says of Atoll, Hex included.
#pragma once

#include "motu/core/specs/specs.hpp"

namespace motu {

extern const SpecType kAtollSpecs;

}  // namespace motu
