// How a player of set strength chooses: one row of src/motu/search/levels.toml, which Python checks with words for
// people; docs/levels.md says what the numbers do.
#pragma once

#include <cstdint>
#include <string>

#include "motu/core/state/state.hpp"

namespace motu {

struct Level {
  int considers = 1;           // moves that catch its eye, of which it then chooses; 0: it searches the whole tree
  std::uint64_t visits = 0;    // simulations for a move on a board of `cells` cells
  int cells = 1;               // of that board
  int depth = 0;               // plies of a depth-first search of all moves; 0: by simulations
  double seconds = 1.0;        // it never thinks longer about a move
  int threads = 1;             // of its search
  double temperature = 0.0;    // 0: its eye falls on the most attractive moves; 1: on each as often as it attracts
  double naivety = 0.0;        // as an eye has it
  double sees_threats = 1.0;   // the probability of noticing that the opponent would win with the next move
  bool swaps_centre = false;   // it swaps a first stone in the inner half of the board; else what it likes less
  std::string evaluator = {};  // of its search, by name

  // Throws "engine/levels" with what is wrong and what would be right.
  void check() const;
  // Simulations for a move on a board: in proportion to the cells, at least 1.
  std::uint64_t visits_on(const Game& game) const;
};

}  // namespace motu
