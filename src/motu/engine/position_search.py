"""Between analysis and search: a position and limits in, an analysis out (floor: engine).

What is found is told from the side of whoever is to act, or to roll, as `SearchTree` tells it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from motu.errors import EngineError
from motu.games import State
from motu.search.configuration import Evaluator
from motu.search.limits import Limits
from motu.search.mcts import Analysis, FaceAnalysis, MoveAnalysis, SearchTree, Solved
from motu.search.player import Stopped

Report = Callable[[Analysis], None]
"""Takes what has been found so far."""

NAME = "mcts"
"""What the search is called."""

POLL_S = 0.05
"""Seconds between two looks at a running search: the first result is out, and a wish to stop heard, within a tenth."""


class Search(Protocol):
    """What searches a position for whoever asks; several threads may use it at the same time."""

    def __call__(
        self,
        state: State,
        limits: Limits,
        seed: int = 0,
        report: Report | None = None,
        is_stopped: Stopped | None = None,
    ) -> Analysis:
        """Search; see `search_position`."""


def search_position(
    state: State,
    limits: Limits,
    seed: int = 0,
    report: Report | None = None,
    is_stopped: Stopped | None = None,
    *,
    threads: int = 1,
    evaluator: Evaluator = "auto",
    solved: Solved = "auto",
) -> Analysis:
    """Search a position in which somebody is to move or to roll, in a tree of its own; the state comes back as it was.

    Args:
        state: The position.
        limits: When to end; a game that is decided ends the search, too.
        seed: Equal seeds and limits in visits give equal results, with one thread.
        report: Called about every `POLL_S` seconds with what has been found so far.
        is_stopped: Asked as often; once it returns True the search ends with what it has.
        threads: How many share the search.
        evaluator: What judges positions.
        solved: Which tables of solved positions are asked.

    Returns:
        The analysis, its values and bounds those of the person who is to move, or to roll.

    Raises:
        EngineError: "engine/no-move" at the end of a game, "engine/limits" without a bound, those of `SearchTree`.
    """
    tree = SearchTree(state, evaluator, solved=solved, threads=threads, seed=seed)
    if not (limits.is_bounded or is_stopped is not None):
        raise EngineError("a search needs a bound: visits, nodes or seconds above 0", slug="engine/limits")

    return tree.search(limits, report, POLL_S, is_stopped)


def faces_alike(state: State) -> dict[int, list[int]]:
    """Return the outcomes of a roll that lead to the same position, under the first of each.

    Args:
        state: A position in which a roll is awaited.
    """
    return {outcomes[0]: outcomes for outcomes, _ in state.faces()}


def faces_of(state: State, move: MoveAnalysis) -> Sequence[tuple[list[int], FaceAnalysis]]:
    """Return what is known about the faces after an announcement, with the numbers, 1 and up, that the die shows."""
    if not move.faces:
        return ()
    after = state.clone()
    after.apply_action(move.action)
    alike = faces_alike(after)
    return [([outcome + 1 for outcome in alike[face.outcome]], face) for face in move.faces]
