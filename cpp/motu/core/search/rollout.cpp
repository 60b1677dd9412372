#include "motu/core/search/rollout.hpp"

#include "motu/core/state/game_type.hpp"

namespace motu {

std::unique_ptr<Rollout> Rollout::create(const Game& game) { return game.type().make_rollout(game); }

}  // namespace motu
