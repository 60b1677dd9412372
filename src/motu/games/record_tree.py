"""A game with its variations: moves as a tree, with remarks, over the record of its main line (floor: games).

In a record, and so in JSON lines, what is beside the main line stands under keys of its own (docs/records.md):
`comments`, `glyphs` and `marks` by the number of the move (motu.games.record_remarks), and `variations`, a flat list,
so that a tree of any depth is no deeper than a line. Every variation is played through the rules before anybody sees
it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from motu.boards import Board
from motu.boards.marks import GLYPHS, MAX_MARKS, checked_marks
from motu.errors import BoardError, MotuError, RecordError
from motu.games.record import Record
from motu.games.record_json import Fields, check_integer, fault
from motu.games.record_parts import check_texts
from motu.games.record_remarks import REMARK_KEYS, LineRemarks
from motu.games.state import State

MAX_NODES = 20_000
"""Most moves in one tree."""

VARIATIONS = "variations"


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A move and where it is played; nodes are numbered from 1, 0 is the start."""

    move: str
    """As in a record; to `RecordTree.grown` an announcement and its roll may come as two nodes."""
    parent: int
    """The number of an earlier node. Of a node's children the first continues its line."""
    comment: str = ""
    glyph: str = ""
    """One of `motu.boards.marks.GLYPHS`, such as "!?", or ""."""
    marks: tuple[str, ...] = ()
    """What is drawn on the position after it, as `motu.boards.marks` reads it."""


@dataclass(frozen=True, slots=True)
class RecordTree:
    """A record and all moves that are known of it; made by `from_record` and `grown`, which check it."""

    record: Record
    """The main line, and what is known of the game. Its comment is the start's."""
    nodes: tuple[TreeNode, ...] = ()
    marks: tuple[str, ...] = ()
    """What is drawn on the start."""

    @staticmethod
    def grown(record: Record, nodes: Sequence[TreeNode], marks: Sequence[str] = ()) -> RecordTree:
        """Play nodes through the rules and return their tree.

        Args:
            record: The game; its moves, its times and its result give way where the nodes' main line is another.
            nodes: The moves, as people entered them.
            marks: What is drawn on the start.

        Raises:
            RecordError: "record/move" for a move that is none or not legal, "record/field" for a parent that is no
                earlier node, a glyph or a mark that is none, "record/too-large", and those of `Record.start`.
        """
        _check_parents(nodes)
        start = record.start()
        marks = _checked(marks, "marks", start.game.board)
        nodes = tuple(_joined(start, _checked_remarks(nodes, start.game.board)))
        moves = tuple(nodes[number - 1].move for number in main_line(nodes))
        extra = {key: value for key, value in record.extra.items() if key not in {*REMARK_KEYS, VARIATIONS}}
        record = replace(record, extra=extra)
        if moves != record.moves:
            record = replace(record, moves=(), times=None)
            record = replace(record, moves=moves).settled()
        return RecordTree(record, nodes, marks)

    @staticmethod
    def from_record(record: Record) -> RecordTree:
        """Return the tree of a verified record: its moves, its remarks, its variations.

        Raises:
            RecordError: "record/field", "record/missing" for variations that are none, and those of `grown`.
        """
        remarks = LineRemarks.from_json(record.extra.get)
        lines = [_Line(0, 0, record.moves, remarks), *_lines(record.extra.get(VARIATIONS, []))]
        tree = RecordTree.grown(record, _nodes_of(lines), remarks.marks.get(0, ()))
        start = "\n".join(text for text in (record.comment or "", remarks.comments.get(0, "")) if text)
        return replace(tree, record=replace(tree.record, comment=start or None))

    def to_record(self) -> Record:
        """Return the record with remarks and variations among its extra keys."""
        lines = _lines_of(self.nodes)
        if self.marks:
            lines[0].remarks.marks[0] = self.marks
        extra: dict[str, Any] = dict(self.record.extra) | lines[0].remarks.to_json()
        if len(lines) > 1:
            extra[VARIATIONS] = [line.to_json() for line in lines[1:]]
        return replace(self.record, extra=extra)


def children_of(nodes: Sequence[TreeNode]) -> list[list[int]]:
    """Return every node's children by its number, the start's first."""
    children: list[list[int]] = [[] for _ in range(len(nodes) + 1)]
    for number, node in enumerate(nodes, start=1):
        children[node.parent].append(number)
    return children


def main_line(nodes: Sequence[TreeNode]) -> list[int]:
    """Return the numbers of the nodes on the main line, always the first child."""
    children, line, number = children_of(nodes), list[int](), 0
    while children[number]:
        number = children[number][0]
        line.append(number)
    return line


def walk(state: State, nodes: Sequence[TreeNode]) -> Iterator[int]:
    """Yield all nodes, each before its children, with `state` in the position before its move.

    Raises:
        RecordError: "record/move" for a move that is none or not legal.
    """
    children = children_of(nodes)
    pending = [(number, 0) for number in reversed(children[0])]
    while pending:
        number, played = pending.pop()
        if played:
            for _ in range(played):
                state.undo()
            continue
        yield number
        pending.append((number, _play(state, nodes[number - 1].move, number)))
        pending += [(child, 0) for child in reversed(children[number])]


def _play(state: State, move: str, number: int) -> int:
    try:
        return state.play(move)
    except MotuError as error:
        where = f"nodes[{number - 1}]"
        raise RecordError(
            f"{where}, {move[:20]}: {error.message}", slug="record/move", text=move[:20], position=where
        ) from error


def _check_parents(nodes: Sequence[TreeNode]) -> None:
    if len(nodes) > MAX_NODES:
        raise RecordError(f"the tree has {len(nodes):,} moves; at most {MAX_NODES:,} are read", slug="record/too-large")
    for number, node in enumerate(nodes, start=1):
        check_integer(node.parent, f"nodes[{number - 1}].parent", 0, number - 1)


def _checked_remarks(nodes: Sequence[TreeNode], board: Board) -> Iterator[TreeNode]:
    for index, node in enumerate(nodes):
        if node.glyph and node.glyph not in GLYPHS:
            raise fault(f"nodes[{index}].glyph", f"one of {' '.join(GLYPHS)}", node.glyph, GLYPHS)
        yield replace(node, marks=_checked(node.marks, f"nodes[{index}].marks", board)) if node.marks else node


def _checked(marks: Sequence[str], path: str, board: Board) -> tuple[str, ...]:
    try:
        return checked_marks(marks, board)
    except BoardError as error:
        raise RecordError(
            f"{path}: {error.message}", slug="record/field", text=error.text, position=path, legal=error.legal
        ) from error


# --- announcements and rolls ------------------------------------------------------------------------------------------


def _joined(state: State, given: Iterable[TreeNode]) -> list[TreeNode]:
    """Return the nodes in their canonical texts, each announcement joined to each of the rolls after it."""
    nodes = tuple(given)
    children = children_of(nodes)
    found: list[TreeNode] = []
    numbers = {0: 0}
    heads: dict[int, TreeNode] = {}  # announcements that wait for their rolls, by their own numbers
    for number in walk(state, nodes):
        node = nodes[number - 1]
        text = _canonical(state, node.move)
        if _is_announcement(state, text) and children[number]:
            heads[number] = replace(node, move=text, parent=numbers[node.parent])
            continue
        if (head := heads.get(node.parent)) is not None:
            found.append(_with_roll(head, text, node, state.game.board))
            heads[node.parent] = replace(head, comment="", marks=())  # said once
        else:
            found.append(replace(node, move=text, parent=numbers[node.parent]))
        numbers[number] = len(found)
    return found


def _with_roll(head: TreeNode, text: str, roll: TreeNode, board: Board) -> TreeNode:
    """Return an announcement with one of its rolls; the glyph is the announcement's, for nobody chooses a roll."""
    comment = "\n".join(each for each in (head.comment, roll.comment) if each)
    marks = checked_marks((*head.marks, *roll.marks)[-MAX_MARKS:], board)
    return TreeNode(head.move + text, head.parent, comment, head.glyph or roll.glyph, marks)


def _canonical(state: State, move: str) -> str:
    """Return a move as motu writes it; one that can't be read stays, to be refused when it is played."""
    if "=" in move.strip()[1:]:
        return move.strip().lower()
    try:
        return state.action_to_string(state.string_to_action(move))
    except MotuError:
        return move


def _is_announcement(state: State, text: str) -> bool:
    return state.game.type.has_dice and text[:1] in {"r", "c"} and "-" not in text and "=" not in text


# --- lines ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that leaves another one; that of the main line leaves nothing."""

    of: int
    """The number of the line that it leaves, 0 for the main line."""
    after: int
    """How many moves from the start on it shares with that line."""
    moves: tuple[str, ...]
    remarks: LineRemarks
    """By the number of the move, counted from the start."""

    def to_json(self) -> dict[str, Any]:
        return {"of": self.of, "after": self.after, "moves": list(self.moves)} | self.remarks.to_json()


def _lines_of(nodes: Sequence[TreeNode]) -> list[_Line]:
    """Return the main line, then every variation after the line that it leaves."""
    children = children_of(nodes)
    starts = [(0, 0, children[0][0] if children[0] else 0)]
    lines: list[_Line] = []
    for of, after, first in starts:  # grows as it goes
        line: list[int] = []
        number = first
        while number:
            line.append(number)
            following = children[number]
            starts += [(len(lines), after + len(line), other) for other in following[1:]]
            number = following[0] if following else 0
        if not lines:
            starts[1:1] = [(0, 0, other) for other in children[0][1:]]
        own = [nodes[each - 1] for each in line]
        lines.append(_Line(of, after, tuple(node.move for node in own), _remarks_of(own, after)))
    return lines


def _remarks_of(line: Sequence[TreeNode], after: int) -> LineRemarks:
    numbered = list(enumerate(line, after + 1))
    return LineRemarks(
        {number: node.comment for number, node in numbered if node.comment},
        {number: node.glyph for number, node in numbered if node.glyph},
        {number: node.marks for number, node in numbered if node.marks},
    )


def _nodes_of(lines: Sequence[_Line]) -> list[TreeNode]:
    nodes: list[TreeNode] = []
    numbers: list[list[int]] = []
    for index, line in enumerate(lines):
        parent = _number_at(lines, numbers, line, index)
        own: list[int] = []
        for ply, move in enumerate(line.moves, start=line.after + 1):
            said = line.remarks
            marks = said.marks.get(ply, ())
            nodes.append(TreeNode(move, parent, said.comments.get(ply, ""), said.glyphs.get(ply, ""), marks))
            parent = len(nodes)
            own.append(parent)
        numbers.append(own)
    return nodes


def _number_at(lines: Sequence[_Line], numbers: Sequence[Sequence[int]], line: _Line, index: int) -> int:
    """Return the node after which a line begins; that may lie on a line before the one it leaves."""
    if line.after == 0:
        return 0
    of = line.of
    if line.after > lines[of].after + len(numbers[of]):
        path = f"{VARIATIONS}[{index - 1}].after"
        raise fault(path, f"at most {lines[of].after + len(numbers[of])}, where that line ends", line.after)
    while line.after <= lines[of].after:
        of = lines[of].of
    return numbers[of][line.after - lines[of].after - 1]


def _lines(value: object) -> Iterable[_Line]:
    if not isinstance(value, list | tuple):
        raise fault(VARIATIONS, "a list of lines", value)
    for index, item in enumerate(value):
        path = f"{VARIATIONS}[{index}]"
        fields = Fields(item, path)
        of, after, moves = fields.take("of"), fields.take("after"), fields.take("moves")
        check_integer(of, f"{path}.of", 0, index)
        check_integer(after, f"{path}.after", 0)
        remarks = LineRemarks.from_json(fields.take_or, f"{path}.")
        if unknown := fields.rest():
            raise fault(path, f"only of, after, moves, {', '.join(REMARK_KEYS)}", next(iter(unknown)))
        yield _Line(of, after, check_texts(moves, f"{path}.moves"), remarks)
