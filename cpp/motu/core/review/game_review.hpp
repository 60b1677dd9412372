// A whole game under one judge: what every move cost and what every roll brought.
//
// One value function runs along the game, from its last position back to its first:
//
// - the end is worth its result; the last position of an unfinished game what the judge says of it;
// - after an announcement a position is worth the exact mean over the faces: the face that fell as the game went on,
//   the others by the judge;
// - before a decision it is worth the best of the move played, as the game went on, and its rivals: the judge's first
//   other move, and the swap where it is open. Each is worth what the judge says of the position after it.
//
// So errors (best equity - equity of the move played) are never negative, luck (equity after the roll - mean over the
// faces) weighs nothing over all faces, and for person 0, by telescoping,
//
//     end - start = luck of 0 - luck of 1 + errors of 1 - errors of 0
//
// holds for every game and every judge; there is no residue to explain away. (Backgammon's luck account after
// N. Jorgensen, 2003; that it fails when luck and play are judged at different depths: D. Shaw, bug-gnubg, 2010.)
//
// Who judges stays outside: positions are handed out, and what is said of them comes back, in the same order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "motu/core/state/state.hpp"

namespace motu {

// What a judge says of one position by itself.
struct Estimate {
  double value = 0.0;           // equity of person 0, in [-1, 1]
  std::vector<Action> ranking;  // best first; what a position with a choice on the game's path is asked for
};

// The person, 0 or 1, who is to move or to roll.
inline int person_to_act(const State& state) { return state.to_move() ^ static_cast<int>(state.is_swapped()); }

enum class StepKind { move, announcement, roll };

// One action of the game, or one roll. Equities are person 0's, errors and luck those of who moved or rolled.
struct ReviewedStep {
  int ply = 0;  // turns taken before it
  StepKind kind = StepKind::move;
  int person = 0;  // who moved or rolled: 0 began
  Colour colour = kFirst;
  std::string move;
  double before = 0.0;
  double after = 0.0;
  std::string best;                // the best move, this one included; of a roll, itself
  double error = 0.0;              // 0 for the best move and for rolls
  double luck = 0.0;               // 0 for moves
  bool is_forced = false;          // whether there was nothing to choose
  std::optional<double> estimate;  // what the judge said of the position before it, where it was asked
  std::string first;               // its first choice there
};

// One person's totals.
struct ReviewAccount {
  int decisions = 0;  // moves and announcements with something to choose
  double error = 0.0;
  double luck = 0.0;

  // Error a decision; 0 without decisions.
  double error_rate() const { return decisions > 0 ? error / decisions : 0.0; }
};

struct ReviewedGame {
  std::vector<ReviewedStep> steps;  // in the order of the game, a roll apart from its announcement
  double start = 0.0;               // person 0's equity at the beginning
  double end = 0.0;                 // person 0's result, or equity where the game is not over
  bool is_over = false;
  std::array<ReviewAccount, 2> accounts;  // [person]
};

class GameReview {
 public:
  // Of the game that led to a position.
  explicit GameReview(const State& end);
  GameReview(const GameReview&) = delete;
  GameReview& operator=(const GameReview&) = delete;
  // The positions that are to be judged, each once, as far as they are known: those of the game, and when all these
  // have been judged, those beside it as well. In all of them somebody is to move.
  std::size_t num_positions() const { return positions_.size(); }
  const State& position(std::size_t place) const { return *positions_.at(place); }
  // How many of them have been judged.
  std::size_t num_judged() const { return estimates_.size(); }
  bool is_complete() const { return num_judged() == num_positions(); }
  // Takes what is said of the first position that has not been judged. Throws "engine/request" where there is none,
  // and, once those of the game have been judged, for a ranking without any legal move besides the one that was played.
  void take(Estimate estimate);
  // Throws "engine/request" before it is complete.
  ReviewedGame told() const;

 private:
  using Key = std::pair<std::uint64_t, bool>;  // equal boards may belong to exchanged persons

  static Key key_of(const State& state) { return {state.hash(), state.is_swapped()}; }
  // The place of a position, or num_positions().
  std::size_t place_of(const State& state) const;
  void want(const State& state);
  void want_others(std::size_t index);
  const Estimate& estimate_of(const State& state) const;
  std::vector<Action> rivals(std::size_t index) const;
  double worth(const State& state) const;
  ReviewedStep begin_step(std::size_t index, double after) const;
  ReviewedStep tell_move(std::size_t index, double after) const;
  ReviewedStep tell_roll(std::size_t index, double after) const;

  std::vector<std::unique_ptr<State>> line_;  // the positions before each action, and the last one
  std::vector<Action> actions_;
  std::vector<std::unique_ptr<State>> positions_;
  std::vector<Key> keys_;            // [place]
  std::vector<Estimate> estimates_;  // [place]
  std::size_t num_own_ = 0;          // positions of the game, which come first
};

}  // namespace motu
