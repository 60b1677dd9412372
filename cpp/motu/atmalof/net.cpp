#include "motu/atmalof/net.hpp"

#include <algorithm>
#include <cstring>

#include "motu/core/base/compiler.hpp"
#include "motu/core/base/exponential.hpp"

namespace motu {

LineSums LineWeights::add_rows(std::span<const std::uint32_t> active) const {
  // All sums stay in registers, so each row is fetched once.
  constexpr std::size_t kFours = kLineWidth / 4;
  static_assert(kLineWidth % 4 == 0);
  std::array<FourFloats, kFours> fours{};
  for (const std::uint32_t index : active) {
    const float* row = rows.data() + static_cast<std::size_t>(index) * kLineWidth;
    for (std::size_t i = 0; i < kFours; ++i) fours[i] += four_floats(row + 4 * i);
  }
  LineSums sums;
  std::memcpy(sums.data(), fours.data(), sizeof sums);
  return sums;
}

float LineWeights::value_of(const LineSums& sums) const {
  float total = sums[0];
  for (std::size_t i = 1; i < kLineWidth; ++i) total += outputs[i] * std::max(sums[i], 0.0F);
  return hyperbolic_tangent(total);
}

float LineNet::value(const LineBoard& board, Colour mover, std::vector<std::uint32_t>& active) const {
  active.resize(static_cast<std::size_t>(features_->max_active()));
  active.resize(static_cast<std::size_t>(features_->collect(board, mover, active)));
  return weights_->value_of(weights_->add_rows(active));
}

}  // namespace motu
