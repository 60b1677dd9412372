#include "motu/atomorph/table_index.hpp"

#include <string>

namespace motu {

namespace {

constexpr std::size_t kHalves = 6561;  // 3^8

FlipSet half_mirrored(FlipSet half) {
  FlipSet result = 0;
  for_each_point(half, [&](int point) { result |= 1ULL << (point ^ 3); });
  return result;
}

}  // namespace

FlipIndex::FlipIndex(int size) : size_(size), count_(19683) {  // 3^9
  if (size > kMaxSize) {
    const std::string read = "size=" + std::to_string(size);
    throw Error("solve/size", "tables of all positions are made of 3x3 and 4x4 points, not with " + read, read, {},
                {"size=3", "size=4"});
  }
  in_base_three_.resize(512, 0);
  for (FlipSet bits = 1; bits < 512; ++bits) {
    std::uint32_t power = 1;
    for (int digit = 0; digit < 9; ++digit, power *= 3) in_base_three_[bits] += ((bits >> digit) & 1U) * power;
  }
  if (size == 4) number_halves();
}

void FlipIndex::number_halves() {
  id_of_.resize(kHalves);
  for (FlipSet own = 0; own < 256; ++own) {
    for (FlipSet enemy = 0; enemy < 256; ++enemy) {
      if ((own & enemy) != 0) continue;
      const auto code = [&](FlipSet a, FlipSet b) { return in_base_three_[a] + 2 * in_base_three_[b]; };
      const FlipSet own_mirrored = half_mirrored(own);
      const FlipSet enemy_mirrored = half_mirrored(enemy);
      const bool is_symmetric = own_mirrored == own && enemy_mirrored == enemy;
      if (!is_symmetric && code(own_mirrored, enemy_mirrored) < code(own, enemy)) continue;
      const auto number = static_cast<std::uint16_t>(stones_.size());
      const auto group = static_cast<std::uint16_t>(class_of_.empty() ? 0 : class_of_.back() + 1);
      id_of_[code(own, enemy)] = number;
      stones_.emplace_back(own, enemy);
      class_of_.push_back(group);
      mirror_of_.push_back(static_cast<std::uint16_t>(is_symmetric ? number : number + 1));
      if (is_symmetric) continue;
      id_of_[code(own_mirrored, enemy_mirrored)] = static_cast<std::uint16_t>(number + 1);
      stones_.emplace_back(own_mirrored, enemy_mirrored);
      class_of_.push_back(group);
      mirror_of_.push_back(number);
    }
  }
  base_.resize(kHalves);
  std::uint32_t next = 0;
  for (std::uint32_t low = 0; low < kHalves; ++low) {
    if (mirror_of_[low] < low) continue;
    base_[low] = next - low;  // the high half is not before the low one; wraps round where it must
    next += static_cast<std::uint32_t>(kHalves) - low;
  }
  count_ = next;
}

}  // namespace motu
