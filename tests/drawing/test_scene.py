"""What a picture shows is read off the position, and options are checked."""

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

import motu
from drawing.gallery import CONTESTED, GALLERY, play
from motu.drawing import scene_of
from motu.errors import DrawingError


def names(state: motu.State, cells: Any) -> list[str]:
    return sorted(state.game.board.names[cell] for cell in cells)


@pytest.mark.parametrize(
    ("spec", "moves", "last"),
    [
        ("atoll", "f6", ["f6"]),
        ("atoll", "f6 swap", ["f6"]),
        ("atoll(size=27)", "a1 x20", ["x20"]),
        ("atomorph(size=25)", "a1 x5", ["x5"]),
        ("atomorph(size=5)", CONTESTED + " xc3", ["c3"]),
        ("atomorph(size=5,return_stone=true)", CONTESTED + " xc3 @a1", ["a1"]),
        ("atomorph(size=5,return_stone=true)", CONTESTED + " xc3 @a1 e5", ["a1", "e5"]),
        ("atmalof", "r4=6", ["r4c6"]),
        ("atmalof", "c4=6", ["r6c4"]),
        ("atmalof", "r4=6 c2", ["r4c6"]),
        ("atmalof", "r4=6 r1=1 r4c6-r5c7", ["r5c7"]),
        ("atmalof", "r4", []),
        ("atoll", "", []),
    ],
)
def test_last_turn(spec: str, moves: str, last: list[str]) -> None:
    state = play(spec, moves)
    assert names(state, scene_of(state).last) == last


def test_trail_of_a_move() -> None:
    state = play("atmalof", "r4=6 r1=1 r4c6-r5c7")
    trail = scene_of(state).trail
    assert trail == (state.game.board.index("r4c6"), state.game.board.index("r5c7"))


@pytest.mark.parametrize(
    ("moves", "missed"), [("r4=6", False), ("r4=6 c6=4", True), ("r4=6 c6=4 r1", True), ("r4=6 r1", False)]
)
def test_missed_drop(moves: str, missed: bool) -> None:
    assert scene_of(play("atmalof", moves)).missed is missed


def test_landing_squares_are_vacant_and_in_reach() -> None:
    state = play("atmalof", "r4=5 c6=4 r4")
    assert names(state, scene_of(state).landing) == ["r4c1", "r4c2", "r4c3", "r4c4"]
    state = play("atmalof", "c7")
    assert names(state, scene_of(state).landing) == [f"r{row}c7" for row in range(1, 7)]


def test_weak_and_contested_stones() -> None:
    state = GALLERY["atomorph-contested"]()
    scene = scene_of(state)
    assert names(state, scene.weak) == names(state, scene.contested) == ["c3"]
    assert not scene_of(state, weak=False).weak


def test_stone_beside_the_board() -> None:
    assert scene_of(GALLERY["atomorph-return"]()).waiting == 1
    assert scene_of(GALLERY["atomorph-returned"]()).waiting is None


def test_chain_and_its_colour() -> None:
    state = GALLERY["atoll-third-island"]()
    scene = scene_of(state)
    assert scene.chain == tuple(state.winning_cells())
    assert scene.chain
    assert scene.chain_colour == 0
    assert scene.status == "black has won"


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("atoll-start", "black to move"),
        ("atoll-swapped", "white to move"),
        ("atmalof-announced", "blue rolls for c3"),
        ("atmalof-won", "red has won"),
        ("atomorph-return", "white to put a stone back, then to move"),
    ],
)
def test_status(name: str, status: str) -> None:
    assert scene_of(GALLERY[name]()).status == status


def test_a_draw_is_called_one() -> None:
    stones = {f"{column}{row}": (ord(column) + row) % 2 for column in "abc" for row in range(1, 4)}
    state = motu.load_game("atomorph(size=3,corners=false)").new_state(stones, "black")
    assert state.is_terminal()
    assert scene_of(state).status == "a draw"


def test_description_tells_the_whole_position() -> None:
    description = scene_of(play("hex(size=3)", "b2 a1")).description
    assert "Black: b2." in description
    assert "White: a1." in description
    assert "Last move: a1." in description
    assert "hex" in description or "rhombus" in description


def test_a_scene_is_a_value() -> None:
    state = play("hex(size=3)", "b2")
    scene = scene_of(state)
    assert scene == scene_of(state)
    state.play("a1")
    assert scene != scene_of(state)
    with pytest.raises(FrozenInstanceError):
        scene.title = ""  # type: ignore[misc]


def test_extras_are_sorted_and_by_number() -> None:
    board = motu.load_game("hex(size=3)").board
    scene = scene_of(board, heat={"c3": 1, 0: 0.25}, marks={"B2": "x", "a1": "A"}, ghosts={"c1": "white"}, title="T")
    assert scene.heat == ((0, 0.25), (8, 1.0))
    assert scene.labels == ((0, "A"), (4, "x"))
    assert scene.ghosts == ((2, 1),)
    assert scene.title == "T"
    assert scene_of(board, heat=[0.5] * 9).heat == tuple((cell, 0.5) for cell in range(9))


BAD_EXTRAS: list[tuple[dict[str, Any], str]] = [
    ({"heat": [0.5]}, "drawing/heat"),
    ({"heat": {"a1": 1.5}}, "drawing/heat"),
    ({"heat": {"a1": -0.1}}, "drawing/heat"),
    ({"heat": {"a1": float("nan")}}, "drawing/heat"),
    ({"heat": {"a1": "hot"}}, "drawing/heat"),
    ({"heat": {"z9": 0.5}}, "drawing/cell"),
    ({"marks": {"a1": ""}}, "drawing/mark"),
    ({"marks": {"a1": "ABCDE"}}, "drawing/mark"),
    ({"marks": {"a1": 1}}, "drawing/mark"),
    ({"marks": {99: "A"}}, "drawing/cell"),
    ({"marks": {-1: "A"}}, "drawing/cell"),
    ({"marks": {True: "A"}}, "drawing/cell"),
    ({"marks": {None: "A"}}, "drawing/cell"),
    ({"ghosts": {"a1": "green"}}, "drawing/colour"),
    ({"ghosts": {"a1": 2}}, "drawing/colour"),
    ({"ghosts": {"a1": True}}, "drawing/colour"),
]


@pytest.mark.parametrize(("extras", "slug"), BAD_EXTRAS)
def test_bad_extras_are_refused(extras: dict[str, Any], slug: str) -> None:
    with pytest.raises(DrawingError) as caught:
        scene_of(motu.load_game("hex(size=3)").board, **extras)
    assert caught.value.slug == slug
    assert caught.value.message
