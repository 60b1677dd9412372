"""Puzzles over HTTP: the list, the judge of answers, and what people have solved (floor: server).

docs/puzzles.md says what puzzles are. What is counted is counted for guests who have shown a cookie of ours: whoever
shows none would be somebody else with every request.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.params import FromPath, JSONBody

from motu.errors import PuzzleError
from motu.games.line import Line, Move
from motu.puzzles import (
    GAMES,
    AnswerJudge,
    Puzzle,
    PuzzleSolver,
    find_puzzle,
    missed_win,
    puzzle_of_the_day,
    shipped_puzzles,
)
from motu.server.api import options_for
from motu.server.askers import asker_of, while_there
from motu.server.packing import pack, packed_answer
from motu.server.puzzle_desk import PuzzleDesk
from motu.server.puzzle_views import (
    CountedView,
    DayView,
    HintView,
    MissedView,
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
from motu.server.slow_lane import MAX_QUICK
from motu.solve import SolveLimits

GuestRequest = Request[Any, Any, Any]
T = TypeVar("T")

MAX_LINE = 200
"""Moves from a puzzle's position on; no board of a puzzle has room for as many."""
MISSED_SECONDS = 4.0
"""So long it is tried to prove that a position is a puzzle; a question to the solver takes `MISSED_LIMITS` at most."""
MISSED_LIMITS = SolveLimits(seconds=1.0, nodes=20_000, memory_bytes=1 << 24, every_action=False)


class Played(msgspec.Struct, forbid_unknown_fields=True):
    """The moves that were played from a puzzle's position on, both persons'."""

    moves: Annotated[tuple[Move, ...], msgspec.Meta(max_length=MAX_LINE)] = ()


class Tried(Played, forbid_unknown_fields=True):
    """The same, the last of them to be judged."""

    replies: bool = True
    """Whether the opponent is to answer; where the page works that out itself, a first move asks no solver."""


class Missed(Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position of somebody's game, and what was played there."""

    moves: Annotated[tuple[Move, ...], msgspec.Meta(max_length=MAX_QUICK)] = ()
    played: Move


@get("/")
async def list_puzzles(request: GuestRequest) -> Response[tuple[PuzzleItem, ...]]:
    """Return all puzzles that come with motu, without their positions: by game, the easiest first."""
    ratings = await _services(request).puzzle_book.puzzle_ratings()
    packed = await _ask(request, lambda _: pack(listed(shipped_puzzles().values(), ratings)))
    return packed_answer(request, packed)


@get("/own")
async def list_own(request: GuestRequest) -> tuple[PuzzleItem, ...]:
    """Return the puzzles from the guest's own games, the latest first."""
    return listed(await _services(request).own_puzzles.of(request.state.guest), {})


@post("/own", status_code=200)
async def take_own(request: GuestRequest, data: JSONBody[Missed]) -> MissedView:
    """Keep a position as a puzzle of the guest's, where one move alone wins and another was played."""
    await _services(request).order.own_games.refuse_help(request.state.guest, data)
    puzzle = await _ask(request, lambda _: _missed(data))
    if puzzle is None:
        return MissedView(None)
    if _is_known(request):
        await _services(request).own_puzzles.keep(request.state.guest, puzzle)
    return MissedView(listed([puzzle], {})[0])


def _missed(data: Missed) -> Puzzle | None:
    if data.setup is not None or data.board is not None:
        raise PuzzleError("puzzles are of games from their beginning, on motu's own boards", slug="puzzle/own")
    state = data.replay()
    if state.game.type.has_dice or state.is_terminal():
        raise PuzzleError("puzzles are of positions without dice in which somebody is to move", slug="puzzle/own")
    return missed_win(state, data.played, PuzzleSolver(state.game, MISSED_LIMITS, makes_tables=False), MISSED_SECONDS)


@get("/progress")
async def tell_progress(request: GuestRequest) -> PersonView:
    """Return what the guest has solved so far: ratings, streaks, puzzles."""
    return PersonView.of(await _services(request).puzzle_book.progress(request.state.guest), GAMES)


@get("/{puzzle_id:str}")
async def show_puzzle(request: GuestRequest, puzzle_id: FromPath[str]) -> PuzzleView:
    """Return what a puzzle asks."""
    own = await _own(request, puzzle_id)
    return await _ask(request, lambda _: view_of(own or find_puzzle(puzzle_id)))


@get("/today")
async def tell_puzzle_of_the_day(request: GuestRequest) -> DayView:
    """Return the puzzle of today, in UTC: the same for everybody, and none twice before all have come."""
    day = today()
    ratings = await _services(request).puzzle_book.puzzle_ratings()
    found = await _ask(request, lambda _: puzzle_of_the_day(day, shipped_puzzles().values()))
    return DayView(day, listed([found], ratings)[0])


@post("/{puzzle_id:str}/tries", status_code=200)
async def try_move(request: GuestRequest, puzzle_id: FromPath[str], data: JSONBody[Tried]) -> VerdictView:
    """Judge the last of some moves from a puzzle's position on, and answer what the opponent plays next."""
    desk, own = _services(request).puzzles, await _own(request, puzzle_id)

    def judged(judge: AnswerJudge) -> tuple[Puzzle, bool, VerdictView]:
        puzzle = own or find_puzzle(puzzle_id)
        verdict = judge.judge(puzzle, data.moves, replies=data.replies)
        if data.replies:
            desk.prepare(puzzle)
        told = equities_of(puzzle)
        if not verdict.is_right:
            told = tuple(each for each in told if each.move == data.moves[-1].strip().lower())
        view = VerdictView(verdict.is_right, verdict.is_over, verdict.replies, told)
        return puzzle, judge.begins_right(puzzle, data.moves), view

    puzzle, is_solved, view = await _ask(request, judged)
    return msgspec.structs.replace(view, counted=await _count(request, puzzle, is_solved=is_solved))


@post("/{puzzle_id:str}/solution", status_code=200)
async def tell_solution(request: GuestRequest, puzzle_id: FromPath[str], data: JSONBody[Played]) -> SolutionView:
    """Return a right move after some moves from a puzzle's position on; asked for at once it counts as wrong."""
    own = await _own(request, puzzle_id)

    def told(judge: AnswerJudge) -> tuple[Puzzle, bool, SolutionView]:
        puzzle = own or find_puzzle(puzzle_id)
        view = SolutionView(judge.solution(puzzle, data.moves), equities_of(puzzle))
        return puzzle, judge.begins_right(puzzle, data.moves), view

    puzzle, is_solved, view = await _ask(request, told)
    return msgspec.structs.replace(view, counted=await _count(request, puzzle, is_solved=is_solved))


@post("/{puzzle_id:str}/hint", status_code=200)
async def give_hint(request: GuestRequest, puzzle_id: FromPath[str]) -> HintView:
    """Return a few moves, one of which is right; asked for before any answer it counts as a wrong one."""
    own = await _own(request, puzzle_id)

    def hinted(_: AnswerJudge) -> tuple[Puzzle, tuple[str, ...]]:
        puzzle = own or find_puzzle(puzzle_id)
        return puzzle, puzzle.hint()

    puzzle, moves = await _ask(request, hinted)
    return HintView(moves, await _count(request, puzzle, is_solved=False))


def puzzles_router() -> Router:
    """Return all routes under /api/puzzles."""
    handlers = [list_puzzles, tell_puzzle_of_the_day, list_own, take_own, tell_progress, show_puzzle, try_move]
    return Router(
        "/api/puzzles", route_handlers=[options_for("/own", "GET", "POST"), *handlers, tell_solution, give_hint]
    )


def today() -> date:
    """Return the date, the same all round the world."""
    return datetime.now(UTC).date()


async def _own(request: GuestRequest, puzzle_id: str) -> Puzzle | None:
    """Return a puzzle from the guest's own games."""
    return await _services(request).own_puzzles.find(request.state.guest, puzzle_id)


async def _count(request: GuestRequest, puzzle: Puzzle, *, is_solved: bool) -> CountedView | None:
    """Count an answer to a puzzle of motu's by a guest whom we know, if it is the first."""
    if not _is_known(request) or puzzle.id not in shipped_puzzles():
        return None
    counted = await _services(request).puzzle_book.count(request.state.guest, puzzle, is_solved=is_solved)
    return CountedView.of(counted)


def _is_known(request: GuestRequest) -> bool:
    """Return whether a guest has shown a cookie of ours."""
    return asker_of(request) == str(request.state.guest)


async def _ask(request: GuestRequest, question: Callable[[AnswerJudge], T]) -> T:
    desk: PuzzleDesk = _services(request).puzzles
    return await while_there(request, desk.ask(question, asker_of(request)))


def _services(request: GuestRequest) -> Services:
    services: Services = request.app.state.services
    return services
