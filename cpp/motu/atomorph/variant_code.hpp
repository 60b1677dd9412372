// How files name the rules that their answers depend on; the pie rule is no part of it.
#pragma once

#include <cstdint>
#include <string>

#include "motu/atomorph/atomorph.hpp"

namespace motu {

// 1 contested=never, 2 corners=false, 4 return_stone=true.
inline std::uint32_t variant_of(const AtomorphRules& rules) {
  return (rules.contested_never ? 1U : 0U) | (rules.corners ? 0U : 2U) | (rules.return_stone ? 4U : 0U);
}

inline std::string rules_text(std::uint32_t size, std::uint32_t variant) {
  return "size=" + std::to_string(size) + ",contested=" + ((variant & 1U) != 0 ? "never" : "ko") +
         ",corners=" + ((variant & 2U) != 0 ? "false" : "true") +
         ",return_stone=" + ((variant & 4U) != 0 ? "true" : "false");
}

}  // namespace motu
