// A set of up to 64 * W points of a square board as bits: point p is bit p, rows follow one another without gaps.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace motu {

// std::popcount calls a library routine where the target has no such instruction; this stays inline.
constexpr int count_bits(std::uint64_t bits) {
#if defined(__x86_64__) && !defined(__POPCNT__)
  bits -= (bits >> 1) & 0x5555555555555555ULL;
  bits = (bits & 0x3333333333333333ULL) + ((bits >> 2) & 0x3333333333333333ULL);
  return static_cast<int>((((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL) >> 56);
#else
  return std::popcount(bits);
#endif
}

// The position of the k-th set bit, counted from 0; needs k < count_bits(bits). Counts all bytes at once, then looks
// into one.
constexpr int nth_bit(std::uint64_t bits, int k) {
  constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
  constexpr std::uint64_t kTops = 0x8080808080808080ULL;
  std::uint64_t sums = bits - ((bits >> 1) & 0x5555555555555555ULL);
  sums = (sums & 0x3333333333333333ULL) + ((sums >> 2) & 0x3333333333333333ULL);
  sums = ((sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * kOnes;  // byte i: how many bits lie in bytes 0..i
  const std::uint64_t before =
      ((static_cast<std::uint64_t>(k) * kOnes | kTops) - sums) & kTops;  // bytes that end before k
  const int shift = static_cast<int>(((before >> 7) * kOnes) >> 56) * 8;
  auto byte = static_cast<unsigned>(bits >> shift) & 0xFFU;
  for (int left = k - static_cast<int>(((sums << 8) >> shift) & 0xFF); left > 0; --left) byte &= byte - 1;
  return shift + std::countr_zero(byte);
}

template <int W>
class PointSet {
 public:
  constexpr PointSet() = default;

  // The first W of the words of a mask that was made for any size.
  template <std::size_t M>
  static constexpr PointSet from_words(const std::array<std::uint64_t, M>& words) {
    static_assert(W <= static_cast<int>(M));
    PointSet result;
    for (int i = 0; i < W; ++i) result.words_[i] = words[static_cast<std::size_t>(i)];
    return result;
  }
  static constexpr PointSet single(int point) {
    PointSet result;
    result.toggle(point);
    return result;
  }

  constexpr std::uint64_t word(int index) const { return words_[index]; }
  constexpr bool has(int point) const { return ((words_[point >> 6] >> (point & 63)) & 1U) != 0; }
  constexpr void toggle(int point) { words_[point >> 6] ^= 1ULL << (point & 63); }

  constexpr bool any() const {
    std::uint64_t all = 0;
    for (int i = 0; i < W; ++i) all |= words_[i];
    return all != 0;
  }
  constexpr int count() const {
    int count = 0;
    for (int i = 0; i < W; ++i) count += count_bits(words_[i]);
    return count;
  }
  // The k-th point, counted from 0 upwards; needs k < count().
  constexpr int nth(int k) const {
    int i = 0;
    for (; i < W - 1; ++i) {
      const int count = count_bits(words_[i]);
      if (k < count) break;
      k -= count;
    }
    return 64 * i + nth_bit(words_[i], k);
  }
  // Calls visit(point) for every point, ascending.
  template <class F>
  constexpr void for_each(F&& visit) const {
    for (int i = 0; i < W; ++i) {
      for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) visit(64 * i + std::countr_zero(rest));
    }
  }

  constexpr PointSet without(const PointSet& removed) const {
    PointSet result;
    for (int i = 0; i < W; ++i) result.words_[i] = words_[i] & ~removed.words_[i];
    return result;
  }
  // Every point moved `by` places towards higher points, 1 <= by <= 63; what leaves the last word is lost.
  constexpr PointSet operator<<(int by) const {
    PointSet result;
    for (int i = W - 1; i > 0; --i) result.words_[i] = (words_[i] << by) | (words_[i - 1] >> (64 - by));
    result.words_[0] = words_[0] << by;
    return result;
  }
  // The same towards lower points.
  constexpr PointSet operator>>(int by) const {
    PointSet result;
    for (int i = 0; i < W - 1; ++i) result.words_[i] = (words_[i] >> by) | (words_[i + 1] << (64 - by));
    result.words_[W - 1] = words_[W - 1] >> by;
    return result;
  }
  friend constexpr PointSet operator&(const PointSet& a, const PointSet& b) {
    PointSet result;
    for (int i = 0; i < W; ++i) result.words_[i] = a.words_[i] & b.words_[i];
    return result;
  }
  friend constexpr PointSet operator|(const PointSet& a, const PointSet& b) {
    PointSet result;
    for (int i = 0; i < W; ++i) result.words_[i] = a.words_[i] | b.words_[i];
    return result;
  }
  friend constexpr bool operator==(const PointSet&, const PointSet&) = default;

 private:
  std::uint64_t words_[W] = {};
};

}  // namespace motu
