#include "motu/search/flip_table_advisor.hpp"

#include <vector>

namespace motu {

void FlipTableAdvisor::advise(State& state, Advice& advice) {
  if (dynamic_cast<const AtomorphGame*>(&state.game()) == nullptr) return;
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

}  // namespace motu
