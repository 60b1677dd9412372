// Blocks of bounds as few bytes: what stands in a table on disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "motu/atmalof/layer_values.hpp"

namespace motu {

// Bounds in units of 1 / kFileOne, the lower one rounded down and the upper one up.
struct FileBounds {
  std::int16_t lower = 0;
  std::int16_t upper = 0;

  bool operator==(const FileBounds&) const = default;
  static FileBounds of(const LineBounds& bounds) {
    return {static_cast<std::int16_t>(divide_down(bounds.lower, kFinestSteps)),
            static_cast<std::int16_t>(divide_up(bounds.upper, kFinestSteps))};
  }
  LineBounds bounds() const { return {lower * kFinestSteps, upper * kFinestSteps}; }
};

// Positions that are packed together.
inline constexpr std::size_t kBlockLength = 1024;

// Packs up to kBlockLength bounds. A won position takes one bit; another one takes that, its lower bound as many as the
// block's range needs, and its width in a Rice code (Rice and Plaunt 1971) whose parameter suits the block.
std::vector<std::byte> pack_block(std::span<const FileBounds> block);
// The inverse; `count` as packed. False where the bytes are no block.
bool unpack_block(std::span<const std::byte> bytes, std::size_t count, std::vector<FileBounds>& out);

}  // namespace motu
