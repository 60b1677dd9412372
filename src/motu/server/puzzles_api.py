"""Puzzles over HTTP: the list, and the judge of answers (floor: server). docs/puzzles.md says what puzzles are."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from litestar import Request, Router, get, post
from litestar.params import FromPath, JSONBody

from motu.games.line import Move
from motu.puzzles import AnswerJudge, Puzzle, find_puzzle, puzzle_of_the_day, shipped_puzzles
from motu.server.askers import asker_of, while_there
from motu.server.puzzle_desk import PuzzleDesk

GuestRequest = Request[Any, Any, Any]
T = TypeVar("T")

MAX_LINE = 200
"""Moves from a puzzle's position on; no board of a puzzle has room for as many."""


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
    hint: tuple[str, ...]
    """A few moves, one of which is right."""


class DayView(msgspec.Struct, frozen=True):
    """The puzzle of a day."""

    day: date
    """In UTC."""
    puzzle: PuzzleView


class Tried(msgspec.Struct, forbid_unknown_fields=True):
    """The moves that were played from a puzzle's position on, both persons'."""

    moves: Annotated[tuple[Move, ...], msgspec.Meta(max_length=MAX_LINE)] = ()


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


class SolutionView(msgspec.Struct, frozen=True):
    """A right move."""

    move: str
    equities: tuple[EquityView, ...]
    """With the goal "best": all moves, the best first."""


@lru_cache(maxsize=1)
def _views() -> tuple[PuzzleView, ...]:
    return tuple(map(_view, shipped_puzzles().values()))


def _view(puzzle: Puzzle) -> PuzzleView:
    turns, hint = puzzle.turns or None, puzzle.hint()
    return PuzzleView(puzzle.id, puzzle.game, puzzle.spec, puzzle.moves, puzzle.goal, puzzle.difficulty, turns, hint)


def today() -> date:
    """Return the date, the same all round the world."""
    return datetime.now(UTC).date()


def _equities(puzzle: Puzzle) -> tuple[EquityView, ...]:
    ordered = sorted(puzzle.equities.items(), key=lambda each: (-each[1][0], -each[1][1]))
    return tuple(EquityView(move, lower, upper) for move, (lower, upper) in ordered)


@get("/")
async def list_puzzles(request: GuestRequest) -> tuple[PuzzleView, ...]:
    """Return all puzzles that come with motu, without their solutions: by game, the easiest first."""
    return await _ask(request, lambda _: _views())


@get("/today")
async def tell_puzzle_of_the_day(request: GuestRequest) -> DayView:
    """Return the puzzle of today, in UTC: the same for everybody, and none twice before all have come."""
    day = today()
    return await _ask(request, lambda _: DayView(day, _view(puzzle_of_the_day(day, shipped_puzzles().values()))))


@post("/{puzzle_id:str}/tries", status_code=200)
async def try_move(request: GuestRequest, puzzle_id: FromPath[str], data: JSONBody[Tried]) -> VerdictView:
    """Judge the last of some moves from a puzzle's position on, and answer what the opponent plays next."""
    desk = _desk(request)

    def judged(judge: AnswerJudge) -> VerdictView:
        puzzle = find_puzzle(puzzle_id)
        verdict = judge.judge(puzzle, data.moves)
        desk.prepare(puzzle)
        told = _equities(puzzle)
        if not verdict.is_right:
            told = tuple(each for each in told if each.move == data.moves[-1].strip().lower())
        return VerdictView(verdict.is_right, verdict.is_over, verdict.replies, told)

    return await _ask(request, judged)


@post("/{puzzle_id:str}/solution", status_code=200)
async def tell_solution(request: GuestRequest, puzzle_id: FromPath[str], data: JSONBody[Tried]) -> SolutionView:
    """Return a right move after some moves from a puzzle's position on."""

    def told(judge: AnswerJudge) -> SolutionView:
        puzzle = find_puzzle(puzzle_id)
        return SolutionView(judge.solution(puzzle, data.moves), _equities(puzzle))

    return await _ask(request, told)


def puzzles_router() -> Router:
    """Return all routes under /api/puzzles."""
    return Router("/api/puzzles", route_handlers=[list_puzzles, tell_puzzle_of_the_day, try_move, tell_solution])


async def _ask(request: GuestRequest, question: Callable[[AnswerJudge], T]) -> T:
    return await while_there(request, _desk(request).ask(question, asker_of(request)))


def _desk(request: GuestRequest) -> PuzzleDesk:
    desk: PuzzleDesk = request.app.state.services.puzzles
    return desk
