// Where the eye goes in Atmalof: rows that could still become full.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "motu/atmalof/atmalof.hpp"
#include "motu/core/levels/eye.hpp"

namespace motu {

class LineEye final : public Eye {
 public:
  explicit LineEye(const AtmalofGame& game);
  // Of naive people luck has the last word: they see the piece on the best square of an announced line already.
  std::vector<double> weights(const State& state, std::span<const Action> actions, double naivety) const override;

 private:
  using Stones = std::span<const std::uint8_t>;

  void add_lines(int row, int column);
  double hope(Action line, double naivety, Stones stones, std::span<const double> worths) const;
  double progress(int move, Colour colour, Stones stones) const;
  double worth(int square, Colour colour, Stones stones) const;

  std::shared_ptr<const AtmalofGame> game_;
  std::vector<std::vector<int>> lines_;    // each its squares
  std::vector<std::vector<int>> through_;  // [square] the lines that it lies on
};

}  // namespace motu
