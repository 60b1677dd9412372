// What an Atoll position is worth by its circuits alone: resistance of both colours after fill-in.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "motu/atoll/inferior.hpp"
#include "motu/atoll/resistance.hpp"

namespace motu {

// The circuits of both colours on the board after fill-in.
class CircuitEvaluation {
 public:
  // `stones` has one entry a cell, kFirst, kSecond or kNoColour; nobody has won yet.
  void assign(const HexBoard& board, std::span<const std::uint8_t> stones, Colour to_move);

  // For `to_move`, in [-1, 1]: the logarithm of the ratio of the conductances and what having the move is worth,
  // squashed; -1 and 1 exactly when the fill-in shows the winner.
  double value() const { return value_; }
  // [cell] the mean of both colours' flow, in [0, 1]: where connections and cuts meet. 0 where no stone is needed.
  std::span<const double> flow() const { return flow_; }
  const InferiorCells& cells() const { return cells_; }
  const Resistance& circuit(Colour colour) const { return circuits_[colour]; }

 private:
  InferiorCells cells_;
  std::array<Resistance, 2> circuits_;
  std::vector<double> flow_;
  double value_ = 0.0;
};

}  // namespace motu
