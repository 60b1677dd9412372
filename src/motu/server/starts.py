"""Positions to begin from, out of what comes over the wire (floor: server).

A custom board comes with its data: no file of this machine is ever read because somebody sent its name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from motu.games import Game, State
from motu.games.record import Record
from motu.games.record_parts import Setup
from motu.games.record_tree import RecordTree, TreeNode

MAX_QUICK = 500
"""Moves that are played in a few milliseconds, on any board."""


def spec_of(spec: str, board: Mapping[str, Any] | None = None) -> str:
    """Return a spec in its canonical form; the data of its board has come along where it names a file.

    Raises:
        RecordError: "record/spec", "record/board".
    """
    return Record(spec=spec, board=board).spec


def game_of(spec: str, board: Mapping[str, Any] | None = None) -> Game:
    """Return the game of a spec, with the data of its board where the spec names a file.

    Raises:
        RecordError: "record/spec", "record/board".
    """
    return Record(spec=spec, board=board).game()


def start_of(spec: str, setup: Mapping[str, Any] | None = None, board: Mapping[str, Any] | None = None) -> State:
    """Return the position that a game begins with: its own, or one set up by hand.

    Raises:
        RecordError: "record/spec", "record/board", "record/setup", "record/field".
    """
    return beginning(spec, setup, board).start()


def beginning(spec: str, setup: Mapping[str, Any] | None = None, board: Mapping[str, Any] | None = None) -> Record:
    """Return the record of a game in which nothing was played yet.

    Raises:
        RecordError: "record/spec", "record/board", "record/field".
    """
    empty = Record(spec=spec, board=board)
    if setup is None:
        return empty
    return replace(empty, setup=Setup.from_json(setup, "setup", empty.game().colour_names))


def is_quick(num_moves: int, *data: Mapping[str, Any] | None) -> bool:
    """Return whether a position is made at once: on one of our own boards, after few moves, not set up by hand."""
    return num_moves <= MAX_QUICK and all(each is None for each in data)


def line_of(
    spec: str, moves: Sequence[str], setup: Mapping[str, Any] | None = None, board: Mapping[str, Any] | None = None
) -> Record:
    """Return the record of a line of moves, whose announcements and rolls may come by themselves.

    Raises:
        RecordError: "record/move", and those of `beginning`.
    """
    nodes = [TreeNode(move, parent) for parent, move in enumerate(moves)]
    return RecordTree.grown(beginning(spec, setup, board), nodes).record
