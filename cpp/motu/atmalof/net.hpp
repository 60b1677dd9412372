// The line net: rows for the features that hold are added up to kLineWidth sums; the first counts as it is, the others
// where they are positive, each with a weight of its own; the hyperbolic tangent makes the result a value.
//
// Tables over lines of squares, added up, are an n-tuple network (Bledsoe and Browning, 1959; for board games Lucas,
// 2008); the hidden sums let features matter together.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "motu/atmalof/features.hpp"

namespace motu {

inline constexpr int kLineWidth = 48;

using LineSums = std::array<float, kLineWidth>;

// What is learnt.
struct LineWeights {
  std::vector<float> rows;  // [row][kLineWidth]
  LineSums outputs{};       // of the sums; the first is always 1

  bool operator==(const LineWeights&) const = default;

  LineSums add_rows(std::span<const std::uint32_t> active) const;
  // From sums to a value in [-1, 1].
  float value_of(const LineSums& sums) const;
};

class LineNet {
 public:
  // Precondition: as many rows as the features have.
  LineNet(std::shared_ptr<const LineFeatures> features, std::shared_ptr<const LineWeights> weights)
      : features_(std::move(features)), weights_(std::move(weights)) {}

  const LineFeatures& features() const { return *features_; }
  const std::shared_ptr<const LineTables>& shared_tables() const { return features_->shared_tables(); }
  const LineWeights& weights() const { return *weights_; }

  // The expected result for the mover, in [-1, 1]; of a position where the game goes on. `active` is scratch: the rows
  // that hold.
  float value(const LineBoard& board, Colour mover, std::vector<std::uint32_t>& active) const;

 private:
  std::shared_ptr<const LineFeatures> features_;
  std::shared_ptr<const LineWeights> weights_;
};

}  // namespace motu
