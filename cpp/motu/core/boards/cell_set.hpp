// A set of cells as bits of W words, made to be shifted: the board of a flood fill.
//
// Up to kUnrolled words every operation is written out, so that a set lives in registers; a compiler unrolls loops only
// after it has decided what stays in memory. Larger sets do not fit into registers anyway, and loops keep them small.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace motu {

template <int W>
struct CellSet {
  std::array<std::uint64_t, W> words{};

  // The set whose i-th word is word(i).
  template <class F>
  static CellSet of_words(F&& word) {
    if constexpr (W <= kUnrolled) {
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return CellSet{{word(Index<I>{})...}};
      }(std::make_index_sequence<W>{});
    } else {
      CellSet result;
      for (std::size_t i = 0; i < W; ++i) result.words[i] = word(i);
      return result;
    }
  }

  void insert(unsigned bit) { words[bit >> 6] |= 1ULL << (bit & 63U); }
  // Up to 32 neighbouring bits at once, the lowest of `bits` at `begin`; what goes beyond the last word is lost.
  void insert_bits(std::uint64_t bits, unsigned begin) {
    const std::size_t word = begin >> 6;
    words[word] |= bits << (begin & 63U);
    if ((begin & 63U) > 32 && word + 1 < W) words[word + 1] |= bits >> (64 - (begin & 63U));
  }
  // Adds the bit where the condition holds; no branch.
  void insert_if(bool condition, unsigned bit) {
    words[bit >> 6] |= static_cast<std::uint64_t>(condition) << (bit & 63U);
  }

  bool intersects(const CellSet& other) const {
    return any_word([&](auto i) { return words[i] & other.words[i]; });
  }
  friend bool operator==(const CellSet& a, const CellSet& b) {
    return !a.any_word([&](auto i) { return a.words[i] ^ b.words[i]; });
  }
  friend CellSet operator&(const CellSet& a, const CellSet& b) {
    return of_words([&](auto i) { return a.words[i] & b.words[i]; });
  }
  friend CellSet operator|(const CellSet& a, const CellSet& b) {
    return of_words([&](auto i) { return a.words[i] | b.words[i]; });
  }
  // Every bit n places towards higher and lower ones, 1 <= n <= 63.
  CellSet up(int n) const {
    return of_words([&](auto i) { return (words[i] << n) | (i > 0 ? words[i > 0 ? i - 1 : 0] >> (64 - n) : 0); });
  }
  CellSet down(int n) const {
    return of_words(
        [&](auto i) { return (words[i] >> n) | (i + 1 < W ? words[i + 1 < W ? i + 1 : i] << (64 - n) : 0); });
  }

 private:
  static constexpr int kUnrolled = 4;
  template <std::size_t I>
  using Index = std::integral_constant<std::size_t, I>;

  template <class F>
  static bool any_word(F&& word) {
    if constexpr (W <= kUnrolled) {
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return (word(Index<I>{}) | ...) != 0;
      }(std::make_index_sequence<W>{});
    } else {
      std::uint64_t any = 0;
      for (std::size_t i = 0; i < W; ++i) any |= word(i);
      return any != 0;
    }
  }
};

}  // namespace motu
