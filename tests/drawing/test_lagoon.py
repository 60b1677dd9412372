"""Islands of every board keep clear of each other, however acute its corners and however small it is."""

from __future__ import annotations

import itertools

import pytest

from motu.drawing.emblems import draw_emblem, emblem_of
from motu.drawing.lagoon import clearance, girth_of, island_lines
from motu.drawing.pen import Pen
from motu.drawing.themes import LIGHT
from motu.games import load_game

BOARDS = (
    "hex(size=3)",
    "hex(size=11)",
    "hex(size=3x7)",
    "atoll",
    "gan",
    "kiritimati",
    "atoll-12",
    "atoll-24",
    "atoll(size=5)",
    "atoll(board=square,size=5,islands=4)",
    "atoll(board=rhombus,size=4,islands=8)",
    "atoll(board=rhombus,size=9,islands=8)",
    "atoll(board=hexagon,size=3,islands=12)",
    "atoll(board=triangle,size=6,islands=12)",
)
OUTLINE = 1.34
LEAST_STRIP = 0.08


@pytest.mark.parametrize("spec", BOARDS)
def test_between_two_islands_there_is_sand(spec: str) -> None:
    lines = island_lines(load_game(spec).board)
    around = sorted(lines)
    spared = (1 - girth_of(lines)) * OUTLINE
    strips = [
        clearance(lines[one], lines[other]) + spared for one, other in zip(around, around[1:] + around[:1], strict=True)
    ]
    assert min(strips) >= LEAST_STRIP, strips


@pytest.mark.parametrize("spec", BOARDS)
def test_an_island_stays_an_island(spec: str) -> None:
    lines = island_lines(load_game(spec).board)
    assert 0.6 <= girth_of(lines) <= 1
    assert all(one != other for line in lines.values() for one, other in itertools.pairwise(line))


def test_boards_with_room_have_islands_of_the_usual_width() -> None:
    assert {girth_of(island_lines(load_game(spec).board)) for spec in ("atoll", "gan", "atoll-12", "atoll-24")} == {1.0}


def test_the_signs_of_narrow_islands_are_smaller() -> None:
    board = load_game("atoll(board=hexagon,size=3,islands=12)").board
    pen = Pen(LIGHT, "")
    assert emblem_of(board, 10) == ""
    usual, small = (draw_emblem(pen, board, 10, (0.0, 0.0), "black-island-mark", scale) for scale in (1.0, 0.75))
    assert size_of(small) < size_of(usual)


def size_of(text: str) -> float:
    return float(text.partition('font-size="')[2].partition('"')[0])
