// One board of self-play: games one after the other, each from a random opening, all moves found by few visits.
//
// A game begins with a random number of plies, drawn by chance or from the net's own policy, since play from odd
// positions must be learnt, too. Then some turns are searched with full effort, and their policies are learnt; the
// others only carry the game on, so that there are more results (KataGo's playout cap randomisation).
//
// Games with dice need not end: one that goes on for too long is broken off. It has no result, and its positions learn
// what the search thought where it stopped. Of what games with dice teach, the luck of the dice is taken out: of each
// roll, by how much its face was worth more than the mean over all faces, as the search that announced it saw them. The
// expectation stays the same whatever the search knows, and the noise goes.
//
// Where results can be proved, a finished game is gone through backwards as far as they are. What is proved takes the
// place of how the game came out and of what the search thought; before that a position learns the first result that
// is. No policy is learnt of a turn that threw a win away.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "motu/core/nets/net_encoder.hpp"
#include "motu/core/selfplay/gumbel_tree.hpp"
#include "motu/core/selfplay/result_prover.hpp"
#include "motu/core/selfplay/samples.hpp"

namespace motu {

struct SelfPlayOptions {
  int visits = 32;           // of a search with full effort
  int fast_visits = 8;       // of the others
  float full_share = 0.5F;   // of the turns that have full effort
  int considered = 16;       // root moves that sequential halving begins with
  float value_scale = 0.5F;  // values against logits; see GumbelTree
  // What the logits of the policy that is learnt are divided by. At 1 a net that learns from itself gets surer every
  // time; above that, moves of nearly equal worth come to share it.
  float policy_temperature = 1.0F;
  // An opening has at most so many plies for each cell of the board, or so many on any board, whichever is more.
  float opening_share = 0.15F;
  int opening_plies = 0;
  float opening_random = 0.5F;       // probability that a ply of an opening is drawn by chance alone
  float opening_temperature = 1.5F;  // of the net's policy, for the other ones
  // The share of games that begin with stones scattered over the board: an opening drawn by chance alone, of any length
  // up to the whole board, so that positions are learnt which no game comes to.
  float scattered_share = 0.0F;
  // A turn is decided when the search before it found the result so sure (its value from -1 to 1, either way). Of these
  // turns a share, drawn at random, is like the others; the rest is played with little effort, and nothing learns it.
  float decided = 1.0F;  // none is
  float decided_share = 0.2F;
  int decided_visits = 0;  // of that rest; 0: as fast_visits
  float longest = 8.0F;    // plies for each cell after which a game with dice is broken off
  int proof_nodes = 0;     // that are searched to prove a position's result; 0: none is (Atoll alone)
  std::uint64_t seed = 1;
};

struct SelfPlayCounts {
  std::uint64_t games = 0;
  std::uint64_t unfinished = 0;   // of these games, broken off
  std::uint64_t plies = 0;        // of these games
  std::uint64_t first_wins = 0;   // of the person who began
  std::uint64_t evaluations = 0;  // answers of the net
};

class SelfPlayGame {
 public:
  // The game must not have the pie rule. `prover` may be null, and may serve several boards of one thread.
  SelfPlayGame(const Game& game, std::shared_ptr<const NetEncoder> encoder, const SelfPlayOptions& options,
               std::uint64_t seed, ResultProver* prover);

  // The planes of the position that is to be judged.
  void encode(PlaneBits planes) const { encoder_->encode(*state_, view_, planes); }
  // Its judgement: the value for who moves, in [-1, 1], and the policy's logits by point. Goes on to the next such
  // position; what finished games teach is added to `samples` and `counts`.
  void answer(float value, std::span<const float> logits, Samples& samples, SelfPlayCounts& counts);

 private:
  struct Turn {
    Colour colour;
    bool is_full;
    int view;
    int ply;
    float value;
    double luck;      // person 0's in the game before it
    int winner = -1;  // person, known when the game is over; -1: nobody
  };

  void begin_game();
  void draw_opening();
  void begin_turn();
  void finish_turn(Samples& samples, SelfPlayCounts& counts);
  void play(Action action);
  bool passes_over();
  GumbelEffort effort() const;
  bool is_opening() const { return state_->ply() < opening_plies_; }
  bool has_dice() const { return game_->max_chance_outcomes() > 0; }
  bool is_broken_off() const;
  void keep_turn();
  void keep_dice(const Turn& turn);
  void count_game(SelfPlayCounts& counts) const;
  void settle_results();
  void prove_results(int winner);
  void finish_game(Samples& samples, SelfPlayCounts& counts);

  std::shared_ptr<const Game> game_;
  std::shared_ptr<const NetEncoder> encoder_;
  SelfPlayOptions options_;
  ResultProver* prover_;
  Rng rng_;
  GumbelTree tree_;
  std::unique_ptr<State> state_;  // at the position that is to be judged
  int view_ = 0;                  // in which it is looked at
  int opening_plies_ = 0;
  float opening_random_ = 0.0F;  // of this game's
  bool is_full_ = false;
  bool is_kept_ = false;  // this turn, once it is over
  static constexpr double kNoSearch = -1.0;
  double last_value_ = kNoSearch;  // what the last search of this game found, either way
  std::vector<Turn> turns_;        // of the game so far, and what is known of them already
  double luck_ = 0.0;              // person 0's in this game
  Samples kept_;
  std::vector<Face> faces_;
  std::vector<Action> actions_;
  std::vector<float> logits_;
  std::vector<float> policy_;
};

}  // namespace motu
