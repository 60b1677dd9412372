"""What a picture shows, apart from how: a pure value computed from a position or an empty board.

Floor: drawing. Invariant: a scene holds no reference to the state it came from, and both renderers (SVG and text) draw
from it alone.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from numbers import Real

from motu.boards import Board
from motu.boards.marks import DrawnMark, checked_marks, read_mark
from motu.drawing.position import Position
from motu.errors import DrawingError

EMPTY = 2
"""What `Scene.stones` says of a cell without a stone."""

CellKey = str | int
"""A cell by name or by number."""

_LONGEST_LABEL = 4
_MOVED_PIECE = re.compile(r"(r\d+c\d+)-(r\d+c\d+)")
_DROP = re.compile(r"([rc])(\d+)=(\d+)")


@dataclass(frozen=True, slots=True)
class Arrow:
    """A move of a piece that is thought of."""

    start: int
    """The cell it begins on."""
    end: int
    """The cell it leads to, which is empty."""
    share: float
    """From 0 to 1: how strongly it is drawn."""
    text: str = ""
    """What stands on the cell it leads to."""


@dataclass(frozen=True, slots=True)
class LineMark:
    """What is thought of an announcement (Atmalof)."""

    line: str
    """Such as `r4`."""
    share: float
    """From 0 to 1: the tint of the line's header."""
    text: str = ""
    """What stands outside the header."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that is to be seen on one board."""

    board: Board
    stones: tuple[int, ...]
    """One entry a cell: 0 first colour, 1 second colour, 2 empty."""
    colour_names: tuple[str, str]
    title: str
    """One line: the game and how it stands."""
    description: str
    """The whole position in words, for those who don't see the picture."""
    status: str = ""
    """Who is to move, or who has won; '' for a bare board."""
    last: tuple[int, ...] = ()
    """Cells of the last turn, oldest first."""
    trail: tuple[int, int] | None = None
    """From where to where the last move took a piece (Atmalof)."""
    missed: bool = False
    """The last drop fell on an occupied square (Atmalof); `last` says which."""
    chain: tuple[int, ...] = ()
    """Cells that make the win visible."""
    chain_colour: int = EMPTY
    """The winner's colour where there is a chain."""
    weak: frozenset[int] = frozenset()
    """Stones that can be flipped in principle (Atomorph), contested ones included."""
    contested: frozenset[int] = frozenset()
    """Weak stones that would be weak in either colour (Atomorph)."""
    announced: str | None = None
    """The line that was announced and not yet rolled for, such as `r4` (Atmalof)."""
    landing: frozenset[int] = frozenset()
    """Vacant squares that the coming roll can hit."""
    waiting: int | None = None
    """The colour of a stone that waits beside the board (Atomorph, `return_stone`)."""
    ghosts: tuple[tuple[int, int], ...] = ()
    """Stones that are only thought of: (cell, colour)."""
    heat: tuple[tuple[int, float], ...] = ()
    """Shares from 0 to 1: (cell, value)."""
    labels: tuple[tuple[int, str], ...] = ()
    """Marks on cells: (cell, text)."""
    arrows: tuple[Arrow, ...] = ()
    """Moves of pieces that are thought of, the strongest last."""
    line_marks: tuple[LineMark, ...] = ()
    """What is thought of announcements."""
    chosen: str = ""
    """A cell or a line that is singled out, such as the best move's."""
    caption: str = ""
    """One line under the board."""
    drawn: tuple[DrawnMark, ...] = ()
    """What somebody has drawn on it."""


def scene_of(
    subject: Position | Board,
    *,
    heat: Mapping[CellKey, float] | Sequence[float] | None = None,
    marks: Mapping[CellKey, str] | None = None,
    ghosts: Mapping[CellKey, str | int] | None = None,
    weak: bool = True,
    title: str | None = None,
    drawn: Sequence[str] = (),
) -> Scene:
    """Return what a picture of a position, or of an empty board, shows.

    Args:
        subject: A state, or a board to be shown empty.
        heat: A share from 0 to 1 for some cells, or one for each cell.
        marks: Texts of up to four characters to be written on cells.
        ghosts: Stones that are only thought of: cell to colour.
        weak: Whether weak and contested stones are marked (Atomorph).
        title: A title of one's own.
        drawn: What somebody has drawn, such as `circle c3` and `arrow a1 b2 blue` (motu.boards.marks).

    Raises:
        DrawingError: `drawing/heat`, `drawing/mark`, `drawing/colour` or `drawing/cell`, with what was wrong;
            `drawing/board` for a game of somebody's own.
        BoardError: `board/mark` or `board/cell` for what is drawn.
        TypeError: For what is neither a position nor a board.
    """
    if not isinstance(subject, Board) and not hasattr(subject, "winning_cells"):
        raise TypeError(f"what is drawn is a position or a board, not {subject!r:.100}")
    if not (subject if isinstance(subject, Board) else subject.game.board).names:
        raise DrawingError("no board of this game is known, so there is no picture of it", slug="drawing/board")
    scene = _bare_scene(subject) if isinstance(subject, Board) else _played_scene(subject, weak=weak)
    board, names = scene.board, scene.colour_names
    thought_of = ((find_cell(board, cell), _read_colour(names, colour)) for cell, colour in (ghosts or {}).items())
    return replace(
        scene,
        title=title if title is not None else scene.title,
        heat=_read_heat(board, heat),
        labels=_read_marks(board, marks),
        ghosts=tuple(thought_of),
        drawn=tuple(map(read_mark, checked_marks(drawn, board))),
    )


def find_cell(board: Board, key: CellKey) -> int:
    """Return the number of a cell given by name or by number.

    Raises:
        DrawingError: `drawing/cell`.
    """
    if isinstance(key, str):
        name = key.strip().lower()
        if name in board.names:
            return board.index(name)
    elif not isinstance(key, bool) and key in range(board.num_cells):
        return int(key)
    message = (
        f"{key!r} is no cell of this board: its {board.num_cells} cells run from {board.names[0]} to {board.names[-1]}"
    )
    raise DrawingError(message, slug="drawing/cell", text=str(key))


def status_line(state: Position) -> str:
    """Return who is to move, or how the game ended, in a few words."""
    outcome = state.outcome()
    if outcome is not None:
        return "a draw" if outcome.winner is None else f"{state.colour(outcome.winner)} has won"
    mover = state.game.colour_names[state.to_move()]
    if state.is_chance_node():
        return f"{mover} rolls for {state.announced()}"
    if state.game.type.has_flips and state.to_return():
        return f"{mover} to put a stone back, then to move"
    return f"{mover} to move"


def _bare_scene(board: Board) -> Scene:
    names = ("red", "blue") if board.kind == "squares" else ("black", "white")
    title = f"An empty board of {board.num_cells} cells"
    return Scene(board, (EMPTY,) * board.num_cells, names, title, f"{title}.")


def _played_scene(state: Position, *, weak: bool) -> Scene:
    game, status = state.game, status_line(state)
    stones, chain = tuple(state.stones()), tuple(state.winning_cells())
    title = f"{game.name.capitalize()}: {status}"
    scene = Scene(game.board, stones, game.colour_names, title, _describe(state, status), status, chain=chain)
    if chain:
        scene = replace(scene, chain_colour=stones[chain[0]])
    if game.type.has_flips:
        scene = _with_weak_stones(scene, state, weak=weak)
    if game.type.has_dice and (announced := state.announced()):
        scene = replace(scene, announced=announced, landing=_landing(state, scene, announced))
    return _with_last_turn(scene, state)


def _with_weak_stones(scene: Scene, state: Position, *, weak: bool) -> Scene:
    waiting = state.to_move() if state.to_return() else None
    if not weak or state.is_terminal():
        return replace(scene, waiting=waiting)
    return replace(scene, waiting=waiting, weak=frozenset(state.weak()), contested=frozenset(state.contested()))


def _with_last_turn(scene: Scene, state: Position) -> Scene:
    """Add the cells of the last turn; it is read from the notation, so that it needs no knowledge of action numbers."""
    board = scene.board
    texts = [text for text in state.moves() if text != "swap"]
    if texts and scene.announced == texts[-1]:
        texts.pop()
    if not texts:
        return scene
    text = texts[-1]
    if moved := _MOVED_PIECE.fullmatch(text):
        start, end = board.index(moved[1]), board.index(moved[2])
        return replace(scene, last=(end,), trail=(start, end))
    if drop := _DROP.fullmatch(text):
        row, column = (drop[2], drop[3]) if drop[1] == "r" else (drop[3], drop[2])
        cell = board.index(f"r{row}c{column}")
        return replace(scene, last=(cell,), missed=_fell_on_a_piece(scene, state, cell))
    turn = [text]
    if len(texts) > 1 and texts[-2].startswith("@") and not text.startswith("@"):
        turn.insert(0, texts[-2])
    return replace(scene, last=tuple(_placed_on(board, part) for part in turn))


def _placed_on(board: Board, text: str) -> int:
    """The cell of a placement, a flip or a return; `x5` alone is a placement in column x."""
    return board.index(text if text in board.names else text[1:])


def _fell_on_a_piece(scene: Scene, state: Position, cell: int) -> bool:
    """Whether the last drop was lost: the piece on its square is older than the drop."""
    before = state.clone()
    if scene.announced:
        before.undo()
    before.undo()
    return before.stones()[cell] != EMPTY


def _landing(state: Position, scene: Scene, line: str) -> frozenset[int]:
    """The vacant squares that a roll for a line can hit."""
    return frozenset(cell for cell in state.landing(line) if scene.stones[cell] == EMPTY)


def _describe(state: Position, status: str) -> str:
    """The position in words: the game, how it stands, every stone."""
    board, stones = state.game.board, state.stones()
    parts = [f"{state.game.spec}. Ply {state.ply()}, {status}."]
    for colour, name in enumerate(state.game.colour_names):
        cells = [board.names[cell] for cell in range(board.num_cells) if stones[cell] == colour]
        parts.append(f"{name.capitalize()}: {' '.join(cells) if cells else 'no stones'}.")
    if moves := state.moves():
        parts.append(f"Last move: {moves[-1]}.")
    if chain := state.winning_cells():
        parts.append(f"Won through {' '.join(board.names[cell] for cell in chain)}.")
    return " ".join(parts)


def _read_heat(board: Board, heat: Mapping[CellKey, float] | Sequence[float] | None) -> tuple[tuple[int, float], ...]:
    if heat is None:
        return ()
    if not isinstance(heat, Mapping) and len(heat) != board.num_cells:
        message = f"{len(heat)} heat values for {board.num_cells} cells"
        raise DrawingError(message, slug="drawing/heat", text=str(len(heat)))
    pairs = heat.items() if isinstance(heat, Mapping) else enumerate(heat)
    values = {find_cell(board, cell): value for cell, value in pairs}
    return tuple((cell, _share(board.names[cell], values[cell])) for cell in sorted(values))


def _share(name: str, value: object) -> float:
    """A cell's heat, checked."""
    if isinstance(value, Real):
        share = float(value)
        if 0.0 <= share <= 1.0:
            return share
    message = f"heat of {name} is {value!r}; it must lie between 0 and 1"
    raise DrawingError(message, slug="drawing/heat", text=str(value), position=name)


def _read_marks(board: Board, marks: Mapping[CellKey, str] | None) -> tuple[tuple[int, str], ...]:
    found = {find_cell(board, cell): text for cell, text in (marks or {}).items()}
    return tuple((cell, _label(board.names[cell], found[cell])) for cell in sorted(found))


def _label(name: str, text: object) -> str:
    """The text of a mark, checked."""
    if isinstance(text, str) and 1 <= len(text) <= _LONGEST_LABEL:
        return text
    message = f"the mark on {name} must be a text of 1 to {_LONGEST_LABEL} characters, not {text!r}"
    raise DrawingError(message, slug="drawing/mark", text=str(text), position=name)


def _read_colour(names: tuple[str, str], colour: str | int) -> int:
    for number, name in enumerate(names):
        if colour == name or (colour == number and not isinstance(colour, bool)):
            return number
    message = f"{colour!r} is no colour; there are {names[0]} and {names[1]}"
    raise DrawingError(message, slug="drawing/colour", text=str(colour), legal=names)
