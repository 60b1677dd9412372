"""Puzzles over HTTP: the list, the judge of answers, and what people have solved (floor: server).

docs/puzzles.md says what puzzles are. What is counted is counted for guests who have shown a cookie of ours: whoever
shows none would be somebody else with every request.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Request, Router, get, post
from litestar.params import FromPath, JSONBody

from motu.games.line import Move
from motu.puzzles import GAMES, AnswerJudge, Puzzle, find_puzzle
from motu.server.askers import asker_of, while_there
from motu.server.puzzle_book import Counted
from motu.server.puzzle_desk import PuzzleDesk
from motu.server.puzzle_views import (
    CountedView,
    HintView,
    PersonView,
    PuzzleItem,
    PuzzleView,
    SolutionView,
    VerdictView,
    equities_of,
    listed,
    view_of,
)
from motu.server.services import Services

GuestRequest = Request[Any, Any, Any]
T = TypeVar("T")

MAX_LINE = 200
"""Moves from a puzzle's position on; no board of a puzzle has room for as many."""


class Tried(msgspec.Struct, forbid_unknown_fields=True):
    """The moves that were played from a puzzle's position on, both persons'."""

    moves: Annotated[tuple[Move, ...], msgspec.Meta(max_length=MAX_LINE)] = ()


@get("/")
async def list_puzzles(request: GuestRequest) -> tuple[PuzzleItem, ...]:
    """Return all puzzles that come with motu, without their positions: by game, the easiest first."""
    ratings = await _services(request).puzzle_book.puzzle_ratings()
    return await _ask(request, lambda _: listed(ratings))


@get("/progress")
async def tell_progress(request: GuestRequest) -> PersonView:
    """Return what the guest has solved so far: ratings, streaks, puzzles."""
    return PersonView.of(await _services(request).puzzle_book.progress(request.state.guest), GAMES)


@get("/{puzzle_id:str}")
async def show_puzzle(request: GuestRequest, puzzle_id: FromPath[str]) -> PuzzleView:
    """Return what a puzzle asks."""
    return await _ask(request, lambda _: view_of(find_puzzle(puzzle_id)))


@post("/{puzzle_id:str}/tries", status_code=200)
async def try_move(request: GuestRequest, puzzle_id: FromPath[str], data: JSONBody[Tried]) -> VerdictView:
    """Judge the last of some moves from a puzzle's position on, and answer what the opponent plays next."""
    desk = _services(request).puzzles

    def judged(judge: AnswerJudge) -> tuple[Puzzle, bool, VerdictView]:
        puzzle = find_puzzle(puzzle_id)
        verdict = judge.judge(puzzle, data.moves)
        desk.prepare(puzzle)
        told = equities_of(puzzle)
        if not verdict.is_right:
            told = tuple(each for each in told if each.move == data.moves[-1].strip().lower())
        view = VerdictView(verdict.is_right, verdict.is_over, verdict.replies, told)
        return puzzle, judge.begins_right(puzzle, data.moves), view

    puzzle, is_solved, view = await _ask(request, judged)
    return msgspec.structs.replace(view, counted=await _count(request, puzzle, is_solved=is_solved))


@post("/{puzzle_id:str}/solution", status_code=200)
async def tell_solution(request: GuestRequest, puzzle_id: FromPath[str], data: JSONBody[Tried]) -> SolutionView:
    """Return a right move after some moves from a puzzle's position on; asked for at once it counts as wrong."""

    def told(judge: AnswerJudge) -> tuple[Puzzle, bool, SolutionView]:
        puzzle = find_puzzle(puzzle_id)
        view = SolutionView(judge.solution(puzzle, data.moves), equities_of(puzzle))
        return puzzle, judge.begins_right(puzzle, data.moves), view

    puzzle, is_solved, view = await _ask(request, told)
    return msgspec.structs.replace(view, counted=await _count(request, puzzle, is_solved=is_solved))


@post("/{puzzle_id:str}/hint", status_code=200)
async def give_hint(request: GuestRequest, puzzle_id: FromPath[str]) -> HintView:
    """Return a few moves, one of which is right; asked for before any answer it counts as a wrong one."""

    def hinted(_: AnswerJudge) -> tuple[Puzzle, tuple[str, ...]]:
        puzzle = find_puzzle(puzzle_id)
        return puzzle, puzzle.hint()

    puzzle, moves = await _ask(request, hinted)
    return HintView(moves, await _count(request, puzzle, is_solved=False))


def puzzles_router() -> Router:
    """Return all routes under /api/puzzles."""
    handlers = [list_puzzles, tell_progress, show_puzzle, try_move, tell_solution, give_hint]
    return Router("/api/puzzles", route_handlers=handlers)


async def _count(request: GuestRequest, puzzle: Puzzle, *, is_solved: bool) -> CountedView | None:
    """Count an answer of a guest whom we know, if it is the first."""
    guest: str = request.state.guest
    if asker_of(request) != guest:
        return None
    counted: Counted | None = await _services(request).puzzle_book.count(guest, puzzle, is_solved=is_solved)
    return CountedView.of(counted)


async def _ask(request: GuestRequest, question: Callable[[AnswerJudge], T]) -> T:
    desk: PuzzleDesk = _services(request).puzzles
    return await while_there(request, desk.ask(question, asker_of(request)))


def _services(request: GuestRequest) -> Services:
    services: Services = request.app.state.services
    return services
