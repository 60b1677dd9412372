"""A game with its variations: moves as a tree, with comments, over the record of its main line (floor: games).

In a record, and so in JSON lines, what is beside the main line stands under two keys of its own (docs/records.md):
`comments`, by the number of the move, and `variations`, a flat list, so that a tree of any depth is no deeper than a
line. Every variation is played through the rules before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from motu.errors import MotuError, RecordError
from motu.games.record import Record
from motu.games.record_json import Fields, check_integer, check_text, fault
from motu.games.record_parts import check_object, check_texts
from motu.games.state import State

MAX_NODES = 20_000
"""Most moves in one tree."""

COMMENTS = "comments"
VARIATIONS = "variations"


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A move and where it is played; nodes are numbered from 1, 0 is the start."""

    move: str
    """As in a record; to `RecordTree.grown` an announcement and its roll may come as two nodes."""
    parent: int
    """The number of an earlier node. Of a node's children the first continues its line."""
    comment: str = ""


@dataclass(frozen=True, slots=True)
class RecordTree:
    """A record and all moves that are known of it; made by `from_record` and `grown`, which check it."""

    record: Record
    """The main line, and what is known of the game. Its comment is the start's."""
    nodes: tuple[TreeNode, ...] = ()

    @staticmethod
    def grown(record: Record, nodes: Sequence[TreeNode]) -> RecordTree:
        """Play nodes through the rules and return their tree.

        Args:
            record: The game; its moves, its times and its result give way where the nodes' main line is another.
            nodes: The moves, as people entered them.

        Raises:
            RecordError: "record/move" for a move that is none or not legal, "record/field" for a parent that is no
                earlier node, "record/too-large", and those of `Record.start`.
        """
        _check_parents(nodes)
        nodes = tuple(_joined(record.start(), nodes))
        moves = tuple(nodes[number - 1].move for number in main_line(nodes))
        extra = {key: value for key, value in record.extra.items() if key not in {COMMENTS, VARIATIONS}}
        record = replace(record, extra=extra)
        if moves != record.moves:
            record = replace(record, moves=(), times=None)
            record = replace(record, moves=moves).settled()
        return RecordTree(record, nodes)

    @staticmethod
    def from_record(record: Record) -> RecordTree:
        """Return the tree of a verified record: its moves, its comments, its variations.

        Raises:
            RecordError: "record/field", "record/missing" for variations that are none, and those of `grown`.
        """
        comments = _comments(record.extra.get(COMMENTS, {}), COMMENTS)
        lines = [_Line(0, 0, record.moves, comments), *_lines(record.extra.get(VARIATIONS, []))]
        tree = RecordTree.grown(record, _nodes_of(lines))
        start = "\n".join(text for text in (record.comment or "", comments.get(0, "")) if text)
        return replace(tree, record=replace(tree.record, comment=start or None))

    def to_record(self) -> Record:
        """Return the record with comments and variations among its extra keys."""
        lines = _lines_of(self.nodes)
        extra: dict[str, Any] = dict(self.record.extra)
        if lines[0].comments:
            extra[COMMENTS] = _comments_json(lines[0].comments)
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


# --- announcements and rolls ------------------------------------------------------------------------------------------


def _joined(state: State, nodes: Sequence[TreeNode]) -> list[TreeNode]:
    """Return the nodes in their canonical texts, each announcement joined to each of the rolls after it."""
    children = children_of(nodes)
    found: list[TreeNode] = []
    numbers = {0: 0}
    heads: dict[int, TreeNode] = {}  # announcements that wait for their rolls, by their own numbers
    for number in walk(state, nodes):
        node = nodes[number - 1]
        text = _canonical(state, node.move)
        if _is_announcement(state, text) and children[number]:
            heads[number] = TreeNode(text, numbers[node.parent], node.comment)
            continue
        parent, comment = node.parent, node.comment
        if (head := heads.get(parent)) is not None:
            text, parent = head.move + text, head.parent
            comment = "\n".join(each for each in (head.comment, comment) if each)
            heads[node.parent] = replace(head, comment="")  # said once
        else:
            parent = numbers[parent]
        found.append(TreeNode(text, parent, comment))
        numbers[number] = len(found)
    return found


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
    comments: dict[int, str]
    """By the number of the move, counted from the start."""

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"of": self.of, "after": self.after, "moves": list(self.moves)}
        return data | ({COMMENTS: _comments_json(self.comments)} if self.comments else {})


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
        comments = {after + ply: nodes[each - 1].comment for ply, each in enumerate(line, 1) if nodes[each - 1].comment}
        lines.append(_Line(of, after, tuple(nodes[each - 1].move for each in line), comments))
    return lines


def _nodes_of(lines: Sequence[_Line]) -> list[TreeNode]:
    nodes: list[TreeNode] = []
    numbers: list[list[int]] = []
    for index, line in enumerate(lines):
        parent = _number_at(lines, numbers, line, index)
        own: list[int] = []
        for ply, move in enumerate(line.moves, start=line.after + 1):
            nodes.append(TreeNode(move, parent, line.comments.get(ply, "")))
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
        comments = _comments(fields.take_or(COMMENTS, {}), f"{path}.{COMMENTS}")
        if unknown := fields.rest():
            raise fault(path, "only of, after, moves and comments", next(iter(unknown)))
        yield _Line(of, after, check_texts(moves, f"{path}.moves"), comments)


def _comments(value: object, path: str) -> dict[int, str]:
    check_object(value, path)
    found: dict[int, str] = {}
    for key, text in value.items() if isinstance(value, Mapping) else ():
        if not (key.isascii() and key.isdigit() and len(key) < 8):
            raise fault(path, "numbers of moves", key)
        check_text(text, f"{path}.{key}")
        found[int(key)] = text
    return found


def _comments_json(comments: Mapping[int, str]) -> dict[str, str]:
    return {str(number): text for number, text in sorted(comments.items())}
