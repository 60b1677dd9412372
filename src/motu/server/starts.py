"""Positions to begin from, out of what comes over the wire (floor: server).

A custom board comes with its data: no file of this machine is ever read because somebody sent its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from motu.games import Game, State
from motu.games.record import Record
from motu.games.record_parts import Setup


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
    empty = Record(spec=spec, board=board)
    if setup is None:
        return empty.start()
    return replace(empty, setup=Setup.from_json(setup, "setup", empty.game().colour_names)).start()
