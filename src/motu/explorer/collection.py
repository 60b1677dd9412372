"""Games and their positions as rows, and as Parquet (floor: explorer)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motu.errors import CollectionError
from motu.explorer.folding import FoldedGame
from motu.explorer.parquet import write_parquet
from motu.games.record import Record

GAME_ROWS = {
    "game": "BIGINT",
    "source": "VARCHAR",
    "number": "INTEGER",
    "spec": "VARCHAR",
    "player0": "VARCHAR",
    "player1": "VARCHAR",
    "rating0": "DOUBLE",
    "rating1": "DOUBLE",
    "winner": "INTEGER",
    "reason": "VARCHAR",
    "plies": "INTEGER",
    "moves": "VARCHAR[]",
    "times": "INTEGER[]",
    "started": "VARCHAR",
    "event": "VARCHAR",
}
"""Columns of games.parquet; docs/lab.md says what they mean."""

POSITION_ROWS = {
    "game": "BIGINT",
    "spec": "VARCHAR",
    "ply": "INTEGER",
    "key": "UBIGINT",
    "move": "VARCHAR",
    "played": "VARCHAR",
    "person": "INTEGER",
    "score": "DOUBLE",
    "started": "VARCHAR",
}
"""Columns of positions.parquet."""

GAMES, POSITIONS = "games.parquet", "positions.parquet"


@dataclass(frozen=True, slots=True)
class CollectedGame:
    """A game of a collection."""

    record: Record
    source: str = ""
    """Where it comes from."""
    number: int = 1
    """Which one it is there, from 1."""


def game_row(number: int, game: CollectedGame) -> dict[str, Any]:
    """Return a game as a row."""
    record = game.record
    one, other = record.players
    return {
        "game": number,
        "source": game.source or None,
        "number": game.number,
        "spec": record.spec,
        "player0": one.name or None,
        "player1": other.name or None,
        "rating0": one.rating,
        "rating1": other.rating,
        "winner": record.result.winner,
        "reason": record.result.reason,
        "plies": record.final_state().ply(),
        "moves": record.moves,
        "times": record.times,
        "started": record.started,
        "event": record.event,
    }


def position_rows(number: int, record: Record) -> Iterator[dict[str, Any]]:
    """Yield a game's decisions as rows: where it stood, what was played, and what came of it for who played it."""
    folded = FoldedGame(record.start())
    for move in record.moves:
        state = folded.state
        action, person = state.string_to_action(move.partition("=")[0]), state.current_player()
        yield {
            "game": number,
            "spec": record.spec,
            "ply": state.ply(),
            "key": folded.key,
            "move": folded.name_of(action),
            "played": state.action_to_string(action),
            "person": person,
            "score": score_of(record, person),
            "started": record.started,
        }
        folded.play(move)


def score_of(record: Record, person: int) -> float | None:
    """Return a person's points: 1, 0.5, 0; None for a game without a result."""
    if record.result.reason in ("unfinished", "unknown") and record.result.winner is None:
        return None
    return 0.5 if record.result.winner is None else float(record.result.winner == person)


def export(games: Iterable[CollectedGame], folder: str | Path, *, has_positions: bool = True) -> tuple[int, int]:
    """Write games, and their positions, as Parquet; returns how many of each.

    Args:
        games: What is written, in this order.
        folder: Where games.parquet and positions.parquet go; it is made if need be.
        has_positions: Whether positions are written; files of an earlier export are taken away otherwise.

    Raises:
        CollectionError: "collection/duckdb" without DuckDB, "collection/write" where the files cannot be written.
    """
    known, folder = list(games), Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not has_positions:
            (folder / POSITIONS).unlink(missing_ok=True)
    except OSError as error:
        message = f"cannot write '{folder}': {error.strerror}"
        raise CollectionError(message, slug="collection/write", text=str(folder)) from error
    count = write_parquet(folder / GAMES, (game_row(number, each) for number, each in enumerate(known)), GAME_ROWS)
    if not has_positions:
        return count, 0
    rows = (row for number, each in enumerate(known) for row in position_rows(number, each.record))
    # Sorted, so that whoever looks for one position reads a small part of the file.
    return count, write_parquet(folder / POSITIONS, rows, POSITION_ROWS, order="spec, key, game, ply")
