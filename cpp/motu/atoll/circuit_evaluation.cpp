#include "motu/atoll/circuit_evaluation.hpp"

#include <cmath>

#include "motu/core/base/exponential.hpp"

namespace motu {

namespace {

// Fitted by logistic regression to solved positions of boards of 16 to 25 cells and to games on boards of 104 and 121
// cells: the odds of winning grow with the ratio's power kSlope / sqrt(cells), and the move is worth as much as a ratio
// of exp(kMove / sqrt(cells)).
constexpr double kSlope = 16.0;
constexpr double kMove = 2.2;

}  // namespace

void CircuitEvaluation::assign(const HexBoard& board, std::span<const std::uint8_t> stones, Colour to_move) {
  cells_.fill_in(board, stones);
  flow_.assign(stones.size(), 0.0);
  for (const Colour colour : {kFirst, kSecond}) circuits_[colour].assign(board, cells_.filled(), colour);
  if (cells_.winner() != kNoColour) {
    value_ = cells_.winner() == to_move ? 1.0 : -1.0;
    return;
  }
  for (std::size_t cell = 0; cell < flow_.size(); ++cell) {
    flow_[cell] = (circuits_[kFirst].flow()[cell] + circuits_[kSecond].flow()[cell]) / 2;
  }
  const double ratio = circuits_[to_move].conductance() / circuits_[other(to_move)].conductance();
  const double scale = std::sqrt(static_cast<double>(stones.size()));
  value_ = hyperbolic_tangent(kSlope / scale * (logarithm(ratio) + kMove / scale) / 2);
}

}  // namespace motu
