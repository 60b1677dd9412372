"""A line of play as others tell it: a spec, moves, a set-up, a board's data (floor: games).

Requests, events and answers derive from `Line`, so that what may be told, and how it becomes a position, stands once.
Nothing here opens a file: a custom board comes with its data.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import msgspec

from motu.games.game import Game
from motu.games.record import Record
from motu.games.record_parts import Setup
from motu.games.record_tree import RecordTree, TreeNode
from motu.games.state import State

MAX_MOVES = 10_000
"""Most moves of a line."""
MAX_SPEC = 4096
"""Most characters of a spec."""

Spec = Annotated[str, msgspec.Meta(max_length=MAX_SPEC)]
Move = Annotated[str, msgspec.Meta(max_length=32)]
Moves = Annotated[tuple[Move, ...], msgspec.Meta(max_length=MAX_MOVES)]


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """What is played, from where, and which moves; nothing of it is checked by the rules yet."""

    spec: Spec
    moves: Moves = ()
    """Announcements and rolls may come by themselves."""
    setup: dict[str, Any] | None = None
    """A position set up by hand that the moves begin from, as records have it."""
    board: dict[str, Any] | None = None
    """The data of a custom board, exactly when the spec names one."""

    def to_json(self) -> dict[str, Any]:
        """Return what the JSON engine is asked about this line: the spec in its canonical form, what there is else."""
        data = {"moves": list(self.moves), "setup": self.setup, "board": self.board}
        return {"spec": self._empty().spec} | {name: value for name, value in data.items() if value is not None}

    def game(self) -> Game:
        """Return the game, with the data of its board where the spec names a file.

        Raises:
            RecordError: "record/spec", "record/board".
        """
        return self._empty().game()

    def setup_in(self, game: Game) -> Setup | None:
        """Return the position set up by hand in a game, None for the game's own beginning.

        Raises:
            RecordError: "record/field", "record/missing".
        """
        return None if self.setup is None else Setup.from_json(self.setup, "setup", game.colour_names)

    def beginning(self) -> Record:
        """Return the record of this game before its first move.

        Raises:
            RecordError: "record/spec", "record/board", "record/field".
        """
        empty = self._empty()
        return empty if self.setup is None else replace(empty, setup=self.setup_in(empty.game()))

    def start(self) -> State:
        """Return the position that the moves begin from.

        Raises:
            RecordError: "record/setup" when the rules do not allow it, and those of `beginning`.
        """
        return self.beginning().start()

    def replay(self) -> State:
        """Return the position after the moves.

        Raises:
            MotuError: For a move that is none or not legal, and as `start`.
        """
        return self.start().play_all(self.moves)

    def record(self) -> Record:
        """Return the record of the moves.

        Raises:
            RecordError: "record/move", and those of `start`.
        """
        nodes = [TreeNode(move, parent) for parent, move in enumerate(self.moves)]
        return RecordTree.grown(self.beginning(), nodes).record

    def _empty(self) -> Record:
        return Record(spec=self.spec, board=self.board)
