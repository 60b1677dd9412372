#include "motu/core/selfplay/result_prover.hpp"

#include "motu/core/state/game_type.hpp"

namespace motu {

std::unique_ptr<ResultProver> ResultProver::create(const std::shared_ptr<const Game>& game, std::uint64_t nodes) {
  const auto make = game->type().make_prover;
  return make != nullptr ? make(*game, nodes) : nullptr;
}

}  // namespace motu
