"""Images of positions count as one: whatever is played in a mirror has the same keys and names."""

from __future__ import annotations

import random

import pytest

from motu import Symmetry, load_game
from motu.explorer.folding import FoldedGame, follow, moves_at

SPECS = {
    "hex(size=4)": 2,
    "atoll(size=5)": 2,
    "atoll(board=hexagon,size=4,islands=12)": 6,
    "atomorph(size=4,return_stone=true)": 4,
    "atomorph(size=5,contested=never)": 4,
    "atmalof": 2,
    "junior": 8,
    "atmalof(rows=5,cols=6)": 1,
}
"""Games, and how many images keep the colours."""


def kept(spec: str) -> list[Symmetry]:
    return [each for each in load_game(spec).symmetries if not each.swaps_colours]


def image_of(symmetry: Symmetry, folded: FoldedGame, action: int) -> int:
    state = folded.state
    if not state.is_chance_node():
        return symmetry.actions[action]
    is_row = (state.announced() or "").startswith("r")
    return (symmetry.row_faces if is_row else symmetry.column_faces)[action]


@pytest.mark.parametrize("spec", SPECS)
def test_a_game_and_its_image_are_one(spec: str) -> None:
    game, source = load_game(spec), random.Random(spec)
    assert len(kept(spec)) == SPECS[spec]
    for _ in range(12):
        symmetry = source.choice(kept(spec))
        one, other = (FoldedGame(game.new_initial_state()) for _ in range(2))
        for _ in range(20):
            if one.state.is_terminal():
                break
            action = source.choice(one.state.legal_actions())
            image = image_of(symmetry, one, action)
            if not one.state.is_chance_node():
                assert one.name_of(action) == other.name_of(image)
            one.play(one.state.action_to_string(action))
            other.play(other.state.action_to_string(image))
            assert one.key == other.key


def test_other_positions_have_other_keys() -> None:
    game = load_game("hex(size=4)")
    keys = {follow(game.new_initial_state().play_all([move])).key for move in ("a1", "d4", "a2", "b2", "c3")}
    assert len(keys) == 3


def test_moves_that_are_images_have_one_name() -> None:
    start = load_game("hex(size=3)").new_initial_state()
    names = moves_at(start)
    assert sorted(map(len, names.values())) == [1, 2, 2, 2, 2]
    assert set().union(*map(set, names.values())) == set(start.legal_moves())
    assert all(len(images) == 1 for images in moves_at(start.play_all(["a1"])).values())


def test_a_position_that_was_set_up_is_followed_as_it_stands() -> None:
    game = load_game("hex(size=3)")
    state = game.new_state({"a1": 0, "b2": 1}, 0)
    assert follow(state).state == state
    assert len(moves_at(state)) == 7
