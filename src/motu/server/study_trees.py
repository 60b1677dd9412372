"""The tree of a study as browsers pack it: what it may hold, and how much of it (floor: server).

`js/study/tree.js` writes and reads it. Its moves are not played through the rules here: a browser drops what they
forbid when somebody goes there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec

from motu.errors import MotuError
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
Comment = Annotated[list[Remark], msgspec.Meta(min_length=1, max_length=1)]


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
    a: dict[str, Any] | None = None
    """What a record says besides: players, result …"""
    n: tuple[PlayedMove | NodeNumber | Comment, ...] = ()
    """A move after the one before; the number of the node that the next move follows; a comment on the move before."""


def packed_bytes(tree: PackedTree) -> bytes:
    """Return a tree as it is kept.

    Raises:
        ServerError: "server/study" for one that is too large, too deep, or goes on from a move that it doesn't have.
    """
    _check_shape(tree)
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
