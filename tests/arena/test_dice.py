"""Duplicate dice: fair, and the same in both games of a pair."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from arena.playing import play
from motu import State, load_game
from motu.games.dice import PairDice
from motu.games.record import Record


def announced(spec: str, line: str) -> State:
    return load_game(spec).new_initial_state().play_all([line])


@pytest.mark.parametrize(("spec", "line"), [("atmalof", "r4"), ("atmalof", "c2"), ("atmalos", "r1")])
def test_every_face_is_equally_likely(spec: str, line: str) -> None:
    state = announced(spec, line)
    faces = len(state.chance_outcomes())
    rolls = 600 * faces
    counts = Counter(PairDice(f"seed {number}").roll(state) for number in range(rolls))
    chi_square = sum((counts[face] - 600) ** 2 / 600 for face in range(faces))
    assert chi_square < {6: 20.5, 8: 24.3}[faces]  # one in a thousand, 5 and 7 degrees of freedom


def rolls_of(record: Record) -> dict[int, int]:
    """Turn -> face of the rolls in a record."""
    return {ply: int(move.partition("=")[2]) for ply, move in enumerate(record.moves) if "=" in move}


def test_both_games_of_a_pair_read_the_same_faces() -> None:
    shared = different = 0
    for pair in range(6):
        dice = f"1 dice {pair}"
        one = rolls_of(play("atmalof", "random", "uct:60", dice=dice, seeds=(1, 2)))
        back = rolls_of(play("atmalof", "uct:60", "random", dice=dice, seeds=(3, 4)))
        other = rolls_of(play("atmalof", "uct:60", "random", dice=f"2 dice {pair}", seeds=(3, 4)))
        both = one.keys() & back.keys()
        assert len(both) > 5
        assert [one[turn] for turn in both] == [back[turn] for turn in both]
        shared += len(one.keys() & other.keys())
        different += sum(one[turn] != other[turn] for turn in one.keys() & other.keys())
    assert different > shared / 2


def test_persons_and_turns_have_rolls_of_their_own() -> None:
    """Neither does one turn say anything about the next, nor the first player's dice about the second's."""
    game = load_game("atmalof")
    faces: list[int] = []
    state = game.new_initial_state()
    dice = PairDice("x")
    while not state.is_terminal() and len(faces) < 40:
        state.play_all(["r7"])
        outcome = dice.roll(state)
        state.apply_action(outcome)
        faces.append(outcome)
    assert len(set(faces)) > 3
    assert any(one != other for one, other in pairwise(faces))


def test_dice_of_different_sizes_are_high_together() -> None:
    small, large = announced("atmalof(rows=4,cols=8)", "c1"), announced("atmalof(rows=4,cols=8)", "r1")
    pairs = [(PairDice(f"{seed}").roll(small), PairDice(f"{seed}").roll(large)) for seed in range(200)]
    assert all(low * 2 <= high <= low * 2 + 1 for low, high in pairs)
