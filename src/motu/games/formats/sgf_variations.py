"""SGF with all its variations and remarks, in and out (floor: games). `sgf` has the main line and the game itself.

Nodes without a move are no moves of the tree: what is said and drawn there goes to the move before them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from motu.boards.marks import MAX_MARKS
from motu.games.formats import sgf
from motu.games.formats.hexes import SWAP_SIDES, is_hex
from motu.games.formats.sgf_marks import REMARK_PROPERTIES, read_glyph, write_glyph, write_marks
from motu.games.formats.sgf_moves import ENDINGS, LABELS, LinePlayer, Move, label_in, move_in, refuse_after_end
from motu.games.formats.sgf_syntax import GameTree, Node, escape, print_trees, text_value
from motu.games.record_json import inside
from motu.games.record_tree import VARIATIONS, RecordTree, TreeNode, main_line, walk

__all__ = ["each", "game_tree_of", "record_tree_of", "write"]


def each(trees: Sequence[GameTree]) -> Iterator[RecordTree]:
    """Return what is played in the trees of a collection, each as soon as it is asked for.

    Raises:
        RecordError: "record/sgf" and others, with line or property, what was read and what would be right.
    """
    for number, tree in enumerate(trees, start=1):
        with inside(f"game {number}: " if len(trees) > 1 else ""):
            found = record_tree_of(tree)
        yield found


def write(trees: Iterable[RecordTree]) -> str:
    """Return a collection.

    Raises:
        RecordError: When a game isn't right.
    """
    return print_trees(game_tree_of(tree) for tree in trees)


def record_tree_of(tree: GameTree) -> RecordTree:
    """Return what is played in a tree, with all variations.

    Raises:
        RecordError: "record/sgf" for nodes that say nothing clear, "record/move" for an illegal move anywhere.
    """
    record = sgf.record_of(tree)
    if all(len(node.children) < 2 for node in tree.nodes):
        return RecordTree.from_record(record)
    reader = _TreeReader(tree, LinePlayer(record))
    start = "\n".join(text for text in (record.comment or "", reader.before) if text)
    return RecordTree.grown(replace(record, comment=start or None), reader.nodes, reader.marks)


@dataclass(frozen=True, slots=True)
class _Place:
    """What holds after a node of the file."""

    number: int = 0
    """The node of our tree that its move has become, or the last move before it."""
    flipped: bool = False
    mirrored: bool = False
    last: Move | None = None


class _TreeReader:
    """Goes through the nodes in the order of the file, which has every node before its children."""

    def __init__(self, tree: GameTree, player: LinePlayer) -> None:
        self._tree, self._player = tree, player
        self._line: list[tuple[int, int]] = []  # the moves on the board: their numbers and how many actions each was
        self._places: list[_Place] = []
        self._comments: list[list[str]] = [[]]
        self._marks: list[list[str]] = [[]]
        self._moves: list[tuple[str, int, str]] = []
        self._openings = _before_first_move(tree)
        for index, node in enumerate(tree.nodes):
            self._take(index, node)

    @property
    def before(self) -> str:
        """What is said after the root and before the first move."""
        return "\n".join(self._comments[0])

    @property
    def marks(self) -> list[str]:
        """What is drawn there."""
        return self._marks[0][-MAX_MARKS:]

    @property
    def nodes(self) -> list[TreeNode]:
        rows = zip(self._moves, self._comments[1:], self._marks[1:], strict=True)
        return [
            TreeNode(move, parent, "\n".join(comments), glyph, tuple(marks[-MAX_MARKS:]))
            for (move, parent, glyph), comments, marks in rows
        ]

    def _take(self, index: int, node: Node) -> None:
        place = self._places[node.parent] if index else _Place()
        move = None if index in self._openings else move_in(node)
        if move is not None:
            if place.last is not None:
                refuse_after_end(place.last, move)
            place = self._play(node, move, place)
        self._places.append(place)
        if index:  # the root's is the game's
            self._comments[place.number] += [text_value(raw) for raw in node.values("C")]
        self._marks[place.number] += self._marks_of(node, place)

    def _marks_of(self, node: Node, place: _Place) -> tuple[str, ...]:
        if not any(name in REMARK_PROPERTIES for name in node.names()):
            return ()
        self._player.mirrored = place.mirrored
        return self._player.marks_of(node)

    def _play(self, node: Node, move: Move, place: _Place) -> _Place:
        if move.text in ENDINGS:
            self._comments[place.number].append(f"{move.label}: {move.text}")
            return replace(place, last=move)
        player = self._player
        while self._line and self._line[-1][0] != place.number:
            for _ in range(self._line.pop()[1]):
                player.state.undo()
        player.flipped, player.mirrored = place.flipped, place.mirrored
        following = (label_in(self._tree.nodes[child]) for child in node.children)
        text, played = player.play(move, next((label for label in following if label is not None), None))
        self._moves.append((text, place.number, read_glyph(node)))
        self._comments.append([])
        self._marks.append([])
        number = len(self._moves)
        self._line.append((number, played))
        return _Place(number, player.flipped, player.mirrored, move)


def _before_first_move(tree: GameTree) -> set[int]:
    """Return the nodes of the main line that come before any move: a set-up may stand there."""
    found: set[int] = set()
    index = 0
    while label_in(tree.nodes[index]) is None:
        found.add(index)
        if not tree.nodes[index].children:
            break
        index = tree.nodes[index].children[0]
    return found


def game_tree_of(tree: RecordTree) -> GameTree:
    """Return a tree for a file.

    Raises:
        RecordError: When the game isn't right.
    """
    record = tree.to_record()
    extra = {key: value for key, value in record.extra.items() if key != VARIATIONS}
    line = sgf.tree_of(replace(record, extra=extra))
    of_main = dict(zip(main_line(tree.nodes), line.nodes[1:], strict=True))
    properties, parents = [line.nodes[0].properties], [-1]
    places = {0: 0}
    state = record.start()
    hexes = is_hex(state.game.rules)
    for number in walk(state, tree.nodes):
        node = tree.nodes[number - 1]
        places[number] = len(properties)
        parents.append(places[node.parent])
        if number in of_main:
            properties.append(of_main[number].properties)
        else:
            text = SWAP_SIDES if hexes and node.move == "swap" else node.move
            comment = (("C", (escape(node.comment),)),) if node.comment else ()
            remarks = (*comment, *write_glyph(node.glyph), *write_marks(node.marks))
            properties.append(((LABELS[state.to_move()], (escape(text),)), *remarks))
    return _assembled(properties, parents)


def _assembled(properties: Sequence[tuple[tuple[str, tuple[str, ...]], ...]], parents: Sequence[int]) -> GameTree:
    children: list[list[int]] = [[] for _ in properties]
    for index, parent in enumerate(parents):
        if parent >= 0:
            children[parent].append(index)
    rows = zip(properties, parents, children, strict=True)
    return GameTree(tuple(Node(own, parent, tuple(following)) for own, parent, following in rows))
