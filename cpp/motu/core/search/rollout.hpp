// Random play to the end: the evaluator of last resort, and the measure of how fast the rules are.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "motu/core/state/state.hpp"

namespace motu {

// How many turns random play may take beyond the position: Atmalof has no rule against repetition.
inline constexpr int kRolloutPlies = 10'000;

struct PlayoutCounts {
  std::uint64_t wins[2] = {0, 0};  // by person
  std::uint64_t draws = 0;
  std::uint64_t unfinished = 0;  // stopped by the ply limit
  std::uint64_t plies = 0;
};

// Plays uniformly at random until the end or until `max_plies` turns are over, and undoes everything. Returns whether
// it ended; `outcome` and `plies` then hold how.
template <GameState S>
bool play_out(S& state, Rng& rng, int max_plies, Outcome& outcome, int& plies) {
  int applied = 0;
  const int begin = state.ply();
  while (!state.is_terminal() && (state.is_chance_node() || state.ply() - begin < max_plies)) {
    state.apply_unchecked(state.sample_legal(rng));
    ++applied;
  }
  const bool ended = state.is_terminal();
  outcome = state.outcome();
  plies = state.ply() - begin;
  while (applied-- > 0) state.undo_unchecked();
  return ended;
}

inline constexpr std::uint64_t kPulseGames = 16;

// Calls `pulse` every kPulseGames games, which may throw to end it.
template <GameState S, class Pulse>
PlayoutCounts count_playouts(S& state, std::uint64_t games, std::uint64_t seed, int max_plies, const Pulse& pulse) {
  PlayoutCounts counts;
  Rng rng(seed);
  for (std::uint64_t i = 0; i < games; ++i) {
    if (i % kPulseGames == 0) pulse();
    Outcome outcome;
    int plies = 0;
    if (!play_out(state, rng, max_plies, outcome, plies)) {
      ++counts.unfinished;
    } else if (outcome.winner < 0) {
      ++counts.draws;
    } else {
      ++counts.wins[outcome.winner];
    }
    counts.plies += static_cast<std::uint64_t>(plies);
  }
  return counts;
}

template <GameState S>
PlayoutCounts count_playouts(S& state, std::uint64_t games, std::uint64_t seed, int max_plies) {
  return count_playouts(state, games, seed, max_plies, [] {});
}

// One random continuation of a position; the fastest way each game knows. Leaves the state as it was.
class Rollout {
 public:
  virtual ~Rollout() = default;
  // Its value for person 0 in [-1, 1]: the result, 0 for a draw and for a game that was cut short.
  virtual double run(State& state, Rng& rng) = 0;
  // Its value for whose turn it is (see side_of). taken[action] gets bit c where colour c took that action in it.
  // Precondition: the game is not over.
  virtual float run(State& state, Rng& rng, std::span<std::uint8_t> taken) = 0;

  static std::unique_ptr<Rollout> create(const Game& game);
};

}  // namespace motu
