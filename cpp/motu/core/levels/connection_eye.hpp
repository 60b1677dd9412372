// Where the eye goes in a game of connection: short ways across, near stones, the centre.
//
// It knows what lies on the way and what lies near, and nothing of what is to follow.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "motu/core/levels/eye.hpp"
#include "motu/core/levels/routes.hpp"

namespace motu {

class ConnectionEye final : public Eye {
 public:
  // Lists cells whose stones the other colour can turn.
  using WeakStones = std::vector<int> (*)(const State& state);

  // Of a game that numbers its actions cell by cell, kind after kind. Without weak stones `weak` is null.
  explicit ConnectionEye(SeenBoard board, WeakStones weak = nullptr);
  std::vector<double> weights(const State& state, std::span<const Action> actions, double naivety) const override;
  // Cells half way out are not, however their distance is rounded: images of a cell are alike.
  bool is_central(int cell) const override { return off_centre_[static_cast<std::size_t>(cell)] < 0.5 - 1e-9; }

 private:
  using Stones = std::span<const std::uint8_t>;
  using Floats = std::vector<double>;

  std::size_t num_cells() const { return board_.neighbours.size(); }
  double distance(std::size_t one, std::size_t other) const;
  Floats way_interest(const State& state, Stones stones) const;
  Floats near_interest(const State& state) const;
  Floats company(Stones stones) const;

  SeenBoard board_;
  WeakStones weak_;
  Routes routes_;
  Floats off_centre_;  // [cell] 0 in the middle, 1 as far out as any
  Floats rim_;         // [cell] what it attracts by its place
};

}  // namespace motu
