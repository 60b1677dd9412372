#include "motu/core/search/expectimax.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace motu {

namespace {

constexpr int kDeepest = 10'000;  // where only the end of the game can stop an unbounded depth
constexpr double kSlack = 1e-12;  // more than rounding can take off a window

double result_for_first(const State& state) { return state.outcome().value_for(0); }

template <class Branches, class F>
double mean_of(const Branches& branches, F&& value) {
  return mean_over(branches.size(),
                   [&](std::size_t i) { return std::pair(branches[i].face.probability, value(branches[i])); });
}

}  // namespace

StaticEvaluator static_evaluator(std::shared_ptr<Evaluator> evaluator) {
  return [evaluator = std::move(evaluator)](State& state) {
    const double value = evaluator->value(state);
    return side_of(state) == 0 ? value : -value;
  };
}

Expectimax::Expectimax(StaticEvaluator evaluator, std::uint64_t table_entries)
    : evaluator_(std::move(evaluator)), table_(table_entries) {}

void Expectimax::begin(const State& state, const SearchLimits& limits) {
  if (state.is_terminal()) throw Error("engine/no-move", "the game is over: there is no move to search for");
  if (state.is_chance_node()) throw Error("engine/no-move", "a die is to be rolled: there is no move to search for");
  if (limits.depth <= 0 && limits.nodes == 0 && !(limits.seconds > 0)) {
    throw Error("engine/limits", "a search needs a bound: depth, nodes or seconds above 0");
  }
  limits_ = limits;
  nodes_ = 0;
  polled_ = 0.0;
  is_stopped_ = false;
  table_.clear();
  cutoffs_.assign(2 * static_cast<std::size_t>(state.game().num_actions()), 0);
}

ExpectimaxResult Expectimax::search(const State& position, const SearchLimits& limits, const std::atomic<bool>* stop,
                                    const DepthCallback& report, const PollCallback& poll) {
  begin(position, limits);
  const auto state = position.clone();
  StopCondition clock(limits.seconds, stop);
  clock_ = &clock;
  poll_ = poll ? &poll : nullptr;
  ExpectimaxResult best;
  state->legal_actions(frame(0).actions);
  best.action = frame(0).actions.front();
  best.variation = {best.action};
  const int deepest = limits.depth > 0 ? limits.depth : kDeepest;
  for (int depth = 1; depth <= deepest; ++depth) {
    root_first_ = best.action;
    ExpectimaxResult found = search_depth(*state, depth);
    if (is_stopped_) {
      take_unfinished(position, best);
      best.nodes = nodes_;
      best.seconds = clock.elapsed();
      break;
    }
    best = std::move(found);
    best.seconds = clock.elapsed();
    if ((report && !report(best)) || is_certain_) break;
  }
  return best;
}

ExpectimaxResult Expectimax::search_depth(State& state, int depth) {
  is_certain_ = true;
  root_action_ = -1;
  ExpectimaxResult result;
  const double value = search_node(state, depth, -1.0, 1.0, 0);
  if (is_stopped_) return result;
  result.value = state.current_player() == 0 ? value : -value;
  result.depth = depth;
  result.is_certain = is_certain_;
  result.nodes = nodes_;
  read_variation(state, depth, result.variation);
  result.action = result.variation.front();
  return result;
}

// A depth begins with the move that the one before found best: what is better than that there is worth more than what
// is known of it one ply less deep.
void Expectimax::take_unfinished(const State& state, ExpectimaxResult& best) const {
  if (root_action_ < 0 || root_action_ == best.action) return;
  best.action = root_action_;
  best.value = state.current_player() == 0 ? root_value_ : -root_value_;
  best.variation = {root_action_};
}

Expectimax::Frame& Expectimax::frame(std::size_t level) {
  while (frames_.size() <= level) frames_.push_back(std::make_unique<Frame>());
  return *frames_[level];
}

bool Expectimax::is_out_of_time() {
  constexpr double kPollSeconds = 0.05;
  if (is_stopped_) return true;
  is_stopped_ = clock_->is_met() || (limits_.nodes > 0 && nodes_ > limits_.nodes);
  if (poll_ != nullptr && clock_->last_look() - polled_ > kPollSeconds) {
    polled_ = clock_->last_look();
    is_stopped_ = !(*poll_)() || is_stopped_;
  }
  return is_stopped_;
}

// Fail-soft, for person 0: exact inside (alpha, beta), else a bound on the side where it lies. Of no meaning once the
// search is stopped.
double Expectimax::search_node(State& state, int depth, double alpha, double beta, std::size_t level) {
  if (state.is_terminal()) return result_for_first(state);
  if (is_out_of_time()) return 0.0;
  ++nodes_;
  if (state.is_chance_node()) return search_roll(state, depth, alpha, beta, level);
  if (depth == 0) {
    is_certain_ = false;
    return std::clamp(evaluator_(state), -1.0, 1.0);
  }
  return search_decision(state, depth, alpha, beta, level);
}

double Expectimax::search_decision(State& state, int depth, double alpha, double beta, std::size_t level) {
  const std::uint64_t hash = state.hash();
  if (const auto* entry = table_.probe(hash); entry != nullptr && entry->depth == depth && level > 0) {
    const bool is_enough = entry->bound == Bound::exact || (entry->bound == Bound::lower && entry->value >= beta) ||
                           (entry->bound == Bound::upper && entry->value <= alpha);
    if (is_enough) {
      is_certain_ = is_certain_ && entry->is_certain;
      return entry->value;
    }
  }
  const bool was_certain = is_certain_;
  bool is_all_certain = true;
  const bool is_first = state.current_player() == 0;
  auto& actions = frame(level).actions;
  state.legal_actions(actions);
  order(state, hash, actions);
  if (level == 0) {
    const auto first = std::ranges::find(actions, root_first_);
    std::rotate(actions.begin(), first, first + 1);
  }
  double low = alpha;
  double high = beta;
  double best = is_first ? -2.0 : 2.0;
  Action best_action = -1;
  for (const Action action : actions) {
    is_certain_ = true;
    state.apply_unchecked(action);
    const double value = search_node(state, depth - 1, low, high, level + 1);
    state.undo_unchecked();
    if (is_stopped_) return 0.0;
    // A sure win is one, whatever the other moves are worth.
    const bool is_sure_win = is_certain_ && (is_first ? value >= 1.0 : value <= -1.0);
    is_all_certain = is_sure_win || (is_all_certain && is_certain_);
    if (is_first ? value > best : value < best) {
      best = value;
      best_action = action;
    }
    if (level == 0) {
      root_action_ = best_action;
      root_value_ = best;
    }
    (is_first ? low : high) = is_first ? std::max(low, best) : std::min(high, best);
    if (low >= high || is_sure_win) break;
  }
  if (low >= high) ++cutoffs_[state.to_move() * (cutoffs_.size() / 2) + static_cast<std::size_t>(best_action)];
  const Bound bound = best <= alpha ? Bound::upper : (best >= beta ? Bound::lower : Bound::exact);
  table_.store({hash, best, best_action, static_cast<std::int16_t>(depth), bound, is_all_certain});
  is_certain_ = is_all_certain && was_certain;
  return best;
}

// Star1, after Star2's probing: every face is searched with the widest window that matters, given what the others can
// be at best and at worst.
double Expectimax::search_roll(State& state, int depth, double alpha, double beta, std::size_t level) {
  Frame& here = frame(level);
  merge_outcomes(state, here.outcomes, here.faces);
  here.branches.clear();
  for (const Face& face : here.faces) {
    here.branches.push_back({.face = face});
    look_up_branch(state, depth, here.branches.back());
  }
  double value = 0.0;
  if (depth > 0 && probe_branches(state, depth, alpha, beta, level, value)) return value;
  for (std::size_t i = 0; i < here.branches.size(); ++i) {
    Branch& branch = here.branches[i];
    if (branch.lower == branch.upper) continue;
    const double p = branch.face.probability;
    const double best = mean_of(here.branches, [](const Branch& b) { return b.upper; }) - p * branch.upper;
    const double worst = mean_of(here.branches, [](const Branch& b) { return b.lower; }) - p * branch.lower;
    const double low = std::max((alpha - best) / p - kSlack, -1.0);
    const double high = std::min((beta - worst) / p + kSlack, 1.0);
    state.apply_unchecked(branch.face.outcome);
    const double found = search_node(state, depth, low, high, level + 1);
    state.undo_unchecked();
    if (is_stopped_) return 0.0;
    if (found <= low && low > -1.0) {
      branch.upper = std::min(branch.upper, found);
      return mean_of(here.branches, [](const Branch& b) { return b.upper; });
    }
    if (found >= high && high < 1.0) {
      branch.lower = std::max(branch.lower, found);
      return mean_of(here.branches, [](const Branch& b) { return b.lower; });
    }
    branch.lower = branch.upper = found;
  }
  return mean_of(here.branches, [](const Branch& b) { return b.lower; });
}

// What is known about a face without a search.
void Expectimax::look_up_branch(State& state, int depth, Branch& branch) {
  state.apply_unchecked(branch.face.outcome);
  branch.is_roll = state.is_chance_node();
  if (state.is_terminal()) {
    branch.lower = branch.upper = result_for_first(state);
  } else if (const auto* entry = table_.probe(branch.face.hash);
             depth > 0 && entry != nullptr && entry->depth == depth) {
    if (entry->bound != Bound::upper) branch.lower = entry->value;
    if (entry->bound != Bound::lower) branch.upper = entry->value;
    is_certain_ = is_certain_ && entry->is_certain;
  }
  state.undo_unchecked();
}

// Star2: one move of every face bounds its value on the mover's side; often that is enough. Whether it was.
bool Expectimax::probe_branches(State& state, int depth, double alpha, double beta, std::size_t level, double& value) {
  auto& branches = frame(level).branches;
  for (Branch& branch : branches) {
    if (branch.lower == branch.upper || branch.is_roll) continue;
    probe_branch(state, depth, level, branch);
    if (is_stopped_) return false;
    value = mean_of(branches, [](const Branch& b) { return b.upper; });
    if (value <= alpha) return true;
    value = mean_of(branches, [](const Branch& b) { return b.lower; });
    if (value >= beta) return true;
  }
  return false;
}

void Expectimax::probe_branch(State& state, int depth, std::size_t level, Branch& branch) {
  state.apply_unchecked(branch.face.outcome);
  auto& actions = frame(level + 1).actions;
  state.legal_actions(actions);
  order(state, branch.face.hash, actions);
  const bool is_first = state.current_player() == 0;
  const Action action = actions.front();
  state.apply_unchecked(action);
  const double value = search_node(state, depth - 1, branch.lower, branch.upper, level + 2);
  state.undo_unchecked();
  state.undo_unchecked();
  if (is_stopped_) return;
  // A value at or beyond the window's far side is only a bound, on the side that says nothing here.
  if (is_first && (value < branch.upper || branch.upper >= 1.0)) branch.lower = std::max(branch.lower, value);
  if (!is_first && (value > branch.lower || branch.lower <= -1.0)) branch.upper = std::min(branch.upper, value);
}

// The table's move first, then what cut off most often; ties by id.
void Expectimax::order(const State& state, std::uint64_t hash, std::vector<Action>& actions) const {
  const auto* entry = table_.probe(hash);
  const Action first = entry != nullptr ? entry->action : -1;
  const std::size_t offset = state.to_move() * (cutoffs_.size() / 2);
  const auto rank = [&](Action action) {
    return std::pair(action == first ? 0 : 1, ~cutoffs_[offset + static_cast<std::size_t>(action)]);
  };
  std::ranges::stable_sort(actions, [&](Action a, Action b) { return rank(a) < rank(b); });
}

void Expectimax::read_variation(State& state, int depth, std::vector<Action>& variation) const {
  int applied = 0;
  while (depth - applied > 0 && !state.is_terminal() && !state.is_chance_node()) {
    const auto* entry = table_.probe(state.hash());
    if (entry == nullptr || entry->depth != depth - applied || !state.is_legal(entry->action)) break;
    variation.push_back(entry->action);
    state.apply_unchecked(entry->action);
    ++applied;
  }
  while (applied-- > 0) state.undo_unchecked();
}

}  // namespace motu
