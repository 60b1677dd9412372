// Random play to the end by filling the board at once; see fill.hpp.
#pragma once

#include <memory>

#include "motu/atoll/fill.hpp"
#include "motu/core/search/rollout.hpp"

namespace motu {

class AtollRollout final : public Rollout {
 public:
  explicit AtollRollout(const AtollGame& game) : fill_(AtollFill::create(game.board())) {}

  double run(State& state, Rng& rng) override;
  float run(State& state, Rng& rng, std::span<std::uint8_t> taken) override;

 private:
  std::unique_ptr<AtollFill> fill_;
};

}  // namespace motu
