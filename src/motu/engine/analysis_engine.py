"""The analysis engine: JSON lines in, JSON lines out, several searches at a time (floor: engine).

Invariant: every turn of every query gets exactly one final answer, whatever comes in between; a line that is no request
gets an error. Modelled on the analysis engine of KataGo, whose field names are kept where they fit.
"""

from __future__ import annotations

import contextlib
import heapq
import itertools
import json
import queue
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from motu.boards import ReadBoard
from motu.engine.analysis_requests import (
    Action,
    Query,
    Question,
    RequestError,
    Termination,
    parse_object,
    read_request,
    unknown_fields,
)
from motu.engine.answers import analysis_as_json, finished_as_json
from motu.engine.faults import told_of
from motu.engine.kept_players import KeptPlayers
from motu.engine.position_search import NAME, Search
from motu.engine.work import THREAD_NAME
from motu.errors import EngineError
from motu.games import Game, load_game
from motu.search.manifest import player_json
from motu.search.mcts import Analysis

MAX_LINE_BYTES = 4 * 1024 * 1024
"""Longer lines are refused unread."""
MAX_ERROR = 1000
"""Characters of an error's text; what it quotes may be as long as a line."""
SIGNAL_SECONDS = 0.5
"""So long a signal may go unheard."""
MAX_GAMES = 64
"""Boards kept between requests."""

Write = Callable[[str], None]
"""Passes a text on at once."""


@dataclass(order=True, slots=True)
class _Task:
    """One turn of one query; tasks sort as they are to be searched."""

    rank: int
    number: int
    query: Query = field(compare=False)
    turn: int = field(compare=False)
    is_stopped: threading.Event = field(compare=False, default_factory=threading.Event)


class AnalysisEngine:
    """Searches what requests ask for in threads of its own, higher priorities first."""

    def __init__(
        self,
        search: Search,
        write: Write,
        threads: int = 1,
        version: str = "",
        read_board: ReadBoard | None = None,
        *,
        net_files: bool = False,
    ) -> None:
        """Start the threads.

        Args:
            search: What evaluates positions.
            write: Where answers go, whole lines; never called by two threads at a time.
            threads: How many searches run at a time.
            version: What the engine says its version is.
            read_board: What reads the board files that specs name; None where requests may name none.
            net_files: Whether players in requests may name files of nets, which are read then.
        """
        self._search, self._write, self._version = search, write, version
        self._read_board, self._net_files = read_board, net_files
        self._writing = threading.Lock()
        self._state = threading.Condition()
        self._waiting: list[_Task] = []
        self._running: set[int] = set()
        self._tasks: dict[int, _Task] = {}
        self._numbers = itertools.count()
        self._games: dict[str, Game] = {}
        self._kept = KeptPlayers()
        self._events: queue.SimpleQueue[bytes | BaseException | None] = queue.SimpleQueue()
        self._is_closing = False
        self._threads = [threading.Thread(target=self._work, name=THREAD_NAME, daemon=True) for _ in range(threads)]
        for thread in self._threads:
            thread.start()

    def serve(self, lines: BinaryIO) -> None:
        """Answer requests until the input ends and all of them are answered.

        Raises:
            OSError: When nobody takes the answers any more; searches may still be running then.
        """
        threading.Thread(target=self._read, args=(lines,), name=THREAD_NAME, daemon=True).start()
        while line := self._next_event():
            self.handle(line)
        self.close()

    def handle(self, line: bytes) -> None:
        """Take one line: queue what it asks for, or answer why not."""
        if not line.strip():
            return
        data: dict[str, Any] = {}
        try:
            data = _object_in(line)
            request = read_request(data, self._game, net_files=self._net_files)
        except Exception as error:  # noqa: BLE001 - one bad line must not end the others
            self._answer(_error(data, error))
            return
        if isinstance(request, Action):
            self._act(request, data)
            return
        for name in unknown_fields(data):
            self._answer({"id": request.id, "warning": "unknown field, ignored", "field": name[:60]})
        self._enqueue(request)

    def close(self) -> None:
        """Wait until all queries are answered and the threads have ended.

        Raises:
            OSError: When nobody takes the answers any more.
        """
        with self._state:
            self._is_closing = True
            self._state.notify_all()
        for _ in self._threads:
            while self._next_event() is not None:
                pass
        for thread in self._threads:
            thread.join()

    def _next_event(self) -> bytes | None:
        """Return the next line, an empty one at the end of the input, or None when a thread has ended."""
        event: bytes | BaseException | None
        while True:
            # A signal that another thread takes, or that comes just before the wait, is heard after it only.
            with contextlib.suppress(queue.Empty):
                event = self._events.get(timeout=SIGNAL_SECONDS)
                break
        if isinstance(event, BaseException):
            raise event
        return event

    # --- input

    def _read(self, lines: BinaryIO) -> None:
        try:
            while line := lines.readline(MAX_LINE_BYTES + 1):
                rest = line
                while len(rest) > MAX_LINE_BYTES and not rest.endswith(b"\n"):
                    rest = lines.readline(MAX_LINE_BYTES + 1)
                self._events.put(line)
            self._events.put(b"")
        except BaseException as error:  # noqa: BLE001 - raised again by `serve`
            self._events.put(error)

    def _game(self, spec: str) -> Game:
        game = self._games.get(spec)
        if game is None:
            game = load_game(spec, self._read_board)
            if len(self._games) >= MAX_GAMES:
                self._games.clear()
            self._games[spec] = game
        return game

    def _enqueue(self, query: Query) -> None:
        with self._state:
            for turn in query.asked.turns:
                number = next(self._numbers)
                task = _Task(-(query.asked.priority or 0), number, query, turn)
                self._tasks[number] = task
                heapq.heappush(self._waiting, task)
            self._state.notify_all()

    # --- actions

    def _act(self, action: Action, data: Mapping[str, Any]) -> None:
        answer = dict(data)
        if action.name == "query_version":
            answer |= {"version": self._version, "searcher": NAME}
        elif action.name == "clear_cache":
            self._games.clear()
            self._kept.clear()
        else:
            self._terminate(action)
        self._answer(answer)

    def _terminate(self, action: Action) -> None:
        """End what is running early, and answer what is waiting without results."""
        with self._state:
            ended = [task for task in self._tasks.values() if _is_meant(task, action)]
            for task in ended:
                task.is_stopped.set()
            waiting = [task for task in ended if task.number not in self._running]
            gone = {task.number for task in waiting}
            self._waiting = [task for task in self._waiting if task.number not in gone]
            heapq.heapify(self._waiting)
            for number in gone:
                del self._tasks[number]
        for task in waiting:
            self._answer(_no_results(task))

    # --- searching

    def _work(self) -> None:
        self._answer_tasks()
        self._events.put(None)

    def _answer_tasks(self) -> None:
        while (task := self._next()) is not None:
            try:
                answer = self._answer_to(task)
            except Exception as error:  # noqa: BLE001 - a fault of ours is an answer, too
                answer = {"turnNumber": task.turn, **_error({"id": task.query.id}, error)}
            with self._state:
                self._running.discard(task.number)
                del self._tasks[task.number]
            if not self._answer(answer):
                return

    def _next(self) -> _Task | None:
        with self._state:
            while not self._waiting and not self._is_closing:
                self._state.wait()
            if not self._waiting:
                return None
            task = heapq.heappop(self._waiting)
            self._running.add(task.number)
            return task

    def _answer_to(self, task: _Task) -> dict[str, Any]:
        asked, state = task.query.asked, task.query.position(task.turn)
        if state.is_terminal():
            return _results(task, finished_as_json(state))
        if asked.player:
            with self._kept.lent(asked.game_id, asked.player, asked.seed or None, state) as player:
                choice = player.choose(state, asked.limits, task.is_stopped.is_set)
            chosen = {"move": state.action_to_string(choice.action), "value": choice.value}
            engine = {"engine": player_json(asked.player, state.game)} if asked.include_engine else {}
            return _results(task, chosen | engine)
        timetable = _Timetable(asked)

        def report(found: Analysis) -> None:
            if timetable.is_due():
                self._answer(
                    _results(task, analysis_as_json(state, found, asked.max_moves or 0), is_during_search=True)
                )

        wants_reports = report if asked.report_during_search_every is not None else None
        found = self._search(state, asked.limits, asked.seed or 0, wants_reports, task.is_stopped.is_set)
        return _results(task, analysis_as_json(state, found, asked.max_moves or 0))

    # --- output

    def _answer(self, answer: Mapping[str, Any]) -> bool:
        """Write a line and return whether anybody took it."""
        text = _as_line(answer)
        try:
            with self._writing:
                self._write(text + "\n")
        except (OSError, ValueError) as error:
            self._events.put(error if isinstance(error, OSError) else BrokenPipeError(str(error)))
            return False
        return True


def _object_in(line: bytes) -> dict[str, Any]:
    if len(line) > MAX_LINE_BYTES:
        raise EngineError(f"a line has at most {MAX_LINE_BYTES} bytes", slug="engine/line-too-long")
    return parse_object(line)


def _is_meant(task: _Task, action: Action) -> bool:
    of_query = not isinstance(action, Termination) or task.query.id == action.query_id
    return of_query and (action.turns is None or task.turn in action.turns)


class _Timetable:
    """Says when the next partial result is due: the first as soon as there is anything, unless the query says when."""

    def __init__(self, asked: Question) -> None:
        self._every = asked.report_during_search_every or 0.0
        self._next = time.monotonic() + (asked.first_report_during_search_after or 0.0)

    def is_due(self) -> bool:
        now = time.monotonic()
        if now < self._next:
            return False
        self._next = now + self._every
        return True


def _results(task: _Task, found: Mapping[str, Any], *, is_during_search: bool = False) -> dict[str, Any]:
    return {"id": task.query.id, "turnNumber": task.turn, "isDuringSearch": is_during_search, **found}


def _no_results(task: _Task) -> dict[str, Any]:
    return {"id": task.query.id, "turnNumber": task.turn, "isDuringSearch": False, "noResults": True}


def _as_line(answer: Mapping[str, Any]) -> str:
    """Return an answer as JSON; one that JSON cannot hold becomes an error about the same turn."""
    try:
        return _dumps(answer)
    except ValueError:
        is_repeated = "action" in answer
        whose = "the request" if is_repeated else "a fault of motu itself: the answer"
        error: Exception = EngineError(
            f"{whose} has a number that JSON cannot hold: NaN or Infinity",
            slug="engine/json" if is_repeated else EngineError.default_slug,
        )
    except (RecursionError, MemoryError) as failure:
        error = failure
    turn = {"turnNumber": answer["turnNumber"]} if "turnNumber" in answer else {}
    return _dumps(turn | _error(answer, error))


def _dumps(answer: Mapping[str, Any]) -> str:
    return json.dumps(answer, separators=(",", ":"), allow_nan=False)


def _error(data: Mapping[str, Any], error: Exception) -> dict[str, Any]:
    name, told = data.get("id"), told_of(error)
    return {
        "id": name if isinstance(name, str) else None,
        "error": _shortened(" ".join(told.message.split())),
        "slug": told.slug,
        "field": told.field if isinstance(told, RequestError) else None,
    }


def _shortened(text: str) -> str:
    half = MAX_ERROR // 2
    return text if len(text) <= MAX_ERROR else f"{text[:half]} … {text[-half:]}"
