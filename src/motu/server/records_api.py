"""Games that people bring along and take away (floor: server): any format of `motu.games.formats`, and pictures.

Nothing is kept. What is read has been played through the rules; what is wrong with it is said in the refusal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal, cast

import msgspec
from litestar import Request, Router, post
from litestar.params import JSONBody

from motu.boards.marks import MAX_MARK, MAX_MARKS
from motu.drawing import draw_svg
from motu.games import formats, move_list
from motu.games.line import Line, Move
from motu.games.record import Record
from motu.games.record_tree import MAX_NODES, RecordTree, TreeNode
from motu.server.askers import slowly
from motu.server.events import ServerError
from motu.server.record_names import file_name
from motu.server.slow_lane import Shift

MAX_TEXT = 1_000_000
"""Longest text that is read, in characters."""

MAX_GAMES = 100
"""Most games of one text that are read; how many more there are is said as well."""


PICTURE_SIZE = 1000
"""Width of pictures, in pixels."""


class RecordText(msgspec.Struct, forbid_unknown_fields=True):
    """A text that somebody has pasted."""

    text: Annotated[str, msgspec.Meta(max_length=MAX_TEXT)]
    rules: Line | None = None
    """The game that moves without a spec are of; its own moves are left aside."""


MAX_COMMENT = 20_000
"""Longest comment on one position, in characters."""

_DECIDED = {"motu", "spec", "rules_version", "board", "setup", "comment"}
"""Keys of a record that have a place of their own here."""


Glyph = Literal["", "!!", "!", "!?", "?!", "?", "??"]
"""One of `motu.boards.marks.GLYPHS`, or nothing."""

Marks = Annotated[tuple[Annotated[str, msgspec.Meta(max_length=MAX_MARK)], ...], msgspec.Meta(max_length=MAX_MARKS)]
"""What `motu.boards.marks` reads, such as "circle c3" and "arrow a1 b2 blue"."""


class NodeView(msgspec.Struct, frozen=True, array_like=True):
    """A move of a tree; nodes are numbered from 1 in their order, 0 is the start."""

    move: Move
    parent: Annotated[int, msgspec.Meta(ge=0, le=MAX_NODES)]
    """The number of an earlier node; its first child goes on with its line."""
    comment: Annotated[str, msgspec.Meta(max_length=MAX_COMMENT)] = ""
    glyph: Glyph = ""
    """What is said of the move."""
    marks: Marks = ()
    """What is drawn on the position after it."""


class RecordView(Line, frozen=True, omit_defaults=True, kw_only=True):
    """A game that was read; longer than what may be sent, where the text says so."""

    spec: str
    moves: tuple[str, ...]
    """The main line."""
    title: str
    """Who played, or '' where nobody is named."""
    comment: str = ""
    marks: tuple[str, ...] = ()
    """What is drawn on the start."""
    nodes: tuple[NodeView, ...] = ()
    """All moves, where there are variations or remarks."""
    about: dict[str, Any] | None = None
    """What else a record says: players, result, times, event …; for writing it again."""
    winner: int | None = None
    """The person who has won, 0 or 1."""
    reason: str = ""
    """Why the game ended; '' for one that has not."""


class RecordsView(msgspec.Struct, frozen=True):
    """The games of a text."""

    format: str
    count: int
    """How many there are, read or not."""
    games: tuple[RecordView, ...]
    """The first of them, at most `MAX_GAMES`, and those that could be read in the time that there is."""
    unread: int
    """The others: nobody has looked into them."""


class GameToWrite(Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game that somebody wants as a text or a picture: a line of moves, or a tree."""

    format: Literal["jsonl", "sgf", "fragment", "hexworld", "abstractplay", "svg"]
    nodes: Annotated[tuple[NodeView, ...], msgspec.Meta(max_length=MAX_NODES)] | None = None
    """All moves in place of `moves`; for formats that carry variations."""
    comment: Annotated[str, msgspec.Meta(max_length=MAX_COMMENT)] = ""
    marks: Marks = ()
    """What is drawn on the start; on the position of a picture."""
    about: dict[str, Any] | None = None
    """What a `RecordView` said."""
    theme: Literal["light", "dark"] = "light"
    """How a picture looks."""


class TextView(msgspec.Struct, frozen=True):
    """What was written."""

    text: str
    name: str
    """A name for a file of it."""


@post("/records/read", status_code=200)
async def read_records(request: Request[Any, Any, Any], data: JSONBody[RecordText]) -> RecordsView:
    """Read games in any format: records, SGF, links, Abstract Play's moves, fragments."""
    return await slowly(request, lambda shift: _read(data, shift))


def _read(data: RecordText, shift: Shift) -> RecordsView:
    def goes_on() -> bool:
        if not shift.is_over:
            shift.check()
        return not shift.is_over

    if data.rules is not None and move_list.looks_like(data.text):
        tree = RecordTree.from_record(move_list.read(data.text, data.rules))
        return RecordsView("moves", 1, (_view(tree),), 0)
    name = formats.detect(data.text)
    trees, num_unread = formats.read_some(data.text, MAX_GAMES, goes_on, name)
    if not trees:
        raise ServerError("there is no game in this text", slug="record/empty", text=data.text)
    return RecordsView(name, len(trees) + num_unread, tuple(map(_view, trees)), num_unread)


@post("/records/write", status_code=200)
async def write_record(request: Request[Any, Any, Any], data: JSONBody[GameToWrite]) -> TextView:
    """Write a game in any format, or draw the position at the end of its moves."""
    return await slowly(request, lambda _: _write(data))


def _write(data: GameToWrite) -> TextView:
    if data.format in formats.FORMATS:
        suffix = formats.FORMATS[data.format].suffixes[0]
        if data.nodes is not None:
            tree = _tree(data)
            return TextView(formats.write_trees(tree, data.format), file_name(tree.record, suffix))
        record = _told(data.record(), data.about or {})
        return TextView(formats.write(record, data.format), file_name(record, suffix))
    record = _told(data.record(), data.about or {})
    picture = draw_svg(record.final_state(), theme=data.theme, size=PICTURE_SIZE, drawn=data.marks, hooks=False)
    return TextView(picture, file_name(record, ".svg"))


def records_router() -> Router:
    """Return all routes under /api/records."""
    return Router("/api", route_handlers=[read_records, write_record])


def _tree(data: GameToWrite) -> RecordTree:
    nodes = [TreeNode(node.move, node.parent, node.comment, node.glyph, node.marks) for node in data.nodes or ()]
    tree = RecordTree.grown(data.beginning(), nodes, data.marks)
    record = tree.record if data.about is None else _told(tree.record, data.about)
    return replace(tree, record=replace(record, comment=data.comment or None))


def _told(record: Record, about: Mapping[str, Any]) -> Record:
    """Return a record with what is known of its players and the rest; of another game only what still holds."""
    known = {key: value for key, value in about.items() if key not in _DECIDED}
    if known.pop("moves", None) != list(record.moves):
        known.pop("result", None)
        known.pop("times", None)
        known.pop("dice", None)
    return Record.from_json(record.to_json() | known)


def _view(tree: RecordTree) -> RecordView:
    record = tree.record
    names = [player.name or "?" for player in record.players]
    colours = record.game().colour_names
    is_line = all(node == TreeNode(node.move, number) for number, node in enumerate(tree.nodes))
    about = {key: value for key, value in record.to_json().items() if key not in _DECIDED}
    return RecordView(
        spec=record.spec,
        moves=record.moves,
        title=" – ".join(names) if any(player.name for player in record.players) else "",
        setup=None if record.setup is None else record.setup.to_json(colours),
        board=None if record.board is None else dict(record.board),
        comment=record.comment or "",
        marks=tree.marks,
        nodes=() if is_line else tuple(map(_node_view, tree.nodes)),
        about=about,
        winner=record.result.winner,
        reason="" if record.result.reason == "unfinished" else record.result.reason,
    )


def _node_view(node: TreeNode) -> NodeView:
    return NodeView(node.move, node.parent, node.comment, cast("Glyph", node.glyph), node.marks)
