"""What is told of puzzles, of answers to them and of who solves them (floor: server)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Literal

import msgspec

from motu.puzzles import Puzzle
from motu.server.glicko import GlickoRating
from motu.server.puzzle_book import Counted, PuzzleProgress, Streak, beginning

__all__ = [
    "CountedView",
    "DayView",
    "EquityView",
    "HintView",
    "MissedView",
    "PersonView",
    "PuzzleItem",
    "PuzzleView",
    "RatingView",
    "SolutionView",
    "StreakView",
    "VerdictView",
    "equities_of",
    "listed",
    "view_of",
]


class PuzzleItem(msgspec.Struct, frozen=True):
    """A puzzle in the list."""

    id: str
    game: str
    difficulty: int
    rating: int
    """How hard people have found it so far."""
    themes: tuple[str, ...]
    """What kind of move solves it."""


class DayView(msgspec.Struct, frozen=True):
    """The puzzle of a day."""

    day: date
    """In UTC."""
    puzzle: PuzzleItem


class PuzzleView(msgspec.Struct, frozen=True):
    """What is asked by a puzzle."""

    id: str
    game: str
    spec: str
    moves: tuple[str, ...]
    """To its position."""
    goal: Literal["win", "best"]
    difficulty: int
    turns: int | None
    """The winner's turns up to the win; None where nobody knows."""


class RatingView(msgspec.Struct, frozen=True):
    """How well somebody solves the puzzles of a game."""

    rating: int
    deviation: int
    """The true strength is likely to lie within two of these."""


class StreakView(msgspec.Struct, frozen=True):
    """What somebody has solved without a break."""

    days: int
    """Days one after another with a puzzle solved."""
    most_days: int
    row: int
    """Puzzles solved one after another, at the first answer and without help."""
    longest_row: int


class CountedView(msgspec.Struct, frozen=True):
    """What somebody's first answer to a puzzle has changed."""

    before: RatingView
    after: RatingView
    streak: StreakView

    @staticmethod
    def of(counted: Counted | None) -> CountedView | None:
        """Return what is told of it; None where nothing was counted."""
        if counted is None:
            return None
        return CountedView(_rating(counted.before), _rating(counted.after), _streak(counted.streak))


class PersonView(msgspec.Struct, frozen=True):
    """What somebody has done so far."""

    ratings: dict[str, RatingView]
    """By game; of one where nothing was tried, what everybody begins with."""
    solved: tuple[str, ...]
    """Puzzles whose first answer was right."""
    missed: tuple[str, ...]
    """Those whose first answer was wrong, or was asked for."""
    streak: StreakView

    @staticmethod
    def of(progress: PuzzleProgress, games: tuple[str, ...]) -> PersonView:
        """Return what is told of it."""
        solved, missed = (
            tuple(name for name, right in progress.tries.items() if right is want) for want in (True, False)
        )
        ratings = {game: _rating(progress.ratings.get(game, GlickoRating())) for game in games}
        return PersonView(ratings, solved, missed, _streak(progress.streak))


class EquityView(msgspec.Struct, frozen=True):
    """What a move is worth to the person to act, in [-1, 1]."""

    move: str
    lower: float
    """At least."""
    upper: float
    """At most."""


class VerdictView(msgspec.Struct, frozen=True):
    """What is to be said of the last move that was tried."""

    is_right: bool
    is_over: bool
    """Whether there is nothing left to play."""
    replies: tuple[str, ...]
    """What the opponent plays next: the longest resistance, or the refutation."""
    equities: tuple[EquityView, ...]
    """With the goal "best", after a right move: all moves, the best first; after a wrong one that move alone."""
    counted: CountedView | None = None
    """With a first answer that counts."""


class SolutionView(msgspec.Struct, frozen=True):
    """A right move."""

    move: str
    equities: tuple[EquityView, ...]
    """With the goal "best": all moves, the best first."""
    counted: CountedView | None = None
    """Where it was asked for before any answer: that counts as a wrong one."""


class HintView(msgspec.Struct, frozen=True):
    """A few moves, one of which is right."""

    moves: tuple[str, ...]
    counted: CountedView | None = None
    """Where it was asked for before any answer: that counts as a wrong one."""


class MissedView(msgspec.Struct, frozen=True):
    """What has become of a move that somebody has played."""

    puzzle: PuzzleItem | None
    """The puzzle of its position; None where there is none."""


def listed(puzzles: Iterable[Puzzle], ratings: Mapping[str, GlickoRating]) -> tuple[PuzzleItem, ...]:
    """Return puzzles as the list has them, with the ratings that they have by now."""
    return tuple(
        PuzzleItem(each.id, each.game, each.difficulty, round(ratings.get(each.id, beginning(each)).value), each.themes)
        for each in puzzles
    )


def view_of(puzzle: Puzzle) -> PuzzleView:
    """Return what is asked by a puzzle, without its solution."""
    return PuzzleView(
        puzzle.id, puzzle.game, puzzle.spec, puzzle.moves, puzzle.goal, puzzle.difficulty, puzzle.turns or None
    )


def equities_of(puzzle: Puzzle) -> tuple[EquityView, ...]:
    """Return what each move is worth, the best first; nothing where the goal is to win."""
    ordered = sorted(puzzle.equities.items(), key=lambda each: (-each[1][0], -each[1][1]))
    return tuple(EquityView(move, lower, upper) for move, (lower, upper) in ordered)


def _rating(rating: GlickoRating) -> RatingView:
    return RatingView(round(rating.value), round(rating.deviation))


def _streak(streak: Streak) -> StreakView:
    return StreakView(streak.days, streak.most_days, streak.row, streak.longest_row)
