#include "motu/atomorph/table_advisor.hpp"

#include <algorithm>

namespace motu {

void FlipTableAdvisor::advise(State& state, Advice& advice) {
  if (as<AtomorphGame>(state.game()) == nullptr) return;
  const FlipAnswer found = answer(oracle_, state);
  if (found.lower == 0) {
    std::vector<Action> actions;
    state.legal_actions(actions);
    for (const Action action : actions) {
      if (answer_after(oracle_, state, action).lower == 0) advice.keep.push_back(action);
    }
    return;
  }
  const float value = (found.lower > 0) == (state.current_player() == 0) ? 1.0F : -1.0F;
  advice.bounds = {value, value};
  advice.plies = found.plies;
  if (found.lower > 0) advice.best = best_action(oracle_, state);
}

void FlipTableAdvisor::advise_moves(State& state, std::vector<ProvedMove>& moves) {
  if (as<AtomorphGame>(state.game()) == nullptr) return;
  const int sign = state.current_player() == 0 ? 1 : -1;
  std::vector<Action> actions;
  state.legal_actions(actions);
  for (const Action action : actions) {
    const FlipAnswer found = answer_after(oracle_, state, action);
    const auto value = static_cast<float>(sign * found.lower);
    moves.push_back({action, {value, value}, std::max(found.plies - 1, 0)});
  }
}

}  // namespace motu
