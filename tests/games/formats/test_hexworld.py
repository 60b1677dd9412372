"""HexWorld links: their syntax, what a swap there means, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import motu
from motu.errors import RecordError
from motu.games.formats import hexworld
from motu.games.formats.hexes import reflect
from motu.games.record import Record
from motu.games.record_parts import Result


def read_one(link: str) -> Record:
    (record,) = hexworld.read(link)
    return record


@pytest.mark.parametrize(
    ("link", "spec", "moves"),
    [
        ("https://hexworld.org/board/#5c1,c3b2", "hex(size=5)", ("c3", "b2")),
        ("http://www.hexworld.org/board#5c1,c3b2", "hex(size=5)", ("c3", "b2")),
        ("HexWorld.org/board/index.html?x=1#5c1,c3b2", "hex(size=5)", ("c3", "b2")),
        ("#5c1,c3b2", "hex(size=5)", ("c3", "b2")),
        ("  #5,c3b2  ", "hex(size=5)", ("c3", "b2")),
        ("#9x11c1,a11i1", "hex(size=9x11)", ("a11", "i1")),
        ("#14r1mnc1,a14", "hex(size=14)", ("a14",)),
        ("#,k11", "hex(size=11)", ("k11",)),
        ("#c1", "hex(size=11)", ()),
        ("#13", "hex(size=13)", ()),
        ("#30x2,", "hex(size=30x2)", ()),
        ("#27,aa27z1", "hex(size=27)", ("aa27", "z1")),
        ("#5c1,c3,b2d4", "hex(size=5)", ("c3", "b2", "d4")),
        ("#5c1,,c3b2", "hex(size=5)", ("c3", "b2")),
        ("#5c1%2Cc3%3Ase4", "hex(size=5)", ("c3", "swap", "d5")),
    ],
)
def test_links_are_read(link: str, spec: str, moves: tuple[str, ...]) -> None:
    assert read_one(link) == Record(spec, moves)


def test_a_swap_there_swaps_pieces() -> None:
    record = read_one("https://hexworld.org/board/#5c1,c2:se4")
    assert record.moves == ("c2", "swap", "d5")
    state = record.replay()
    assert state.named_stones() == {"c2": "black", "d5": "white"}
    assert read_one("#5c1,c2:sc2").moves == ("c2", "swap", "b3"), "their c2 is free again: the stone moved to b3"
    with pytest.raises(RecordError, match="illegal move"):
        hexworld.read("#5c1,c2:sb3")


def test_their_other_swap_leaves_everything_where_it_is() -> None:
    assert read_one("#5c1,c2:Se4").moves == ("c2", "swap", "e4")


@pytest.mark.parametrize(
    ("link", "result"),
    [
        ("#5c1,c3:rw", Result(0, "resign")),
        ("#5c1,c3:rb", Result(1, "resign")),
        ("#5c1,c3:fw", Result(0, "forfeit")),
        ("#5c1,c2:se4:rb", Result(1, "resign")),
        ("#5c1,c2:Se4:rb", Result(0, "resign")),
        ("#2c1,a1b1a2", Result(0, "connected")),
        ("#2c1,a1b1a2:rw", Result(0, "connected")),
        ("#2c1,a1:sb1", Result()),
        ("#2c1,a1:sb1b2", Result()),
        ("#2c1,a1:sb2b1", Result(1, "connected")),
    ],
)
def test_results_are_for_persons(link: str, result: Result) -> None:
    assert read_one(link).result == result


@pytest.mark.parametrize(
    ("link", "slug", "words"),
    [
        ("https://hexworld.org/board/", "record/hexworld", "expected a link such as"),
        ("https://example.org/board/#5c1,c3", "record/hexworld", "expected a link such as"),
        ("#five,c3", "record/hexworld", "expected a size and flags"),
        ("#5x,c3", "record/hexworld", "expected a size and flags"),
        ("#5 c1,c3", "record/hexworld", "expected a size and flags"),
        ("#5c1,c3,b2,a1", "record/hexworld", "a third comma"),
        ("#5c1,c3:p", "record/hexworld", "move 2: nobody passes in Hex"),
        ("#5c1,c3:x", "record/hexworld", "move 2: expected a cell or one of :s, :S"),
        ("#5c1,c3C4", "record/hexworld", "move 2: expected a cell"),
        ("#5c1,a1b,2", "record/hexworld", "move 2: expected a cell"),
        ("#5c1,:rbc3", "record/hexworld", "move 1: moves after the end"),
        ("#5c1,c3f9", "record/move", "moves[1]"),
        ("#5c1,c3c3", "record/move", "moves[1]: illegal move 'c3'"),
        ("#5c1,c3b2:s", "record/move", "moves[2]: illegal move 'swap'"),
        ("#2c1,a1b1a2:rb", "record/result", "by the rules it is person 0 wins"),
        ("#99999c1,a1", "record/hexworld", "expected a size and flags"),
        ("#5000c1,a1", "record/spec", "spec: "),
    ],
)
def test_what_is_no_link_of_a_game_is_refused(link: str, slug: str, words: str) -> None:
    with pytest.raises(RecordError) as caught:
        hexworld.read(link)
    assert caught.value.slug == slug
    assert words in caught.value.message


def test_links_are_limited_and_counted() -> None:
    with pytest.raises(RecordError, match="at most 65,536"):
        hexworld.read("#5c1," + "a1" * 40_000)
    with pytest.raises(RecordError, match=r"^line 3: move 1"):
        hexworld.read("#5c1,a1\n\n#5c1,:p\n")


def test_links_are_written() -> None:
    state = motu.load_game("hex(size=4x5)").new_initial_state().play_all(["d1", "swap", "b5"])
    record = Record.from_state(state, result=Result(0, "resign"))
    assert hexworld.link_of(record) == "https://hexworld.org/board/#4x5c1,d1:se2:rw"
    assert hexworld.write([record, record]).count("\n") == 2
    assert read_one(hexworld.link_of(record)) == record


@given(st.integers(1, 9999), st.integers(1, 9999))
def test_reflecting_exchanges_column_and_row(column: int, row: int) -> None:
    cell = motu._core.column_letters(column - 1) + str(row)
    assert reflect(cell) == motu._core.column_letters(row - 1) + str(column)
    assert reflect(reflect(cell)) == cell


def test_only_cells_are_reflected() -> None:
    for text in ("swap", "a0", "A1", "1a", ""):
        with pytest.raises(ValueError, match="is no cell"):
            reflect(text)
