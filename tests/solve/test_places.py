"""Where tables of solved games are kept: one file a board, wherever its rules are the same."""

from __future__ import annotations

import pytest

import motu
from motu.solve.places import table_of, tables_folder


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("atomorph(size=4)", "atomorph-4-ko.flips"),
        ("atomorph(size=4,swap=false)", "atomorph-4-ko.flips"),
        ("atomorph(size=4,contested=never)", "atomorph-4-never.flips"),
        ("atomorph(size=4,corners=false)", "atomorph-4-ko-nocorners.flips"),
        ("atomorph(size=4,return_stone=true)", "atomorph-4-ko-return.flips"),
        ("junior", "atmalof-6-6-0-0-5-16-either.table"),
    ],
)
def test_a_table_has_its_rules_in_its_name(spec: str, name: str) -> None:
    assert table_of(motu.load_game(spec)) == tables_folder() / name


@pytest.mark.parametrize("size", [3, 5])
def test_no_table_is_kept_of_other_boards_of_atomorph(size: int) -> None:
    assert table_of(motu.load_game(f"atomorph(size={size})")) is None


def test_boards_of_atoll_that_are_one_board_have_one_table() -> None:
    names = [table_of(motu.load_game(spec)) for spec in ("nauru", "atoll", "nauru(swap=false)", "hex(size=11)")]
    assert names[0] == names[1] == names[2]
    assert names[0] != names[3]
