#include "motu/core/levels/tactics.hpp"

#include <algorithm>
#include <cstdint>

namespace motu {

namespace {

bool wins(State& state, Action action, int person) {
  state.apply_unchecked(action);
  const bool won = state.is_terminal() && state.outcome().value_for(person) > 0;
  state.undo_unchecked();
  return won;
}

bool wins_any(State& state, std::span<const Action> actions, int person) {
  if (state.current_player() != person) return false;
  return std::ranges::any_of(actions,
                             [&](Action action) { return state.is_legal(action) && wins(state, action, person); });
}

// The probability that one of the threats still wins after the action.
double threats_left(State& state, Action action, std::span<const Action> against) {
  const int opponent = 1 - state.current_player();
  state.apply_unchecked(action);
  double share = 0.0;
  if (state.is_chance_node()) {
    std::vector<Action> outcomes;
    state.legal_actions(outcomes);
    for (const Action outcome : outcomes) {
      const double probability = state.chance_probability(outcome);
      state.apply_unchecked(outcome);
      share += wins_any(state, against, opponent) ? probability : 0.0;
      state.undo_unchecked();
    }
  } else {
    share = wins_any(state, against, opponent) ? 1.0 : 0.0;
  }
  state.undo_unchecked();
  return share;
}

}  // namespace

std::vector<Action> winning_actions(State& state, std::span<const Action> actions) {
  const int person = state.current_player();
  std::vector<Action> found;
  for (const Action action : actions) {
    if (wins(state, action, person)) found.push_back(action);
  }
  return found;
}

std::vector<Action> winning_actions(State& state) {
  std::vector<Action> actions;
  state.legal_actions(actions);
  return winning_actions(state, actions);
}

std::vector<Action> threats(const State& state) {
  std::vector<std::uint8_t> stones(static_cast<std::size_t>(state.game().num_cells()));
  state.stones(stones);
  const auto passed = state.game().new_state();
  passed->setup(stones, other(state.to_move()), 0);
  if (passed->is_terminal() || passed->to_move() == state.to_move()) return {};
  return winning_actions(*passed);
}

std::vector<Action> answers(State& state, std::span<const Action> against, std::span<const Action> actions) {
  std::vector<double> left;
  for (const Action action : actions) left.push_back(threats_left(state, action, against));
  std::vector<Action> best;
  if (left.empty()) return best;
  const double fewest = *std::ranges::min_element(left);
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (left[i] == fewest) best.push_back(actions[i]);
  }
  return best;
}

}  // namespace motu
