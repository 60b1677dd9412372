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


class _Table(msgspec.Struct, forbid_unknown_fields=True):
    format: Literal[1]
    rows: tuple[Row, ...]


def board_of(game: Game) -> str | None:
    """Return what a row calls a board; None for a custom one, whose name says nothing of its shape."""
    return None if game.rules.custom is not None else str(game.rules.with_swap(False))


def read_table(folder: Path) -> tuple[Row, ...]:
    """Return the rows of a folder's table, those of a board by preference; none where there is no table.

    Raises:
        NetError: "net/uses" for a file that is something else.
    """
    file = folder / FILE
    try:
        return _read(file, file.stat().st_mtime_ns)
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except (OSError, ValueError, RecursionError, msgspec.ValidationError) as error:
        raise NetError(
            f"'{file}' does not say which nets are used where; motu nets measure writes it",
            slug="net/uses",
            text=str(file),
        ) from error


@lru_cache(maxsize=8)
def _read(file: Path, _changed: int) -> tuple[Row, ...]:
    return convert(tomllib.loads(file.read_text(encoding="utf-8")), _Table).rows


def write_table(folder: Path, rows: Iterable[Row]) -> None:
    """Write a folder's table, whole or not at all, by board: rows of matches first, the fastest nets first.

    Raises:
        NetError: "net/uses" where it cannot be written.
    """
    ordered = sorted(rows, key=lambda row: (row.board, row.match is None, -row.rate))
    lines = "".join(f"  {_inline(msgspec.to_builtins(row))},\n" for row in ordered)
    file = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(file, f"format = 1\nrows = [\n{lines}]\n".encode())
    except OSError as error:
        raise NetError(f"cannot write '{file}': {error.strerror}", slug="net/uses", text=str(file)) from error


def _inline(value: object) -> str:
    """Return a value as TOML has it in one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key} = {_inline(each)}' for key, each in value.items())}}}"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else f"{value:.12g}"
