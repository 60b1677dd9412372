"""A line of play: how it becomes a game, a position, a record, and what may be in it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from motu import load_game
from motu.errors import IllegalMoveError, RecordError
from motu.games.line import MAX_MOVES, Line

SETUP = {"stones": {"black": ["b1", "b2"], "white": ["a2", "c2"]}, "to_move": "black"}
LAGOON = {"cells": ["a1", "a2", "b1", "b2", "b3", "c2", "c3"], "junctions": ["a2", "c3", "c2", "a1"]}


def test_a_line_is_played_from_its_beginning() -> None:
    line = Line(spec="hex(size=3)", moves=("a1", "swap", "b2"))
    expected = load_game("hex(size=3)").new_initial_state().play_all(line.moves)
    assert line.replay().hash() == expected.hash()
    assert line.start().history() == []
    assert line.record().moves == line.moves
    assert line.beginning().moves == ()


def test_a_line_is_played_from_a_set_up() -> None:
    line = Line(spec="hex(size=3)", moves=("a3",), setup=SETUP)
    assert line.start().stones() == line.beginning().start().stones()
    assert line.replay().is_terminal()
    assert line.record().result.winner == 0


def test_a_custom_board_comes_along() -> None:
    line = Line(spec="atoll(file=/home/somebody/lagoon.json)", moves=("b2",), board=LAGOON)
    assert line.game().board.num_cells == 7
    assert line.to_json() == {"spec": line.game().spec, "moves": ["b2"], "board": LAGOON}
    assert "somebody" not in line.to_json()["spec"]
    with pytest.raises(RecordError) as refused:
        Line(spec="atoll(file=lagoon.json)").game()
    assert refused.value.slug == "record/board"


def test_announcements_and_rolls_may_come_by_themselves() -> None:
    apart = Line(spec="atmalof", moves=("r1", "=2", "c3=4"))
    assert apart.record().moves == ("r1=2", "c3=4")
    assert apart.replay().hash() == apart.record().replay().hash()


def test_what_the_rules_refuse_is_refused() -> None:
    with pytest.raises(IllegalMoveError):
        Line(spec="hex(size=3)", moves=("a1", "a1")).replay()
    with pytest.raises(RecordError) as refused:
        Line(spec="hex(size=3)", moves=("a1", "a1")).record()
    assert refused.value.slug == "record/move"
    with pytest.raises(RecordError) as refused:
        Line(spec="hex(size=3)", setup={**SETUP, "to_move": "red"}).start()
    assert refused.value.slug == "record/field"


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"spec": 5},
        {"spec": "x" * 4097},
        {"spec": "hex", "moves": "a1"},
        {"spec": "hex", "moves": ["a" * 33]},
        {"spec": "hex", "moves": ["a1"] * (MAX_MOVES + 1)},
        {"spec": "hex", "setup": 5},
        {"spec": "hex", "board": []},
    ],
)
def test_bounds_hold_for_what_comes_in(data: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(data, Line)
