// The seam between a search and what can be proved about a position without playing it out: connections that nobody can
// break, moves that are no better than others.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "motu/core/search/tree.hpp"
#include "motu/core/state/state.hpp"

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

// What is proved of a move, or of a face of a roll.
struct ProvedMove {
  Action action = -1;
  Bounds bounds;  // of the result for person 0
  int plies = 0;  // turns to the end of the game after it, as in Advice
};

class Advisor {
 public:
  virtual ~Advisor() = default;
  // Adds what it knows to an empty advice; never called before a roll or at the end of a game. It may play on the
  // state, but leaves it as it was.
  virtual void advise(State& state, Advice& advice) = 0;
  // Adds what it knows of single moves where that is more than a search would ask for: of the position that it begins
  // at, which may be a roll. Never called at the end of a game; it leaves the state as it was.
  virtual void advise_moves(State& /*state*/, std::vector<ProvedMove>& /*moves*/) {}
  // One of the same kind for another thread.
  virtual std::unique_ptr<Advisor> fork() const = 0;
};

// Takes advice over into a node. It must be locked, or nobody else's.
void take_advice(Node& node, const Advice& advice);
void take_proofs(Node& node, std::span<const ProvedMove> moves);

// The advisor of a game: its exact table where one is open and may be asked, and what can be proved without searching;
// null: none.
std::unique_ptr<Advisor> make_advisor(const Game& game, bool asks_tables = true);

}  // namespace motu
