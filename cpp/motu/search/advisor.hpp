// The seam between a search and what can be proved about a position without playing it out: connections that nobody can
// break, moves that are no better than others.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "motu/games/state.hpp"
#include "motu/search/tree.hpp"

namespace motu {

// What is known about one position in which somebody is to move. Everything but `favoured` is taken as proved.
struct Advice {
  Bounds bounds;             // of the result for person 0
  int plies = 0;             // turns to the end of the game where the bounds decide it, as far as can be said
  Action best = -1;          // the move that wins; without it a win of the person to act counts for nothing
  std::vector<Action> keep;  // no move is better than the best of these; empty: no opinion
  // Moves to look at before others, each with a weight: as a search with priors adds it to its prior, a search without
  // counts it as so many won continuations.
  std::vector<std::pair<Action, float>> favoured;
};

class Advisor {
 public:
  virtual ~Advisor() = default;
  // Adds what it knows to an empty advice; never called before a roll or at the end of a game. It may play on the
  // state, but leaves it as it was.
  virtual void advise(State& state, Advice& advice) = 0;
  // One of the same kind for another thread.
  virtual std::unique_ptr<Advisor> fork() const = 0;
};

// Takes advice over into a node. It must be locked, or nobody else's.
void take_advice(Node& node, const Advice& advice);

}  // namespace motu
