"""What only some games have to say about a position."""

from __future__ import annotations

import pytest

import motu

TINY = "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=4)"


@pytest.mark.parametrize(
    ("stones", "short_lines", "pieces"),
    [
        ({}, (0, 0), (0, 0)),
        ({"r1c1": 0, "r1c2": 0, "r2c3": 1, "r3c3": 1}, (1, 1), (2, 2)),
        ({"r1c1": 0, "r1c2": 0, "r2c2": 0, "r3c3": 1}, (3, 0), (3, 1)),
    ],
)
def test_lines_of_one_less_than_wins_are_counted(
    stones: dict[str, int], short_lines: tuple[int, int], pieces: tuple[int, int]
) -> None:
    state = motu.load_game(TINY).new_state(stones, 0)
    assert (state.short_lines(), state.pieces()) == (short_lines, pieces)


def test_the_line_whose_roll_is_awaited_has_its_name() -> None:
    state = motu.load_game("kvinigu").new_initial_state()
    assert state.announced() is None
    for move, line in (("r7", "r7"), ("c1", "c1")):
        state.apply_action(state.string_to_action(move))
        assert state.announced() == line
        state.undo()
