// The order in which a proof search tries moves where an evaluator of searches gives it, a net: what it would play
// first.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "motu/atoll/atoll.hpp"
#include "motu/core/search/evaluator.hpp"

namespace motu {

// Not thread-safe: one object a thread.
class JudgedOrder {
 public:
  // The evaluator must have priors.
  JudgedOrder(std::shared_ptr<const AtollGame> game, std::unique_ptr<Evaluator> judge);

  // Sorts moves by their priors. The game must not be over. Dead cells are taken for the opponent's, which changes
  // nothing in the game.
  void sort(std::span<const std::uint8_t> stones, Colour to_move, std::span<std::uint16_t> moves);

 private:
  std::unique_ptr<Evaluator> judge_;
  AtollState state_;
  std::vector<std::uint8_t> stones_;
  std::vector<Action> actions_;
  std::vector<float> priors_;  // [cell]
  Evaluation answer_;
};

}  // namespace motu
