"""What a match changes in the table of nets, and which boards lie between two that a net has won on."""

from __future__ import annotations

import pytest

import motu
from motu.arena.net_rows import with_finding, with_neighbours
from motu.eval.nets.installed import FOLDER
from motu.eval.nets.table import NEVER, PlayedMatch, Row, read_table

MATCH = PlayedMatch(games=60, score=0.7, seconds=1.0, opponent="mcts:1s", date="2026-11-21")


def row(spec: str, rate: float = 0.0, net: str = "one") -> Row:
    return Row(str(motu.load_game(spec).rules.with_swap(False)), f"{net}.onnx", rate, MATCH)


def hexes(*sizes: int, rate: float = 0.0, net: str = "one") -> list[Row]:
    return [row(f"hex(size={size})", rate, net) for size in sizes]


def between(*rows: Row) -> dict[str, tuple[str, float]]:
    """Return what is added to rows of matches: short names of boards, with the net and the rate."""
    added = with_neighbours(rows)
    assert added[: len(rows)] == list(rows)
    assert all(each.match is None for each in added[len(rows) :])
    names = [motu.load_game(each.board).rules.with_swap(True) for each in added[len(rows) :]]
    return {
        motu.games.brief_spec(name): (each.net.removesuffix(".onnx"), each.rate)
        for name, each in zip(names, added[len(rows) :], strict=True)
    }


def test_sizes_between_two_that_it_has_won_have_it_too() -> None:
    assert between(*hexes(3, 6)) == {"hex(size=4)": ("one", 0), "hex(size=5)": ("one", 0)}
    assert between(*hexes(3)) == between(*hexes(3, 4)) == {}


def test_boards_that_there_are_not_are_left_out() -> None:
    assert between(row("atoll(size=9)"), row("atoll(size=13)")) == {"atoll": ("one", 0)}


def test_kinds_and_variants_do_not_mix() -> None:
    assert between(row("hex(size=5)"), row("atoll(size=9)"), row("hex(size=7x8)")) == {}
    assert between(row("atomorph(size=5)"), row("atomorph(size=7,corners=false)")) == {}
    assert between(row("atomorph(size=5,corners=false)"), row("atomorph(size=7,corners=false)")) == {
        "atomorph(size=6,corners=false)": ("one", 0)
    }


def test_it_must_be_fast_enough_for_both() -> None:
    assert between(*hexes(3, rate=1500), *hexes(5, rate=2000)) == {"hex(size=4)": ("one", 2000)}


def test_one_net_must_have_won_both() -> None:
    assert between(*hexes(3), *hexes(5, net="two")) == {}
    assert between(*hexes(3), *hexes(5), *hexes(5, net="two")) == {"hex(size=4)": ("one", 0)}


def test_the_nearest_count_and_one_that_was_lost_is_no_neighbour() -> None:
    assert between(*hexes(2, 6), *hexes(4, rate=NEVER)) == {}
    assert between(*hexes(2, 7), *hexes(5, net="two")) == {}
    assert between(*hexes(2, 4), *hexes(6, rate=900)) == {"hex(size=3)": ("one", 0), "hex(size=5)": ("one", 900)}


def test_neighbours_may_say_more_than_a_match_in_between() -> None:
    """With less speed than it has won with there itself, or where another net has won with more."""
    assert between(*hexes(3, 5, rate=1500), *hexes(4, rate=2000)) == {"hex(size=4)": ("one", 1500)}
    assert between(*hexes(3, 5, rate=1500), *hexes(4, rate=1000)) == {}
    assert between(*hexes(3, 5), *hexes(4, rate=2000, net="two")) == {"hex(size=4)": ("one", 0)}
    assert between(*hexes(3, 5, rate=900), *hexes(4, net="two")) == {}, "nobody would come to it"
    assert between(*hexes(3, 5), *hexes(4, rate=NEVER)) == {}, "it has lost there"


def test_boards_that_nobody_knows_have_no_neighbours() -> None:
    for board in ("chess(size=8)", "hex(size=5)"):  # the second is looked up by another name
        assert between(Row(board, "one.onnx", 0.0, MATCH), *hexes(3)) == {}


# ------------------------------------------------------------------------------------------------------- after a match


def rate_of(name: str) -> float:
    return {"one.onnx": 2000.0, "two.onnx": 5000.0}[name]


@pytest.mark.parametrize(
    ("before", "found", "after"),
    [
        ([], hexes(4), hexes(4)),
        (hexes(4), hexes(4, rate=NEVER), hexes(4, rate=NEVER)),
        (hexes(4, rate=NEVER), hexes(4, rate=1600), hexes(4, rate=1600)),
        (hexes(4, rate=1600), hexes(4, rate=900), hexes(4, rate=900)),
        (hexes(4, rate=900), hexes(4, rate=1600), hexes(4, rate=900)),  # with less it has won before
        (hexes(4, net="two"), hexes(4), hexes(4)),
        (hexes(4, net="two"), hexes(4, rate=1600), [*hexes(4, net="two"), *hexes(4, rate=1600)]),  # for slower ones
        (hexes(4, rate=4000, net="two"), hexes(4, rate=1600), hexes(4, rate=1600)),  # two would still come first
        (hexes(4, rate=6000, net="two"), hexes(4), [*hexes(4, rate=6000, net="two"), *hexes(4)]),  # for faster ones
        (hexes(4, net="two"), hexes(4, rate=NEVER), [*hexes(4, net="two"), *hexes(4, rate=NEVER)]),
        (hexes(4, rate=NEVER, net="two"), hexes(4), [*hexes(4, rate=NEVER, net="two"), *hexes(4)]),
        (hexes(5, net="two"), hexes(4), [*hexes(5, net="two"), *hexes(4)]),
    ],
)
def test_what_a_match_leaves_of_the_rows_before(before: list[Row], found: list[Row], after: list[Row]) -> None:
    assert with_finding(before, found[0], rate_of) == after


def test_boards_between_others_are_written_anew() -> None:
    rows = with_finding(hexes(3), hexes(6)[0], rate_of)
    assert [motu.load_game(each.board).rules.size for each in rows] == [3, 6, 4, 5]
    assert with_finding(rows, hexes(4, rate=NEVER)[0], rate_of) == [*hexes(3, 6), *hexes(4, rate=NEVER)]


def test_the_table_that_comes_with_motu_has_just_such_rows() -> None:
    rows = read_table(FOLDER)
    assert set(with_neighbours([each for each in rows if each.match is not None])) == set(rows)
