// Why a game is over, as texts tell it.
#pragma once

#include "motu/core/base/types.hpp"

namespace motu {

// "connected", "line", "tiebreak", "stuck" or "ended"; nothing while the game goes on.
constexpr const char* reason_of(Termination termination) {
  switch (termination) {
    case Termination::connected:
      return "connected";
    case Termination::line:
      return "line";
    case Termination::tiebreak:
      return "tiebreak";
    case Termination::stuck:
      return "stuck";
    case Termination::ended:
      return "ended";
    case Termination::none:
      break;
  }
  return "";
}

}  // namespace motu
