"""What is solved already, for searches to ask: the tables in this user's data folder (floor: solve).

A table is opened once a process, and again when its file has changed. Searches ask it that begin from then on and that
may ask tables (`motu.search.mcts.SearchTree`); they never choose an action that it proves worse than another.
"""

from __future__ import annotations

import logging
import threading
from pathlib import Path

from motu import _core
from motu.errors import SolveError
from motu.games import Game
from motu.games.kinds import expect_game
from motu.solve.solvers import SOLVERS, table_of

__all__ = ["forget_tables", "open_solved", "tell_damage", "use_solved"]

_log = logging.getLogger("motu.solve")

_Signature = tuple[int, int, int]
"""What tells a file from another one that takes its place: when it was changed, its length, its number."""


class _Shelf:
    """Which files are open, and which were refused."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.opened: dict[Path, _Signature] = {}
        self.refused: dict[Path, _Signature] = {}


_shelf = _Shelf()


def use_solved(game: Game) -> bool:
    """Let searches ask what is solved of a game where there is a table in its usual place; return whether there is.

    Args:
        game: Any game. A file that is open already and has not changed costs a look at the folder.

    Raises:
        SolveError: "solve/table" for a file there that is damaged, or no table of this game.
    """
    is_open, _ = _look(expect_game(game))
    return is_open


def open_solved(game: Game) -> bool:
    """Do as `use_solved`, but go on without a table that cannot be used, and say so once in the log ("motu.solve").

    Where nothing handles that log, Python writes the warning to stderr.
    """
    try:
        is_open, refused = _look(game, asks_again=False)
    except SolveError as error:
        _warn(error.message)
        return False
    return is_open and not refused


def tell_damage() -> None:
    """Say in the log what searches have found damaged in tables that were open already, once a table."""
    for message in _core.take_damage():
        _warn(message)


def _warn(message: str) -> None:
    _log.warning("%s. The search goes on without it: remove the file, and `motu solve` makes another", message)


def _look(game: Game, *, asks_again: bool = True) -> tuple[bool, bool]:
    """Open a table unless it is open; return whether there is one, and whether it was refused earlier.

    Raises:
        SolveError: When it is refused now; with `asks_again`, also one that was refused earlier.
    """
    path = table_of(game)
    signature = None if path is None else _signature_of(path)
    if path is None or signature is None:
        return False, False
    with _shelf.lock:
        if _shelf.opened.get(path) == signature:
            return True, False
        if not asks_again and _shelf.refused.get(path) == signature:
            return True, True
        _shelf.refused[path] = signature
        SOLVERS[game.name].open_table(game, str(path))
        del _shelf.refused[path]
        _shelf.opened[path] = signature
    return True, False


def forget_tables() -> None:
    """Let searches that begin from now on ask no table, of whatever game, until one is opened again."""
    with _shelf.lock:
        for solved in SOLVERS.values():
            solved.forget_tables()
        _shelf.opened.clear()
        _shelf.refused.clear()


def _signature_of(path: Path) -> _Signature | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
