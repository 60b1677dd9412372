"""What the eye sees: lines weighed right, and the same picture however the board is turned."""

from random import Random

import numpy as np
import pytest

import motu
from motu.search.level_player import eye_for
from motu.testing.choice import draw_action

SPECS = [
    "gan",
    "hex(size=4x6)",
    "atoll(board=hexagon,size=4,islands=12)",
    "atoll(board=triangle,size=7,islands=12)",
    "atomorph(size=5,return_stone=true)",
    "junior",
    "atmalof(rows=4,cols=5,extra_rows=0,extra_cols=2,line=4)",
]


@pytest.mark.parametrize("spec", SPECS)
def test_every_legal_action_attracts_and_a_turned_board_attracts_alike(spec: str) -> None:
    game = motu.load_game(spec)
    eye = eye_for(game)
    random = Random(3)
    state = game.new_initial_state()
    for _ in range(14):
        state.apply_action(draw_action(state, random))
        if state.is_terminal() or state.is_chance_node():
            continue
        stones = {name: stone for name, stone in zip(game.board.names, state.stones(), strict=True) if stone < 2}
        set_up = game.new_state(stones, state.to_move())
        actions = set_up.legal_actions()
        weights = eye.weights(set_up, actions, 0.4)
        assert len(weights) == len(actions)
        assert min(weights) > 0
        for symmetry in game.symmetries:
            turned = {
                game.board.names[symmetry.cells[cell]]: stone ^ symmetry.swaps_colours
                for cell, stone in enumerate(set_up.stones())
                if stone < 2
            }
            image = game.new_state(turned, set_up.to_move() ^ symmetry.swaps_colours)
            images = [symmetry.actions[action] for action in actions]
            np.testing.assert_allclose(eye.weights(image, images, 0.4), weights, rtol=1e-9)


def test_the_eye_goes_to_the_ways_or_to_the_last_stone() -> None:
    game = motu.load_game("hex(size=9,swap=false)")
    eye = eye_for(game)
    state = game.new_initial_state().play_all(["e5", "a9", "e4", "b9"])
    actions = state.legal_actions()
    wise = dict(zip(state.legal_moves(), eye.weights(state, actions, 0.0), strict=True))
    naive = dict(zip(state.legal_moves(), eye.weights(state, actions, 1.0), strict=True))
    assert max(wise, key=lambda move: wise[move])[0] in "defg"
    assert max(naive, key=lambda move: naive[move]) in ("b8", "c8", "c9", "a8")
    assert eye.is_central(game.board.index("e5"))
    assert not eye.is_central(game.board.index("a1"))


def test_lines_attract_the_more_the_longer_they_are() -> None:
    game = motu.load_game("atmalof")
    eye = eye_for(game)
    stones = {"r3c1": "red", "r3c2": "red", "r3c3": "red", "r6c6": "blue", "r1c5": "red"}
    state = game.new_state(stones, to_move="red")
    weights = dict(zip(state.legal_moves(), eye.weights(state, state.legal_actions(), 0.0), strict=True))
    assert weights["r3"] == max(weights[line] for line in weights if "-" not in line)
    assert weights["r3c3-r4c3"] < weights["r6"]
    hopeful = dict(zip(state.legal_moves(), eye.weights(state, state.legal_actions(), 1.0), strict=True))
    assert hopeful["c4"] / hopeful["r3"] > weights["c4"] / weights["r3"]  # r3c4 is one face of six there
