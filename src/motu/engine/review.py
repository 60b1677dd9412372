"""A whole game under one judge: what every move cost and what every roll brought (floor: engine).

How a review is made, and why its numbers add up, stands in the core (cpp/motu/core/review/game_review.hpp): it says
which positions are to be judged and makes a review of what is said of them. Here they are judged, by searches of equal
size, in threads.

Equities are in [-1, 1]; those of `Review` and `ReviewedStep.before`, `after` are person 0's, errors and luck those
of the person who moved or rolled.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

from motu import _core
from motu.engine.position_search import search_position
from motu.engine.work import THREAD_NAME
from motu.games import State, person_to_act
from motu.numbers import as_float, expect_number, shown
from motu.search.limits import Limits

Kind = Literal["move", "announcement", "roll"]
Steps = Callable[[float, float], None]
"""Told how much of how much work is done."""
DEFAULT_VISITS = 1000
"""Visits of each search behind a review."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What an evaluator says about one position by itself."""

    value: float
    """Equity of person 0."""
    ranking: tuple[int, ...] = ()
    """Actions, best first; empty where nobody is to move."""


Evaluate = Callable[[State], Estimate]
"""Evaluates a position in which somebody is to move; several threads may call it at the same time."""


@dataclass(frozen=True, slots=True)
class ReviewedStep:
    """One action of the game, or one roll."""

    ply: int
    """Turns taken before it."""
    kind: Kind
    person: int
    """Who moved or rolled: 0 began."""
    colour: str
    """The colour that the person held."""
    move: str
    """Its text: "h4", "swap", "r4"; "=6" for a roll."""
    before: float
    """Person 0's equity before it."""
    after: float
    """Person 0's equity after it."""
    best: str
    """The best move, this one included; of a roll, itself."""
    error: float = 0.0
    """What the move gave away; 0 for the best one and for rolls."""
    luck: float = 0.0
    """What the roll brought; 0 for moves."""
    is_forced: bool = False
    """Whether there was nothing to choose."""
    estimate: float | None = None
    """Person 0's equity as the search of the position before it saw it; None where it was not asked."""
    first: str = ""
    """The move that the same search would make, its first choice; "" where it was not asked."""


@dataclass(frozen=True, slots=True)
class Account:
    """One person's totals."""

    decisions: int
    """Moves and announcements with something to choose."""
    error: float
    """All errors together."""
    luck: float
    """All luck together."""

    @property
    def error_rate(self) -> float:
        """Error a decision; 0 without decisions."""
        return self.error / self.decisions if self.decisions else 0.0


@dataclass(frozen=True, slots=True)
class Review:
    """A game with the equity of every position and what changed it."""

    spec: str
    colour_names: tuple[str, str]
    steps: tuple[ReviewedStep, ...]
    """In the order of the game, a roll apart from its announcement."""
    start: float
    """Person 0's equity at the beginning."""
    end: float
    """Person 0's result, or equity where the game is not over."""
    is_over: bool
    """Whether the rules ended the game."""

    accounts: tuple[Account, Account]
    """By person."""

    def account(self, person: int) -> Account:
        """Return a person's totals."""
        return self.accounts[person]

    @property
    def names(self) -> tuple[str, str]:
        """What to call the persons: by their colours where they keep them."""
        is_swapped = any(step.move == "swap" for step in self.steps)
        return ("first player", "second player") if is_swapped else self.colour_names

    @property
    def equities(self) -> tuple[float, ...]:
        """Person 0's equity before every step and at the end."""
        return (*(step.before for step in self.steps), self.end)


class SearchEvaluator:
    """Evaluates positions by searches of equal limits and equal seeds."""

    def __init__(self, limits: Limits, seed: int = 0) -> None:
        """Set what a search may use."""
        self._limits, self._seed = limits, seed

    def __call__(self, state: State) -> Estimate:
        """Search; the value is that of the best move, exact where it is proved."""
        found = search_position(state, self._limits, self._seed)
        best = found.best
        value = min(max(best.value, best.lower), best.upper)
        sign = 1 if person_to_act(state) == 0 else -1
        return Estimate(sign * value, tuple(move.action for move in found.moves))


_ROUNDING = 1e-6
"""By so much a mean of results may come out beyond them."""


def review_game(state: State, evaluate: Evaluate, threads: int = 1, progress: Steps | None = None) -> Review:
    """Review the game that led to a position.

    Args:
        state: The position at the end of the game, with its history; it comes back as it was.
        evaluate: What judges positions; asked once for each of them.
        threads: How many positions are evaluated at a time. The review is the same with any number.
        progress: Told about every position: how many are done, of how many.

    Raises:
        MotuError: Whatever `evaluate` raises.
        ValueError: For a value outside [-1, 1], and for a number of threads that is not from 1 to 256.
    """
    threads = expect_number("threads", threads, 1, 256)
    review = _core.NativeReview(state)
    with ThreadPoolExecutor(threads, thread_name_prefix=THREAD_NAME) as pool:
        while wanted := [review.position(place) for place in range(review.num_judged, review.num_positions)]:
            total = review.num_positions
            for estimate in pool.map(evaluate, [State(state.game, position) for position in wanted]):
                review.take(_equity(estimate.value), list(estimate.ranking))
                if progress is not None:
                    progress(review.num_judged, total)
    return _told(state, review.told())


def _equity(value: object) -> float:
    """Return an evaluator's value.

    Raises:
        ValueError: For what is no number in [-1, 1].
    """
    equity = as_float(value)
    if equity is None or abs(equity) > 1 + _ROUNDING:
        raise ValueError(f"an evaluator's value is a number from -1 to 1, not {shown(value)}")
    return min(max(equity, -1.0), 1.0)


def _told(state: State, found: _core.NativeReviewedGame) -> Review:
    """Return what the core tells, with the names of the game."""
    game = state.game
    steps = tuple(_step(each, game.colour_names) for each in found.steps)
    first, second = (Account(each.decisions, each.error, each.luck) for each in found.accounts)
    return Review(game.spec, game.colour_names, steps, found.start, found.end, found.is_over, (first, second))


def _step(step: _core.NativeStep, colour_names: tuple[str, str]) -> ReviewedStep:
    """Return a step as Python has it."""
    named: dict[str, Kind] = {"move": "move", "announcement": "announcement", "roll": "roll"}
    return ReviewedStep(
        ply=step.ply,
        kind=named[step.kind],
        person=step.person,
        colour=colour_names[step.colour],
        move=step.move,
        before=step.before,
        after=step.after,
        best=step.best,
        error=step.error,
        luck=step.luck,
        is_forced=step.is_forced,
        estimate=step.estimate,
        first=step.first,
    )
