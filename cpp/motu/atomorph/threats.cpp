#include "motu/atomorph/threats.hpp"

#include <algorithm>

namespace motu {

namespace {

template <int W>
PointSet<W> empty_points(const AtomorphState<W>& state) {
  return PointSet<W>::from_words(state.game().masks().board)
      .without(state.stones_of(kFirst) | state.stones_of(kSecond));
}

// The mover's action on a point, which is empty or holds a stone that can be flipped.
template <int W>
Action action_on(const AtomorphState<W>& state, int point) {
  const int points = state.game().num_cells();
  if (state.to_return()) return 2 * points + point;
  return state.stones_of(other(state.to_move())).has(point) ? points + point : point;
}

// Whether the opponent of `mover`, who has just acted, cannot win by its next action.
template <int W>
bool is_answered(const AtomorphState<W>& state, Colour mover) {
  if (state.is_terminal()) return state.winning_colour() != other(mover);
  return state.to_move() == mover || !wins_at_once(state).any();
}

}  // namespace

template <int W>
PointSet<W> wins_at_once(const AtomorphState<W>& state) {
  if (state.is_terminal()) return {};
  const Colour mover = state.to_move();
  auto choices = empty_points(state);
  if (!state.to_return()) choices = choices | state.flips();
  return winning_points(state.game(), state.stones_of(mover), mover) & choices;
}

template <int W>
PointSet<W> threats_against(const AtomorphState<W>& state) {
  if (state.is_terminal()) return {};
  const Colour enemy = other(state.to_move());
  const auto choices = empty_points(state) | exposed_stones(state, state.to_move());
  return winning_points(state.game(), state.stones_of(enemy), enemy) & choices;
}

template <int W>
void must_answers(AtomorphState<W>& state, std::vector<Action>& out) {
  state.legal_actions(out);
  const PointSet<W> threats = threats_against(state);
  if (!threats.any() || state.to_return()) return;
  const Colour mover = state.to_move();
  const int points = state.game().num_cells();
  // A stone placed elsewhere changes nothing about the threats, unless it makes stones contested that are never flipped
  // then.
  const bool is_local = !state.game().rules().contested_never;
  const auto wins = wins_at_once(state);
  std::erase_if(out, [&](Action action) {
    if (action == state.game().swap_action()) return false;
    const int point = action % points;
    if (wins.has(point)) return false;
    if (is_local && action < points && !threats.has(point)) return true;
    state.apply_unchecked(action);
    const bool is_lost = !is_answered(state, mover);
    state.undo_unchecked();
    return is_lost;
  });
}

// ------------------------------------------------------------------------------------------------------------- search

template <int W>
Action ThreatSearch<W>::find(int depth) {
  Action first = -1;
  attacker_ = state_.to_move();
  if (state_.is_terminal() || !attack(depth, &first)) return -1;
  return first;
}

// The attacker is to act and has so many actions left, this one included.
template <int W>
bool ThreatSearch<W>::attack(int depth, Action* first) {
  if (depth <= 0) return false;
  const PointSet<W> wins = wins_at_once(state_);
  if (wins.any()) {
    if (first != nullptr) *first = action_on(state_, wins.nth(0));
    return true;
  }
  if (depth == 1) return false;
  std::vector<Action> actions;
  must_answers(state_, actions);
  for (const Action action : actions) {
    if (action == state_.game().swap_action() || !follow(depth, action)) continue;
    if (first != nullptr) *first = action;
    return true;
  }
  return false;
}

template <int W>
bool ThreatSearch<W>::follow(int depth, Action action) {
  if (nodes_left_ == 0) return false;
  --nodes_left_;
  state_.apply_unchecked(action);
  bool is_won = false;
  if (state_.is_terminal()) {
    is_won = state_.winning_colour() == attacker_;
  } else if (state_.to_move() == attacker_) {
    is_won = attack(depth - 1, nullptr);
  } else {
    is_won = defend(depth - 1);
  }
  state_.undo_unchecked();
  return is_won;
}

// The defender is to act: whether all that it can do loses to at most so many actions of the attacker.
template <int W>
bool ThreatSearch<W>::defend(int depth) {
  if (depth <= 0 || wins_at_once(state_).any()) return false;
  if (!threats_against(state_).any()) return false;
  std::vector<Action> answers;
  must_answers(state_, answers);
  for (const Action answer : answers) {
    if (nodes_left_ == 0) return false;
    --nodes_left_;
    if (answer == state_.game().swap_action()) return false;
    state_.apply_unchecked(answer);
    bool is_won = false;
    if (!state_.is_terminal()) is_won = state_.to_move() == attacker_ ? attack(depth, nullptr) : defend(depth);
    state_.undo_unchecked();
    if (!is_won) return false;
  }
  return true;
}

#define MOTU_INSTANTIATE(W)                                            \
  template PointSet<W> wins_at_once(const AtomorphState<W>&);          \
  template PointSet<W> threats_against(const AtomorphState<W>&);       \
  template void must_answers(AtomorphState<W>&, std::vector<Action>&); \
  template class ThreatSearch<W>;
MOTU_INSTANTIATE(1)
MOTU_INSTANTIATE(2)
MOTU_INSTANTIATE(3)
MOTU_INSTANTIATE(5)
MOTU_INSTANTIATE(10)
#undef MOTU_INSTANTIATE

}  // namespace motu
