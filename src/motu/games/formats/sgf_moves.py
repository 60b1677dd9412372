"""The moves of a game as nodes of an SGF tree, with who is called Black and White there (floor: games).

B and W name the colour of the stone that is played. A swap changes that only where pieces are swapped (see `hexes`):
then the persons keep their colours, and from there on Black is who is White in motu. Some files call persons by their
first colours after `swap-sides` as well, which is understood, for the colour of the move after the swap tells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from motu.boards.marks import MAX_MARKS, checked_marks
from motu.errors import MotuError, RecordError
from motu.games.formats.hexes import SWAP_PIECES, SWAP_SIDES, is_hex, reflect
from motu.games.formats.sgf_marks import REMARK_PROPERTIES, read_glyph, read_marks, write_glyph, write_marks
from motu.games.formats.sgf_syntax import Node, escape, sgf_fault, simple_text_value, text_value
from motu.games.record import Record
from motu.games.record_json import check_text, inside
from motu.games.record_parts import MAX_WORD, Result, Setup
from motu.games.record_remarks import COMMENTS, GLYPHS_KEY, MARKS, LineRemarks

Properties = list[tuple[str, tuple[str, ...]]]

LABELS = "BW"
"""The property that names a move of the first and of the second colour."""

MOVE_PROPERTIES = REMARK_PROPERTIES | {"B", "W", "C", "AB", "AW", "AE", "PL", "MOTUMS", "MOTUFLAGS"}
"""What this module reads and writes."""

_OTHER_MARKS = frozenset({"DD", "LN", "SL", "TB", "TW", "VW"})
"""FF[4]'s other properties that name cells. They stay in the tree: after a swap a record may name cells differently."""

ENDINGS = ("resign", "forfeit")
"""Nodes that some programs write as moves."""

_COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}
_MILLISECONDS = re.compile(r"[0-9]{1,15}")
_FLAGS = re.compile(r"[0-9]{1,3}")
_RAW_VALUE = re.compile(r"(?:[^\]\\]|\\.)*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Labels:
    """Whom B and W mean at the end of a game."""

    flipped: bool
    """B is who plays the second colour."""
    swapped: bool
    """The persons have swapped."""

    def person_of(self, label: str) -> int:
        """Return the person, 0 or 1, whom "B" or "W" means."""
        return LABELS.index(label) ^ self.flipped ^ self.swapped

    def label_of(self, person: int) -> str:
        """Return "B" or "W" for a person."""
        return LABELS[person ^ self.flipped ^ self.swapped]


@dataclass(frozen=True, slots=True)
class LineRead:
    """What the nodes of a main line say."""

    record: Record
    """The game, its set-up and its times; nothing else."""
    labels: Labels
    """Whom B and W mean in RE."""
    ending: Result | None
    """What a last node with `resign` or `forfeit` says."""
    remarks: LineRemarks
    """What C and other properties say of the moves, and what is drawn beside them."""
    others: dict[str, dict[str, list[str]]]
    """Number of the move ("0": before the first) -> other properties that name no cells, raw."""


@dataclass(frozen=True, slots=True)
class LineWritten:
    """A record's moves as nodes."""

    labels: Labels
    """Whom B and W mean in RE."""
    setup: Properties
    """What the root says of the position the moves start from."""
    nodes: list[tuple[tuple[str, tuple[str, ...]], ...]]
    """A node for each move."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move as a node has it."""

    label: str
    """B or W."""
    text: str
    """In lower case."""
    node: Node

    @property
    def where(self) -> str:
        """Where it stands, for messages."""
        return f"line {self.node.line}, {self.label}[{self.text[:20]}]"


# --- reading ----------------------------------------------------------------------------------------------------------


def read_line(nodes: Sequence[Node], start: Record) -> LineRead:
    """Read the nodes of a main line, the root first.

    Args:
        nodes: The nodes.
        start: A record that says what is played, without moves.

    Raises:
        RecordError: "record/sgf" for nodes that say nothing clear, "record/move" for an illegal move.
    """
    first = next((index for index, node in enumerate(nodes) if label_in(node) is not None), len(nodes))
    start = replace(start, setup=_read_setup(nodes[:first]))
    moves = _read_moves(nodes[first:])
    ending = moves.pop() if moves and moves[-1].text in ENDINGS else None
    player = LinePlayer(start)
    remarks = LineRemarks(marks=_marks_before(nodes[:first], player))
    for index, move in enumerate(moves):
        following = moves[index + 1].label if index + 1 < len(moves) else None
        player.play(move, following)
        if marks := player.marks_of(move.node):
            remarks.marks[index + 1] = marks
        if glyph := read_glyph(move.node):
            remarks.glyphs[index + 1] = glyph
    labels = Labels(player.flipped, player.state.is_swapped())
    record = replace(start, moves=tuple(player.state.moves()), times=_read_times(moves))
    others = _read_remarks(nodes[:first], moves, remarks.comments)
    return LineRead(record, labels, _ending(ending, labels), remarks, others)


class LinePlayer:
    """Plays the moves of a file, by motu's meaning of them."""

    def __init__(self, start: Record) -> None:
        """Begin where a record's moves begin."""
        self.state = start.start()
        self.flipped = False
        """Whether B is who plays the second colour."""
        self.mirrored = False
        """Whether pieces were swapped, so that cells are named as in the mirror."""
        self._is_hex = is_hex(self.state.game.rules)

    def play(self, move: Move, following: str | None) -> tuple[str, int]:
        """Play a move; `following` is the label of the one after it.

        Returns:
            The move in motu's words, and how many actions and rolls it was.
        """
        self._check_label(move)
        text = move.text
        if self._is_hex and text in {SWAP_PIECES, SWAP_SIDES, "swap"}:
            self._turn_round(text, following)
            text = "swap"
        elif self.mirrored:
            text = _reflected(text)
        try:
            return text, self.state.play(text)
        except MotuError as error:
            raise RecordError(
                f"{move.where}: {error.message}",
                slug="record/move",
                text=move.text,
                position=move.where,
                legal=error.legal,
            ) from error

    def marks_of(self, node: Node) -> tuple[str, ...]:
        """Return what is drawn beside a node, the one that was played last, by our names of cells."""
        return read_marks(node, self.state.game.board, _reflected if self.mirrored else str)

    def _turn_round(self, text: str, following: str | None) -> None:
        # Who just says "swap" (Little Golem) swaps pieces, unless the same side then moves again.
        if text == SWAP_PIECES or (text == "swap" and following != "W"):
            self.flipped = self.mirrored = True
        else:
            self.flipped = following == "B"

    def _check_label(self, move: Move) -> None:
        if self.state.is_terminal():
            return
        expected = LABELS[self.state.to_move() ^ self.flipped]
        if move.label != expected:
            raise sgf_fault(f"{move.where}: it is {expected}'s turn", move.label, move.where, (expected,))


def _reflected(text: str) -> str:
    try:
        return reflect(text)
    except ValueError:
        return text  # no cell: the game will say what it is


def label_in(node: Node) -> str | None:
    """Return "B" or "W" for a node with a move, None for one without."""
    labels = [label for label in LABELS if label in node.names()]
    if len(labels) == 2:
        raise sgf_fault(
            f"line {node.line}: a node with B and W: which of them is the move?", "B W", f"line {node.line}"
        )
    return labels[0] if labels else None


def _marks_before(nodes: Sequence[Node], player: LinePlayer) -> dict[int, tuple[str, ...]]:
    """Return what is drawn before the first move, as that of move 0."""
    drawn = [mark for node in nodes for mark in player.marks_of(node)]
    return {0: checked_marks(drawn[-MAX_MARKS:], player.state.game.board)} if drawn else {}


def _read_moves(nodes: Sequence[Node]) -> list[Move]:
    moves: list[Move] = []
    for node in nodes:
        move = move_in(node)
        if move is None:
            continue
        if moves:
            refuse_after_end(moves[-1], move)
        moves.append(move)
    return moves


def move_in(node: Node) -> Move | None:
    """Return the move of a node in mid-game, None for one without.

    Raises:
        RecordError: "record/sgf" for two moves in one node, and for a set-up.
    """
    _refuse_setup(node)
    label = label_in(node)
    if label is None:
        return None
    values = node.values(label)
    if len(values) != 1 or len(values[0]) > MAX_WORD:
        read = "][".join(values)[:20]
        raise sgf_fault(f"line {node.line}: {label}: expected one move, read [{read}]", read, f"line {node.line}")
    with inside(f"line {node.line}: "):
        check_text(values[0], label)
    return Move(label, simple_text_value(values[0]).strip().lower(), node)


def refuse_after_end(last: Move, move: Move) -> None:
    """Raise `RecordError` for a move after one that ends the game."""
    if last.text in ENDINGS:
        where = f"line {move.node.line}"
        raise sgf_fault(f"{where}: a move after {last.where}, which ends the game", move.label, where)


def _refuse_setup(node: Node) -> None:
    for name in ("AB", "AW", "AE", "PL"):
        if name in node.names():
            where = f"line {node.line}"
            raise sgf_fault(
                f"{where}: {name} sets up a position in mid-game; a record can only begin with one", name, where
            )


def _read_setup(nodes: Sequence[Node]) -> Setup | None:
    cells: dict[str, int] = {}
    to_move, flags = 0, None
    for node in nodes:
        for name, values in node.properties:
            if name in {"AB", "AW"}:
                cells |= {cell: ["AB", "AW"].index(name) for cell in _cells(values)}
            elif name == "AE":
                cells = {cell: colour for cell, colour in cells.items() if cell not in _cells(values)}
            elif name == "PL":
                to_move = _colour(node, values)
            elif name == "MOTUFLAGS":
                flags = _number(node, name, values, _FLAGS)
    if not cells and to_move == 0 and flags is None:
        return None  # many programs write PL[B] at the beginning of any game
    first, second = (tuple(cell for cell, own in cells.items() if own == colour) for colour in (0, 1))
    return Setup((first, second), to_move, flags or 0)


def _cells(values: Sequence[str]) -> list[str]:
    return [simple_text_value(raw).strip().lower() for raw in values]


def _colour(node: Node, values: Sequence[str]) -> int:
    read = " ".join(_cells(values))
    if read not in _COLOURS:
        raise sgf_fault(
            f"line {node.line}: PL: expected B or W, read {read[:20]!r}", read[:20], f"line {node.line}", ("B", "W")
        )
    return _COLOURS[read]


def _number(node: Node, name: str, values: Sequence[str], form: re.Pattern[str]) -> int:
    if len(values) != 1 or not form.fullmatch(values[0]):
        read = "][".join(values)[:20]
        raise sgf_fault(f"line {node.line}: {name}: expected a whole number, read [{read}]", read, f"line {node.line}")
    return int(values[0])


def _read_times(moves: Sequence[Move]) -> tuple[int, ...] | None:
    if not any("MOTUMS" in move.node.names() for move in moves):
        return None
    for move in moves:
        if "MOTUMS" not in move.node.names():
            raise sgf_fault(f"{move.where}: MOTUMS is missing here, while other moves have it", "MOTUMS", move.where)
    return tuple(_number(move.node, "MOTUMS", move.node.values("MOTUMS"), _MILLISECONDS) for move in moves)


def _read_remarks(
    before: Sequence[Node], moves: Sequence[Move], comments: dict[int, str]
) -> dict[str, dict[str, list[str]]]:
    """Fill in what is said of the moves, and return the properties that say something else."""
    others: dict[str, dict[str, list[str]]] = {}
    for number, node in [(0, node) for node in before[1:]] + [(i, move.node) for i, move in enumerate(moves, start=1)]:
        for name, values in node.properties:
            if name == "C":
                text = "\n".join(text_value(raw) for raw in values)
                comments[number] = f"{comments[number]}\n{text}" if number in comments else text
            elif name not in MOVE_PROPERTIES and name not in _OTHER_MARKS:
                others.setdefault(str(number), {})[name] = list(values)
    return others


def _ending(move: Move | None, labels: Labels) -> Result | None:
    return None if move is None else Result(1 - labels.person_of(move.label), move.text)


# --- writing ----------------------------------------------------------------------------------------------------------


def write_line(record: Record, *, pieces: bool) -> LineWritten:
    """Return a record's moves as nodes.

    Args:
        record: A verified record.
        pieces: Write a swap in Hex as a swap of pieces.
    """
    state = record.start()
    hexes = is_hex(state.game.rules)
    flipped = False
    nodes = []
    for index, move in enumerate(record.moves):
        label = LABELS[state.to_move() ^ flipped]
        text = reflect(move) if flipped else move
        if hexes and move == "swap":
            text = SWAP_PIECES if pieces else SWAP_SIDES
            flipped = pieces
        state.play(move)
        nodes.append(((label, (escape(text),)), *_write_remarks(record, index, _reflected if flipped else str)))
    return LineWritten(Labels(flipped, state.is_swapped()), _write_setup(record.setup), nodes)


def _write_remarks(record: Record, index: int, cell_of: Callable[[str], str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    number = str(index + 1)
    if record.times is not None:
        yield "MOTUMS", (str(record.times[index]),)
    comment = kept_remark(record.extra, COMMENTS, number)
    if isinstance(comment, str):
        yield "C", (escape(comment),)
    yield from write_glyph(kept_remark(record.extra, GLYPHS_KEY, number))
    yield from write_marks(kept_remark(record.extra, MARKS, number), cell_of)
    yield from raw_properties(record.extra, number)


def kept_remark(extra: Mapping[str, Any], key: str, number: str) -> object:
    """Return what a record's `extra` has under a key for a move ("0": the start), whether right or not."""
    remarks = extra.get(key)
    return remarks.get(number) if isinstance(remarks, dict) else None


def _write_setup(setup: Setup | None) -> Properties:
    if setup is None:
        return []
    stones = [(name, cells) for name, cells in zip(("AB", "AW"), setup.stones, strict=True) if cells]
    return [*stones, ("PL", (LABELS[setup.to_move],)), ("MOTUFLAGS", (str(setup.flags),))]


def raw_properties(extra: Mapping[str, Any], move: str) -> Properties:
    """Return the SGF properties kept in a record's `extra` for a move ("0": the root), those that are well formed."""
    moves = extra.get("sgf")
    properties = moves.get(move) if isinstance(moves, dict) else None
    if not isinstance(properties, dict):
        return []
    return [
        (name, tuple(values))
        for name, values in properties.items()
        if re.fullmatch("[A-Z]+", name)
        and name not in MOVE_PROPERTIES
        and isinstance(values, list)
        and values
        and all(isinstance(raw, str) and _RAW_VALUE.fullmatch(raw) for raw in values)
    ]
