// What a kind of game has besides its rules: one row, which its room fills in and nothing else knows.
//
// Everything above the rules asks a game for its row, never which game it is. A null pointer says that the game has
// no such thing; rollouts, lines and playouts every game of a room has.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <typeinfo>

#include "motu/core/state/state.hpp"

namespace motu {

class Advisor;
class Evaluator;
class Eye;
class NetEncoder;
class ResultProver;
class Rollout;
struct PlayoutCounts;
struct SpecType;

// Called now and then by what takes long; throws to end it.
using Pulse = std::function<void()>;

// A way to value positions, by the name that people type.
struct NamedEvaluator {
  std::string_view name;
  std::unique_ptr<Evaluator> (*make)(const Game& game, std::uint64_t seed);
};

// What searches are strongest with, nets left out, as measured (docs/strength.md).
struct BestSearch {
  std::string_view evaluator = "rollout";         // of Monte-Carlo search
  std::string_view static_evaluator = "uniform";  // of depth-first search: one that answers alike every time
  float c_puct = 1.25F;                           // with the first of them
  std::int32_t advise_visits = 150;               // likewise
};

struct GameType {
  std::string_view name;  // "atoll"
  // What texts say of its games: see core/specs.
  const SpecType* specs;
  BestSearch best;
  // In the order in which they are listed.
  std::span<const NamedEvaluator> evaluators;
  // What can be proved without searching, and, with `asks_tables`, the exact table that is open. May return null.
  std::unique_ptr<Advisor> (*make_advisor)(const Game& game, bool asks_tables) = nullptr;
  // Random play to the end, the fastest way the game knows.
  std::unique_ptr<Rollout> (*make_rollout)(const Game& game) = nullptr;
  std::unique_ptr<NetEncoder> (*make_encoder)(const Game& game) = nullptr;
  // Proofs of results in self-play; see result_prover.hpp.
  std::unique_ptr<ResultProver> (*make_prover)(const Game& game, std::uint64_t nodes) = nullptr;
  // What attracts people who look at a position: of playing levels.
  std::unique_ptr<Eye> (*make_eye)(const Game& game) = nullptr;
  // With the concrete state, so that templates run without virtual calls. A pulse that throws leaves the state
  // anywhere.
  std::uint64_t (*count_lines)(State& state, int depth, const Pulse& pulse) = nullptr;
  PlayoutCounts (*count_playouts)(State& state, std::uint64_t games, std::uint64_t seed, int max_plies,
                                  const Pulse& pulse) = nullptr;
};

// A game as one of a room's own: null where it is of another kind.
template <class G>
const G* as(const Game& game) {
  return &game.type() == &G::kType ? static_cast<const G*>(&game) : nullptr;
}

// The same where it must be of that kind, or std::bad_cast is thrown.
template <class G>
const G& expect(const Game& game) {
  if (const G* right = as<G>(game)) return *right;
  throw std::bad_cast();
}

}  // namespace motu
