"""What judges positions for a comparison with the truth: a net alone, or a net that looks ahead (floor: train)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from motu.eval.nets import Judgement, Net
from motu.games import State
from motu.search.configuration import NET_SETTINGS
from motu.search.limits import Limits
from motu.search.mcts import SearchTree

_AS_PLAYED = replace(NET_SETTINGS, batch=8)
_ALONE = replace(_AS_PLAYED, advise_visits=0)
"""Without virtual connections: what comes out is due to the net and the visits alone."""


class Judges(Protocol):
    """Says what positions are worth and what to do there; a `Net` does."""

    def judge(self, states: Sequence[State]) -> list[Judgement]:
        """Judge decisions of one game."""


class LookingAhead:
    """A net with a tree search of so many visits, which knows no tables of solved positions."""

    def __init__(self, net: Net, visits: int, *, is_advised: bool = False) -> None:
        """Take a net.

        Args:
            net: Judges the leaves.
            visits: Of the root, at least 1.
            is_advised: Whether the search proves what it can as it does in play, by virtual connections for one; else
                it proves nothing but what it plays out.
        """
        self._net = net
        self._visits = visits
        self._settings = _AS_PLAYED if is_advised else _ALONE

    def judge(self, states: Sequence[State]) -> list[Judgement]:
        """Search each position by itself; a policy is the shares of the visits, all for the move to play at the end."""
        return [self._judge(state) for state in states]

    def _judge(self, state: State) -> Judgement:
        found = SearchTree(state, self._net, self._settings, solved="off").search(Limits(visits=self._visits))
        return Judgement(found.value, {found.best.action: 1.0})
