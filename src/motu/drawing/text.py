"""Boards as plain text, for terminals and `str(state)`.

Every cell is a few characters wide; the last turn stands in parentheses, island stones lie round the rim, winning
stones are filled diamonds or open ones. Nothing is told by colour alone, so the plain text says as much as the styled
one.

Floor: drawing. Invariant: no line ends in a blank, and lines keep their columns whatever is on the board.
"""

import math
from dataclasses import dataclass, field

from motu.boards import Board
from motu.drawing.coordinates import coordinates_of
from motu.drawing.geometry import Point
from motu.drawing.position import Position
from motu.drawing.reef import ReefStone, reef_of
from motu.drawing.scene import EMPTY, Scene, scene_of

_ROW_HEIGHT = math.sqrt(3) / 2


@dataclass(frozen=True, slots=True)
class Signs:
    """The characters of a text board."""

    empty: str
    stones: dict[str, str]
    """Colour to the sign of its stones."""
    won: dict[str, str]
    """Colour to the sign of its stones in the winning chain."""
    islands: dict[str, str]
    """Colour to the sign of its island stones."""
    between: str
    """The place between two islands."""
    upright: str
    """Between the basic rectangle and the columns beyond it."""
    lying: str
    """Between the basic rectangle and the rows beyond it."""
    landing: str
    """A vacant square that the coming roll can hit."""


UNICODE = Signs(
    empty="·",
    stones={"black": "●", "white": "○", "red": "R", "blue": "B"},
    won={"black": "◆", "white": "◇", "red": "R", "blue": "B"},
    islands={"black": "▪", "white": "▫"},
    between="+",
    upright="┊",
    lying="┄",
    landing="□",
)
ASCII = Signs(
    empty=".",
    stones={"black": "X", "white": "O", "red": "R", "blue": "B"},
    won={"black": "#", "white": "@", "red": "R", "blue": "B"},
    islands={"black": "x", "white": "o"},
    between="+",
    upright="|",
    lying="-",
    landing="_",
)

STYLES = {
    "black": "bold cyan",
    "white": "bold white",
    "red": "bold red",
    "blue": "bold blue",
    "black-island": "cyan",
    "white-island": "white",
    "empty": "dim",
    "last": "bold red",
    "won": "bold yellow",
    "weak": "red",
    "landing": "yellow",
    "coordinate": "dim",
    "announced": "bold reverse",
}
"""What a sign is to the style that a terminal shows it in; the names are those of Rich's console markup."""


@dataclass(slots=True)
class _Canvas:
    """Characters and styles by line and column; both may begin below zero."""

    signs: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)

    def put(self, line: int, column: int, text: str, style: str = "") -> None:
        """Write a text centred on a column; of an even number of characters the larger part stands on the left."""
        start = column - len(text) // 2
        for offset, sign in enumerate(text):
            if sign != " ":
                self.signs[line, start + offset] = (sign, style)

    def put_right(self, line: int, column: int, text: str, style: str = "") -> None:
        """Write a text that ends at a column."""
        self.put(line, column - len(text) + 1 + len(text) // 2, text, style)

    def rows(self) -> list[list[tuple[str, str]]]:
        """Return (sign, style) line by line, from the leftmost sign of all, without blanks at the ends."""
        left = min(column for _, column in self.signs)
        lines = [line for line, _ in self.signs]
        found = []
        for line in range(min(lines), max(lines) + 1):
            columns = [column for at, column in self.signs if at == line]
            span = range(left, max(columns) + 1) if columns else range(0)
            found.append([self.signs.get((line, column), (" ", "")) for column in span])
        return found


def draw_text(
    subject: Position | Board,
    *,
    coordinates: bool = True,
    ascii_only: bool = False,
    styled: bool = False,
    weak: bool = True,
) -> str:
    """Draw a position, or an empty board, as text.

    Args:
        subject: A state of any game, or a board.
        coordinates: Whether columns and rows are named.
        ascii_only: Whether to do without characters beyond ASCII.
        styled: Whether to put Rich's console markup round the signs, such as `[bold red]R[/]`.
        weak: Whether weak stones are marked with `?` and contested ones with `!` (Atomorph).

    Returns:
        The lines, without a line break at the end: the board, an empty line, what the signs mean and who is to move.
    """
    scene = scene_of(subject, weak=weak)
    return draw_scene_text(scene, coordinates=coordinates, ascii_only=ascii_only, styled=styled)


def draw_scene_text(scene: Scene, *, coordinates: bool = True, ascii_only: bool = False, styled: bool = False) -> str:
    """Draw what a scene shows as text; the arguments and the result are those of `draw_text`."""
    signs = ASCII if ascii_only else UNICODE
    canvas = _Canvas()
    {"hexagons": _hexagons, "points": _points, "squares": _squares}[scene.board.kind](scene, signs, canvas, coordinates)
    lines = [_line_text(row, styled=styled) for row in canvas.rows()]
    return "\n".join([*lines, "", *_legend(scene, signs, styled=styled)])


def _line_text(row: list[tuple[str, str]], *, styled: bool) -> str:
    """A line of the board; neighbouring signs of one style share their markup."""
    if not styled:
        return "".join(sign for sign, _ in row)
    parts: list[str] = []
    index = 0
    while index < len(row):
        style, end = row[index][1], index
        while end < len(row) and row[end][1] == style:
            end += 1
        parts.append(_styled("".join(sign for sign, _ in row[index:end]), style))
        index = end
    return "".join(parts)


def _styled(text: str, style: str) -> str:
    return f"[{STYLES[style]}]{text}[/]" if style else text


def _legend(scene: Scene, signs: Signs, *, styled: bool) -> list[str]:
    """One line that says what the signs mean and how the game stands."""
    colours = [(signs.stones[name], name) for name in scene.colour_names]
    meanings = [f"{_styled(sign, name) if styled else sign} {name}" for sign, name in colours]
    if scene.status:
        meanings.append(scene.status)
    lines = ["   ".join(meanings)]
    if scene.weak:
        lines.append("? weak   ! contested" if scene.contested else "? weak")
    if scene.missed:
        lines.append(f"the last drop fell on {scene.board.names[scene.last[-1]]}, which was occupied")
    return lines


def _put_cell(scene: Scene, signs: Signs, canvas: _Canvas, cell: int, at: tuple[int, int]) -> None:
    """Write one cell, three characters wide."""
    line, column = at
    if scene.stones[cell] == EMPTY:
        landing = cell in scene.landing
        canvas.put(line, column, signs.landing if landing else signs.empty, "landing" if landing else "empty")
    else:
        colour = scene.colour_names[scene.stones[cell]]
        won = cell in scene.chain
        canvas.put(line, column, (signs.won if won else signs.stones)[colour], "won" if won else colour)
    if cell in scene.last:
        canvas.put(line, column - 1, "(", "last")
        canvas.put(line, column + 1, ")", "last")
    elif cell in scene.chain and scene.board.kind == "squares":
        canvas.put(line, column - 1, "*", "won")
        canvas.put(line, column + 1, "*", "won")
    if cell in scene.weak:
        canvas.put(line, column + 1, "!" if cell in scene.contested else "?", "weak")


def _hexagons(scene: Scene, signs: Signs, canvas: _Canvas, coordinates: bool) -> None:
    """Upright columns are three characters apart and cells two lines high; lying rows are shifted by one character."""
    board = scene.board
    reef = reef_of(board)
    for cell, (x, y) in enumerate(board.centres.tolist()):
        _put_cell(scene, signs, canvas, cell, _grid_place(board, (x, y)))
    for stone in reef:
        canvas.put(*_grid_place(board, stone.place), *_island_sign(scene, signs, stone))
    if coordinates:
        for label in coordinates_of(board):
            line, column = _grid_place(board, label.place)
            if label.is_column:
                canvas.put(line, column, label.text, "coordinate")
            else:
                canvas.put_right(line, column - (not board.flat_topped), label.text, "coordinate")


def _island_sign(scene: Scene, signs: Signs, stone: ReefStone) -> tuple[str, str]:
    colours = {scene.board.islands[island].colour for island in stone.islands}
    if len(colours) > 1:
        return signs.between, "empty"
    colour = scene.colour_names[colours.pop()]
    return signs.islands[colour], f"{colour}-island"


def _grid_place(board: Board, point: Point) -> tuple[int, int]:
    """Line and column of a place on a board of hexagons."""
    x, y = point
    if board.flat_topped:
        return round(2 * y), round(3 * x / _ROW_HEIGHT)
    return round(y / _ROW_HEIGHT), round(2 * x)


def _points(scene: Scene, signs: Signs, canvas: _Canvas, coordinates: bool) -> None:
    """Points are three characters apart; the edges lie round them as rows of island stones."""
    size = scene.board.width
    for cell, (x, y) in enumerate(scene.board.centres.tolist()):
        _put_cell(scene, signs, canvas, cell, (round(y), 3 * round(x)))
    sides = [scene.colour_names[island.colour] for island in scene.board.islands]
    for index in range(size):
        for colour, line, column in (
            (sides[0], -1, 3 * index),
            (sides[1], index, 3 * size),
            (sides[2], size, 3 * index),
            (sides[3], index, -3),
        ):
            canvas.put(line, column, signs.islands[colour], f"{colour}-island")
    if coordinates:
        for index in range(size):
            canvas.put(size + 1, 3 * index, scene.board.names[index].rstrip("0123456789"), "coordinate")
            canvas.put_right(size - 1 - index, -5, str(index + 1), "coordinate")


def _squares(scene: Scene, signs: Signs, canvas: _Canvas, coordinates: bool) -> None:
    """Squares are three characters apart; a dashed line divides off what no roll can reach."""
    board = scene.board
    lines = [row + (row >= board.drop_rows) for row in range(board.height)]
    columns = [3 * column + 2 * (column >= board.drop_columns) for column in range(board.width)]
    for cell, (column, row) in enumerate(board.coordinates):
        _put_cell(scene, signs, canvas, cell, (lines[row], columns[column]))
    if board.drop_columns < board.width:
        for line in range(lines[-1] + 1):
            canvas.put(line, columns[board.drop_columns] - 2, signs.upright, "empty")
    if board.drop_rows < board.height:
        for column in range(-1, columns[-1] + 2):
            canvas.put(lines[board.drop_rows] - 1, column, signs.lying, "empty")
    if coordinates:
        _put_line_numbers(scene, canvas, lines, columns)


def _put_line_numbers(scene: Scene, canvas: _Canvas, lines: list[int], columns: list[int]) -> None:
    """The numbers of rows and columns; an arrow points from the announced one."""
    for row, line in enumerate(lines):
        chosen = scene.announced == f"r{row + 1}"
        canvas.put_right(line, -3, f"{row + 1}", "announced" if chosen else "coordinate")
        if chosen:
            canvas.put(line, -2, ">", "landing")
    for index, column in enumerate(columns):
        chosen = scene.announced == f"c{index + 1}"
        canvas.put(-2, column, f"{index + 1}", "announced" if chosen else "coordinate")
        if chosen:
            canvas.put(-1, column, "v", "landing")
