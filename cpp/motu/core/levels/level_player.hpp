// A player of one of the levels.
//
// The strong levels are the search with more and more simulations. A weak level plays as people do who are weak: a few
// moves catch its eye, because they lie on the way or near the last stones, and it compares those few with a handful of
// simulations each (sequential halving). So it overlooks what lies elsewhere, and misjudges what it sees; it does not
// roll dice over the whole board. What wins at once every level finds (tactics.hpp).
//
// It thinks in steps of some hundred simulations, so that whoever has one thread for everything can hear other wishes
// in between; the steps are the same for everybody, so that equal seeds give equal games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "motu/core/base/rng.hpp"
#include "motu/core/levels/eye.hpp"
#include "motu/core/levels/level.hpp"
#include "motu/core/search/expectimax.hpp"
#include "motu/core/search/mcts.hpp"

namespace motu {

// What a player decided, and what it knows about it.
struct LevelChoice {
  Action action = -1;
  std::optional<double> value = std::nullopt;  // for the person to act, in [-1, 1]; none: it has no opinion
  std::uint64_t visits = 0;                    // simulations through the action
  std::uint64_t simulations = 0;               // in all; of a depth-first search the positions gone through
};

// Makes what judges positions in a level's searches.
using EvaluatorMaker = std::function<std::unique_ptr<Evaluator>(const Game& game, std::uint64_t seed)>;

class LevelPlayer {
 public:
  // Where the level has one thread and its simulations end before its seconds, equal seeds give equal games. A tree may
  // take so many megabytes.
  explicit LevelPlayer(std::uint64_t seed, std::uint64_t max_memory = SearchOptions().max_memory);

  // Takes a level of a game, whose positions it is asked about from here on; what it knew of another game is forgotten.
  // Throws "engine/levels".
  void take_level(const Game& game, const Level& level, EvaluatorMaker make_evaluator);
  // The same with the evaluator that the level names.
  void take_level(const Game& game, const Level& level);

  // Chooses a move: one that wins at once, else as the level does. `go_on` is asked between steps, and about every
  // 50 ms in long ones; once it says false the best that is known counts. Throws "engine/no-move" at the end of a game
  // and before a roll, "engine/other-game", and what the evaluator throws.
  LevelChoice choose(const State& position, const PollCallback& go_on = {});

  // The same step by step: `begin`, then `think` as long as it answers true; `choice` is good at any time.
  void begin(const State& position);
  bool think(const PollCallback& go_on = {});
  LevelChoice choice() const;

  // What the search of a strong level keeps between moves; the trees of a weak one end with the move.
  std::uint64_t num_bytes() const { return bytes_; }

 private:
  // A move that caught the eye, and the search behind it.
  struct Candidate {
    Action action = -1;
    double appeal = 0.0;               // logarithm of how it attracts, from 0 downward
    int sign = 1;                      // -1 where the values behind the move are the opponent's
    std::unique_ptr<SearchTree> tree;  // null where the game ends with the move
    double value = 0.0;                // for the person to act
    std::uint64_t visits = 0;

    // Whether anybody has looked into it, or need not.
    bool is_known() const { return visits > 0 || tree == nullptr; }
    // The value, and as long as few simulations stand behind it also the first impression.
    double judgement() const;
  };

  void decide(const LevelChoice& choice);
  std::optional<Action> swap() const;
  bool stands_central() const;

  // --- strong
  void begin_search();
  void search_tree(const PollCallback& go_on);
  void search_depth(const PollCallback& go_on);
  // --- weak
  void begin_comparing(std::vector<Action> actions);
  std::vector<std::pair<Action, double>> shortlist(std::vector<Action> actions);
  std::vector<std::pair<Action, double>> catching_the_eye(const std::vector<Action>& actions);
  Candidate candidate(Action action, double appeal);
  void begin_round();
  void look(Candidate& candidate, const PollCallback& go_on);
  void end_round();
  std::unique_ptr<SearchTree> plant(const State& root, std::uint64_t max_nodes);
  double gumbel();

  Rng rng_;
  std::uint64_t max_memory_;
  // --- of the game
  std::shared_ptr<const Game> game_;
  Level level_;
  EvaluatorMaker make_evaluator_;
  std::unique_ptr<Eye> eye_;                // null: all moves are alike to it
  std::unique_ptr<SearchTree> tree_;        // of a strong level, from the first move on
  std::unique_ptr<Expectimax> expectimax_;  // likewise
  std::uint64_t bytes_ = 0;
  // --- of the choice at hand
  std::unique_ptr<State> position_;
  bool is_decided_ = true;
  LevelChoice choice_;    // once decided; of a search what is known so far
  double seconds_ = 0.0;  // that a search has taken
  std::vector<Candidate> candidates_;
  std::uint64_t simulations_ = 0;
  // --- of a round of comparing
  int rounds_ = 0;
  std::size_t next_ = 0;      // candidate to look into
  std::uint64_t visits_ = 0;  // for each
};

}  // namespace motu
