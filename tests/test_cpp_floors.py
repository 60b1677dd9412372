"""The floors of the C++ side: what each folder of cpp/motu may include, and that only rooms know their games.

The same as the layers contract for Python in pyproject.toml, read from the `#include` lines.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

CPP = Path(__file__).parent.parent / "cpp" / "motu"
GAMES = ("atoll", "atomorph", "atmalof")
ROOMS = (*GAMES, "tic")  # the last one is the worked example of CONTRIBUTING.md
# What a folder of the core may include besides itself.
BELOW = {
    "core/base": (),
    "core/boards": ("core/base",),
    "core/tables": ("core/base",),
    "core/state": ("core/base",),
    "core/specs": ("core/base", "core/state"),
    "core/batch": ("core/base", "core/state"),
    "core/search": ("core/base", "core/state"),
    "core/levels": ("core/base", "core/state", "core/search"),
    "core/nets": ("core/base", "core/state", "core/search"),
    "core/review": ("core/base", "core/state", "core/search"),
    "core/selfplay": ("core/base", "core/state", "core/search", "core/nets"),
}
CORE = tuple(BELOW)
INCLUDE = re.compile(r'^#include "motu/([^"]+)"', re.MULTILINE)
COMMENT = re.compile(r"//[^\n]*")
GAME_NAME = re.compile("|".join(GAMES), re.IGNORECASE)


def sources(folder: str) -> list[Path]:
    return sorted(path for path in (CPP / folder).iterdir() if path.suffix in (".hpp", ".cpp"))


def includes_of(path: Path) -> list[str]:
    return INCLUDE.findall(path.read_text(encoding="utf-8"))


def folder_of(include: str) -> str:
    return include.rpartition("/")[0]


def strays(folder: str, allowed: tuple[str, ...]) -> Iterator[str]:
    for path in sources(folder):
        for include in includes_of(path):
            if folder_of(include) not in (folder, *allowed):
                yield f"{path.relative_to(CPP)} includes {include}"


@pytest.mark.parametrize("folder", CORE)
def test_the_core_includes_only_the_floors_below(folder: str) -> None:
    assert list(strays(folder, BELOW[folder])) == []


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_includes_the_core_and_itself_and_no_other_room(room: str) -> None:
    assert list(strays(room, CORE)) == []


@pytest.mark.parametrize("room", ROOMS)
def test_what_a_room_shows_to_python_includes_nothing_of_another_room(room: str) -> None:
    assert list(strays(f"{room}/bindings", (*CORE, room, "bindings"))) == []


def test_the_bindings_of_the_core_include_no_room() -> None:
    assert list(strays("bindings", (*CORE, ""))) == []  # "" is games.def, the list of the rooms


def test_python_is_known_to_the_bindings_alone() -> None:
    outside = [path for folder in (*CORE, *ROOMS) for path in sources(folder)]
    assert [str(path) for path in outside if "nanobind" in path.read_text(encoding="utf-8")] == []


def test_the_interpreters_lock_is_taken_and_given_away_in_one_place() -> None:
    by_itself = re.compile(r"gil_scoped_|PyGILState_|PyEval_(?:Save|Restore)Thread")
    shown = [path for folder in ("bindings", *(f"{room}/bindings" for room in ROOMS)) for path in sources(folder)]
    named = [path.name for path in shown if by_itself.search(path.read_text(encoding="utf-8"))]
    assert named == ["interpreter_lock.hpp"]


@pytest.mark.parametrize("folder", [*CORE, "bindings"])
def test_code_outside_the_rooms_names_no_game(folder: str) -> None:
    code = {path: COMMENT.sub("", path.read_text(encoding="utf-8")) for path in sources(folder)}
    assert [str(path.relative_to(CPP)) for path, text in code.items() if GAME_NAME.search(text)] == []


def test_no_code_finds_out_a_game_by_a_cast() -> None:
    outside = [path for folder in (*CORE, *ROOMS, "bindings") for path in sources(folder)]
    assert [str(path) for path in outside if "dynamic_cast" in path.read_text(encoding="utf-8")] == []


def test_every_room_stands_in_the_list_of_games() -> None:
    named = re.findall(r"^MOTU_GAME\((\w+)\)", (CPP / "games.def").read_text(encoding="utf-8"), re.MULTILINE)
    assert tuple(named) == ROOMS


def test_there_are_no_folders_but_the_named_ones() -> None:
    folders = {str(path.parent.relative_to(CPP)) for path in CPP.rglob("*.[ch]pp")}
    of_rooms = {f"{room}{part}" for room in ROOMS for part in ("", "/bindings")}
    of_rooms |= {f"{game}/tests" for game in GAMES}
    assert folders == {*CORE, "core/tests", "bindings", "bench", *of_rooms}


def test_files_do_not_include_each_other_in_circles() -> None:
    graph = {str(path.relative_to(CPP)): includes_of(path) for path in CPP.rglob("*.[ch]pp")}
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, " -> ".join((*trail, name))
        if name in done:
            return
        for include in graph.get(name, []):
            visit(include, (*trail, name))
        done.add(name)

    for name in graph:
        visit(name, ())
