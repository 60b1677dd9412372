// A set of squares of an Atmalof board as W 64-bit words.
//
// Square (row, column), both from 0, is bit row * (width + 1) + column. The spare bit at the end of each row belongs to
// no square and is never set, so that a shift along a row or a diagonal cannot run over the edge into the next row.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace motu {

template <int W>
class SquareSet {
  static_assert(W >= 1);

 public:
  bool test(int bit) const { return ((words_[word_of(bit)] >> (bit & 63)) & 1U) != 0; }
  void flip(int bit) { words_[word_of(bit)] ^= std::uint64_t{1} << (bit & 63); }
  bool any() const {
    std::uint64_t all = 0;
    for (const auto w : words_) all |= w;
    return all != 0;
  }
  int count() const {
    int total = 0;
    for (const auto w : words_) total += std::popcount(w);
    return total;
  }
  // Bits 64 * i to 64 * i + 63.
  std::uint64_t word(std::size_t i) const { return words_[i]; }
  // Calls f(bit) for every member, ascending.
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t i = 0; i < W; ++i) {
      for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
        f(static_cast<int>(i) * 64 + std::countr_zero(rest));
      }
    }
  }

  // Every stretch of `length` members, each `step` bits from the one before, by its first bit. Lengths and steps that
  // fit the board, at least 1; doubling needs about log2(length) shifts.
  SquareSet stretches(int length, int step) const {
    SquareSet starts = *this;
    int have = 1;
    for (; have * 2 <= length; have *= 2) starts.keep_followed(have * step);
    if (have < length) starts.keep_followed((length - have) * step);
    return starts;
  }

  bool operator==(const SquareSet&) const = default;

 private:
  static constexpr std::size_t word_of(int bit) { return W == 1 ? 0 : static_cast<std::size_t>(bit) / 64; }

  // Keeps the members whose bit `distance` further on is set, too; 0 < distance < 64 * W.
  void keep_followed(int distance) {
    if constexpr (W == 1) {
      words_[0] &= words_[0] >> distance;
    } else {
      const auto whole = static_cast<std::size_t>(distance) / 64;
      const int part = distance & 63;
      // Ascending order reads each word before it is changed.
      for (std::size_t i = 0; i < W; ++i) {
        const std::uint64_t low = i + whole < W ? words_[i + whole] >> part : 0;
        const std::uint64_t high = part != 0 && i + whole + 1 < W ? words_[i + whole + 1] << (64 - part) : 0;
        words_[i] &= low | high;
      }
    }
  }

  std::array<std::uint64_t, W> words_{};
};

}  // namespace motu
