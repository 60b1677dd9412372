// Numbers for all arrangements of stones on 3x3 and 4x4 points, so that a table can hold an entry for each.
//
// On 4x4 an arrangement is two halves of two rows each, and images of one another under the symmetries that keep the
// colours' edges share a number: the halves are exchanged, and both are turned left to right, until the lower half's
// class (a half and its mirror image) is the smaller one and the half itself the smaller of its class.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "motu/atomorph/solver_board.hpp"

namespace motu {

class FlipIndex {
 public:
  static constexpr int kMaxSize = 4;

  // Throws "solve/size" for a board that is too large.
  explicit FlipIndex(int size);

  int size() const { return size_; }
  std::uint32_t count() const { return count_; }
  // Whether images share numbers.
  bool has_images() const { return size_ == 4; }
  std::uint32_t of(FlipSet own, FlipSet enemy) const {
    if (size_ == 3) return in_base_three_[own] + 2 * in_base_three_[enemy];
    std::uint32_t low = id(own & 0xFF, enemy & 0xFF);
    std::uint32_t high = id(rows_swapped(own >> 8), rows_swapped(enemy >> 8));
    if (class_of_[low] > class_of_[high]) std::swap(low, high);
    if (mirror_of_[low] < low) {
      low = mirror_of_[low];
      high = mirror_of_[high];
    } else if (mirror_of_[low] == low && mirror_of_[high] < high) {
      high = mirror_of_[high];
    }
    return base_[low] + high;
  }

  // Calls visit(number, own, enemy) once for every number that stands for an arrangement.
  template <class F>
  void for_each(F&& visit) const {
    for_part(0, 1, visit);
  }
  // The same for one of so many equal parts.
  template <class F>
  void for_part(std::size_t part, std::size_t parts, F&& visit) const;

 private:
  static FlipSet rows_swapped(FlipSet half) { return (half >> 4 | half << 4) & 0xFF; }
  std::uint32_t id(FlipSet own, FlipSet enemy) const { return id_of_[in_base_three_[own] + 2 * in_base_three_[enemy]]; }
  void number_halves();

  int size_;
  std::uint32_t count_;
  std::vector<std::uint32_t> in_base_three_;  // [bits] with digits 0 and 1
  // Numbers of halves: a half and its mirror image follow one another.
  std::vector<std::uint16_t> id_of_;  // [in base three]
  std::vector<std::uint16_t> class_of_;
  std::vector<std::uint16_t> mirror_of_;
  std::vector<std::uint32_t> base_;                            // [low half] to which the high half's number is added
  std::vector<std::pair<std::uint8_t, std::uint8_t>> stones_;  // [half] own and enemy
};

template <class F>
void FlipIndex::for_part(std::size_t part, std::size_t parts, F&& visit) const {
  if (size_ == 3) {
    for (FlipSet own = part; own < 512; own += parts) {
      for (FlipSet enemy = 0; enemy < 512; ++enemy) {
        if ((own & enemy) == 0) visit(of(own, enemy), own, enemy);
      }
    }
    return;
  }
  for (std::size_t low = part; low < stones_.size(); low += parts) {
    if (mirror_of_[low] < low) continue;
    for (std::size_t high = low; high < stones_.size(); ++high) {
      if (mirror_of_[low] == low && mirror_of_[high] < high) continue;
      const FlipSet own = stones_[low].first | rows_swapped(stones_[high].first) << 8;
      const FlipSet enemy = stones_[low].second | rows_swapped(stones_[high].second) << 8;
      visit(base_[low] + static_cast<std::uint32_t>(high), own, enemy);
    }
  }
}

}  // namespace motu
