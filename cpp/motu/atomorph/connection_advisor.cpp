#include "motu/atomorph/connection_advisor.hpp"

#include "motu/atomorph/connections.hpp"
#include "motu/atomorph/threats.hpp"

namespace motu {

namespace {

// The result for person 0 when a person wins.
Bounds won_by(int player) {
  const float value = player == 0 ? 1.0F : -1.0F;
  return {value, value};
}

}  // namespace

void FlipAdvisor::advise(State& state, Advice& advice) {
  if (as<AtomorphGame>(state.game()) == nullptr) return;
  visit_atomorph(state, [&](auto& concrete) {
    if (find_win(concrete, advice) || find_connection(concrete, advice)) return;
    find_answers(concrete, advice);
  });
}

// The quickest win by threats, within the effort.
template <int W>
bool FlipAdvisor::find_win(AtomorphState<W>& state, Advice& advice) const {
  for (int depth = 1; depth <= effort_.depth; ++depth) {
    const Action action = ThreatSearch<W>(state, effort_.max_nodes).find(depth);
    if (action < 0) continue;
    advice.bounds = won_by(state.current_player());
    advice.plies = 2 * depth - 1;
    advice.best = action;
    return true;
  }
  return false;
}

// A swap would hand a colour's connection to the other person, so before one nothing is said.
bool FlipAdvisor::find_connection(const State& state, Advice& advice) const {
  if (state.ply() < 2 && !state.is_swapped()) return false;
  const int mover = state.current_player();
  if (find_flip_connections(state, other(state.to_move())).is_won) {
    advice.bounds = won_by(1 - mover);
    advice.plies = state.game().num_cells();
    return true;
  }
  const auto own = find_flip_connections(state, state.to_move());
  if (!own.is_won || own.pairs.empty()) return false;
  // Any action that breaks no pair keeps the win; a stone on a pair brings it nearer.
  const int point = own.pairs.front()[0];
  for (const Action action : {point, 2 * state.game().num_cells() + point}) {
    if (!state.is_legal(action)) continue;
    advice.bounds = won_by(mover);
    advice.plies = state.game().num_cells();
    advice.best = action;
    return true;
  }
  return false;
}

template <int W>
void FlipAdvisor::find_answers(AtomorphState<W>& state, Advice& advice) const {
  if (state.to_return() || !threats_against(state).any()) return;
  must_answers(state, advice.keep);
  if (!advice.keep.empty()) return;
  advice.bounds = won_by(1 - state.current_player());
  advice.plies = 2;
}

}  // namespace motu
