// What the sets of one size have by themselves, up to symmetry: which squares would complete a line.
#pragma once

#include <cstdint>
#include <vector>

#include "motu/atmalof/layer_index.hpp"

namespace motu {

class LayerWins {
 public:
  // For all classes of sets of `own` squares.
  LayerWins(const LayerBoard& board, int own);

  // Squares where a step completes a line, seen from the class's representative.
  SquareMask steps(std::uint32_t set_class) const { return steps_[set_class]; }
  // And where one more piece does.
  SquareMask drops(std::uint32_t set_class) const { return drops_[set_class]; }
  // What the tie-break counts with one more piece on a square. Precondition: a piece more can bring the tie-break.
  int short_lines_with(std::uint32_t set_class, unsigned square) const {
    return short_lines_[std::size_t{set_class} * num_squares_ + square];
  }
  // Bit s: symmetry s takes the representative to itself.
  unsigned own_symmetries(std::uint32_t set_class) const { return own_symmetries_[set_class]; }

 private:
  void add(const LayerBoard& board, SquareMask own, bool is_last);

  std::size_t num_squares_;
  std::vector<SquareMask> steps_;             // [class]
  std::vector<SquareMask> drops_;             // [class]
  std::vector<std::uint8_t> short_lines_;     // [class * squares + square]
  std::vector<std::uint8_t> own_symmetries_;  // [class]
};

}  // namespace motu
