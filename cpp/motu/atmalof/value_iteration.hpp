// One layer's backup: from the values after every turn to the values before it.
//
// Positions are visited by the enemy's set. Whatever the person to act does short of a drop leads to positions that
// stand together in the mirror layer, where the enemy's set is the own one; whatever a drop leads to stands together in
// the next. So all that is read for a block of positions is a few kilobytes in a row, and only what is written is
// spread over the layer: those places are found, and fetched, some hundred positions ahead. Positions none of whose
// successors has changed since are left out.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "motu/atmalof/layer_index.hpp"
#include "motu/atmalof/layer_news.hpp"
#include "motu/atmalof/layer_values.hpp"
#include "motu/atmalof/layer_wins.hpp"

namespace motu {

// A layer at work.
struct OpenLayer {
  LayerIndex index;
  LayerValues values;
  LayerWins wins;
  LayerNews news;
};

// A layer that is finished.
struct DoneLayer {
  LayerIndex index;
  LayerValues values;
};

// Improves the bounds of a layer in place. Every call works on one class of the enemy's sets and writes no position
// that another class's call does, so that calls on different classes may run at the same time.
class LayerSweep {
 public:
  // `layer` is the one at work, `mirror` the one with the counts exchanged (where they are equal, the same), `next` the
  // one that a drop leads to; null: a drop ends the game. `step` divides kFinestSteps: bounds are kept at multiples of
  // it, rounded outward.
  LayerSweep(const LayerBoard& board, OpenLayer& layer, OpenLayer& mirror, const DoneLayer* next, std::int32_t step);

  std::uint32_t num_classes() const { return mirror_.index.num_classes(); }
  // Improves the positions with an enemy's set of a class where what they lead to has changed; how many of them
  // changed.
  std::uint64_t improve(std::uint32_t enemy_class);
  // Positions looked at so far.
  std::uint64_t visits() const { return visits_; }

 private:
  // All that depends on the enemy's set alone. Sets of the person to act are packed: bit i is the i-th square of
  // `room`.
  struct Block {
    SquareMask room = 0;                                  // squares without an enemy piece
    SquareMask all = 0;                                   // the room, packed
    SquareMask droppable = 0;                             // squares that a drop can reach, packed
    std::array<std::uint8_t, kMostLayerSquares> squares;  // [packed]
    std::array<SquareMask, kMostLayerSquares> near;       // [packed]: the squares a step away, packed
    std::array<std::uint8_t, kMostLayerSquares> rows;     // [packed]: the announced line that can name it, or kNoLine
    std::array<std::uint8_t, kMostLayerSquares> columns;
    std::array<SquareMask, 8> images;  // [symmetry]: of the enemy's set
    std::vector<SquareMask> low;       // packed sets spread over the room, by halves
    std::vector<SquareMask> high;
    std::vector<LineBounds> after;  // [rank of the own set after the turn]: who acts now sees it
    std::vector<LineBounds> after_drop;
    std::vector<std::uint64_t> due;  // bit [rank of the own set]: what it leads to has changed
    int short_lines = 0;
  };
  // A position and its place in the layer.
  struct Spot {
    std::uint64_t at = 0;
    SquareMask own = 0;  // packed
    std::uint32_t set_class = 0;
    unsigned symmetry = 0;  // takes the own set to its class's representative
  };
  static constexpr std::uint8_t kNoLine = 2 * kMostLayerSquares;

  bool enter(std::uint32_t enemy_class);
  void enter_squares();
  SquareMask spread(SquareMask packed) const { return block_.low[packed & low_mask_] | block_.high[packed >> half_]; }
  bool find_due(std::uint32_t enemy_class);
  void add_steps_to_due(SquareMask own);
  std::size_t find_spots(std::size_t word);
  void add_spot(SquareMask own);
  std::uint64_t place_of(std::uint32_t set_class, SquareMask enemy) const;
  std::uint64_t improve_spot(const Spot& spot);
  std::uint64_t improve_images(const Spot& spot, const LineBounds& found);
  bool take(std::uint64_t at, std::uint32_t set_class, const LineBounds& found);
  LineBounds value_of(const Spot& spot);
  bool try_steps(SquareMask own, LineBounds& best) const;
  void try_announcements(const Spot& spot, LineBounds& best);
  void add_drops(const Spot& spot, std::int64_t lost);
  SquareMask winning_drops(const Spot& spot, SquareMask targets) const;
  LineBounds after_drop(const Spot& spot, int target) const;
  void take_best_line(const std::int64_t* sums, int count, int faces, LineBounds& best) const;
  LineBounds rounded(const LineBounds& bounds) const { return {bounds.lower & -step_, -((-bounds.upper) & -step_)}; }

  const LayerBoard& board_;
  OpenLayer& layer_;
  OpenLayer& mirror_;
  const DoneLayer* next_;
  const SquareSets& own_sets_;
  const SubsetRanks& ranks_;  // of packed own sets
  std::int32_t step_;
  int height_;
  int width_;
  int rows_;
  int cols_;
  bool can_announce_;
  bool ends_by_count_;  // a drop brings the tie-break
  int half_;
  SquareMask low_mask_;
  std::uint64_t visits_ = 0;
  Block block_;
  std::vector<SquareMask> subsets_;     // [rank]: packed own sets
  std::vector<std::uint64_t> changed_;  // like the block's `due`
  std::vector<Spot> spots_;
  std::array<std::int64_t, kNoLine + 1> sums_;  // [row], then [height + column], and one for what no line names
};

}  // namespace motu
