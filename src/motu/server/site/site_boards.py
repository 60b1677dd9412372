"""The boards that a site without a server has: how they look, and what a line through a chain needs (floor: server)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import msgspec
import numpy as np

from motu.drawing.chains import PIECE_INSET
from motu.drawing.geometry import Point
from motu.drawing.reef import reef_of
from motu.drawing.wood import EDGE_OUT
from motu.errors import MotuError
from motu.games import PRESETS, Game, load_game
from motu.games.parameters import Parameter
from motu.games.registry import GAMES
from motu.puzzles import shipped_puzzles
from motu.server.site.packed import SUFFIX, packed
from motu.server.views import BoardView, Place, board_view

GENTLE = ("gan", "atoll", "atomorph")
"""What a first game begins without the pie rule (web/js/games/first_game.js)."""
UNITS = 40
"""Of a ground, for the distance between cells."""
SAME = 0.05
"""Outlines are alike that differ by no more, in these units: a tenth of a pixel."""
CELLS = "@"
CLEAR = 0.05
"""By so much cells that are no neighbours are farther apart than those that are, in cells."""
FIRST = ("gan", "atoll", "atomorph", "atmalof")
"""The games that the first page shows (web/js/views/home.js): their boards lie apart."""

SIZES = (
    *(f"hex(size={size})" for size in (5, 6, 7, 8, 9, 11, 13)),
    *(f"atoll(size={size})" for size in (5, 7, 9, 11)),
    *(f"atomorph(size={size})" for size in (4, 5, 6, 7, 9, 11)),
)
"""Boards that are offered besides named ones and those of lessons, rules and puzzles."""

_GROUND_CELLS = re.compile(r'<path id="ground-cells" d="(M[^"]*Z)"')
_SPEC = re.compile(rb"\bspec: ?'([^']+)'")


class ReefPlace(msgspec.Struct, frozen=True):
    """A stone of the reef round a board of hexagons."""

    place: Point
    islands: tuple[int, ...]
    cells: tuple[int, ...]


class SiteBoard(msgspec.Struct, frozen=True):
    """A board as a file of the site (web/js/site/chain_lines.js)."""

    view: BoardView
    """Without its polygons, and without neighbours where `reach` says which they are."""
    reach: float
    """The distance within which cells are neighbours, a little more than it takes; 0 where that is not so."""
    shapes: tuple[tuple[Point, ...], ...]
    """The polygons that there are, as seen from the centre of a cell."""
    shape_of: tuple[int, ...]
    """Which of them each cell has; nothing where there is one alone."""
    cells: tuple[Point, ...]
    """The outline of a cell in the ground, as seen from its centre, in the ground's units; nothing where it has none.
    The ground has `CELLS` in the place of all of them."""
    reef: tuple[ReefPlace, ...]
    inset: float
    """What a line through a chain leaves open before a piece, in cells."""
    edge_out: float
    """How far it goes out to an edge."""


def site_board(game: Game) -> SiteBoard:
    """Return the board of a game as it lies in the site."""
    view = board_view(game)
    outlines = [_seen_from(centre, polygon) for centre, polygon in zip(view.centres, view.polygons, strict=True)]
    shapes = tuple(dict.fromkeys(outlines))
    shape_of = tuple(map(shapes.index, outlines)) if len(shapes) > 1 else ()
    reef = tuple(ReefPlace(stone.place, stone.islands, stone.cells) for stone in reef_of(game.board))
    reach = _reach_of(view)
    ground, cells = _without_cells(view)
    neighbours = () if reach else view.neighbours
    view = msgspec.structs.replace(view, polygons=(), neighbours=neighbours, ground=ground)
    inset = PIECE_INSET if game.board.kind == "squares" else 0.0
    return SiteBoard(view, reach, shapes, shape_of, cells, reef, inset, EDGE_OUT)


def _without_cells(view: BoardView) -> tuple[str, tuple[Point, ...]]:
    """Return the ground without the outlines of its cells, and that of one; the whole ground where they differ."""
    found = _GROUND_CELLS.search(view.ground)
    if found is None:
        return view.ground, ()
    outlines = [
        np.array([point.split(",") for point in path.split("L")], dtype=float) for path in found[1][1:-1].split("ZM")
    ]
    centres = UNITS * np.array([(place.x, place.y) for place in view.centres])
    if len(outlines) != len(centres) or len({outline.shape for outline in outlines}) != 1:
        return view.ground, ()
    seen = np.array(outlines) - centres[:, None]
    cell = seen.mean(axis=0).round(2)
    if float(np.abs(seen - cell).max()) > SAME:
        return view.ground, ()
    whole = view.ground[: found.start(1)] + CELLS + view.ground[found.end(1) :]
    return whole, tuple((float(x), float(y)) for x, y in cell)


def _reach_of(view: BoardView) -> float:
    """Return a distance within which cells are neighbours, and no others; 0 where there is none."""
    places = np.array([(place.x, place.y) for place in view.centres])
    distances = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    joined = np.zeros(distances.shape, dtype=bool)
    for cell, near in enumerate(view.neighbours):
        joined[cell, list(near)] = True
    apart = ~joined & ~np.eye(len(places), dtype=bool)
    most = float(distances[joined].max(initial=0.0))
    least = float(distances[apart].min(initial=2 * most + 1))
    return round((most + least) / 2, 3) if least - most > CLEAR else 0.0


def _seen_from(centre: Place, polygon: Sequence[Place]) -> tuple[Point, ...]:
    """Return a polygon with two digits after the point: places have three, which differ by rounding."""
    return tuple((round(corner.x - centre.x, 2), round(corner.y - centre.y, 2)) for corner in polygon)


@cache
def rule_keys() -> dict[str, tuple[str, ...]]:
    """Return by game the keys of a spec that leave its board as it is, found by trying them.

    What a `BoardView` says of pieces and lines the page takes from the spec.
    """
    return {
        name: tuple(each.key for each in row.parameters if each.kind != "file" and _leaves_board(name, each))
        for name, row in GAMES.items()
    }


def _leaves_board(name: str, parameter: Parameter) -> bool:
    usual = load_game(name)
    for value in _other_values(parameter):
        try:
            other = load_game(f"{name}({parameter.key}={value})")
        except MotuError:
            continue
        return _looks(other) == _looks(usual)
    return False


def _other_values(parameter: Parameter) -> Sequence[object]:
    if parameter.kind == "number":
        return [int(parameter.default) + step for step in (-1, 1)] if parameter.default else []
    values = ("true", "false") if parameter.kind == "switch" else parameter.choices
    return [value for value in values if value != parameter.default]


def _looks(game: Game) -> SiteBoard:
    """Return what is to be seen of a game's board, whatever its rules."""
    board = site_board(game)
    return msgspec.structs.replace(board, view=msgspec.structs.replace(board.view, spec="", pieces=0, line=0))


def board_key(spec: str) -> str:
    """Return what all specs of a board have in common.

    Args:
        spec: In full.
    """
    name, _, inside = spec.removesuffix(")").partition("(")
    kept = [part for part in inside.split(",") if part.partition("=")[0] not in rule_keys()[name]]
    return f"{name}({','.join(kept)})"


def wanted_specs(scripts: Mapping[str, bytes], rules_pages: Iterable[bytes]) -> list[str]:
    """Return the games whose boards the pages show: named ones, usual sizes, and those of lessons, rules and puzzles.

    Args:
        scripts: Name of a module -> its source.
        rules_pages: The rules as the pages read them.
    """
    asked = [spec.decode() for source in scripts.values() for spec in _SPEC.findall(source)]
    asked += [spec for page in rules_pages for spec in _specs_in(msgspec.json.decode(page))]
    return list(dict.fromkeys([*PRESETS, *SIZES, *asked, *(each.spec for each in shipped_puzzles().values())]))


def _specs_in(data: object) -> list[str]:
    if isinstance(data, dict):
        own = [data["spec"]] if isinstance(data.get("spec"), str) else []
        return [*own, *(spec for value in data.values() for spec in _specs_in(value))]
    return [spec for each in data for spec in _specs_in(each)] if isinstance(data, list) else []


def site_boards(specs: Iterable[str]) -> dict[str, bytes]:
    """Return the files of boards, `boards.json` among them, which says where each lies (web/js/site/rules.js)."""
    games = {board_key(game.spec): game for game in map(load_game, reversed([*FIRST, *specs]))}
    first = [board_key(load_game(spec).spec) for spec in FIRST]
    places = {key: f"first/{first.index(key)}" if key in first else str(number) for number, key in enumerate(games)}
    boards = {places[key]: site_board(game) for key, game in games.items()}
    more = {place: board for place, board in boards.items() if not place.startswith("first/")}
    files = {f"boards/{place}.json": msgspec.json.encode({place: boards[place]}) for place in boards.keys() - more}
    files["boards.json"] = msgspec.json.encode({"rules": rule_keys(), "boards": places})
    return files | {f"boards/more{SUFFIX}": packed(msgspec.json.encode(more))}
