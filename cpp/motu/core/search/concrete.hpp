// What runs over a game's concrete states, so that loops need no virtual calls: the ply by ply parts of its GameType.
//
// `Visit` is a function object of the game's room: Visit{}(state, f) calls f with the concrete state.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "motu/core/base/compiler.hpp"
#include "motu/core/search/rollout.hpp"
#include "motu/core/state/chance.hpp"
#include "motu/core/state/game_type.hpp"
#include "motu/core/state/perft.hpp"

namespace motu {

template <class Visit>
std::uint64_t count_concrete_lines(State& state, int depth, const Pulse& pulse) {
  return Visit{}(state, [&](auto& concrete) { return perft(concrete, depth, pulse); });
}

// Flattened: the more of a game's functions share a file, the less of them the compiler inlines by itself. Without it
// playouts of Atmalof are a tenth slower.
template <class Visit>
MOTU_FLATTEN PlayoutCounts count_concrete_playouts(State& state, std::uint64_t games, std::uint64_t seed, int max_plies,
                                                   const Pulse& pulse) {
  return Visit{}(state, [&](auto& concrete) { return count_playouts(concrete, games, seed, max_plies, pulse); });
}

// Plays to the end, marks which colour took which action, and undoes everything.
template <GameState S>
float play_out_marking(S& state, Rng& rng, std::span<std::uint8_t> taken) {
  const int begin = state.ply();
  int applied = 0;
  while (!state.is_terminal() && (state.is_chance_node() || state.ply() - begin < kRolloutPlies)) {
    const Action action = state.sample_legal(rng);
    if (!state.is_chance_node()) {
      taken[static_cast<std::size_t>(action)] |= static_cast<std::uint8_t>(1U << state.to_move());
    }
    state.apply_unchecked(action);
    ++applied;
  }
  const Outcome outcome = state.outcome();  // worth 0 where it was cut short
  while (applied-- > 0) state.undo_unchecked();
  return static_cast<float>(outcome.value_for(side_of(state)));
}

template <class Visit>
class PlyByPly final : public Rollout {
 public:
  double run(State& state, Rng& rng) override {
    return Visit{}(state, [&](auto& concrete) {
      Outcome outcome;
      int plies = 0;
      // An unfinished game is worth nothing to either side.
      return play_out(concrete, rng, kRolloutPlies, outcome, plies) ? static_cast<double>(outcome.value_for(0)) : 0.0;
    });
  }
  float run(State& state, Rng& rng, std::span<std::uint8_t> taken) override {
    return Visit{}(state, [&](auto& concrete) { return play_out_marking(concrete, rng, taken); });
  }

  static std::unique_ptr<Rollout> make(const Game& /*game*/) { return std::make_unique<PlyByPly>(); }
};

}  // namespace motu
