// One layer's backup: from the values after every turn to the values before it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "motu/solve/layer_index.hpp"
#include "motu/solve/layer_values.hpp"

namespace motu {

// What is known of a layer, for reading.
struct LayerView {
  const LayerIndex* index = nullptr;
  const LayerValues* values = nullptr;
};

// Improves the bounds of a layer in place. Every call works on whole classes of own sets, so that calls on different
// classes may run at the same time.
class LayerSweep {
 public:
  // `own` is the layer at work, `mirror` the one with the counts exchanged (where they are equal, the same), `next` the
  // one that a drop leads to; without a layer there (the drop ends the game) its index is null. `step` divides
  // kFinestSteps: bounds are kept at multiples of it, rounded outward.
  LayerSweep(const LayerBoard& board, const LayerIndex& index, LayerValues& values, LayerView mirror, LayerView next,
             std::int32_t step);

  // Improves all positions of a class; how many of them changed.
  std::uint64_t improve(std::uint32_t set_class);

 private:
  // All that depends on the own set alone.
  struct Block {
    SquareMask own = 0;
    SquareMask room = 0;                                        // squares without an own piece
    SquareMask winning_steps = 0;                               // where a step completes a line
    SquareMask winning_drops = 0;                               // where a drop does
    std::array<std::uint8_t, kMostLayerSquares> short_lines{};  // [square]: with one more piece there
    std::vector<SquareMask> low;                                // packed enemy sets spread over the room, by halves
    std::vector<SquareMask> high;
  };
  // Where the positions after a turn stand: all have the enemy's set as the own one.
  struct Frame {
    std::array<SquareMask, kMostLayerSquares> bits;  // [square]: its bit among the packed enemy set
    SquareMask packed = 0;                           // the pieces of the person to act
    std::uint64_t base = 0;                          // of the enemy's class in the mirror layer
    std::uint64_t next_base = 0;                     // and in the layer after a drop
    int enemy_short_lines = 0;
  };
  struct Lines {
    std::array<LineBounds, kMostLayerSquares> sums;  // [row], then [height + column]
    std::array<std::uint8_t, kMostLayerSquares> landings;
  };

  void enter(std::uint32_t set_class);
  void find_wins();
  SquareMask enemy_at(SquareMask packed) const { return block_.low[packed & low_mask_] | block_.high[packed >> half_]; }
  void set_frame(SquareMask enemy, const SquareSets::Entry& entry);
  LineBounds best_of(SquareMask enemy);
  void try_steps(SquareMask vacant, LineBounds& best) const;
  void try_announcements(SquareMask vacant, LineBounds& best);
  LineBounds after_drop(int square) const;
  LineBounds after_mirror(SquareMask packed) const {
    return mirror_.values->at(frame_.base + mirror_.index->rest().rank(packed)).reversed();
  }
  LineBounds rounded(const LineBounds& bounds) const { return {bounds.lower & -step_, -((-bounds.upper) & -step_)}; }

  const LayerBoard& board_;
  const LayerIndex& index_;
  LayerValues& values_;
  LayerView mirror_;
  LayerView next_;
  std::int32_t step_;
  int height_;
  int width_;
  int rows_;
  int cols_;
  bool can_announce_;
  bool ends_by_count_;  // a drop brings the tie-break
  int half_;
  SquareMask low_mask_;
  Block block_;
  Frame frame_;
  Lines lines_;
};

}  // namespace motu
