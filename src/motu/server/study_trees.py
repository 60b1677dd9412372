"""The tree of a study as browsers pack it: what it may hold, and how much of it (floor: server).

`js/study/tree.js` writes and reads it. Its moves are not played through the rules here: a browser drops what they
forbid when somebody goes there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec

from motu.boards import Board
from motu.boards.marks import GLYPHS, MAX_MARK, MAX_MARKS, checked_marks
from motu.errors import BoardError, MotuError
from motu.games.line import MAX_MOVES, Line, Spec
from motu.games.record_tree import MAX_NODES
from motu.games.state import State
from motu.server.events import ServerError

MAX_BYTES = 1_000_000
"""Most bytes of a tree, as JSON."""
MAX_REMARK = 20_000
"""Most characters of a comment on one position."""

Remark = Annotated[str, msgspec.Meta(max_length=MAX_REMARK)]
PlayedMove = Annotated[str, msgspec.Meta(min_length=1, max_length=32)]
NodeNumber = Annotated[int, msgspec.Meta(ge=0, le=MAX_NODES)]
Remarks = Annotated[list[Remark], msgspec.Meta(min_length=1, max_length=2 + MAX_MARKS)]
"""A comment, a glyph, marks; what is empty at the end is left out."""
MarkText = Annotated[str, msgspec.Meta(max_length=MAX_MARK)]


class PackedTree(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A tree of variations, flat: see `js/study/tree.js`."""

    s: Spec
    """Spec of the game."""
    p: dict[str, Any] | None = None
    """The position that was set up by hand."""
    b: dict[str, Any] | None = None
    """The data of a custom board."""
    c: Remark = ""
    """Comment on the start."""
    m: Annotated[tuple[MarkText, ...], msgspec.Meta(max_length=MAX_MARKS)] = ()
    """What is drawn on the start."""
    a: dict[str, Any] | None = None
    """What a record says besides: players, result …"""
    n: tuple[PlayedMove | NodeNumber | Remarks, ...] = ()
    """A move after the one before; the number of the node that the next move follows; remarks on the move before."""


def packed_bytes(tree: PackedTree, board: Board) -> bytes:
    """Return a tree as it is kept.

    Args:
        tree: A study.
        board: What it is played on.

    Raises:
        ServerError: "server/study" for one that is too large, too deep, goes on from a move that it doesn't have, or
            has a glyph or a mark that is none.
    """
    _check_shape(tree)
    _check_remarks(tree, board)
    data = msgspec.json.encode(tree)
    if len(data) > MAX_BYTES:
        raise ServerError(f"the study has {len(data):,} bytes; at most {MAX_BYTES:,} are kept", slug="server/study")
    return data


def _check_shape(tree: PackedTree) -> None:
    depths, current = [0], 0
    for item in tree.n:
        if isinstance(item, int):
            if item >= len(depths):
                raise ServerError(f"the study goes on from move {item}, and has no such move", slug="server/study")
            current = item
        elif isinstance(item, str):
            depths.append(depths[current] + 1)
            current = len(depths) - 1
    if len(depths) > MAX_NODES + 1 or max(depths) > MAX_MOVES:
        raise ServerError(
            f"the study has {len(depths) - 1:,} moves, {max(depths):,} in a line; "
            f"at most {MAX_NODES:,} are kept, {MAX_MOVES:,} in a line",
            slug="server/study",
        )


def _check_remarks(tree: PackedTree, board: Board) -> None:
    rows = [("", *tree.m), *((item[1:2] or [""]) + item[2:] for item in tree.n if isinstance(item, list))]
    for glyph, *marks in rows:
        if glyph and glyph not in GLYPHS:
            read = glyph[:MAX_MARK]
            raise ServerError(
                f"the study says {read!r} of a move, which is none of {' '.join(GLYPHS)}",
                slug="server/study",
                text=read,
                legal=GLYPHS,
            )
        try:
            checked_marks(marks, board)
        except BoardError as error:
            raise ServerError(f"the study's marks: {error.message}", slug="server/study", text=error.text) from error


def start_of(tree: PackedTree) -> State:
    """Return the position that a study begins from.

    Raises:
        MotuError: For what names no game, no board or no position that the rules allow.
    """
    return Line(spec=tree.s, setup=tree.p, board=tree.b).start()


def last_position(tree: PackedTree, check: Callable[[], None]) -> State:
    """Return the position at the end of the main line, or where the rules allow no more of it.

    Args:
        tree: The study.
        check: Called before each move; raises what ends the work.
    """
    state = start_of(tree)
    for move in main_line(tree):
        check()
        try:
            state.play(move)
        except MotuError:
            break
    return state


def main_line(tree: PackedTree) -> list[str]:
    """Return the moves of the first line: each node's first child."""
    first: dict[int, tuple[int, str]] = {}
    current = count = 0
    for item in tree.n:
        if isinstance(item, int):
            current = item
        elif isinstance(item, str):
            count += 1
            first.setdefault(current, (count, item))
            current = count
    moves, at = [], 0
    while at in first:
        at, move = first[at]
        moves.append(move)
    return moves
