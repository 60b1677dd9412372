// What a spec says of Atmalof.
#pragma once

#include "motu/core/specs/specs.hpp"

namespace motu {

extern const SpecType kAtmalofSpecs;

}  // namespace motu
