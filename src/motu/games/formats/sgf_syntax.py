"""SGF FF[4] as syntax: text into trees of nodes and back. No property has a meaning here.

Floor: games. The grammar is red-bean's (https://www.red-bean.com/sgf/sgf4.html); as on HexWiki's page on SGF, syntax
and meaning are kept apart, so that values stay exactly as they were written until a caller says what type they are of.
Invariant: ``parse(print_trees(trees)) == trees``, unknown properties and variations included.

A tree is a flat tuple of nodes, so that a game of ten thousand moves is no deeper than one of ten.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from motu.errors import RecordError, one_line

MAX_CHARACTERS = 16 * 1024 * 1024
"""Longest text that is read."""

MAX_NODES = 200_000
"""Most nodes in one text, all its trees together."""

_LINE_WIDTH = 100
_TOKEN = re.compile(r"[();]|[A-Z]+|\[[^\]\\]*(?:\\.[^\]\\]*)*\]", re.DOTALL)
_SPACE = re.compile(r"[ \t\n\r\v\f]*")
_LINE_BREAK = re.compile(r"\r\n|\n\r|\r|\n")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_OTHER_SPACE = re.compile(r"[\t\v\f]")
_COLON_PARTS = re.compile(r"(?:[^:\\]|\\.)*", re.DOTALL)
_CHARSET = re.compile(rb"[;\]\s]CA\s*\[([^\]]{0,40})\]")
_CHARSETS = ("utf-8", "ascii", "iso8859-1", "iso8859-15", "cp1252")

# What may stand after each kind of token; "" is the end of the text.
_AFTER = {
    "": ("(",),
    "(": (";",),
    ";": ("name", ";", "(", ")"),
    "name": ("value",),
    "value": ("value", "name", ";", "(", ")"),
    ")": ("(", ")"),
}
_SPOKEN = {"(": "'('", ")": "')'", ";": "';'", "name": "a property name", "value": "a value in […]", "": "the end"}


@dataclass(frozen=True, slots=True)
class Node:
    """One node: its properties in their written order, and its place in the tree."""

    properties: tuple[tuple[str, tuple[str, ...]], ...]
    """(name, raw values as they stood between the brackets), no name twice."""
    parent: int = -1
    """Index of the node before it, -1 for the root."""
    children: tuple[int, ...] = ()
    """Indices of the nodes after it; the first continues the main line."""
    line: int = field(default=0, compare=False)
    """Line of the text it was read from, 1 or more; 0 for a node made by hand."""

    def values(self, name: str) -> tuple[str, ...]:
        """Return the raw values of a property, empty when the node hasn't got it."""
        for own_name, values in self.properties:
            if own_name == name:
                return values
        return ()

    def names(self) -> tuple[str, ...]:
        """Return the names of the node's properties."""
        return tuple(name for name, _ in self.properties)


@dataclass(frozen=True, slots=True)
class GameTree:
    """One game with all its variations; node 0 is the root, parents stand before their children."""

    nodes: tuple[Node, ...]

    def main_line(self) -> Iterator[Node]:
        """Yield the root and then always the first child."""
        index = 0
        while True:
            node = self.nodes[index]
            yield node
            if not node.children:
                return
            index = node.children[0]


def line_tree(properties: Iterable[tuple[tuple[str, tuple[str, ...]], ...]]) -> GameTree:
    """Return a tree without variations that has the given nodes in a row."""
    rows = tuple(properties)
    last = len(rows) - 1
    return GameTree(
        tuple(Node(row, index - 1, (index + 1,) if index < last else ()) for index, row in enumerate(rows)),
    )


def decode(data: bytes) -> str:
    """Return the text of an SGF file, read in the character set its CA property names.

    Without CA, bytes that are valid UTF-8 are taken as UTF-8 (FF[4] says ISO-8859-1, which few files without CA mean),
    anything else as ISO-8859-1.

    Raises:
        RecordError: "record/sgf" for a character set that isn't known or doesn't fit the bytes.
    """
    named = _CHARSET.search(data)
    if named is None:
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return data.decode("iso8859-1")
    name = one_line(named.group(1).decode("ascii", "replace"))
    try:
        charset = codecs.lookup(name).name
    except (LookupError, ValueError):  # of a name with a zero in it
        charset = ""
    if charset not in _CHARSETS:
        raise sgf_fault(
            f"cannot read the character set CA[{name}]", name, "CA", legal=("UTF-8", "US-ASCII", "ISO-8859-1")
        )
    try:
        return data.decode("utf-8-sig" if charset == "utf-8" else charset)
    except UnicodeDecodeError as error:
        raise sgf_fault(
            f"the text is not in the character set it names, CA[{name}]", name, f"byte {error.start}"
        ) from error


def parse(text: str) -> tuple[GameTree, ...]:
    """Read a collection: one or more trees, and nothing else but blanks.

    Raises:
        RecordError: "record/sgf", with line and column, what stood there and what could have; "record/too-large" for
            more than MAX_CHARACTERS or MAX_NODES. Nothing is read in part.
    """
    if len(text) > MAX_CHARACTERS:
        raise RecordError(
            f"the SGF text has {len(text):,} characters; at most {MAX_CHARACTERS:,} are read",
            slug="record/too-large",
        )
    return _Reader(text).read()


def print_trees(trees: Iterable[GameTree]) -> str:
    """Return the text of a collection, lines broken only between nodes, with a final line feed."""
    return "".join(_print_tree(tree) + "\n" for tree in trees)


def text_value(raw: str) -> str:
    r"""Return a value of type Text: escapes undone, soft line breaks removed, line breaks as ``\n``, tabs as spaces."""
    unescaped = _ESCAPED.sub(lambda match: "" if match[1] == "\n" else match[1], _LINE_BREAK.sub("\n", raw))
    return _OTHER_SPACE.sub(" ", unescaped)


def simple_text_value(raw: str) -> str:
    """Return a value of FF[4] type SimpleText: like Text, line breaks as spaces."""
    return text_value(raw).replace("\n", " ")


def split_composed(raw: str) -> tuple[str, ...]:
    """Return the raw parts of a value between its unescaped colons."""
    parts = []
    position = 0
    while True:
        match = _COLON_PARTS.match(raw, position)
        end = match.end() if match else position
        parts.append(raw[position:end])
        if end >= len(raw):
            return tuple(parts)
        position = end + 1


def escape(text: str, *, composed: bool = False) -> str:
    """Return a raw value for a text: ``]`` and the backslash escaped, in a composed value the colon as well."""
    return re.sub(r"([\]\\:])" if composed else r"([\]\\])", r"\\\1", text)


def sgf_fault(message: str, text: str = "", position: str = "", legal: tuple[str, ...] = ()) -> RecordError:
    """Return the error for what is no SGF of a game, on one line: values may have line breaks."""
    return RecordError(one_line(message), slug="record/sgf", text=text, position=position, legal=legal)


class _Reader:
    """Reads one collection; a loop over tokens that only ever looks one token back."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._trees: list[GameTree] = []
        self._properties: list[dict[str, list[str]]] = []
        self._parents: list[int] = []
        self._children: list[list[int]] = []
        self._lines: list[int] = []
        self._branches: list[int] = []  # node at which each open '(' began, -1 for a tree's own
        self._current = -1
        self._name = ""
        self._count = 0
        self._line = 1
        self._line_start = 0
        self._counted = 0

    def read(self) -> tuple[GameTree, ...]:
        last = ""
        for kind, token, start in self._tokens():
            if kind not in _AFTER[last] or (kind == ")" and not self._branches):
                raise self._unexpected(token, start, last)
            self._take(kind, token, start)
            last = kind
        if self._branches or not self._trees:
            raise self._unexpected("", len(self._text), last)
        return tuple(self._trees)

    def _tokens(self) -> Iterator[tuple[str, str, int]]:
        text, position = self._text, 0
        while True:
            space = _SPACE.match(text, position)
            position = space.end() if space else position
            if position == len(text):
                return
            match = _TOKEN.match(text, position)
            if match is None:
                raise self._unreadable(position)
            token = match.group()
            kind = "name" if token[0].isalpha() else "value" if token[0] == "[" else token
            yield kind, token, position
            position = match.end()

    def _take(self, kind: str, token: str, start: int) -> None:
        if kind == "(":
            self._branches.append(self._current)
        elif kind == ";":
            self._open_node(start)
        elif kind == "name":
            self._open_property(token, start)
        elif kind == "value":
            self._properties[self._current][self._name].append(token[1:-1])
        else:
            self._current = self._branches.pop()
            if not self._branches:
                self._close_tree()

    def _open_node(self, start: int) -> None:
        self._count += 1
        if self._count > MAX_NODES:
            raise RecordError(f"the SGF text has more than {MAX_NODES:,} nodes", slug="record/too-large")
        index = len(self._properties)
        if self._current >= 0:
            self._children[self._current].append(index)
        self._parents.append(self._current)
        self._properties.append({})
        self._children.append([])
        self._lines.append(self._place(start)[0])
        self._current = index

    def _open_property(self, name: str, start: int) -> None:
        node = self._properties[self._current]
        if name in node:
            raise sgf_fault(
                f"{self._where(start)}: the property {name} stands twice in one node", name, self._where(start)
            )
        node[name] = []
        self._name = name

    def _close_tree(self) -> None:
        rows = zip(self._properties, self._parents, self._children, self._lines, strict=True)
        self._trees.append(
            GameTree(
                tuple(
                    Node(tuple((name, tuple(raw)) for name, raw in own.items()), parent, tuple(children), line)
                    for own, parent, children, line in rows
                ),
            ),
        )
        self._properties, self._parents, self._children, self._lines = [], [], [], []

    def _place(self, position: int) -> tuple[int, int]:
        """Line and column of a position, both from 1; asked for in ascending order."""
        self._line += self._text.count("\n", self._counted, position)
        self._line_start = self._text.rfind("\n", self._counted, position) + 1 or self._line_start
        self._counted = position
        return self._line, position - self._line_start + 1

    def _where(self, position: int) -> str:
        line, column = self._place(position)
        return f"line {line}, column {column}"

    def _unreadable(self, position: int) -> RecordError:
        where = self._where(position)
        excerpt = self._text[position : position + 20]
        if excerpt[0] == "[":
            return sgf_fault(f"{where}: the value has no closing ']'", excerpt, where, legal=("]",))
        return sgf_fault(f"{where}: {excerpt[:1]!r} is no SGF here", excerpt, where, legal=("(", ")", ";", "A-Z", "["))

    def _unexpected(self, token: str, position: int, last: str) -> RecordError:
        where = self._where(position)
        legal = tuple(kind for kind in _AFTER[last] if self._branches or kind != ")")
        read = f"{token[:20]!r}" if token else "the end of the text"
        return sgf_fault(
            f"{where}: expected {' or '.join(_SPOKEN[kind] for kind in legal)}, read {read}",
            token[:20],
            where,
            legal=tuple(_SPOKEN[kind].strip("'") for kind in legal),
        )


def _print_tree(tree: GameTree) -> str:
    """Print one tree without recursion; a stack holds what is still to come."""
    lines, line = [], "("
    pending: list[int | str] = [0]
    while pending:
        item = pending.pop()
        piece = item if isinstance(item, str) else _print_node(tree.nodes[item])
        if len(line) + len(piece) > _LINE_WIDTH and line.strip("("):
            lines.append(line)
            line = ""
        line += piece
        if not isinstance(item, str):
            children = tree.nodes[item].children
            if len(children) == 1:
                pending.append(children[0])
            else:
                for child in reversed(children):
                    pending += [")", child, "("]
    return "\n".join([*lines, line + ")"])


def _print_node(node: Node) -> str:
    return ";" + "".join(name + "".join(f"[{raw}]" for raw in values) for name, values in node.properties)
