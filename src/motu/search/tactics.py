"""What nobody who looks at the board misses: wins in one, and the opponent's (floor: search)."""

from __future__ import annotations

from collections.abc import Iterable

from motu.games import State


def winning_actions(state: State, actions: Iterable[int] | None = None) -> list[int]:
    """Return the actions that win at once for the person to act; announcements, which need luck, are not among them.

    Args:
        state: A decision node; it comes back as it was.
        actions: Which to try, all of them legal; all legal ones if None.
    """
    person = state.current_player()
    tried = state.legal_actions() if actions is None else actions
    return [action for action in tried if _wins(state, action, person)]


def threats(state: State) -> list[int]:
    """Return the actions with which the opponent would win at once, were it the opponent's turn now.

    Args:
        state: A decision node; it comes back as it was.
    """
    names = state.game.board.names
    stones = {name: stone for name, stone in zip(names, state.stones(), strict=True) if stone < 2}
    passed = state.game.new_state(stones, 1 - state.to_move())
    if passed.is_terminal() or passed.to_move() == state.to_move():
        return []
    return winning_actions(passed)


def answers(state: State, against: list[int], actions: list[int]) -> list[int]:
    """Return the actions after which the fewest of the opponent's threats remain, chance counted by probability.

    Args:
        state: A decision node; it comes back as it was.
        against: What `threats` found.
        actions: Those to choose among.
    """
    left = [_threats_left(state, action, against) for action in actions]
    fewest = min(left)
    return [action for action, count in zip(actions, left, strict=True) if count == fewest]


def _threats_left(state: State, action: int, against: list[int]) -> float:
    """Return the probability that one of the threats still wins after the action."""
    opponent = 1 - state.current_player()
    state.apply_action(action)
    try:
        if not state.is_chance_node():
            return float(_wins_any(state, against, opponent))
        share = 0.0
        for outcome, probability in state.chance_outcomes():
            state.apply_action(outcome)
            share += probability * _wins_any(state, against, opponent)
            state.undo()
        return share
    finally:
        state.undo()


def _wins_any(state: State, actions: list[int], person: int) -> bool:
    if state.is_terminal() or state.current_player() != person:
        return False
    return any(state.is_legal(action) and _wins(state, action, person) for action in actions)


def _wins(state: State, action: int, person: int) -> bool:
    state.apply_action(action)
    won = state.is_terminal() and state.returns()[person] > 0
    state.undo()
    return won
