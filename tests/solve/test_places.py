"""Where tables of solved games are kept: one file a board, wherever its rules are the same."""

from __future__ import annotations

import pytest

import motu
from motu.errors import SolveError
from motu.solve.places import tables_folder
from motu.solve.solved_tables import open_solved, use_solved
from motu.solve.solvers import table_of


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


@pytest.mark.parametrize("spec", ["gan", "atomorph(size=4)", "junior"])
def test_a_file_that_is_no_table_is_left_out_and_said_so_once(spec: str, caplog: pytest.LogCaptureFixture) -> None:
    game = motu.load_game(spec)
    assert not open_solved(game), "there is nothing"
    path = table_of(game)
    assert path is not None
    path.parent.mkdir(parents=True)
    path.write_bytes(b"no table at all" * 100)
    assert not open_solved(game)
    assert not open_solved(game)
    assert [record.message.endswith("`motu solve` makes another") for record in caplog.records] == [True]
    with pytest.raises(SolveError) as refused:
        use_solved(game)
    assert refused.value.slug == "solve/table"
