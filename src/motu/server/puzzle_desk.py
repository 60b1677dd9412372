"""Where answers to puzzles are judged: solvers within limits, in a lane of their own (floor: server).

Tables of all positions, which know how long a game lasts, take long to make. That is done beside the judging, once for
each game that is asked about; until then searches answer.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from motu.errors import MotuError
from motu.games import Game
from motu.puzzles import AnswerJudge, Puzzle, PuzzleSolver
from motu.server.niceness import calm_thread
from motu.server.slow_lane import FairExecutor
from motu.solve import Progress, SolveLimits

T = TypeVar("T")

_log = logging.getLogger("motu.server")

SECONDS = 5.0
NODES = 200_000
MEMORY_BYTES = 1 << 24
LIMITS = SolveLimits(seconds=SECONDS, nodes=NODES, memory_bytes=MEMORY_BYTES, every_action=False)
"""The limits of each question to a solver; the puzzles need a small part of them."""
NICENESS = 10


class PuzzleDesk:
    """Judges answers one after the other; neither games nor boards wait for a solver."""

    def __init__(self) -> None:
        """Begin with no solver."""
        self._judge = AnswerJudge(LIMITS, makes_tables=False)
        self._lane = FairExecutor("motu-puzzles")
        self._workshop = ThreadPoolExecutor(1, "motu-tables", calm_thread, (NICENESS,))
        self._begun: set[str] = set()
        self._is_closed = threading.Event()

    async def ask(self, question: Callable[[AnswerJudge], T], asker: str) -> T:
        """Return what a question to the judge results in, when the turn of whoever asks has come.

        Raises:
            ServerError: "server/busy" when too much waits already.
        """
        return await self._lane.run(lambda _: question(self._judge), asker)

    def prepare(self, puzzle: Puzzle) -> None:
        """Begin to make the table of a puzzle's game, where there can be one and there is none; once for each game."""
        if puzzle.spec in self._begun or not self._judge.lacks_table(puzzle):
            return
        self._begun.add(puzzle.spec)
        game = puzzle.position().game
        with contextlib.suppress(RuntimeError):  # closed meanwhile
            self._workshop.submit(self._make_table, game)

    def _make_table(self, game: Game) -> None:
        try:
            PuzzleSolver(game).make_table(self._go_on)
        except _ClosedError:
            return
        except MotuError as error:
            _log.warning("%s. Searches answer the puzzles of %s", error.message, game.spec)

    def _go_on(self, _progress: Progress) -> None:
        if self._is_closed.is_set():
            raise _ClosedError

    def close(self) -> None:
        """Forget what waits, and give up what is being made."""
        self._is_closed.set()
        self._lane.close()
        self._workshop.shutdown(wait=False, cancel_futures=True)


class _ClosedError(Exception):
    """The server stops; the table is not needed any more."""
