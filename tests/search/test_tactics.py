"""Wins in one, and the opponent's."""

import pytest

import motu
from motu.search.tactics import answers, threats, winning_actions

HEX = {"b1": "black", "b2": "black", "b3": "black", "a4": "white", "d1": "white"}
LINE = {f"r3c{column}": "red" for column in (1, 2, 3, 4)} | {"r2c6": "red"}


def texts(state: motu.State, actions: list[int]) -> list[str]:
    return [state.action_to_string(action) for action in actions]


@pytest.mark.parametrize(
    ("spec", "stones", "to_move", "won"),
    [
        ("hex(size=4)", HEX, "black", ["b4"]),
        ("hex(size=4)", HEX, "white", []),
        ("atmalof", LINE, "red", ["r2c6-r3c5"]),
        ("atmalof", {f"r3c{column}": "red" for column in (1, 2, 3, 4)}, "red", []),
    ],
)
def test_wins_in_one_are_found(spec: str, stones: dict[str, str], to_move: str, won: list[str]) -> None:
    state = motu.load_game(spec).new_state(stones, to_move=to_move)
    before = state.hash()
    assert texts(state, winning_actions(state)) == won
    assert state.hash() == before


def test_a_flip_that_connects_is_a_win_in_one() -> None:
    stones = {f"c{row}": "black" for row in (1, 2, 3, 5)} | {"c4": "white", "b4": "black", "b3": "black", "a1": "white"}
    state = motu.load_game("atomorph(size=5)").new_state(stones, to_move="black")
    assert "xc4" in texts(state, winning_actions(state))


def test_threats_are_the_opponents_wins_in_one() -> None:
    state = motu.load_game("hex(size=4)").new_state(HEX, to_move="white")
    assert texts(state, threats(state)) == ["b4"]
    assert threats(motu.load_game("hex(size=4)").new_state(HEX, to_move="black")) == []


def test_an_answer_leaves_the_fewest_threats() -> None:
    state = motu.load_game("hex(size=4)").new_state(HEX, to_move="white")
    assert texts(state, answers(state, threats(state), state.legal_actions())) == ["b4"]
    two = dict(HEX) | {"c3": "black"}
    del two["a4"]
    state = motu.load_game("hex(size=4)").new_state(two, to_move="white")
    assert len(threats(state)) > 1
    assert answers(state, threats(state), state.legal_actions()) == state.legal_actions()


def test_an_announcement_answers_a_threat_as_often_as_the_die_lands_there() -> None:
    state = motu.load_game("atmalof").new_state(LINE | {"r7c7": "blue"}, to_move="blue")
    against = threats(state)
    assert texts(state, against) == ["r2c6-r3c5"]
    found = texts(state, answers(state, against, state.legal_actions()))
    assert found == ["r3", "c5"]
