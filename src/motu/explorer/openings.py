"""The opening explorer: what was played in a position, how often, with what success, when last (floor: explorer)."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from motu.errors import CollectionError, one_line
from motu.explorer.collection import GAMES, POSITION_ROWS, POSITIONS, CollectedGame, position_rows
from motu.explorer.folding import follow, moves_at
from motu.explorer.parquet import duckdb, quoted, rows_in, write_lines
from motu.games import State
from motu.games.kinds import expect_state


@dataclass(frozen=True, slots=True)
class ExploredMove:
    """A move as a collection knows it."""

    move: str
    """Its text in the position that was asked about."""
    images: tuple[str, ...]
    """The moves that are the same by symmetry, itself the first of them."""
    games: int
    wins: int
    """Games that who played it has won."""
    draws: int
    losses: int
    last: str | None
    """The date, or date and time, of the latest game; None where no game has one."""

    @property
    def score(self) -> float | None:
        """Mean points of who played it; None without results."""
        known = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / known if known else None


@dataclass(frozen=True, slots=True)
class Explored:
    """What a collection knows of a position."""

    moves: tuple[ExploredMove, ...]
    """The most played first."""

    @property
    def games(self) -> int:
        """How often the position was on the board, and somebody moved."""
        return sum(each.games for each in self.moves)


class OpeningExplorer:
    """A collection that answers; a context that lets go of it. Any thread may ask."""

    def __init__(self, folder: str | Path) -> None:
        """Open a collection that `export` wrote.

        Raises:
            CollectionError: "collection/duckdb" without DuckDB, "collection/read" for a folder that holds none.
        """
        if not (Path(folder) / POSITIONS).exists():
            raise _unreadable(str(folder), f"there is no {POSITIONS}, which motu export writes without --games-only")
        # A view: the file is sorted by position, so little of it is read for each question.
        self._load(f"VIEW positions AS FROM {quoted(Path(folder) / POSITIONS)}", str(folder))

    @classmethod
    def of(cls, games: Iterable[CollectedGame]) -> Self:
        """Return an explorer of games that are at hand.

        Raises:
            CollectionError: "collection/duckdb" without DuckDB.
        """
        made = cls.__new__(cls)
        rows = (row for number, each in enumerate(games) for row in position_rows(number, each.record))
        with tempfile.TemporaryDirectory(prefix="motu-") as folder:
            lines = Path(folder) / "rows.jsonl"
            write_lines(lines, rows)
            made._load(f"TABLE positions AS FROM {rows_in(lines, POSITION_ROWS)}", "the games")  # noqa: SLF001 - of this very class
        return made

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the collection, which answers nothing any more."""
        with self._lock:
            self._is_closed = True
            self._connection.close()

    def specs(self) -> list[tuple[str, int]]:
        """Return what is played in the collection, and in how many games; the most played first."""
        return [
            (str(spec), int(games))
            for spec, games in self._ask(
                "SELECT spec, count(DISTINCT game) AS games FROM positions GROUP BY spec ORDER BY games DESC, spec", []
            )
        ]

    def explore(self, state: State) -> Explored:
        """Return what was played in a position, and in those that are its images.

        Raises:
            CollectionError: "collection/closed" after `close`.
            TypeError: For what is no position.
        """
        if expect_state(state).is_terminal() or state.is_chance_node():
            return Explored(())
        rows = self._ask(_MOVES, [state.game.spec, follow(state).key])
        names = moves_at(state)
        return Explored(
            tuple(
                ExploredMove(images[0], tuple(images), int(games), int(wins), int(draws), int(losses), last)
                for name, games, wins, draws, losses, last in rows
                if (images := names.get(name))
            )
        )

    def _load(self, source: str, name: str) -> None:
        self._engine, self._name = duckdb(), name
        self._lock, self._is_closed = threading.Lock(), False
        self._connection: Any = self._engine.connect()
        try:
            self._connection.execute(f"CREATE {source}")
        except self._engine.Error as error:
            self._connection.close()
            raise _unreadable(self._name, one_line(error)) from error

    def _ask(self, question: str, values: list[Any]) -> list[tuple[Any, ...]]:
        with self._lock:
            if self._is_closed:
                raise CollectionError(
                    f"this explorer of '{self._name}' has been closed: open another one",
                    slug="collection/closed",
                    text=self._name,
                )
            try:
                rows: list[tuple[Any, ...]] = self._connection.execute(question, values).fetchall()
            except self._engine.Error as error:  # the rows are read only now
                raise _unreadable(self._name, one_line(error)) from error
        return rows


def _unreadable(name: str, why: str) -> CollectionError:
    told = f"'{name}' holds no collection of games ({GAMES}, {POSITIONS}): {why}"
    return CollectionError(told, slug="collection/read", text=name)


_MOVES = """
SELECT move, count(*) AS games, count(*) FILTER (score = 1) AS wins, count(*) FILTER (score = 0.5) AS draws,
  count(*) FILTER (score = 0) AS losses, max(started) AS last
FROM positions WHERE spec = ? AND key = ? GROUP BY move ORDER BY games DESC, wins DESC, length(move), move
"""
