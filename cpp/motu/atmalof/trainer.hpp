// Training of the line net by TD(lambda) self-play (Sutton, 1988; for games with dice Tesauro, 1995).
//
// Both sides look one turn ahead. A position's target is what its best turn is worth, faces averaged exactly, plus
// lambda times what the next position turned out to be worth beyond its estimate: what the dice did is no part of it.
// An exploring move ends that chain. Steps are per weight (Duchi, Hazan and Singer, 2011: AdaGrad) and shrink with the
// games. What comes out is the mean of the weights over the last games, the later the more (Shamir and Zhang, 2013),
// which plays better than the weights of any one moment; self-play uses those of the moment.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "motu/atmalof/turns.hpp"
#include "motu/atmalof/weights_file.hpp"
#include "motu/core/base/rng.hpp"

namespace motu {

struct LineTraining {
  double lambda = 0.7;        // 0..1
  double rate = 0.02;         // of a weight's first steps
  double half_life = 2e5;     // games after which the rate is halved; after twice as many, a third is left, …
  double exploration = 0.05;  // share of turns played at random
  int random_plies = 8;       // at most so many random turns begin a game
  int max_plies = 300;        // where a game that goes on and on is given up
  std::uint64_t seed = 1;
};

class LineTrainer {
 public:
  // One game: weights for its rules. Several, which take turns: general weights. Throws "engine/options".
  LineTrainer(std::vector<std::shared_ptr<const AtmalofGame>> games, const LineTraining& options);

  // Plays and learns. The same games in the same order, whether in one go or many; `stop` ends it between two.
  void train(std::uint64_t games, const std::atomic<bool>* stop = nullptr);
  std::uint64_t games() const { return num_games_; }
  std::uint64_t positions() const { return num_positions_; }

  // The mean, as a weight file has it; of the first game.
  std::string weights() const;
  // A copy of the mean, for the first game.
  std::shared_ptr<const LineNet> net() const;
  // Everything that training goes on from.
  std::string checkpoint() const;
  // Goes on from a checkpoint of the same games, options and seed. Throws "engine/weights".
  void restore(std::string_view bytes);

 private:
  static constexpr std::uint64_t kAverageEvery = 100;  // games

  // One game's rules, and what its positions are judged with.
  struct Table {
    std::shared_ptr<const AtmalofGame> game;
    std::shared_ptr<const LineFeatures> features;
    LineTurns turns;
  };
  // A position gone through.
  struct Step {
    std::vector<std::uint32_t> active;
    float estimate = 0.0F;
    float best = 0.0F;        // of one turn ahead
    bool is_chained = false;  // the turn played was the best
    Colour mover = kFirst;
  };

  const LineWeights& learnt() const { return num_games_ < kAverageEvery ? *current_ : mean_; }
  void begin_weights();
  void play_game(Table& table, Rng& rng);
  void record(Table& table, const State& state);
  Action choose(Table& table, const State& state, Rng& rng, bool is_opening);
  void learn();
  void average();
  void learn_step(const Step& step, float target, float rate);
  void write_header(ByteWriter& writer) const;

  LineTraining options_;
  std::vector<Table> tables_;
  std::shared_ptr<LineWeights> current_;
  LineWeights squares_;  // of gradients, added up
  LineWeights mean_;     // of current_ over the last games
  std::uint64_t num_games_ = 0;
  std::uint64_t num_positions_ = 0;
  std::vector<Step> steps_;
  std::size_t num_steps_ = 0;
  std::vector<Action> actions_;
};

}  // namespace motu
