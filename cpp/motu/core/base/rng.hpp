// A small, fast, seeded generator for playouts and searches. Dice of real games come from the operating system, not
// from here.
#pragma once

#include <cstdint>

namespace motu {

// Steele, Lea and Flood's SplitMix64 finaliser: turns any counter into well-mixed bits. Used to seed and to hash.
constexpr std::uint64_t splitmix64(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

// xoshiro256++ (Blackman and Vigna, 2019).
class Rng {
 public:
  explicit Rng(std::uint64_t seed) {
    for (std::uint64_t i = 0; i < 4; ++i) state_[i] = splitmix64(seed + i * 0x632BE59BD9B4E019ULL);
  }

  std::uint64_t next() {
    const std::uint64_t result = rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotl(state_[3], 45);
    return result;
  }

  // Uniform on 0..n-1, n >= 1. Multiply-shift on 32 bits: the bias is below n / 2^32.
  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(((next() >> 32) * static_cast<std::uint64_t>(n)) >> 32);
  }

  // Uniform on [0, 1) with 53 bits.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  static constexpr std::uint64_t rotl(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  std::uint64_t state_[4];
};

}  // namespace motu
