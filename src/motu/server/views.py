"""What the browser is told of boards and positions (floor: server).

The browser knows no rules: a board is polygons and names, a position comes with everything that may be done in it.
Cells are numbers in the board's order, colours are 0 and 1.
"""

from __future__ import annotations

from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from motu.drawing.chains import chain_lines
from motu.drawing.emblems import emblem_of
from motu.drawing.geometry import Box, places_of
from motu.drawing.ground import ground_of
from motu.drawing.scene import EMPTY, scene_of
from motu.games import Game, State

DIGITS = 3
"""Places go to the browser with so many digits after the point, in cells: less than a twentieth of a pixel."""


_ROW_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Place(msgspec.Struct, frozen=True, array_like=True):
    """A point in the plane of the board: x to the right, y downward, neighbouring cells 1 apart."""

    x: float
    y: float


class IslandView(msgspec.Struct, frozen=True):
    """An island: its colour and its rim cells clockwise."""

    colour: int
    cells: tuple[int, ...]
    emblem: str
    """The sign that it shares with the island that faces it; '' where islands carry their numbers."""


class BoxView(msgspec.Struct, frozen=True):
    """A rectangle in cells."""

    left: float
    top: float
    right: float
    bottom: float


class LabelView(msgspec.Struct, frozen=True):
    """The name of a column or row and where it stands."""

    text: str
    place: Place
    is_column: bool


class BoardView(msgspec.Struct, frozen=True):
    """A board as data; the same for all games played on it."""

    spec: str
    game: str
    kind: Literal["hexagons", "points", "squares"]
    names: tuple[str, ...]
    centres: tuple[Place, ...]
    polygons: tuple[tuple[Place, ...], ...]
    neighbours: tuple[tuple[int, ...], ...]
    coordinates: tuple[tuple[int, int], ...]
    islands: tuple[IslandView, ...]
    labels: tuple[LabelView, ...]
    ground: str
    """SVG of all that lies under the stones, 40 units a cell; `ground-` begins all ids."""
    stone_shapes: tuple[str, str]
    """SVG of a stone of each colour."""
    lips: tuple[str, str]
    """SVG of what marks a weak stone, by its colour (Atomorph)."""
    box: BoxView
    bare_box: BoxView
    """What is to be seen where columns and rows are not named."""
    colour_names: tuple[str, str]
    flat_topped: bool
    rows_count_down: bool
    drop_rows: int
    drop_columns: int
    pieces: int
    """Pieces a side (Atmalof); 0 elsewhere."""
    line: int
    """Pieces in a row that win (Atmalof); 0 elsewhere."""


class AnnouncementView(msgspec.Struct, frozen=True):
    """A line that may be announced, and how many of the die's faces find a vacant square in it."""

    line: str
    hits: int
    faces: int


class OutcomeView(msgspec.Struct, frozen=True):
    """How the game ended."""

    winner: int | None
    """The person who has won, 0 or 1; None for a draw."""
    colour: int | None
    """The winner's colour."""
    reason: str


class PositionView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position, and all that may be done in it."""

    ply: int
    to_move: int
    """The colour whose turn it is."""
    player: int
    """The person to act; -1 when a roll is awaited, -4 at the end."""
    stones: str
    """One character a cell: 0, 1 or a point for an empty one."""
    swapped: bool = False
    can_swap: bool = False
    place: tuple[int, ...] = ()
    """Empty cells that may be taken; the move is the cell's name."""
    flip: tuple[int, ...] = ()
    """Enemy stones that may be flipped (Atomorph); the move is x and the name."""
    put_back: tuple[int, ...] = ()
    """Cells on which a waiting stone may be put back (Atomorph); the move is @ and the name."""
    announce: tuple[AnnouncementView, ...] = ()
    """Lines that may be announced (Atmalof)."""
    steps: tuple[tuple[int, int], ...] = ()
    """Moves of a piece, from cell to cell (Atmalof); the move is the two names with a hyphen."""
    announced: str | None = None
    landing: tuple[int, ...] = ()
    """Vacant squares that the awaited roll can name."""
    last: tuple[int, ...] = ()
    trail: tuple[int, int] | None = None
    missed: bool = False
    chain: tuple[int, ...] = ()
    chain_lines: tuple[tuple[Place, Place], ...] = ()
    """The line through the chain, the islands and the edges it joins."""
    rows: tuple[tuple[int, ...], ...] = ()
    """Rows of pieces that lack one or two to win (Atmalof), each from end to end."""
    weak: tuple[int, ...] = ()
    contested: tuple[int, ...] = ()
    banned: bool = False
    """Whether contested stones must not be flipped now (Atomorph)."""
    waiting: int | None = None
    """The colour of a stone that waits beside the board (Atomorph)."""
    pieces: tuple[int, int] | None = None
    """Pieces of both colours on the board (Atmalof)."""
    short_lines: tuple[int, int] | None = None
    """What the tie-break would count now (Atmalof)."""
    result: OutcomeView | None = None
    description: str = ""
    """The whole position in English words, for those who don't see it."""


def board_view(game: Game) -> BoardView:
    """Return a game's board as data."""
    board, rules = game.board, game.rules
    ground = ground_of(board, game.colour_names, has_flips=game.type.has_flips)
    return BoardView(
        spec=game.spec,
        game=game.name,
        kind=board.kind,
        names=board.names,
        centres=tuple(map(_place, places_of(board))),
        polygons=tuple(_places(polygon) for polygon in board.polygons),
        neighbours=board.neighbours,
        coordinates=board.coordinates,
        islands=tuple(
            IslandView(island.colour, island.cells, emblem_of(board, island.index) if board.kind == "hexagons" else "")
            for island in board.islands
        ),
        labels=tuple(LabelView(label.text, _place(label.place), label.is_column) for label in ground.labels),
        ground=ground.markup,
        stone_shapes=ground.stones,
        lips=ground.lips,
        box=_box(ground.box),
        bare_box=_box(ground.bare_box),
        colour_names=game.colour_names,
        flat_topped=board.flat_topped,
        rows_count_down=board.rows_count_down,
        drop_rows=board.drop_rows,
        drop_columns=board.drop_columns,
        pieces=rules.pieces or 0,
        line=rules.line,
    )


def position_view(state: State) -> PositionView:
    """Return a position with all that may be done in it."""
    scene = scene_of(state)
    outcome = state.outcome()
    actions = _actions(state)
    return PositionView(
        ply=state.ply(),
        to_move=state.to_move(),
        player=state.current_player(),
        stones="".join("01."[stone] for stone in scene.stones),
        swapped=state.is_swapped(),
        can_swap=actions.can_swap,
        place=tuple(actions.place),
        flip=tuple(actions.flip),
        put_back=tuple(actions.put_back),
        announce=tuple(actions.announce),
        steps=tuple(actions.steps),
        announced=scene.announced,
        landing=tuple(sorted(scene.landing)),
        last=scene.last,
        trail=scene.trail,
        missed=scene.missed,
        chain=scene.chain,
        chain_lines=tuple((_place(start), _place(end)) for start, end in chain_lines(scene)),
        rows=_rows(state.game, scene.stones),
        weak=tuple(sorted(scene.weak)),
        contested=tuple(sorted(scene.contested)),
        banned=state.game.type.has_flips and not state.is_terminal() and state.ban(),
        waiting=scene.waiting,
        pieces=state.pieces() if state.game.rules.pieces else None,
        short_lines=state.short_lines() if state.game.rules.pieces else None,
        result=None if outcome is None else _result(state, outcome.winner, outcome.reason),
        description=scene.description,
    )


def _rows(game: Game, stones: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The whole rows of one colour's pieces that lack one or two to win."""
    if not game.rules.line:
        return ()
    lengths = {game.rules.line - 1, game.rules.line - 2} - {0, 1}
    at = {place: cell for cell, place in enumerate(game.board.coordinates)}
    taken = [place for place, cell in at.items() if stones[cell] != EMPTY]
    rows = (_row_from(at, stones, place, step) for place in taken for step in _ROW_DIRECTIONS)
    return tuple(row for row in rows if len(row) in lengths)


def _row_from(
    at: dict[tuple[int, int], int], stones: tuple[int, ...], place: tuple[int, int], step: tuple[int, int]
) -> tuple[int, ...]:
    """The row that begins at a place; () where the place lies further on in it."""
    (column, row), cell = place, at[place]
    before = at.get((column - step[0], row - step[1]))
    if before is not None and stones[before] == stones[cell]:
        return ()
    found: list[int] = []
    following: int | None = cell
    while following is not None and stones[following] == stones[cell]:
        found.append(following)
        following = at.get((column + step[0] * len(found), row + step[1] * len(found)))
    return tuple(found)


def _result(state: State, winner: int | None, reason: str) -> OutcomeView:
    return OutcomeView(winner, None if winner is None else winner ^ state.is_swapped(), reason)


class _Actions:
    """The legal moves of a decision, sorted by what a hand does to play them."""

    def __init__(self) -> None:
        self.can_swap = False
        self.place: list[int] = []
        self.flip: list[int] = []
        self.put_back: list[int] = []
        self.announce: list[AnnouncementView] = []
        self.steps: list[tuple[int, int]] = []


def _actions(state: State) -> _Actions:
    found = _Actions()
    if state.is_terminal() or state.is_chance_node():
        return found
    board = state.game.board
    cells = {name: cell for cell, name in enumerate(board.names)}
    stones = state.stones()
    for text in state.legal_moves():
        if text == "swap":
            found.can_swap = True
        elif text in cells:
            found.place.append(cells[text])
        elif text[0] == "@":
            found.put_back.append(cells[text[1:]])
        elif "-" in text:
            start, _, end = text.partition("-")
            found.steps.append((cells[start], cells[end]))
        elif text[0] == "x":
            found.flip.append(cells[text[1:]])
        else:
            found.announce.append(_announcement(state, stones, text))
    return found


def _announcement(state: State, stones: list[int], line: str) -> AnnouncementView:
    hit = state.landing(line)
    return AnnouncementView(line, sum(stones[cell] == EMPTY for cell in hit), len(hit))


def _box(box: Box) -> BoxView:
    return BoxView(*(round(edge, DIGITS) for edge in (box.left, box.top, box.right, box.bottom)))


def _place(point: tuple[float, float]) -> Place:
    return Place(round(point[0], DIGITS), round(point[1], DIGITS))


def _places(points: NDArray[np.float64]) -> tuple[Place, ...]:
    return tuple(_place((x, y)) for x, y in points.tolist())
