// Depth-first search for games with and without dice: expectimax with Ballard's Star2 pruning (The *-minimax search
// procedure for trees containing chance nodes, Artificial Intelligence 21, 1983), deepened ply by ply over a
// transposition table. Without dice it is alpha-beta.
//
// The value of depth d is that of plain expectimax at depth d, whatever is pruned: entries of the table count only at
// their own depth. Rolls take no depth; outcomes that lead to the same position are one.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "motu/core/search/evaluator.hpp"
#include "motu/core/search/limits.hpp"
#include "motu/core/search/transposition_table.hpp"
#include "motu/core/state/chance.hpp"
#include "motu/core/state/state.hpp"

namespace motu {

// The expected result of a position that is not over, for person 0, in [-1, 1]; what lies outside is cut off. It may
// play on the state, but leaves it as it was.
using StaticEvaluator = std::function<double(State&)>;

// The values of an evaluator as one.
StaticEvaluator static_evaluator(std::shared_ptr<Evaluator> evaluator);

struct ExpectimaxResult {
  Action action = -1;             // of the last depth that was finished, or a better one that a depth begun found
  double value = 0.0;             // for the person to act, in [-1, 1]
  int depth = 0;                  // plies that were finished; 0: none, and the action may be the first legal one
  bool is_certain = false;        // no evaluator had a part in the value
  std::uint64_t nodes = 0;        // positions gone through
  std::vector<Action> variation;  // what is expected, up to the next roll; begins with the action
  double seconds = 0.0;
};

// Gets every finished depth; false stops the search.
using DepthCallback = std::function<bool(const ExpectimaxResult&)>;
// Asked about every 50 ms, in the thread that called `search`; false stops the search.
using PollCallback = std::function<bool()>;

class Expectimax {
 public:
  // `table_entries` of 32 bytes each.
  explicit Expectimax(StaticEvaluator evaluator, std::uint64_t table_entries = 1U << 18);

  // Searches from a decision, deeper and deeper, until a limit is met, `stop` is set or the result is certain. An
  // exception of the evaluator or of a callback comes out of here. Throws "engine/no-move" at the end of a game and
  // before a roll, "engine/limits" when neither depth nor nodes nor seconds are bounded.
  ExpectimaxResult search(const State& position, const SearchLimits& limits, const std::atomic<bool>* stop = nullptr,
                          const DepthCallback& report = {}, const PollCallback& poll = {});

 private:
  // A face of the roll at hand, and between what its value is known to lie.
  struct Branch {
    Face face;
    double lower = -1.0;
    double upper = 1.0;
    bool is_roll = false;  // another roll follows: there is no move to probe
  };
  // What one ply needs; kept between visits to save allocations.
  struct Frame {
    std::vector<Action> actions;
    std::vector<Action> outcomes;
    std::vector<Face> faces;
    std::vector<Branch> branches;
  };

  void begin(const State& state, const SearchLimits& limits);
  ExpectimaxResult search_depth(State& state, int depth);
  void take_unfinished(const State& state, ExpectimaxResult& best) const;
  double search_node(State& state, int depth, double alpha, double beta, std::size_t level);
  double search_decision(State& state, int depth, double alpha, double beta, std::size_t level);
  double search_roll(State& state, int depth, double alpha, double beta, std::size_t level);
  bool probe_branches(State& state, int depth, double alpha, double beta, std::size_t level, double& value);
  void look_up_branch(State& state, int depth, Branch& branch);
  void probe_branch(State& state, int depth, std::size_t level, Branch& branch);
  void order(const State& state, std::uint64_t hash, std::vector<Action>& actions) const;
  void read_variation(State& state, int depth, std::vector<Action>& variation) const;
  Frame& frame(std::size_t level);
  bool is_out_of_time();

  StaticEvaluator evaluator_;
  TranspositionTable table_;
  std::vector<std::uint32_t> cutoffs_;  // [colour * num_actions + action]: where tables are silent, what cut off before
  std::vector<std::unique_ptr<Frame>> frames_;
  SearchLimits limits_;
  StopCondition* clock_ = nullptr;
  const PollCallback* poll_ = nullptr;
  double polled_ = 0.0;  // seconds since the beginning
  std::uint64_t nodes_ = 0;
  Action root_first_ = -1;   // where the root begins
  Action root_action_ = -1;  // the best so far at the root, in the depth at hand; -1: none yet
  double root_value_ = 0.0;
  bool is_stopped_ = false;
  bool is_certain_ = true;  // no value of this depth came from the evaluator
};

}  // namespace motu
