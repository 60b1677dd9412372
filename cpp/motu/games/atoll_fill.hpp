// The winner of an Atoll position whose empty cells are filled at random: the playout of a connection game.
//
// On a full board exactly one colour has won (ATOLL-NODRAW), so it is enough to fill and to ask once who connects,
// without looking at the order of the stones. Cells are bits of W words, `stride` bits a row with one always empty
// column between rows, so that the six directions are six shifts; groups grow by flooding from an island.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "motu/base/rng.hpp"
#include "motu/board/hex_board.hpp"
#include "motu/games/atoll.hpp"

namespace motu {

template <int W>
struct CellSet {
  std::array<std::uint64_t, W> words{};

  void insert(unsigned bit) { words[bit >> 6] |= 1ULL << (bit & 63U); }
  bool intersects(const CellSet& other) const {
    return has_bits([&](int i) { return words[i] & other.words[i]; });
  }
  friend bool operator==(const CellSet& a, const CellSet& b) {
    return !a.has_bits([&](int i) { return a.words[i] ^ b.words[i]; });
  }
  friend CellSet operator&(const CellSet& a, const CellSet& b) {
    CellSet result;
    for (int i = 0; i < W; ++i) result.words[i] = a.words[i] & b.words[i];
    return result;
  }
  friend CellSet operator|(const CellSet& a, const CellSet& b) {
    CellSet result;
    for (int i = 0; i < W; ++i) result.words[i] = a.words[i] | b.words[i];
    return result;
  }
  // Towards higher and lower bits. A line of 64 bits or more only comes with many words, and only there is it looked
  // for.
  CellSet up(int n) const {
    if constexpr (W >= kLongLines) {
      if (n >= 64) return whole_words_up(n / 64).up(n % 64);
      if (n == 0) return *this;
    }
    CellSet result;
    for (int i = W - 1; i > 0; --i) result.words[i] = (words[i] << n) | (words[i - 1] >> (64 - n));
    result.words[0] = words[0] << n;
    return result;
  }
  CellSet down(int n) const {
    if constexpr (W >= kLongLines) {
      if (n >= 64) return whole_words_down(n / 64).down(n % 64);
      if (n == 0) return *this;
    }
    CellSet result;
    for (int i = 0; i < W - 1; ++i) result.words[i] = (words[i] >> n) | (words[i + 1] << (64 - n));
    result.words[W - 1] = words[W - 1] >> n;
    return result;
  }

 private:
  // Boards are laid out along their shorter side: lines of 64 bits mean at least 63 of them.
  static constexpr int kLongLines = 48;

  template <class F>
  bool has_bits(F&& word) const {
    std::uint64_t any = 0;
    for (int i = 0; i < W; ++i) any |= word(i);
    return any != 0;
  }
  CellSet whole_words_up(int n) const {
    CellSet result;
    for (int i = W - 1; i >= n; --i) result.words[i] = words[i - n];
    return result;
  }
  CellSet whole_words_down(int n) const {
    CellSet result;
    for (int i = 0; i < W - n; ++i) result.words[i] = words[i + n];
    return result;
  }
};

// Fills of one position, again and again. Not thread-safe: one object a thread.
class AtollFill {
 public:
  virtual ~AtollFill() = default;
  // Takes over the stones of a position. Where somebody has won already, every fill has that winner.
  virtual void load(const AtollState& state) = 0;
  // The colour that wins when the empty cells are filled at random, the mover placing the first stone.
  virtual Colour run(Rng& rng) = 0;

  static std::unique_ptr<AtollFill> create(const HexBoard& board);
};

}  // namespace motu
