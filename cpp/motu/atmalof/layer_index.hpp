// Where a position of a small Atmalof board stands in the table of its layer.
//
// A layer is all positions in which the person to act has `own` pieces on the board and the other `enemy`. A position
// is two disjoint sets of squares. The set of the person to act is brought to the smallest of its images under the
// board's symmetries; the other set, seen by the same symmetry, is numbered among the squares that are left. Both sets
// are numbered in the order of their masks (colexicographic order), so that a layer has no holes. Where a set is its
// own image, some positions stand in a layer twice.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "motu/atmalof/atmalof.hpp"

namespace motu {

// Throws "solve/too-large" for a board that has too many squares to be numbered.
void refuse_large_boards(const AtmalofGame& game);

using SquareMask = std::uint32_t;
// Squares of the largest board that is numbered.
inline constexpr int kMostLayerSquares = 32;

// n choose k; 0 where k is not in 0..n.
std::uint64_t binomial(int n, int k);

// The subsets of k among n squares, numbered by their masks from the smallest.
class SubsetRanks {
 public:
  SubsetRanks() = default;
  SubsetRanks(int n, int k);

  std::uint32_t count() const { return count_; }
  // Precondition: k bits below n.
  std::uint32_t rank(SquareMask subset) const { return low_[subset & low_mask_] + high_[subset >> half_]; }
  SquareMask unrank(std::uint32_t rank) const;

 private:
  int k_ = 0;
  int n_ = 0;
  int half_ = 0;
  SquareMask low_mask_ = 0;
  std::uint32_t count_ = 0;
  std::vector<std::uint32_t> low_;   // [the lower half's bits]
  std::vector<std::uint32_t> high_;  // [the upper half's bits], the lower half holding what is missing to k
};

// The subset of the same size whose mask comes next.
constexpr SquareMask next_subset(SquareMask subset) {
  const SquareMask lowest = subset & (~subset + 1);
  const SquareMask carried = subset + lowest;
  return lowest == 0 ? 0 : carried | (((carried ^ subset) >> std::countr_zero(subset)) >> 2);
}

// The bits of `set` moved together: bit i of the result is the i-th of the squares `room`.
constexpr SquareMask gather(SquareMask set, SquareMask room) {
  SquareMask out = 0;
  for (SquareMask rest = set & room; rest != 0; rest &= rest - 1) {
    out |= SquareMask{1} << std::popcount(room & ((rest & (~rest + 1)) - 1));
  }
  return out;
}

// `gather` by tables of bytes, for loops.
SquareMask gather_bytes(SquareMask set, SquareMask room);

// The inverse of `gather`.
constexpr SquareMask scatter(SquareMask packed, SquareMask room) {
  SquareMask out = 0;
  for (SquareMask rest = room; rest != 0; rest &= rest - 1, packed >>= 1) {
    if ((packed & 1U) != 0) out |= rest & (~rest + 1);
  }
  return out;
}

// The sets of k squares up to symmetry.
struct SquareSets {
  // What is known of a set: its class, the symmetry to the class's representative, whether it holds a line.
  struct Entry {
    std::uint32_t packed;
    std::uint32_t set_class() const { return packed >> 4; }
    unsigned symmetry() const { return packed & 7U; }
    bool has_line() const { return (packed & 8U) != 0; }
  };

  SubsetRanks ranks;
  std::vector<Entry> entries;                 // [rank]
  std::vector<SquareMask> representatives;    // [class], ascending
  std::vector<std::uint8_t> num_short_lines;  // [class]: what the tie-break counts

  const Entry& entry(SquareMask set) const { return entries[ranks.rank(set)]; }
};

// A board as the layers see it.
class LayerBoard {
 public:
  // Throws "solve/too-large".
  explicit LayerBoard(std::shared_ptr<const AtmalofGame> game);
  LayerBoard(const LayerBoard&) = delete;
  LayerBoard& operator=(const LayerBoard&) = delete;

  const AtmalofGame& game() const { return *game_; }
  const std::shared_ptr<const AtmalofGame>& shared_game() const { return game_; }
  int num_squares() const { return num_squares_; }
  SquareMask all() const { return all_; }
  int num_symmetries() const { return static_cast<int>(images_.size()); }
  // A square's image, and a set's.
  unsigned image(unsigned symmetry, int square) const { return images_[symmetry][static_cast<std::size_t>(square)]; }
  SquareMask set_image(unsigned symmetry, SquareMask set) const;
  // The squares a king's step away.
  SquareMask neighbours(int square) const { return neighbours_[static_cast<std::size_t>(square)]; }
  bool has_line(SquareMask set) const;
  int num_short_lines(SquareMask set) const;
  // Squares that a drop can reach.
  SquareMask droppable() const { return droppable_; }

  // The largest number of pieces that a side can have while the game goes on.
  int most_pieces() const;
  // Whether positions with so many pieces can be met with the game going on.
  bool is_layer(int own, int enemy) const;
  const SquareSets& sets(int count) const { return *sets_[static_cast<std::size_t>(count)]; }

 private:
  void fill_squares();
  void fill_windows();
  std::unique_ptr<const SquareSets> make_sets(int count) const;

  std::shared_ptr<const AtmalofGame> game_;
  int num_squares_;
  SquareMask all_;
  SquareMask droppable_ = 0;
  std::vector<std::vector<std::uint8_t>> images_;        // [symmetry][square]
  std::vector<SquareMask> neighbours_;                   // [square]
  std::vector<SquareMask> windows_;                      // squares of a line
  std::vector<SquareMask> short_windows_;                // squares of what the tie-break counts
  std::vector<std::unique_ptr<const SquareSets>> sets_;  // [count]
};

// The numbering of one layer.
class LayerIndex {
 public:
  LayerIndex(const LayerBoard& board, int own, int enemy);

  int own() const { return own_; }
  int enemy() const { return enemy_; }
  std::uint64_t size() const { return static_cast<std::uint64_t>(sets_->representatives.size()) * rest_.count(); }
  std::uint32_t num_classes() const { return static_cast<std::uint32_t>(sets_->representatives.size()); }
  // Positions with the same class of own set: they stand together.
  std::uint32_t stride() const { return rest_.count(); }
  SquareMask representative(std::uint32_t set_class) const { return sets_->representatives[set_class]; }
  const SubsetRanks& rest() const { return rest_; }
  // Precondition: disjoint sets of the layer's sizes.
  std::uint64_t index_of(SquareMask own, SquareMask enemy) const;
  // The position of an index, own squares first.
  std::pair<SquareMask, SquareMask> position_at(std::uint64_t index) const;

  static std::uint64_t size_of(const LayerBoard& board, int own, int enemy);

 private:
  const LayerBoard* board_;
  const SquareSets* sets_;
  int own_;
  int enemy_;
  SubsetRanks rest_;
};

}  // namespace motu
