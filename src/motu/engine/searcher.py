"""The seam between analysis and search: a position and limits in, evaluated moves out (floor: engine).

A searcher streams what it has found so far through `report` and stops early when `is_stopped` says so; whether it grows
one tree or starts anew is its own affair.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from motu import _core
from motu.errors import EngineError
from motu.games import State
from motu.search.players import MAX_NODES


@dataclass(frozen=True, slots=True)
class Limits:
    """What a search may use; at least one of the two is set."""

    visits: int = 0
    """At most so many simulations; 0 for no such bound."""
    seconds: float = 0.0
    """At most so long, wall time; 0 for no such bound."""


@dataclass(frozen=True, slots=True)
class EvaluatedMove:
    """A move at the root."""

    action: int
    """A legal action."""
    visits: int
    """How many simulations tried it."""
    value: float
    """Expected result for whoever is to move, in [-1, 1]."""
    line: tuple[str, ...]
    """The principal variation as moves, this move first."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a search found."""

    moves: tuple[EvaluatedMove, ...]
    """Best first."""
    visits: int
    """All simulations."""

    @property
    def value(self) -> float:
        """The expected result of the best move for whoever is to move, in [-1, 1]."""
        return self.moves[0].value if self.moves else 0.0


Report = Callable[[Evaluation], None]
"""Takes what has been found so far."""
Stopped = Callable[[], bool]
"""Says whether nobody wants the result any more."""


class Searcher(Protocol):
    """Evaluates positions. Several threads may use one searcher at the same time."""

    @property
    def name(self) -> str:
        """What `make_searcher` makes it from."""

    def search(
        self,
        state: State,
        limits: Limits,
        seed: int = 0,
        report: Report | None = None,
        is_stopped: Stopped | None = None,
    ) -> Evaluation:
        """Search a decision node; the state comes back as it was.

        Args:
            state: A position in which somebody is to move.
            limits: When to end.
            seed: Equal seeds and limits in visits give equal results.
            report: Called now and then with what has been found so far.
            is_stopped: Asked now and then; once it returns True the search ends with what it has.

        Raises:
            EngineError: "engine/no-move" at the end of a game and where a roll is awaited.
        """

    def clear(self) -> None:
        """Forget whatever is kept between searches."""


FIRST_ROUND = 256
"""Simulations of the first of the rounds of `UctSearcher`."""


class UctSearcher:
    """Plain UCT in rounds, each from scratch and twice as long as the one before.

    The native search keeps no tree between calls, so rounds are the honest way to say something early: every result is
    that of a whole search with the same seed. They cost at most as much again as the last round.
    """

    name = "uct"

    def __init__(self, exploration: float = 1.0) -> None:
        """Set UCB1's constant, for values in [-1, 1]."""
        self._exploration = exploration

    def search(
        self,
        state: State,
        limits: Limits,
        seed: int = 0,
        report: Report | None = None,
        is_stopped: Stopped | None = None,
    ) -> Evaluation:
        """Search; see `Searcher`. Without `report` and `is_stopped` there is one round."""
        in_rounds = report is not None or is_stopped is not None
        deadline = time.monotonic() + limits.seconds if limits.seconds else None
        visits = min(FIRST_ROUND, limits.visits or FIRST_ROUND) if in_rounds else limits.visits
        best: Evaluation | None = None
        while True:
            seconds = 0.0 if deadline is None else max(1e-3, deadline - time.monotonic())
            found = self._round(state, Limits(visits, seconds), seed)
            was_cut_short = in_rounds and found.visits < visits
            if was_cut_short and best is not None and best.visits > found.visits:
                return best
            best = found
            if not in_rounds or was_cut_short or visits == limits.visits or (is_stopped is not None and is_stopped()):
                return found
            if report is not None:
                report(found)
            visits = min(2 * visits, limits.visits or 2 * visits)

    def _round(self, state: State, limits: Limits, seed: int) -> Evaluation:
        result = _core.uct_search(state, limits.visits, limits.seconds, self._exploration, MAX_NODES, seed)
        moves = (
            EvaluatedMove(move.action, move.visits, move.value, (state.action_to_string(move.action),))
            for move in result.moves
        )
        return Evaluation(tuple(moves), result.simulations)

    def clear(self) -> None:
        """Do nothing: nothing is kept."""


def make_searcher(name: str = UctSearcher.name) -> Searcher:
    """Return the searcher of that name.

    Raises:
        EngineError: "engine/unknown-searcher".
    """
    if name != UctSearcher.name:
        raise EngineError(
            f"unknown search '{name}': there is {UctSearcher.name}",
            slug="engine/unknown-searcher",
            text=name,
            legal=(UctSearcher.name,),
        )
    return UctSearcher()
