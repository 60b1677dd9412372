"""Moves as lists show them, pasted without their game."""

from __future__ import annotations

import random

import pytest

from motu.errors import RecordError
from motu.games import load_game, move_list
from motu.games.line import Line


@pytest.mark.parametrize(
    ("spec", "text", "moves"),
    [
        ("atoll", "d5 c3 e7", ["d5", "c3", "e7"]),
        ("atoll", "1. d5 c3\n2. e7!? ", ["d5", "c3", "e7"]),
        ("atoll", "1.d5 swap 2.c3?? e7", ["d5", "swap", "c3", "e7"]),
        ("atomorph", "1. f6 swap 2. e5 g6", ["f6", "swap", "e5", "g6"]),
        ("atmalof", "r4=6 c2=1", ["r4=6", "c2=1"]),
        ("atmalof", "1. r4 =6 c2 =1", ["r4=6", "c2=1"]),
    ],
)
def test_a_list_is_read_by_the_rules_it_comes_with(spec: str, text: str, moves: list[str]) -> None:
    assert move_list.looks_like(text)
    assert list(move_list.read(text, Line(spec=spec)).moves) == moves


@pytest.mark.parametrize("spec", ["atoll", "atomorph(size=5)", "atmalof"])
def test_whatever_was_played_comes_back_from_a_numbered_list(spec: str) -> None:
    state, chance = load_game(spec).new_initial_state(), random.Random(5)
    while not state.is_terminal():
        state.play(chance.choice(state.legal_moves()))
    moves = list(Line(spec=spec, moves=tuple(state.moves())).record().moves)
    listed = " ".join(f"{at // 2 + 1}. {move}" if at % 2 == 0 else move for at, move in enumerate(moves))
    assert list(move_list.read(listed, Line(spec=spec)).moves) == moves


def test_a_stone_that_is_put_back_is_a_move() -> None:
    assert move_list.looks_like("1. d7 g5 2. @a1 b2")
    state, chance = load_game("atomorph(size=5,return_stone=true)").new_initial_state(), random.Random(3)
    while not any(move.startswith("@") for move in state.moves()):
        state = load_game(state.game.spec).new_initial_state() if state.is_terminal() else state
        state.play(chance.choice(state.legal_moves()))
    moves = list(state.moves())
    assert list(move_list.read(" ".join(moves), Line(spec=state.game.spec)).moves) == moves


def test_the_first_move_that_cannot_be_played_is_named_with_what_can() -> None:
    with pytest.raises(RecordError, match=r"move 2, z9: .*not on this board; legal here: a1, b1") as raised:
        move_list.read("1. d5 z9 2. c3", Line(spec="atoll"))
    assert raised.value.slug == "record/move"
    with pytest.raises(RecordError, match=r"move 3, d5: .*occupied"):
        move_list.read("d5 c3 d5", Line(spec="atoll"))


@pytest.mark.parametrize(
    "text", ["", "hello", "a1,b2", "(;FF[4])", '{"motu": 1}', "1.", "https://hexworld.org/board/#5c1"]
)
def test_what_is_something_else_is_not_taken_for_moves(text: str) -> None:
    assert not move_list.looks_like(text)
