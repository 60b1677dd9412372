"""Games that people bring along and take away (floor: server): any format of `motu.games.formats`, and pictures.

Nothing is kept. What is read has been played through the rules; what is wrong with it is said in the refusal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

import msgspec
from litestar import Router, post
from litestar.params import JSONBody

from motu.drawing import draw_svg
from motu.games import formats
from motu.games.record import Record
from motu.games.record_parts import Setup
from motu.server.events import ServerError
from motu.server.messages import MAX_MOVES, Move, Spec

MAX_TEXT = 1_000_000
"""Longest text that is read, in characters."""

MAX_GAMES = 100
"""Most games of one text that are handed out; how many there were is said as well."""


PICTURE_SIZE = 1000
"""Width of pictures, in pixels."""


class RecordText(msgspec.Struct, forbid_unknown_fields=True):
    """A text that somebody has pasted."""

    text: Annotated[str, msgspec.Meta(max_length=MAX_TEXT)]


class RecordView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game that was read."""

    spec: str
    moves: tuple[str, ...]
    title: str
    """Who played, or '' where nobody is named."""
    setup: dict[str, Any] | None = None
    board: dict[str, Any] | None = None
    comment: str = ""
    winner: int | None = None
    """The person who has won, 0 or 1."""
    reason: str = ""
    """Why the game ended; '' for one that has not."""


class RecordsView(msgspec.Struct, frozen=True):
    """The games of a text."""

    format: str
    count: int
    games: tuple[RecordView, ...]
    """The first of them, at most `MAX_GAMES`."""


class GameToWrite(msgspec.Struct, forbid_unknown_fields=True):
    """A line of moves that somebody wants as a text or a picture."""

    format: Literal["jsonl", "sgf", "fragment", "hexworld", "abstractplay", "svg"]
    spec: Spec
    moves: Annotated[tuple[Move, ...], msgspec.Meta(max_length=MAX_MOVES)] = ()
    setup: dict[str, Any] | None = None
    board: dict[str, Any] | None = None
    theme: Literal["light", "dark"] = "light"
    """How a picture looks."""


class TextView(msgspec.Struct, frozen=True):
    """What was written."""

    text: str
    name: str
    """A name for a file of it."""


@post("/records/read", status_code=200, sync_to_thread=True)
def read_records(data: JSONBody[RecordText]) -> RecordsView:
    """Read games in any format: records, SGF, links, Abstract Play's moves, fragments."""
    name = formats.detect(data.text)
    records = formats.read(data.text, name)
    if not records:
        raise ServerError("there is no game in this text", slug="record/empty", text=data.text)
    return RecordsView(name, len(records), tuple(map(_view, records[:MAX_GAMES])))


@post("/records/write", status_code=200, sync_to_thread=True)
def write_record(data: JSONBody[GameToWrite]) -> TextView:
    """Write a line of moves in any format, or draw the position at its end."""
    record = Record(spec=data.spec, board=data.board, moves=data.moves)
    game = record.game()
    if data.setup is not None:
        record = replace(record, setup=Setup.from_json(data.setup, "setup", game.colour_names))
    state = record.final_state()
    if data.format == "svg":
        return TextView(draw_svg(state, theme=data.theme, size=PICTURE_SIZE, hooks=False), f"{game.name}.svg")
    return TextView(
        formats.write(Record.from_state(state), data.format), game.name + formats.FORMATS[data.format].suffixes[0]
    )


def records_router() -> Router:
    """Return all routes under /api/records."""
    return Router("/api", route_handlers=[read_records, write_record])


def _view(record: Record) -> RecordView:
    names = [player.name or "?" for player in record.players]
    colours = record.game().colour_names
    return RecordView(
        record.spec,
        record.moves,
        " – ".join(names) if any(player.name for player in record.players) else "",
        None if record.setup is None else record.setup.to_json(colours),
        _data(record.board),
        record.comment or "",
        record.result.winner,
        "" if record.result.reason == "unfinished" else record.result.reason,
    )


def _data(board: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if board is None else dict(board)
