#include "motu/core/search/uct.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "motu/core/base/exponential.hpp"
#include "motu/core/search/limits.hpp"
#include "motu/core/search/rollout.hpp"

namespace motu {

namespace {

constexpr std::uint32_t kNoChildren = 0;  // the root is node 0 and nobody's child

struct Node {
  Action action = 0;                // that led here
  std::int32_t player = kTerminal;  // who acts here, kChance or kTerminal
  std::uint32_t first_child = kNoChildren;
  std::uint32_t num_children = 0;
  std::uint64_t visits = 0;
  double total = 0.0;  // of results for person 0
};

class Uct {
 public:
  Uct(State& state, const UctLimits& limits)
      : state_(state), limits_(limits), rng_(limits.seed), rollout_(Rollout::create(state.game())) {
    nodes_.push_back({.action = 0, .player = state.current_player()});
  }

  UctResult run(const std::atomic<bool>* stop, const std::function<bool()>& poll) {
    constexpr double kPollSeconds = 0.05;
    StopCondition clock(limits_.seconds, stop);
    double polled = 0.0;
    std::uint64_t done = 0;
    expand(0);
    if (nodes_[0].num_children == 1 && limits_.simulations == 0) return result(done);
    while ((limits_.simulations == 0 || done < limits_.simulations) && !clock.is_met()) {
      simulate();
      ++done;
      if (!poll || clock.last_look() - polled < kPollSeconds) continue;
      polled = clock.last_look();
      if (!poll()) break;
    }
    return result(done);
  }

 private:
  void simulate() {
    path_.assign(1, 0);
    std::uint32_t node = 0;
    while (!state_.is_terminal()) {
      if (nodes_[node].first_child == kNoChildren && (nodes_[node].visits == 0 || !expand(node))) break;
      node = state_.is_chance_node() ? sample(node) : select(node);
      state_.apply_unchecked(nodes_[node].action);
      nodes_[node].player = state_.current_player();
      path_.push_back(node);
    }
    const double value = rollout_->run(state_, rng_);
    for (std::size_t i = 1; i < path_.size(); ++i) state_.undo_unchecked();
    for (const std::uint32_t visited : path_) {
      ++nodes_[visited].visits;
      nodes_[visited].total += value;
    }
  }

  bool expand(std::uint32_t node) {
    state_.legal_actions(actions_);
    if (nodes_.size() + actions_.size() > limits_.max_nodes && node != 0) return false;
    nodes_[node].first_child = static_cast<std::uint32_t>(nodes_.size());
    nodes_[node].num_children = static_cast<std::uint32_t>(actions_.size());
    for (const Action action : actions_) nodes_.push_back({.action = action});
    return true;
  }

  std::uint32_t sample(std::uint32_t node) {
    return nodes_[node].first_child + static_cast<std::uint32_t>(state_.sample_legal(rng_));
  }

  std::uint32_t select(std::uint32_t node) {
    const Node& parent = nodes_[node];
    const double sign = parent.player == 0 ? 1.0 : -1.0;
    const double log_visits = logarithm(static_cast<double>(parent.visits + 1));
    const std::uint32_t offset = rng_.below(parent.num_children);  // unvisited children in random order
    double best_score = -std::numeric_limits<double>::infinity();
    std::uint32_t best = parent.first_child;
    for (std::uint32_t k = 0; k < parent.num_children; ++k) {
      std::uint32_t place = k + offset;
      if (place >= parent.num_children) place -= parent.num_children;
      const std::uint32_t child = parent.first_child + place;
      const auto visits = static_cast<double>(nodes_[child].visits);
      if (nodes_[child].visits == 0) return child;
      const double score = sign * nodes_[child].total / visits + limits_.exploration * std::sqrt(log_visits / visits);
      if (score > best_score) {
        best_score = score;
        best = child;
      }
    }
    return best;
  }

  UctResult result(std::uint64_t simulations) const {
    UctResult result;
    result.simulations = simulations;
    result.nodes = static_cast<std::uint32_t>(nodes_.size());
    const Node& root = nodes_[0];
    const double sign = root.player == 0 ? 1.0 : -1.0;
    for (std::uint32_t child = root.first_child; child < root.first_child + root.num_children; ++child) {
      const auto visits = static_cast<double>(std::max<std::uint64_t>(nodes_[child].visits, 1));
      result.moves.push_back({nodes_[child].action, nodes_[child].visits, sign * nodes_[child].total / visits});
    }
    std::stable_sort(result.moves.begin(), result.moves.end(),
                     [](const UctMove& a, const UctMove& b) { return a.visits > b.visits; });
    return result;
  }

  State& state_;
  UctLimits limits_;
  Rng rng_;
  std::unique_ptr<Rollout> rollout_;
  std::vector<Node> nodes_;
  std::vector<Action> actions_;
  std::vector<std::uint32_t> path_;
};

}  // namespace

UctResult uct_search(State& state, const UctLimits& limits, const std::atomic<bool>* stop,
                     const std::function<bool()>& poll) {
  if (state.is_terminal()) throw Error("engine/no-move", "the game is over: there is no move to search for");
  if (state.is_chance_node()) throw Error("engine/no-move", "a die is to be rolled: there is no move to search for");
  if (limits.simulations == 0 && !(limits.seconds > 0)) {
    throw Error("engine/limits", "a search needs a bound: simulations or seconds above 0");
  }
  return Uct(state, limits).run(stop, poll);
}

}  // namespace motu
