"""A game is named in its own room only: no other code of Python asks which game it has, but in the listed places.

What a game is, its row says (`rules.type`) and its rules; other floors ask for a property, such as `has_dice`.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from motu.games import GAMES
from motu.search.configuration import BEST
from motu.search.levels import load_levels
from motu.server.lists import GameName
from motu.solve import SOLVERS

SOURCES = Path(__file__).parent.parent / "src" / "motu"

ROOMS = {
    "atoll": (
        "games/rooms/atoll.py",
        "games/formats/abstract_play.py",
        "eval/connections.py",
        "solve/connection_solver.py",
    ),
    "atomorph": ("games/rooms/atomorph.py", "eval/flips.py", "solve/flip_solver.py", "solve/flip_tables.py"),
    "atmalof": ("games/rooms/atmalof.py", "eval/lines.py", "solve/line_solver.py"),
}
"""The files of one game: its room, and what it has to itself on higher floors. Each names its own game alone."""

PLACES = {
    "cli/application.py": "the game of commands that are told none",
    "server/pictures.py": "a position of each game that stands for it in the preview of a link",
    "server/previews.py": "what the preview of a link says of each game",
    "server/lists.py": "the type of a query's value, which has to be written out",
    "server/site/site_boards.py": "the games that the first page of a site shows, whose boards come first",
    "solve/solvers.py": "the table of solvers, which stand above the rows",
    "testing/registry.py": "the sizes that make a game small enough for tests",
    "testing/signature.py": "which games and evaluators the signature is made of",
    "train/network.py": "no game: the lattice of a net's convolutions",
}
"""Where else a game is named, and why. Before you add a line: could the row have a property to ask for?"""

SPOKEN = {"hex": "atoll"} | {name: name for name in ROOMS}
"""Whose each name is."""
CLASSES = {row.rules.__name__: name for name, row in GAMES.items()}


def code_of(path: str) -> Iterator[ast.AST]:
    """What stands in a file, imports left out: they alone decide nothing."""
    tree = ast.parse((SOURCES / path).read_text(encoding="utf-8"))
    return (node for node in ast.walk(tree) if not isinstance(node, ast.Import | ast.ImportFrom | ast.alias))


def game_named_by(node: ast.AST) -> str | None:
    """The game that a node of code names by a text or by the class of its rules."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return SPOKEN.get(node.value.strip("-( ").lower())
    if isinstance(node, ast.Name):
        return CLASSES.get(node.id)
    return CLASSES.get(node.attr) if isinstance(node, ast.Attribute) else None


def games_named_in(path: str) -> set[str]:
    return {game for node in code_of(path) if (game := game_named_by(node)) is not None}


@pytest.fixture(scope="module")
def named() -> dict[str, set[str]]:
    """The games that each file of motu names, of those that name any."""
    paths = sorted(str(path.relative_to(SOURCES)) for path in SOURCES.rglob("*.py"))
    return {path: games for path in paths if (games := games_named_in(path))}


def test_a_game_is_named_in_its_room_and_in_the_listed_places_only(named: dict[str, set[str]]) -> None:
    rooms = {path for paths in ROOMS.values() for path in paths}
    assert named.keys() - rooms - PLACES.keys() == set()


@pytest.mark.parametrize("game", ROOMS)
def test_a_room_names_no_other_game(game: str, named: dict[str, set[str]]) -> None:
    assert {path: named.get(path) for path in ROOMS[game]} == {path: {game} for path in ROOMS[game]}


def test_the_list_of_places_is_short_and_has_no_place_too_many(named: dict[str, set[str]]) -> None:
    assert len(PLACES) < 10
    assert PLACES.keys() <= named.keys()


def test_every_game_has_a_room() -> None:
    assert ROOMS.keys() == GAMES.keys()


def test_tables_of_higher_floors_have_the_games_of_the_registry() -> None:
    assert BEST.keys() == GAMES.keys()
    assert load_levels().keys() == GAMES.keys()
    assert SOLVERS.keys() == GAMES.keys()
    assert get_args(GameName) == tuple(GAMES)


@pytest.mark.parametrize(
    "code", ['name == "Hex"', "isinstance(rules, AtollRules)", "motu.AtollRules()", 'f"atoll-{size}"']
)
def test_a_name_is_seen_as_a_text_and_as_a_class(code: str) -> None:
    assert {game_named_by(node) for node in ast.walk(ast.parse(code))} - {None} == {"atoll"}
