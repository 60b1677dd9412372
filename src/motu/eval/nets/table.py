"""The table `nets.toml` beside nets: which of them is used on which boards, and how fast it must run (floor: eval).

`motu nets measure` plays the matches and writes the rows (`motu.arena.net_rows`), those of boards between two others
included, so that `selection` needs but look a board up.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from motu.errors import NetError
from motu.eval.nets.encoding import Encoding
from motu.files import replace_file
from motu.games import Game
from motu.wire import convert

FILE = "nets.toml"

NEVER = float("inf")
"""The rate of a net that is not used on a board, however fast it runs."""

_NAME = r"^[^/\\:]+\.onnx\Z"
"""What a net's file is called: it lies beside the table."""


class PlayedMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The match that a row was written for."""

    games: int
    score: Annotated[float, msgspec.Meta(ge=0, le=1)]
    seconds: Annotated[float, msgspec.Meta(gt=0)]
    """Both players had for a move."""
    opponent: str
    """The player that the net has met."""
    date: str
    """As 2026-11-21."""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A net that is used on a board without being asked for, where it runs fast enough."""

    board: str
    """The game's spec, without the pie rule: of that a net knows nothing."""
    net: Annotated[str, msgspec.Meta(pattern=_NAME)]
    """The file's name."""
    rate: Annotated[float, msgspec.Meta(ge=0)]
    """Evaluations a second that it needs, measured as `Net.rate`; 0: wherever it runs; `NEVER`: it is not used."""
    match: PlayedMatch | None = None
    """None: nothing was played there, but the net has won on a smaller and on a larger board."""


class Elsewhere(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A net that is used on a game's boards that no row names, custom ones as well, where it runs fast enough."""

    game: str
    net: Annotated[str, msgspec.Meta(pattern=_NAME)]
    rate: Annotated[float, msgspec.Meta(ge=0)]
    """As a row's."""
    least_cells: Annotated[int, msgspec.Meta(ge=1)]
    """Smaller boards are not meant."""
    most_points: Annotated[int, msgspec.Meta(ge=1)]
    """Nor are boards whose grid has more points, those off the board included: they take too long to judge."""

    def row_on(self, game: Game) -> Row | None:
        """Return the row that it is on a game's board; None where it is not meant."""
        if game.name != self.game or game.board.num_cells < self.least_cells:
            return None
        if Encoding(game).num_points > self.most_points:
            return None
        return Row(str(game.rules.with_swap(False)), self.net, self.rate)


class _Table(msgspec.Struct, forbid_unknown_fields=True):
    format: Literal[1]
    rows: tuple[Row, ...]
    elsewhere: tuple[Elsewhere, ...] = ()


def board_of(game: Game) -> str | None:
    """Return what a row calls a board; None for a custom one, whose name says nothing of its shape."""
    return None if game.rules.custom is not None else str(game.rules.with_swap(False))


def read_table(folder: Path) -> tuple[Row, ...]:
    """Return the rows of a folder's table, those of a board by preference; none where there is no table.

    Raises:
        NetError: "net/uses" for a file that is something else.
    """
    return _table_of(folder).rows


def read_elsewhere(folder: Path) -> tuple[Elsewhere, ...]:
    """Return what a folder's table says of boards that no row names, by preference.

    Raises:
        NetError: As `read_table`.
    """
    return _table_of(folder).elsewhere


def _table_of(folder: Path) -> _Table:
    file = folder / FILE
    try:
        return _read(file, file.stat().st_mtime_ns)
    except (FileNotFoundError, NotADirectoryError):
        return _Table(1, ())
    except (OSError, ValueError, RecursionError, msgspec.ValidationError) as error:
        raise NetError(
            f"'{file}' does not say which nets are used where; motu nets measure writes it",
            slug="net/uses",
            text=str(file),
        ) from error


@lru_cache(maxsize=8)
def _read(file: Path, _changed: int) -> _Table:
    return convert(tomllib.loads(file.read_text(encoding="utf-8")), _Table)


def write_table(folder: Path, rows: Iterable[Row]) -> None:
    """Write a folder's rows, whole or not at all, by board: those of matches first, the fastest nets first.

    What the table says of other boards stays.

    Raises:
        NetError: "net/uses" where it cannot be written.
    """
    ordered = sorted(rows, key=lambda row: (row.board, row.match is None, -row.rate))
    text = f"format = 1\n{_list('rows', ordered)}"
    if elsewhere := read_elsewhere(folder):
        text += _list("elsewhere", elsewhere)
    file = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(file, text.encode())
    except OSError as error:
        raise NetError(f"cannot write '{file}': {error.strerror}", slug="net/uses", text=str(file)) from error


def _list(name: str, rows: Iterable[Row | Elsewhere]) -> str:
    lines = "".join(f"  {_inline(msgspec.to_builtins(row))},\n" for row in rows)
    return f"{name} = [\n{lines}]\n"


def _inline(value: object) -> str:
    """Return a value as TOML has it in one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key} = {_inline(each)}' for key, each in value.items())}}}"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else f"{value:.12g}"
