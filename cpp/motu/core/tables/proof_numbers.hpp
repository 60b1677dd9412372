// What depth-first proof-number search knows of a position (Nagai 2002), from the side of who is to move there.
#pragma once

#include <cstdint>

namespace motu {

// phi: how many undecided positions must at least be won to prove that the mover wins; delta: that the mover does not.
struct ProofNumbers {
  static constexpr std::uint32_t kInfinite = 1U << 30;

  std::uint32_t phi = 1;
  std::uint32_t delta = 1;

  static constexpr ProofNumbers of_win() { return {0, kInfinite}; }
  static constexpr ProofNumbers of_loss() { return {kInfinite, 0}; }
  bool is_won() const { return phi == 0; }
  bool is_lost() const { return delta == 0; }
  bool is_decided() const { return phi == 0 || delta == 0; }
};

}  // namespace motu
