#include "motu/atoll/rollout.hpp"

namespace motu {

double AtollRollout::run(State& state, Rng& rng) {
  if (state.is_terminal()) return state.outcome().value_for(0);
  fill_->load(static_cast<const AtollState&>(state));
  const int winner = fill_->run(rng) ^ static_cast<int>(state.is_swapped());
  return winner == 0 ? 1.0 : -1.0;
}

float AtollRollout::run(State& state, Rng& rng, std::span<std::uint8_t> taken) {
  const auto owners = taken.first(static_cast<std::size_t>(state.game().num_cells()));
  fill_->load(static_cast<const AtollState&>(state));
  return fill_->run(rng, owners) == state.to_move() ? 1.0F : -1.0F;
}

}  // namespace motu
