// What motu's Hex is measured against: 11x11 with everything known when it is compiled, by hand, without boards as
// data, virtual calls, other sizes or undo. Tuned as far as we could; a faster idea belongs here first.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "motu/core/base/compiler.hpp"
#include "motu/core/base/rng.hpp"

namespace motu::bench {

inline constexpr int kSide = 11;
inline constexpr int kCells = kSide * kSide;

// A random full board and who connects.
//
// The inner nine rows stand in two words, twelve bits a row, the last always empty; the first and the last row, whose
// black stones are connected to their edges anyway, share a third word. Two draws of a random set are compared and the
// better one corrected, and black's stones are flooded from both edges at once: the two chains of shifts, each waiting
// for itself, keep a processor busier than one, and meet half way.
class HexFill {
 public:
  struct Stones {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::uint64_t ends = 0;
  };

  HexFill() {
    for (int cell = 0; cell < kCells; ++cell) {
      const Stones mask = mask_of(cell);
      masks_[static_cast<std::size_t>(cell)] = mask;
      board_ = united(board_, mask);
    }
  }

  // Whether black, who joins the first to the last row and has 61 of the 121 stones, wins a random board.
  bool run(Rng& rng) const { return connects(draw(rng)); }

  // The black stones of a board, cells row by row.
  template <class IsBlack>
  Stones stones_where(IsBlack&& is_black) const {
    Stones stones;
    for (int cell = 0; cell < kCells; ++cell) {
      if (is_black(cell)) stones = united(stones, masks_[static_cast<std::size_t>(cell)]);
    }
    return stones;
  }

  static bool connects(const Stones& black) {
    const std::uint64_t near = black.ends & kRow;
    const std::uint64_t far = black.ends >> 32;
    // A cell touches the one below and the one to the left of that; upwards the one above and the one to its right.
    Half head{(near | near >> 1) & black.low, 0};
    Half tail{0, ((far | far << 1) << (8 * kStride - 64)) & black.high};
    for (;;) {
      const Half next_head = grown(head, black);
      const Half next_tail = grown(tail, black);
      if (((next_head.low & next_tail.low) | (next_head.high & next_tail.high)) != 0) return true;
      if (((next_head.low ^ head.low) | (next_head.high ^ head.high)) == 0) return false;
      if (((next_tail.low ^ tail.low) | (next_tail.high ^ tail.high)) == 0) return false;
      head = next_head;
      tail = next_tail;
    }
  }

 private:
  static constexpr int kStride = kSide + 1;
  static constexpr std::uint64_t kRow = (1U << kSide) - 1;
  static constexpr int kBlackStones = (kCells + 1) / 2;

  struct Half {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
  };

  static constexpr Stones mask_of(int cell) {
    const int row = cell / kSide;
    const int column = cell % kSide;
    if (row == 0) return {0, 0, 1ULL << column};
    if (row == kSide - 1) return {0, 0, 1ULL << (32 + column)};
    const int bit = (row - 1) * kStride + column;
    return bit < 64 ? Stones{1ULL << bit, 0, 0} : Stones{0, 1ULL << (bit - 64), 0};
  }
  static Stones united(const Stones& a, const Stones& b) { return {a.low | b.low, a.high | b.high, a.ends | b.ends}; }
  static int count(const Stones& stones) {
    return std::popcount(stones.low) + std::popcount(stones.high) + std::popcount(stones.ends);
  }

  Stones coins(Rng& rng) const {
    const std::uint64_t low = rng.next() & board_.low;
    const std::uint64_t high = rng.next() & board_.high;
    return {low, high, rng.next() & board_.ends};
  }

  // Sets of black's size, all equally likely: which of two sets is taken depends on their sizes alone.
  Stones draw(Rng& rng) const {
    const Stones a = coins(rng);
    const Stones b = coins(rng);
    const int excess_a = count(a) - kBlackStones;
    const int excess_b = count(b) - kBlackStones;
    const bool take_a = excess_a * excess_a < excess_b * excess_b;
    const int excess = take_a ? excess_a : excess_b;
    const std::uint64_t from_a = take_a ? ~0ULL : 0;
    const std::uint64_t inverted = excess > 0 ? ~0ULL : 0;
    const auto pick = [&](std::uint64_t x, std::uint64_t y) { return (((x ^ y) & from_a) ^ y) ^ inverted; };
    Stones chosen{pick(a.low, b.low), pick(a.high, b.high), pick(a.ends, b.ends)};
    add(chosen, excess > 0 ? excess : -excess, rng);
    return {(chosen.low ^ inverted) & board_.low, (chosen.high ^ inverted) & board_.high,
            (chosen.ends ^ inverted) & board_.ends};
  }

  // Adds so many cells that are not yet in the set.
  MOTU_ALWAYS_INLINE void add(Stones& set, int missing, Rng& rng) const {
    const auto add_one = [&](std::uint64_t random) {
      const Stones& mask = masks_[(random * kCells) >> 32];
      missing -= static_cast<int>(((set.low & mask.low) | (set.high & mask.high) | (set.ends & mask.ends)) == 0);
      set = united(set, mask);
    };
    while (missing > 0) {
      const std::uint64_t random = rng.next();
      add_one(random & 0xFFFFFFFFU);
      if (missing > 0) add_one(random >> 32);
    }
  }

  MOTU_ALWAYS_INLINE static Half grown(const Half& set, const Stones& black) {
    const Half along{set.low | ((set.low << 1 | set.low >> 1 | set.high << 63) & black.low),
                     set.high | ((set.high << 1 | set.low >> 63 | set.high >> 1) & black.high)};
    const Half pairs{along.low | along.low << 1, along.high | along.high << 1 | along.low >> 63};
    constexpr int kDown = kStride - 1;
    return {along.low | ((pairs.low << kDown | pairs.low >> kStride | pairs.high << (64 - kStride)) & black.low),
            along.high | ((pairs.high << kDown | pairs.low >> (64 - kDown) | pairs.high >> kStride) & black.high)};
  }

  Stones board_;
  std::array<Stones, kCells> masks_{};
};

// Random play ply by ply with a win test at every ply: union-find with path halving on a board with a rim, whose cells
// belong to the edges from the start. Nothing can be undone; a new game copies half a kilobyte.
class HexPlay {
 public:
  HexPlay() {
    for (std::size_t i = 0; i < start_.parents.size(); ++i) start_.parents[i] = static_cast<std::uint8_t>(i);
    start_.colours.fill(kNobody);
    for (int k = 1; k <= kSide; ++k) {
      add_rim(k, kBlack, kTop);
      add_rim((kSide + 1) * kWidth + k, kBlack, kBottom);
      add_rim(k * kWidth, kWhite, kLeft);
      add_rim(k * kWidth + kSide + 1, kWhite, kRight);
    }
    for (int cell = 0; cell < kCells; ++cell) start_.empties[static_cast<std::size_t>(cell)] = with_rim(cell);
  }

  // Plays one game and returns its plies.
  int run(Rng& rng) {
    position_ = start_;
    for (int ply = 0;; ++ply) {
      const auto left = static_cast<std::uint32_t>(kCells - ply);
      const std::uint32_t choice = rng.below(left);
      const std::uint8_t cell = position_.empties[choice];
      position_.empties[choice] = position_.empties[left - 1];
      if (place(cell, static_cast<std::uint8_t>(ply & 1))) return ply + 1;
    }
  }

  // Plays given cells, row by row from 0 on, black first, and returns after how many the game is won.
  template <class Cells>
  int replay(const Cells& cells) {
    position_ = start_;
    int ply = 0;
    for (const int cell : cells) {
      if (place(with_rim(cell), static_cast<std::uint8_t>(ply++ & 1))) break;
    }
    return ply;
  }

 private:
  static constexpr int kWidth = kSide + 2;
  static constexpr std::uint8_t kBlack = 0;
  static constexpr std::uint8_t kWhite = 1;
  static constexpr std::uint8_t kNobody = 2;
  // The corners of the rim are nobody's cells and stand for the edges.
  static constexpr std::uint8_t kTop = 0;
  static constexpr std::uint8_t kRight = kWidth - 1;
  static constexpr std::uint8_t kLeft = kWidth * (kWidth - 1);
  static constexpr std::uint8_t kBottom = kWidth * kWidth - 1;
  static constexpr std::array<int, 6> kSteps{-kWidth, -kWidth + 1, 1, kWidth, kWidth - 1, -1};

  struct Position {
    std::array<std::uint8_t, kWidth * kWidth> parents{};
    std::array<std::uint8_t, kWidth * kWidth> colours{};
    std::array<std::uint8_t, kCells> empties{};
  };

  static constexpr std::uint8_t with_rim(int cell) {
    return static_cast<std::uint8_t>((cell / kSide + 1) * kWidth + cell % kSide + 1);
  }
  void add_rim(int at, std::uint8_t colour, std::uint8_t edge) {
    start_.colours[static_cast<std::size_t>(at)] = colour;
    start_.parents[static_cast<std::size_t>(at)] = edge;
  }

  std::uint8_t find(std::uint8_t at) {
    auto& parents = position_.parents;
    while (parents[at] != at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  }

  // Whether the stone wins.
  bool place(std::uint8_t at, std::uint8_t colour) {
    position_.colours[at] = colour;
    std::uint8_t root = at;
    for (const int step : kSteps) {
      const auto next = static_cast<std::uint8_t>(at + step);
      if (position_.colours[next] != colour) continue;
      const std::uint8_t group = find(next);
      position_.parents[root] = group;
      root = group;
    }
    return colour == kBlack ? find(kTop) == find(kBottom) : find(kLeft) == find(kRight);
  }

  Position start_;
  Position position_;
};

}  // namespace motu::bench
