// What the tests of searches share: small games, and plain recursion that says what is true.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "motu/atmalof/atmalof.hpp"
#include "motu/atoll/tests/testing.hpp"
#include "motu/atomorph/atomorph.hpp"

namespace motu::search_testing {

inline std::unique_ptr<State> new_hex(int size, bool swap = false) {
  return atoll_testing::new_game(HexBoard::rhombus(size, size, 4), swap)->new_state();
}

inline std::unique_ptr<State> played(std::unique_ptr<State> state, const std::vector<std::string>& moves) {
  for (const auto& move : moves) state->play(move);
  return state;
}

// One of every kind, small enough to be searched through in parts.
inline std::vector<std::unique_ptr<State>> new_states() {
  std::vector<std::unique_ptr<State>> states;
  states.push_back(new_hex(5, true));
  states.push_back(atoll_testing::new_game(HexBoard::hexagon(3, 12))->new_state());
  states.push_back(AtomorphGame::create({.size = 5, .return_stone = true})->new_state());
  states.push_back(AtmalofGame::create({.rows = 4, .cols = 5, .line = 4})->new_state());
  return states;
}

inline double result_for_first(const State& state) {
  const int winner = state.outcome().winner;
  return winner < 0 ? 0.0 : (winner == 0 ? 1.0 : -1.0);
}

// Expectimax as it is written down, for person 0: every move, every face, nothing left out.
inline double plain_value(State& state, int depth, const std::function<double(State&)>& evaluator) {
  if (state.is_terminal()) return result_for_first(state);
  if (!state.is_chance_node() && depth == 0) return evaluator(state);
  double mean = 0.0;
  double best = state.current_player() == 0 ? -1.0 : 1.0;
  for (const Action action : atoll_testing::legal_of(state)) {
    const bool is_roll = state.is_chance_node();
    const double probability = is_roll ? state.chance_probability(action) : 0.0;
    const int player = state.current_player();
    state.apply(action);
    const double value = plain_value(state, is_roll ? depth : depth - 1, evaluator);
    state.undo();
    mean += probability * value;
    if (player == 0) best = std::max(best, value);
    if (player == 1) best = std::min(best, value);
  }
  return state.is_chance_node() ? mean : best;
}

// The exact result for person 0 of a game without dice and without draws, positions remembered.
class Solver {
 public:
  int solve(State& state) {
    if (state.is_terminal()) return static_cast<int>(result_for_first(state));
    if (const auto known = known_.find(state.hash()); known != known_.end()) return known->second;
    const int own = state.current_player() == 0 ? 1 : -1;
    int value = -own;
    for (const Action action : atoll_testing::legal_of(state)) {
      state.apply(action);
      const int one = solve(state);
      state.undo();
      if (one == own) {
        value = own;
        break;
      }
    }
    return known_[state.hash()] = value;
  }

 private:
  std::unordered_map<std::uint64_t, int> known_;
};

}  // namespace motu::search_testing
