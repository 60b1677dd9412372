"""What nobody who looks at the board misses: wins in one, and the opponent's (floor: search)."""

from __future__ import annotations

from collections.abc import Iterable

from motu import _core
from motu.games import State


def winning_actions(state: State, actions: Iterable[int] | None = None) -> list[int]:
    """Return the actions that win at once for the person to act; announcements, which need luck, are not among them.

    Args:
        state: A decision node.
        actions: Which to try, all of them legal; all legal ones if None.
    """
    return _core.winning_actions(state, None if actions is None else list(actions))


def threats(state: State) -> list[int]:
    """Return the actions with which the opponent would win at once, were it the opponent's turn now.

    Args:
        state: A decision node.
    """
    return _core.threats(state)


def answers(state: State, against: list[int], actions: list[int]) -> list[int]:
    """Return the actions after which the fewest of the opponent's threats remain, chance counted by probability.

    Args:
        state: A decision node.
        against: What `threats` found.
        actions: Those to choose among, all of them legal.
    """
    return _core.answers(state, against, actions)
