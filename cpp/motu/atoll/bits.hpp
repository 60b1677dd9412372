// Sets as words of 64 bits whose number is known only at run time: what the graphs of boards of any size are made of.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace motu {

using Bits = std::span<const std::uint64_t>;

constexpr std::size_t words_for(int bits) { return (static_cast<std::size_t>(bits) + 63) / 64; }

constexpr bool has_bit(Bits set, int bit) {
  return ((set[static_cast<std::size_t>(bit) >> 6] >> (static_cast<unsigned>(bit) & 63U)) & 1U) != 0;
}

constexpr void set_bit(std::span<std::uint64_t> set, int bit) {
  set[static_cast<std::size_t>(bit) >> 6] |= 1ULL << (static_cast<unsigned>(bit) & 63U);
}

constexpr void clear_bit(std::span<std::uint64_t> set, int bit) {
  set[static_cast<std::size_t>(bit) >> 6] &= ~(1ULL << (static_cast<unsigned>(bit) & 63U));
}

// A set of a single bit, as far as it lies in word i.
constexpr std::uint64_t bit_in_word(std::size_t i, int bit) {
  return static_cast<std::size_t>(bit) >> 6 == i ? 1ULL << (static_cast<unsigned>(bit) & 63U) : 0;
}

// The lowest, or -1.
constexpr int first_bit(Bits set) {
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (set[i] != 0) return static_cast<int>(64 * i) + std::countr_zero(set[i]);
  }
  return -1;
}

// Calls visit(bit) for every bit of the set, ascending.
template <class F>
constexpr void for_each_bit(Bits set, F&& visit) {
  for (std::size_t i = 0; i < set.size(); ++i) {
    for (std::uint64_t rest = set[i]; rest != 0; rest &= rest - 1)
      visit(static_cast<int>(64 * i) + std::countr_zero(rest));
  }
}

}  // namespace motu
