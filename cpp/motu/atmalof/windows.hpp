// Windows: stretches of a number of squares in a straight line, where lines of pieces can come to stand.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "motu/atmalof/atmalof.hpp"

namespace motu {

class LineWindows {
 public:
  // Where a square stands in a window.
  struct Place {
    std::uint16_t window;
    std::uint16_t index;  // 0..length-1
  };

  // All windows of `length` squares, at least 2, in the order of their first squares; along rows, columns and both
  // diagonals.
  LineWindows(const AtmalofGame& game, int length);

  int count() const { return static_cast<int>(is_diagonal_.size()); }
  int length() const { return length_; }
  // The squares of a window from its first to its last.
  std::span<const std::uint16_t> squares(int window) const {
    const auto length = static_cast<std::size_t>(length_);
    return std::span(squares_).subspan(static_cast<std::size_t>(window) * length, length);
  }
  bool is_diagonal(int window) const { return is_diagonal_[static_cast<std::size_t>(window)]; }
  // The windows that a square is part of.
  std::span<const Place> through(int square) const {
    const auto s = static_cast<std::size_t>(square);
    return std::span(places_).subspan(first_place_[s], first_place_[s + 1] - first_place_[s]);
  }

 private:
  void add_windows(const AtmalofGame& game, int row, int column);
  void index_squares(int num_squares);

  int length_;
  std::vector<std::uint16_t> squares_;      // [window * length + index]
  std::vector<bool> is_diagonal_;           // [window]
  std::vector<Place> places_;               // those of square 0, of square 1, …
  std::vector<std::uint32_t> first_place_;  // [square], and the end
};

}  // namespace motu
