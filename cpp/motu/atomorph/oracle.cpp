#include "motu/atomorph/oracle.hpp"

#include <algorithm>
#include <limits>
#include <unordered_set>
#include <vector>

namespace motu {

namespace {

FlipAnswer turned(const FlipAnswer& answer) { return {-answer.upper, -answer.lower, answer.plies}; }

// Plies to the end; where they are not known, more than any that are.
int length_of(const FlipAnswer& answer) { return answer.plies > 0 ? answer.plies : std::numeric_limits<int>::max(); }

// Whether one answer is the better one for its person.
bool is_better(const FlipAnswer& a, const FlipAnswer& b) {
  if (a.lower != b.lower) return a.lower > b.lower;
  if (a.upper != b.upper) return a.upper > b.upper;
  if (!a.is_exact() || a.lower == 0) return false;
  return a.lower > 0 ? length_of(a) < length_of(b) : length_of(a) > length_of(b);
}

FlipAnswer result_of(const State& state) {
  const int value = state.outcome().value_for(0);
  return {value, value, 0};
}

bool is_pie_ahead(State& state) {
  if (state.swap_is_legal()) return true;
  if (state.ply() != 0 || state.is_swapped() || expect<AtomorphGame>(state.game()).swap_action() < 0) {
    return false;
  }
  // A position set up by hand knows no pie rule: only trying tells.
  std::vector<Action> actions;
  state.legal_actions(actions);
  state.apply_unchecked(actions.front());
  const bool is_legal = state.swap_is_legal();
  state.undo_unchecked();
  return is_legal;
}

// Bounds over all actions.
FlipAnswer best_of_all(FlipOracle& oracle, State& state, bool is_known) {
  std::vector<Action> actions;
  state.legal_actions(actions);
  FlipAnswer best{-1, -1, 0};
  bool is_first = true;
  for (const Action action : actions) {
    const FlipAnswer found = answer_after(oracle, state, action, is_known);
    const int upper = std::max(best.upper, found.upper);
    if (is_first || is_better(found, best)) best = found;
    best.upper = upper;
    is_first = false;
  }
  return best;
}

}  // namespace

FlipAnswer FlipTableOracle::of(const State& state, bool /*is_known*/) {
  const FlipScore score = table_->score(table_->board().of(state));
  return {score.value(), score.value(), score.plies()};
}

template <class Set>
FlipAnswer BasicFlipSearchOracle<Set>::of(const State& state, bool is_known) {
  const auto position = search_.board().of(state);
  const FlipBounds bounds = is_known ? search_.known(position) : search_.solve(position, limits_);
  return {bounds.lower, bounds.upper, 0};
}

std::unique_ptr<FlipSearchOracle> FlipSearchOracle::make(std::shared_ptr<const AtomorphGame> game,
                                                         std::size_t memory_bytes, const FlipSearchLimits& limits,
                                                         std::unique_ptr<Evaluator> judge, int threads) {
  const auto made = [&]<class Set>(Set) -> std::unique_ptr<FlipSearchOracle> {
    return std::make_unique<BasicFlipSearchOracle<Set>>(std::move(game), memory_bytes, limits, std::move(judge),
                                                        threads);
  };
  return game->size() <= FlipBoard::kMaxSize ? made(FlipSet{}) : made(WideFlipSet{});
}

FlipAnswer answer(FlipOracle& oracle, State& state, bool is_known) {
  if (state.is_terminal()) return result_of(state);
  if (is_pie_ahead(state)) return best_of_all(oracle, state, is_known);
  return oracle.of(state, is_known);
}

FlipAnswer answer_after(FlipOracle& oracle, State& state, Action action, bool is_known) {
  const int person = state.current_player();
  const int ply = state.ply();
  state.apply_unchecked(action);
  const int then = state.is_terminal() ? 0 : state.current_player();
  FlipAnswer found = answer(oracle, state, is_known);
  if (then != person) found = turned(found);
  const bool has_length = state.is_terminal() || found.plies > 0;
  if (has_length && found.is_exact() && found.lower != 0) found.plies += state.ply() - ply;
  state.undo_unchecked();
  return found;
}

Action best_action(FlipOracle& oracle, State& state) {
  std::vector<Action> actions;
  state.legal_actions(actions);
  Action best = -1;
  FlipAnswer best_answer;
  for (const Action action : actions) {
    const FlipAnswer found = answer_after(oracle, state, action, true);
    if (best >= 0 && !is_better(found, best_answer)) continue;
    best = action;
    best_answer = found;
  }
  return best;
}

std::vector<Action> best_line(FlipOracle& oracle, State& state) {
  std::vector<Action> line;
  while (!state.is_terminal() && answer(oracle, state, true).is_exact()) {
    line.push_back(best_action(oracle, state));
    state.apply_unchecked(line.back());
  }
  for (std::size_t i = 0; i < line.size(); ++i) state.undo_unchecked();
  return line;
}

std::optional<ProofNumbers> numbers_of(const FlipSearchOracle& oracle, State& state) {
  if (state.is_terminal() || is_pie_ahead(state)) return std::nullopt;
  return oracle.numbers(state);
}

// ------------------------------------------------------------------------------------------------------------- replay

namespace {

class Replayer {
 public:
  Replayer(FlipOracle& oracle, State& state, int person, int value, std::uint64_t max_positions)
      : oracle_(oracle), state_(state), person_(person), value_(value), max_positions_(max_positions) {}

  FlipReplay run(std::uint64_t seed) {
    walk();
    result_.positions = seen_.size();
    if (result_.is_complete || !result_.holds) return result_;
    Rng rng(seed);
    result_.positions = 0;
    for (; result_.positions < max_positions_ && result_.holds; ++result_.games) play_game(rng);
    return result_;
  }

 private:
  // False ends everything: the claim failed, or there is too much.
  bool walk() {
    if (state_.is_terminal()) return judge();
    if (!seen_.insert(state_.hash()).second) return true;
    if (seen_.size() > max_positions_) return result_.is_complete = false;
    if (state_.current_player() == person_) return step(choose());
    std::vector<Action> actions;
    state_.legal_actions(actions);
    return std::ranges::all_of(actions, [this](Action action) { return step(action); });
  }

  bool step(Action action) {
    if (!state_.is_legal(action)) return fail();
    state_.apply_unchecked(action);
    const bool goes_on = walk();
    state_.undo_unchecked();
    return goes_on;
  }

  void play_game(Rng& rng) {
    int applied = 0;
    for (; !state_.is_terminal(); ++applied, ++result_.positions) {
      const Action action = state_.current_player() == person_ ? choose() : state_.sample_legal(rng);
      if (!state_.is_legal(action)) {
        fail();
        break;
      }
      state_.apply_unchecked(action);
    }
    if (state_.is_terminal()) judge();
    while (applied-- > 0) state_.undo_unchecked();
  }

  // An action that keeps the claim, the quickest win where lengths are known; one that is known to, or else one that is
  // found by work. -1: there is none.
  Action choose() {
    const Action known = choose(true);
    return known >= 0 ? known : choose(false);
  }

  Action choose(bool is_known) {
    std::vector<Action> actions;
    state_.legal_actions(actions);
    Action best = -1;
    int best_plies = 0;
    for (const Action action : actions) {
      const FlipAnswer found = answer_after(oracle_, state_, action, is_known);
      if (found.lower < value_ || (best >= 0 && found.plies >= best_plies)) continue;
      best = action;
      best_plies = found.plies;
      if (best_plies == 0) break;
    }
    return best;
  }

  bool judge() { return state_.outcome().value_for(person_) >= value_ ? true : fail(); }

  bool fail() {
    result_.holds = false;
    for (const auto& move : state_.moves()) result_.failure += (result_.failure.empty() ? "" : " ") + move;
    return false;
  }

  FlipOracle& oracle_;
  State& state_;
  int person_;
  int value_;
  std::uint64_t max_positions_;
  std::unordered_set<std::uint64_t> seen_;
  FlipReplay result_;
};

}  // namespace

FlipReplay replay(FlipOracle& oracle, State& state, int person, int value, std::uint64_t max_positions,
                  std::uint64_t seed) {
  return Replayer(oracle, state, person, value, max_positions).run(seed);
}

}  // namespace motu
