"""What a site without a server has beside its pages: what Python alone can say, beforehand (floor: server)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, timedelta

import msgspec

from motu.games import PRESETS, load_game
from motu.games.line import Line
from motu.games.registry import GAMES as ROWS
from motu.puzzles import GAMES, Puzzle, puzzle_of_the_day, shipped_puzzles
from motu.server.catalogue import catalogue
from motu.server.device_game import lines_json
from motu.server.puzzle_views import EquityView, PuzzleView, equities_of, listed, view_of
from motu.server.site.packed import SUFFIX, packed
from motu.server.site.site_boards import GENTLE
from motu.server.views import PositionView, position_view
from motu.version import VERSION

PICTURES = "js/games/pictures.js"
HOME = "js/views/home.js"

_MIDGAME = re.compile(r"^  (\w+): '([^']+)',$", re.MULTILINE)
_HERO = re.compile(r"^  spec: '(\w+)',\n  moves: '([^']+)',$", re.MULTILINE)


class SitePuzzle(PuzzleView, frozen=True):
    """A puzzle with all that its judge needs (web/js/site/puzzles_desk.js)."""

    solution: tuple[str, ...]
    hint: tuple[str, ...]
    equities: tuple[EquityView, ...]


class FirstAnswers(msgspec.Struct, frozen=True):
    """What the pages ask before the engine has come (web/js/site/files.js)."""

    specs: dict[str, str]
    """A spec as the pages have it -> the same in full."""
    positions: dict[str, PositionView]
    """A spec and moves, with blanks between them -> the position."""
    dice: tuple[str, ...]
    """The games that have dice."""


def site_data(scripts: Mapping[str, bytes], specs: list[str]) -> dict[str, bytes]:
    """Return the files, by their names.

    Args:
        scripts: Name of a module -> its source.
        specs: All specs that the pages ask about.
    """
    told: dict[str, object] = {
        "about": {"status": "ok", "version": VERSION},
        "catalogue": catalogue(),
        "first": _first_answers(scripts, specs),
    }
    files = {f"{name}.json": msgspec.json.encode(data) for name, data in told.items()}
    return files | {"lines.json": lines_json()} | _puzzle_files()


def _first_answers(scripts: Mapping[str, bytes], specs: list[str]) -> FirstAnswers:
    gentle = [f"{name}(swap=false)" for name in GENTLE]
    whole = {spec: load_game(spec).spec for spec in dict.fromkeys([*specs, *gentle])}
    whole |= {spec: spec for spec in whole.values()}
    begun = dict.fromkeys([*gentle, *(spec for spec in PRESETS), *(whole[spec] for spec in [*gentle, *PRESETS])])
    lines = [(spec, "") for spec in begun if load_game(spec).board.num_cells <= MOST_CELLS]
    positions = {" ".join([spec, *moves.split()]): _view(spec, moves) for spec, moves in [*lines, *_pictures(scripts)]}
    dice = tuple(name for name, row in ROWS.items() if row.has_dice)
    return FirstAnswers(whole, positions, dice)


MOST_CELLS = 150
"""Cells of the largest board whose beginning nobody waits for."""


def _pictures(scripts: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """Yield the games that the first pages show: spec and moves."""
    yield from _HERO.findall(scripts[HOME].decode())
    yield from _MIDGAME.findall(scripts[PICTURES].decode())


def _view(spec: str, moves: str) -> PositionView:
    view = position_view(Line(spec=spec, moves=tuple(moves.split())).replay())
    return msgspec.structs.replace(view, description="")  # for programs: the pages have words of their own


def _puzzle_list() -> dict[str, object]:
    puzzles = list(shipped_puzzles().values())
    numbers = {puzzle.id: number for number, puzzle in enumerate(puzzles)}
    day = date.fromordinal(len(puzzles) * 1000)  # the first of a round of days
    days = [numbers[puzzle_of_the_day(day + timedelta(each), puzzles).id] for each in range(len(puzzles))]
    return {"puzzles": listed(puzzles, {}), "days": days}


def _puzzle_files() -> dict[str, bytes]:
    puzzles = list(shipped_puzzles().values())
    told: dict[str, object] = {
        game: {each.id: _whole(each) for each in puzzles if each.game == game} for game in GAMES
    } | {"list": _puzzle_list()}
    return {f"puzzles/{name}{SUFFIX}": packed(msgspec.json.encode(data)) for name, data in told.items()}


def rules_files(pages: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the rules in words, those in one language in one file.

    Args:
        pages: Name of a page, such as "rules/atoll.eo.json" -> what is in it.
    """
    by_language: dict[str, dict[str, msgspec.Raw]] = {}
    for path, page in pages.items():
        name, language, _ = path.rsplit("/", 1)[1].split(".")
        by_language.setdefault(language, {})[name] = msgspec.Raw(page)
    return {f"rules/{code}{SUFFIX}": packed(msgspec.json.encode(told)) for code, told in by_language.items()}


def _whole(puzzle: Puzzle) -> SitePuzzle:
    asked = msgspec.structs.asdict(view_of(puzzle))
    return SitePuzzle(**asked, solution=puzzle.solution, hint=puzzle.hint(), equities=equities_of(puzzle))
