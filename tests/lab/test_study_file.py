"""What a study's file may say, and how it is told what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.studying import grid, plan_of
from motu.errors import StudyError
from motu.lab.study_file import parse_study, read_study, ready_studies


def specs(more: str, game: str = "hex") -> list[str]:
    [found] = parse_study(f"title = 'x'\n[[grid]]\n{grid(game=game, more=more)}").grid
    return [spec for spec, _ in found.specs()]


def test_keys_that_vary_make_every_combination() -> None:
    assert specs("vary = { size = [3, 5], swap = [true, false] }") == [
        "hex(size=3,swap=true)",
        "hex(size=3,swap=false)",
        "hex(size=5,swap=true)",
        "hex(size=5,swap=false)",
    ]
    assert specs("vary = { swap = [false] }", "hex(size=7)") == ["hex(size=7,swap=false)"]
    assert specs("") == ["hex"]


def test_several_games_are_told_from_each_other() -> None:
    [found] = parse_study(f"title = 'x'\n[[grid]]\n{grid()}".replace("'hex(size=3)'", "['gan', 'hex']")).grid
    assert found.specs() == [("gan", {"game": "gan"}), ("hex", {"game": "hex"})]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title = ", "no TOML"),
        ("", "title is missing"),
        ("title = 'x'", "grid is missing"),
        ("title = 'x'\ngrid = []", "a list that is not empty"),
        ("title = 'x'\ncolour = 1\n[[grid]]\n" + grid(), "there is no 'colour'"),
        ("title = 'x'\n[[grid]]\n" + grid(games=0), "grid[0].games is a whole number from 1"),
        ("title = 'x'\n[[grid]]\n" + grid(name="Sizes!"), "grid[0].name is a name of small letters"),
        ("title = 'x'\n[[grid]]\n" + grid(more="pairing = 'some'"), "'all' or 'neighbours' or 'self'"),
        ("title = 'x'\n[[grid]]\n" + grid() + "\n[[grid]]\n" + grid(), "two grids called only"),
    ],
)
def test_what_is_no_study_is_refused_with_the_place(text: str, said: str) -> None:
    with pytest.raises(StudyError) as caught:
        parse_study(text, "mine.toml")
    assert said in caught.value.message
    assert caught.value.slug in ("study/file", "study/field")


@pytest.mark.parametrize(
    ("lines", "said", "slug"),
    [
        (grid(game="tea"), "unknown game 'tea'", "study/game"),
        (grid(players="tea"), "unknown player 'tea'", "study/game"),
        (grid(more="openings = 'tea'"), "openings are all, none", "study/game"),
        (grid(more="vary = { colour = [1] }"), "unknown key 'colour'", "study/game"),
        (grid(players="mcts:10,solved=auto"), "asks what everybody has", "study/game"),
        (grid(more="pairing = 'all'"), "needs two players", "study/game"),
        (grid("swap_map length"), "stands alone", "study/measure"),
        (grid("swap_map", game="atmalof"), "no pie rule", "study/measure"),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_first_game(lines: str, said: str, slug: str) -> None:
    with pytest.raises(StudyError) as caught:
        plan_of(lines)
    assert said in caught.value.message
    assert caught.value.slug == slug


def test_a_grid_that_there_is_not() -> None:
    with pytest.raises(StudyError, match="right are only"):
        plan_of(grid(), only="other")


def test_a_file_that_there_is_not() -> None:
    with pytest.raises(StudyError, match="ready studies are atmalof, atoll"):
        read_study("no.toml")


def test_a_file_is_named_after_itself(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f"title = 'x'\n[[grid]]\n{grid()}")
    assert read_study(str(path))[0] == "mine"


def test_there_is_a_ready_study_of_every_game_and_one_of_the_pie_rule() -> None:
    assert ready_studies() == ["atmalof", "atoll", "atomorph", "hex", "maps"]
