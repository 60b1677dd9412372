"""Where games are lost: the move after which deep searches call the game lost, and why it was played (floor: engine).

A game that somebody lost is looked at by searches a hundred times as long as those it was played with, from the loser's
side. Where that was at least even before a move and worse than even before the next one, the move is the blunder. One
such move is found by bisection, since each look is long; every position is looked at only where that is asked for.
Deep searches ask the same proofs and tables as all others, so what can be solved is solved.

Then the position is searched once more as shortly as in the game, to see what the player believed and what kept the
better move from him.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from motu.engine.course import position_after, positions_of, wants_choice
from motu.engine.position_search import search_position
from motu.games import State, person_to_act
from motu.search.configuration import Evaluator
from motu.search.limits import Limits
from motu.search.mcts import Analysis, MoveAnalysis

Cause = Literal["policy", "proof", "value", "found", "luck", "start"]
"""Why the move was played: the better one was hardly looked at ("policy"); the result is proved by the long search and
not by the short one ("proof"); both moves were looked at and judged wrongly ("value"); the short search plays a good
move this time ("found"); the move is as good as the best, so that the dice or small errors lost it ("luck"); whoever
lost stood worse than even from the first decision on ("start")."""
CAUSES: tuple[Cause, ...] = ("policy", "proof", "value", "found", "luck", "start")
Phase = Literal["opening", "middle", "end"]
PHASES: tuple[Phase, ...] = ("opening", "middle", "end")
"""Thirds of the game, by its plies."""

LOOKED_AT = 0.01
"""The share of the visits from which on a move has been looked at."""
SMALL_ERROR = 0.1
"""Equity that a blunder gives away at least."""


@dataclass(frozen=True, slots=True)
class Searches:
    """How long the two looks at a position are."""

    short: Limits
    """As in the game."""
    deep: Limits
    seed: int = 0
    threads: int = 1
    """Of one deep search; the short one has one."""
    evaluator: Evaluator = "auto"
    """What judged positions in the game; deep searches have what suits the game best."""

    def shortly(self, state: State) -> Analysis:
        """Search as in the game: matches ask no tables of solved positions."""
        return search_position(state, self.short, self.seed, evaluator=self.evaluator, solved="off")

    def deeply(self, state: State) -> Analysis:
        """Search much longer."""
        return search_position(state, self.deep, self.seed, threads=self.threads)


@dataclass(frozen=True, slots=True)
class Blunder:
    """The move that lost a game; equities in [-1, 1] are the loser's."""

    person: int
    """Who lost: 0 began."""
    ply: int
    """Turns taken before it."""
    plies: int
    """Turns of the whole game."""
    move: str
    better: str
    """The deep search's choice; the move itself where there is no better one."""
    believed: float
    """What the short search thinks the position is worth."""
    believed_after: float
    """What it thinks the move is worth; `believed` where it did not try it."""
    before: float
    """What the position is worth by the deep search."""
    after: float
    """What the move is worth by a deep search of the position after it."""
    share: float
    """Of the short search's visits, those of the better move."""
    prior: float
    """The better move's prior there; 0 where the evaluator has none."""
    is_proved: bool
    """Whether the deep searches have proved what the move loses, or the better one keeps."""
    cause: Cause

    @property
    def error(self) -> float:
        """What the move gave away; at least 0."""
        return max(0.0, self.before - self.after)

    @property
    def phase(self) -> Phase:
        """The third of the game in which it was played."""
        return PHASES[min(2, 3 * self.ply // max(1, self.plies))]


def find_blunder(
    state: State,
    winner: int,
    searches: Searches,
    *,
    opening: int = 0,
    every: bool = False,
    tell: Callable[[], None] | None = None,
) -> Blunder | None:
    """Find the move that lost a game.

    Args:
        state: The position at the end of the game, with its history.
        winner: The person who won, by the rules or off the board.
        searches: How to search.
        opening: Turns at the beginning that neither player chose.
        every: Whether every position is looked at and the most expensive move told, in place of one by bisection.
        tell: Called after every deep search.

    Returns:
        The blunder; None where the loser never had a choice.

    Raises:
        EngineError: What searches raise.
    """
    return _Hunt(state, 1 - winner, searches, opening, tell or _say_nothing).find(every=every)


def _say_nothing() -> None:
    """Take the progress of nobody who asked."""


class _Hunt:
    """One game from the loser's side: his decisions, and what deep searches have said of them."""

    def __init__(self, state: State, person: int, searches: Searches, opening: int, tell: Callable[[], None]) -> None:
        self._person, self._searches, self._tell = person, searches, tell
        self._plies = state.ply()
        actions = [action for action, _ in state.history()]
        self._decisions = [
            (before, action)
            for before, action in zip(positions_of(state), actions, strict=True)
            if before.ply() >= opening and wants_choice(before) and person_to_act(before) == person
        ]
        self._deep: dict[int, Analysis] = {}

    def find(self, *, every: bool) -> Blunder | None:
        if not self._decisions:
            return None
        index = self._most_expensive() if every else self._turning_point()
        return self._told(index)

    def _look(self, index: int) -> Analysis:
        """Search one of the decisions deeply; each is searched once."""
        if index not in self._deep:
            self._deep[index] = self._searches.deeply(self._decisions[index][0])
            self._tell()
        return self._deep[index]

    def _stands(self, index: int) -> bool:
        """Return whether the loser stood at least even."""
        return _worth(self._look(index).best) >= 0

    def _turning_point(self) -> int:
        """Return a decision before which the loser stood at least even, and before the next one did not."""
        low, high = 0, len(self._decisions)
        if not self._stands(0):
            return 0
        while high - low > 1:
            middle = (low + high) // 2
            if self._stands(middle):
                low = middle
            else:
                high = middle
        return low

    def _most_expensive(self) -> int:
        """Return the decision after which the loser's equity fell most, by the searches before his moves."""
        worth = [_worth(self._look(index).best) for index in range(len(self._decisions))]
        falls = [before - after for before, after in zip(worth, [*worth[1:], -1.0], strict=True)]
        return max(range(len(falls)), key=lambda index: (falls[index], -index))

    def _told(self, index: int) -> Blunder:
        state, action = self._decisions[index]
        deep, short = self._look(index), self._searches.shortly(state)
        after, is_after_proved = self._worth_after(state, action)
        before = max(_worth(deep.best), after)
        better = _move_of(short, deep.best.action)
        played = _move_of(short, action)
        share = better.visits / max(1, sum(move.visits for move in short.moves))
        is_proved = is_after_proved or deep.best.proof is not None
        return Blunder(
            person=self._person,
            ply=state.ply(),
            plies=self._plies,
            move=played.move,
            better=better.move,
            believed=_worth(short.best),
            believed_after=_worth(played) if played.visits else _worth(short.best),
            before=before,
            after=after,
            share=share,
            prior=better.prior,
            is_proved=is_proved,
            cause=self._cause_of(index, before, after, short, share, is_proof_missed=is_proved and short.proof is None),
        )

    def _cause_of(
        self, index: int, before: float, after: float, short: Analysis, share: float, *, is_proof_missed: bool
    ) -> Cause:
        if all(_worth(found.best) < 0 for found in self._deep.values()):
            return "start"
        if before - after < SMALL_ERROR:
            return "luck"
        if self._is_found(index, before, short.best.action):
            return "found"
        if share < LOOKED_AT:
            return "policy"
        return "proof" if is_proof_missed else "value"

    def _is_found(self, index: int, before: float, action: int) -> bool:
        """Return whether what the short search plays now is as good as the best; another blunder is no better."""
        state, played = self._decisions[index]
        if action in (played, self._look(index).best.action):
            return action != played
        return before - self._worth_after(state, action)[0] < SMALL_ERROR

    def _worth_after(self, state: State, action: int) -> tuple[float, bool]:
        """Return what a move is worth to the loser by a deep search of its own, and whether that is proved."""
        after = position_after(state, action)
        if after.is_terminal():
            return after.returns()[self._person], True
        found = self._searches.deeply(after)
        self._tell()
        sign = 1 if person_to_act(after) == self._person else -1
        value = found.value if after.is_chance_node() else _worth(found.best)
        return sign * value, found.proof is not None


def _worth(move: MoveAnalysis) -> float:
    """Return a move's value, within what is proved of it."""
    return min(max(move.value if move.visits else 0.0, move.lower), move.upper)


def _move_of(found: Analysis, action: int) -> MoveAnalysis:
    return next(move for move in found.moves if move.action == action)


@dataclass(frozen=True, slots=True)
class BlunderCount:
    """Blunders of one kind, counted."""

    count: int
    believed: float
    """The mean of what the short searches thought of the positions, in [-1, 1]."""
    error: float
    """The mean of what the moves gave away."""


def count_blunders(blunders: Iterable[Blunder], phase: Phase | None = None, cause: Cause | None = None) -> BlunderCount:
    """Count the blunders of a phase or a cause, or all of them."""
    chosen = [each for each in blunders if phase in (None, each.phase) and cause in (None, each.cause)]
    return BlunderCount(len(chosen), _mean([each.believed for each in chosen]), _mean([each.error for each in chosen]))


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0
