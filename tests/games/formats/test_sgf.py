"""SGF as games: Hex as GM[11] from and for other programs, motu's own properties, and what contradicts itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import motu
from motu.boards import CustomBoard
from motu.errors import RecordError
from motu.games import formats
from motu.games.formats import sgf
from motu.games.formats.sgf_syntax import parse, print_trees, text_value
from motu.games.record import Record
from motu.games.record_parts import RecordPlayer, Result, Setup

HEX5 = "(;FF[4]GM[11]SZ[5]"


def read_one(text: str) -> Record:
    (record,) = sgf.read(text)
    return record


def refusal(call: Callable[[], object]) -> RecordError:
    with pytest.raises(RecordError) as caught:
        call()
    return caught.value


def stones(text: str) -> dict[str, str]:
    return dict(read_one(text).replay().named_stones())


# --- Hex from other programs ------------------------------------------------------------------------------------------


def test_a_plain_game_of_hex() -> None:
    record = read_one(
        "(;FF[4]GM[11]AP[Some Program:0.1]PL[B]SZ[4]DT[2023-12-08]PB[Player A]PW[Player B]BR[1712]WR[3 dan]"
        "EV[Cup]AN[me]RO[2]C[nice\\: game];B[a1];W[B1]C[hm]BL[30.5];B[c3]TR[c3])"
    )
    assert record == Record(
        spec="hex(size=4)",
        moves=("a1", "b1", "c3"),
        players=(RecordPlayer("Player A", rating=1712), RecordPlayer("Player B")),
        started="2023-12-08",
        event="Cup",
        annotator="me",
        comment="nice: game",
        extra={
            "comments": {"2": "hm"},
            "marks": {"3": ["triangle c3"]},
            "sgf": {"0": {"RO": ["2"], "WR": ["3 dan"]}, "2": {"BL": ["30.5"]}},
        },
    )
    assert read_one(sgf.write([record])) == record


def test_sizes() -> None:
    assert read_one("(;GM[11];B[k11])").spec == "atoll(board=rhombus,size=11,islands=4,swap=true)"
    assert read_one("(;GM[11]SZ[9:11];B[i11])").spec == "atoll(board=rhombus,size=9x11,islands=4,swap=true)"
    assert read_one("(;GM[11]SZ[ 4 : 4 ];B[d4])").spec == "atoll(board=rhombus,size=4,islands=4,swap=true)"
    assert read_one("(;GM[11]SZ[27];B[aA27])").moves == ("aa27",)
    for size in ("x", "0", "5:5:5", "", "-5"):
        assert "SZ: expected" in refusal(lambda size=size: sgf.read(f"(;GM[11]SZ[{size}])")).message  # type: ignore[misc]
    assert refusal(lambda: sgf.read("(;GM[11]SZ[9999])")).slug == "record/spec"


def test_swap_sides_leaves_the_stone_and_the_names_of_colours() -> None:
    record = read_one(HEX5 + "RE[B+R];B[c2];W[swap-sides];W[e4];B[a1])")
    assert record.moves == ("c2", "swap", "e4", "a1")
    assert record.result == Result(1, "resign"), "Black is the person who swapped"
    assert dict(record.replay().named_stones()) == {"c2": "black", "e4": "white", "a1": "black"}


def test_swap_sides_is_understood_where_persons_keep_their_letters() -> None:
    record = read_one(HEX5 + "RE[B+R];B[c2];W[swap-sides];B[e4];W[a1])")
    assert record.moves == ("c2", "swap", "e4", "a1")
    assert record.result == Result(0, "resign"), "B is the person who began"


def test_swap_pieces_mirrors_the_stone_and_all_that_follows() -> None:
    record = read_one(HEX5 + "RE[W+R];B[c2];W[swap-pieces];B[d5];W[a1];B[c2])")
    assert record.moves == ("c2", "swap", "e4", "a1", "b3")
    assert record.result == Result(1, "resign"), "W is still the person who swapped"
    assert dict(record.replay().named_stones()) == {"c2": "black", "e4": "white", "a1": "black", "b3": "white"}


def test_a_plain_swap_means_pieces_unless_the_same_side_moves_on() -> None:
    pieces = HEX5 + ";B[c2];W[%s];B[d5];W[a1])"
    assert read_one(pieces % "swap") == read_one(pieces % "swap-pieces")
    sides = HEX5 + ";B[c2];W[%s];W[d5];B[a1])"
    assert read_one(sides % "swap") == read_one(sides % "swap-sides")
    assert read_one(HEX5 + "RE[B+R];B[c2];W[swap])").result == Result(0, "resign")


def test_both_swaps_are_the_same_game_to_the_end() -> None:
    state = motu.load_game("hex(size=3)").new_initial_state()
    state.play_all(["a2", "swap", "b2", "a1", "b1", "a3"])
    record = state.record(("Ann", "Bo"))
    assert record.result == Result(1, "connected")
    sides, pieces = (sgf.write([record], swap=swap) for swap in ("swap-sides", "swap-pieces"))
    assert "RE[B+]" in sides
    assert "RE[W+]" in pieces
    assert ";B[a2];W[swap-sides];W[b2];B[a1];W[b1];B[a3]" in sides
    assert ";B[a2];W[swap-pieces];B[b2];W[a1];B[a2];W[c1]" in pieces
    assert sgf.read(sides) == sgf.read(pieces) == [record]


def test_swapped_pieces_turn_an_oblong_board() -> None:
    record = read_one("(;GM[11]SZ[4:3];B[d1];W[swap-pieces];B[c4])")
    assert record.moves == ("d1", "swap", "d3")
    assert "W[swap-pieces];B[c4]" in sgf.write([record], swap="swap-pieces")


def test_resigning_and_forfeiting_as_moves() -> None:
    assert read_one(HEX5 + ";B[c3];W[b2];B[Resign])").result == Result(1, "resign")
    assert read_one(HEX5 + "RE[W+];B[c3];W[b2];B[forfeit])").result == Result(1, "forfeit")
    assert read_one(HEX5 + ";B[c2];W[swap-pieces];B[c3];B[resign])").result == Result(1, "resign")
    assert read_one(HEX5 + ";B[c2];W[swap-sides];W[c3];B[resign])").result == Result(0, "resign")
    assert refusal(lambda: sgf.read(HEX5 + "RE[B+];B[c3];B[resign])")).slug == "record/result"
    assert refusal(lambda: sgf.read(HEX5 + "RE[Void];B[c3];B[resign])")).slug == "record/result"
    assert "which ends the game" in refusal(lambda: sgf.read(HEX5 + ";B[resign];W[a1])")).message


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("B+R", Result(0, "resign")),
        ("w+Resign", Result(1, "resign")),
        ("W+T", Result(1, "time")),
        ("B+Time", Result(0, "time")),
        ("B+F", Result(0, "forfeit")),
        ("B+", Result(0, "unknown")),
        ("W+3.5", Result(1, "unknown")),
        ("Draw", Result(None, "agreed")),
        ("0", Result(None, "agreed")),
        ("Void", Result()),
        ("?", Result()),
        ("", Result()),
    ],
)
def test_results(text: str, result: Result) -> None:
    assert read_one(f"{HEX5}RE[{text}];B[c3])").result == result


def test_dates_that_are_not_one_day_stay_remarks() -> None:
    for date in ("2023-02-30", "2023-12", "1996-05-06,07"):
        record = read_one(f"{HEX5}DT[{date}])")
        assert record.started is None
        assert record.extra == {"sgf": {"0": {"DT": [date]}}}
        assert read_one(sgf.write([record])) == record


def test_results_must_be_possible() -> None:
    won = "(;GM[11]SZ[2]RE[%s];B[a1];W[b1];B[a2])"
    for text in ("B+", "B+R", "?"):
        assert read_one(won % text).result == Result(0, "connected")
    for text in ("W+", "Draw", "Void"):
        assert refusal(lambda text=text: sgf.read(won % text)).slug == "record/result"  # type: ignore[misc]
    error = refusal(lambda: sgf.read(won % "Black won"))
    assert error.slug == "record/sgf"
    assert "B+R" in error.legal


def test_positions_set_up() -> None:
    record = read_one(HEX5 + "AB[a1][B2]AW[c3]PL[W];W[d4];B[d5])")
    assert record.setup == Setup((("a1", "b2"), ("c3",)), 1)
    assert record.moves == ("d4", "d5")
    assert read_one(HEX5 + "PL[white];W[d4])").setup == Setup(to_move=1)
    assert read_one(HEX5 + "PL[B];B[d4];W[swap-sides])").setup is None, "many programs write PL[B] into every game"
    assert read_one(HEX5 + "AB[a1][b1];AE[a1]C[set up];B[c3])").setup == Setup((("b1",), ()), 0)
    assert read_one(HEX5 + "AB[a1][b1];AE[a1]C[set up];B[c3])").extra == {"comments": {"0": "set up"}}
    assert read_one(HEX5 + "AB[a1]AW[a2][b1])").replay().to_move() == 0


@pytest.mark.parametrize(
    ("text", "slug", "words"),
    [
        ("AB[z9];B[a1])", "record/setup", "no cell 'z9'"),
        ("AB[a1:c3];B[a1])", "record/setup", "no cell 'a1:c3'"),
        ("PL[red];B[a1])", "record/sgf", "PL: expected B or W"),
        ("AB[a1];B[a1])", "record/move", "illegal move 'a1'"),
        (";B[a1]AW[b1])", "record/sgf", "AW sets up a position in mid-game"),
        (";B[a1];PL[B])", "record/sgf", "PL sets up a position in mid-game"),
        (";B[a1];B[b1])", "record/sgf", "it is W's turn"),
        (";W[a1])", "record/sgf", "it is B's turn"),
        (";B[a1]W[b1])", "record/sgf", "a node with B and W"),
        (";B[a1][b1])", "record/sgf", "B: expected one move, read [a1][b1]"),
        (";B[])", "record/move", "cannot read the move ''"),
        (";B[a1];W[pass])", "record/move", "cannot read the move 'pass'"),
        (";B[a1];W[a1])", "record/move", "illegal move 'a1'"),
        (";B[a1];W[b1];B[a2];W[b2];B[a3];W[b3];B[a4];W[b4];B[a5];W[b5])", "record/move", "the game is over"),
        (";B[f6])", "record/move", "'f6'"),
        (";B[swap-pieces])", "record/move", "illegal move 'swap'"),
        (";B[a1];W[b1];B[swap-sides])", "record/move", "illegal move 'swap'"),
        (";B[a1];W[swap-pieces];B[pass])", "record/move", "cannot read the move 'pass'"),
        (";B[" + "a" * 50 + "1])", "record/sgf", "expected one move"),
        ("EV[a][b])", "record/sgf", "EV has 2 values"),
        ("MOTU[2:1])", "record/version", "this motu reads 1:1 (record format : rules), read 2:1"),
        ("MOTUSPEC[atoll])", "record/sgf", "is not the game of GM[11]SZ[5:5]"),
        ("MOTUSPEC[hex(size=4)])", "record/sgf", "is not the game of GM[11]SZ[5:5]"),
        ("MOTUFLAGS[x])", "record/sgf", "MOTUFLAGS: expected a whole number"),
        (";B[a1]MOTUMS[5];W[b1])", "record/sgf", "MOTUMS is missing here"),
        (";B[a1]MOTUMS[-5])", "record/sgf", "MOTUMS: expected a whole number"),
        ("MOTUDATA[{])", "record/json", "MOTUDATA: column 2"),
        ('MOTUDATA[{"moves": [\\]}])', "record/sgf", '"moves" is said by other properties'),
        ('MOTUDATA[{"times": [5\\]}])', "record/field", "MOTUDATA: times"),
    ],
)
def test_what_makes_no_sense_is_refused(text: str, slug: str, words: str) -> None:
    error = refusal(lambda: sgf.read(HEX5 + text))
    assert error.slug == slug
    assert words in error.message


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[11]SZ[5];W[a1\n\n][b2])",
        "(;GM[11]SZ[5];B[a1]MOTUMS[1\n2])",
        "(;GM[12\n13]SZ[5];B[a1])",
        "(;GM[11]SZ[5\n6];B[a1])",
        "(;GM[11]SZ[5]PL[\nX\n];B[a1])",
        "(;GM[11]SZ[5]RE[B+\nX];B[a1])",
        "(;GM[11]SZ[5]MOTUFLAGS[\n];B[a1])",
    ],
)
def test_a_refusal_of_values_with_line_breaks_is_one_line(text: str) -> None:
    assert "\n" not in refusal(lambda: read_one(text)).message


def test_errors_name_the_game_and_the_line() -> None:
    error = refusal(lambda: sgf.read(HEX5 + ";B[a1])\n" + HEX5 + "\n;B[a1]\n;W[z1])"))
    assert error.message.startswith("game 2: line 4, W[z1]: ")
    assert error.text == "z1"
    assert "b1" in error.legal


def test_other_games_are_not_read() -> None:
    assert "no GM, which means Go" in refusal(lambda: sgf.read("(;FF[4]SZ[19];B[dd])")).message
    assert "read GM[1]" in refusal(lambda: sgf.read("(;GM[1];B[dd])")).message


# --- motu's own games -------------------------------------------------------------------------------------------------


def test_atmalof_is_written_with_its_rolls_and_without_a_number() -> None:
    state = motu.load_game("junior").new_initial_state().play_all(["r4=6", "c2=1", "r4c6-r5c6"])
    record = Record.from_state(state, players=["Ann", "Bo"], times=[5, 6, 7])
    text = sgf.write([record])
    assert "GM[" not in text
    assert "SZ[" not in text
    assert ";B[r4=6]MOTUMS[5];W[c2=1]MOTUMS[6];B[r4c6-r5c6]MOTUMS[7]" in text
    assert "MOTUSPEC[atmalof(rows=6,cols=6,extra_rows=0,extra_cols=0,line=5,pieces=16,tiebreak=either)]" in text
    assert "MOTUDATA" not in text
    assert sgf.read(text) == [record]


def test_private_names_clash_with_none_of_ff4() -> None:
    state = motu.load_game("atomorph(size=4,return_stone=true)").new_state({"b2": 0}, 1, 2)
    record = replace(state.record(("Ann", "Bo")), comment="\t", event="x")
    names = set(re.findall(r"([A-Z]+)\[", sgf.write([record])))
    assert {name for name in names if len(name) > 2} == {"MOTU", "MOTUSPEC", "MOTUFLAGS", "MOTUDATA"}
    assert names >= {"FF", "CA", "AP", "AB", "PL", "PB", "PW", "RE"}


def test_colours_in_a_swapped_game_of_atoll_are_those_of_stones() -> None:
    record = motu.load_game("gan").new_initial_state().play_all(["c3", "swap", "d4", "e4"]).record()
    assert ";B[c3];W[swap];W[d4];B[e4]" in sgf.write([record])


def test_a_turn_with_a_stone_to_put_back_is_two_nodes_of_one_colour() -> None:
    state = motu.load_game("atomorph(size=4,return_stone=true)").new_state({"b2": 0}, 1, 2).play_all(["@a1", "c3"])
    assert ";W[@a1];W[c3]" in sgf.write([state.record()])
    assert sgf.read(sgf.write([state.record()])) == [state.record()]


def test_only_what_sgf_cannot_say_goes_into_our_data() -> None:
    record = motu.load_game("hex(size=3)").new_initial_state().record(("Ann", "Bo"))
    for change, expected in (
        ({}, None),
        ({"started": "2026-01-31", "event": "E", "annotator": "A", "comment": "C\nD"}, None),
        ({"started": "2026-01-31T10:00"}, '{"started": "2026-01-31T10:00"}'),
        ({"comment": "a\tb"}, '{"comment": "a\\tb"}'),
        ({"players": (RecordPlayer("Ann"), RecordPlayer("Bot", "engine"))}, '{"players": [{}, {"kind": "engine"}]}'),
        ({"extra": {"tags": ["[x]"]}}, '{"tags": ["[x]"]}'),
    ):
        text = sgf.write([replace(record, **change)])
        raw = parse(text)[0].nodes[0].values("MOTUDATA")
        assert [text_value(value) for value in raw] == ([expected] if expected else [])
        assert sgf.read(text) == [replace(record, **change)]


def test_edits_of_standard_properties_count() -> None:
    record = replace(
        motu.load_game("hex(size=3)").new_initial_state().record(("Ann", "Bo")),
        players=(RecordPlayer("Ann", "engine", settings={"n": 1}), RecordPlayer("Bo")),
    )
    edited = sgf.write([record]).replace("PB[Ann]", "PB[Anna]")
    assert read_one(edited).players[0] == RecordPlayer("Anna", "engine", settings={"n": 1})


def test_remarks_of_other_programs_survive_the_way_through_json() -> None:
    text = HEX5 + "GN[Final]TM[600]KX[a:b][\\]];B[c3]BL[590]C[good]N[x];W[b2]WL[580]CR[b2])"
    record = read_one(text)
    assert record.extra == {
        "comments": {"1": "good"},
        "marks": {"2": ["circle b2"]},
        "sgf": {
            "0": {"GN": ["Final"], "TM": ["600"], "KX": ["a:b", "\\]"]},
            "1": {"BL": ["590"], "N": ["x"]},
            "2": {"WL": ["580"]},
        },
    }
    (back,) = formats.read(formats.write(record, "jsonl"))
    written = sgf.write([back])
    for piece in ("GN[Final]", "TM[600]", "KX[a:b][\\]]", ";B[c3]C[good]BL[590]N[x]", ";W[b2]CR[b2]WL[580]"):
        assert piece in written
    assert read_one(written) == record


@pytest.mark.parametrize(
    "raw",
    [
        {"0": {"GM": ["1"]}},
        {"0": {"FF": ["3"], "MOTUSPEC": ["atoll"], "AB": ["a1"]}},
        {"0": {"gm": ["x"], "X": "y", "Y": [], "Z": ["]"], "V": [5]}},
        {"0": {"DT": ["2020-01-01"], "BR": ["5"]}},
        {"1": {"W": ["a1"], "PL": ["W"], "MOTUMS": ["4"], "TR": ["a1"]}},
        {"7": {"N": ["nobody's move"]}},
        {"0": {"CR": ["a1"]}, "1": {"BM": ["1"], "MOTUINK": ["circle a1 red"]}},
        {"1": []},
        [],
    ],
)
def test_nobody_can_smuggle_properties_into_a_file(raw: object) -> None:
    state = motu.load_game("hex(size=3)").new_initial_state().play_all(["b2", "a1"])
    record = replace(state.record(), extra={"sgf": raw, "comments": {"1": 5, "9": "x"}})
    assert sgf.read(sgf.write([record])) == [record]


def test_variations_stay_in_the_tree(tmp_path: Path) -> None:
    text = HEX5 + ";B[c3](;W[b2];B[d4])(;W[b3]C[better]))"
    assert read_one(text).moves == ("c3", "b2", "d4")
    path = tmp_path / "analysis.sgf"
    path.write_bytes(text.encode())
    assert formats.read(path)[0].moves == ("c3", "b2", "d4")
    (tree,) = parse(text)
    assert print_trees([tree]) == text + "\n"
    assert sgf.record_of(tree) == read_one(text)


def test_a_latin_file_is_read_in_its_own_letters(tmp_path: Path) -> None:
    path = tmp_path / "old.sgf"
    path.write_bytes("(;GM[11]CA[ISO-8859-1]PB[Élodie])".encode("latin-1"))
    assert formats.read(path)[0].players[0].name == "Élodie"
    assert formats.read(path, "sgf")[0].players[0].name == "Élodie"


def test_the_way_to_write_swaps_is_checked() -> None:
    record = motu.load_game("hex(size=3)").new_initial_state().record()
    error = refusal(lambda: sgf.tree_of(record, swap="swap-chairs"))
    assert error.legal == ("swap-sides", "swap-pieces")


def test_stones_show_who_is_where() -> None:
    assert stones(HEX5 + ";B[c2];W[swap-pieces];B[d5])") == {"c2": "black", "e4": "white"}


# --- glyphs and marks -------------------------------------------------------------------------------------------------


def remarks(text: str) -> tuple[object, object]:
    extra = read_one(text).extra
    return extra.get("glyphs", {}), extra.get("marks", {})


def test_annotations_of_moves_are_glyphs() -> None:
    moves = ("TE[2]", "TE[1]", "IT[]", "DO[]", "BM[1]", "BM[2]", "", "BM[]", "BM[5]", "BM[1][2]", "IT[x]")
    cells = (f"{column}{row}" for row in (1, 3) for column in "abcdefgh")
    text = "".join(f";{'BW'[index % 2]}[{next(cells)}]{each}" for index, each in enumerate(moves))
    glyphs, _ = remarks(f"(;GM[11]SZ[8]TE[1]{text})")
    assert glyphs == {"1": "!!", "2": "!", "3": "!?", "4": "?!", "5": "?", "6": "??", "8": "?", "11": "!?"}


def test_marks_of_other_programs_are_read() -> None:
    _, marks = remarks(HEX5 + "CR[A1];TR[b2];B[c3]SQ[a1][b1]MA[c3]LB[d4:1][e5:a long one]AR[a1:b2];;LN[a1:b2]SL[a1])")
    assert marks == {
        "0": ["circle a1", "triangle b2"],
        "1": ["square a1", "square b1", "cross c3", "label d4 1", "arrow a1 b2"],
    }


@pytest.mark.parametrize(
    "nonsense",
    [
        *("CR[zz]", "CR[]", "CR[a1:b2]", "LB[a1]", "LB[:x]", "LB[a1:]", "LB[a1:a b]", "AR[a1]", "AR[a1:a1]"),
        *("AR[a1:b2:c3]", "AR[a1:z9]", "MOTUINK[circle a1 red]", "MOTUINK[]", "MOTUINK[spiral]", "DD[]", "BM[x]"),
    ],
)
def test_marks_that_make_no_sense_are_passed_over(nonsense: str) -> None:
    assert remarks(HEX5 + f";B[c3]{nonsense};W[b2])") == ({}, {})
    [tree] = formats.read_trees(HEX5 + f";B[c3]{nonsense}(;W[b2])(;W[a1]{nonsense}))")
    assert all((node.glyph, node.marks) == ("", ()) for node in tree.nodes)


def test_colours_stand_beside_what_others_read() -> None:
    text = sgf.write(
        [replace(read_one(HEX5 + ";B[c3])"), extra={"marks": {"1": ["circle a1 red", "label b2 ]: blue"]}})]
    )
    assert ";B[c3]CR[a1]LB[b2:\\]\\:]MOTUINK[circle a1 red][label b2 \\]: blue]" in text
    assert remarks(text)[1] == {"1": ["circle a1 red", "label b2 ]: blue"]}
    moved = text.replace("CR[a1]", "CR[e5]")
    assert remarks(moved)[1] == {"1": ["circle e5", "label b2 ]: blue"]}, "another program has moved the circle"


def test_marks_turn_with_swapped_pieces() -> None:
    _, marks = remarks(HEX5 + "CR[b1];B[c2]CR[b1];W[swap-pieces]AR[b1:b2];B[d5]CR[b1]MOTUINK[circle b1 red])")
    assert marks == {"0": ["circle b1"], "1": ["circle b1"], "2": ["arrow a2 b2"], "3": ["circle a2 red"]}
    record = read_one(HEX5 + ";B[c2];W[swap-sides];W[e4]LB[a2:A];B[a1](;W[b1]CR[a3])(;W[a3]CR[b1]))")
    for swap in ("swap-sides", "swap-pieces"):
        assert sgf.read(sgf.write([record], swap=swap)) == [record]
    [tree] = formats.read_trees(HEX5 + ";B[c2](;W[swap-pieces];B[d5]CR[b1])(;W[d5]CR[b1]))")
    assert [node.marks for node in tree.nodes] == [(), (), ("circle a2",), ("circle b1",)]


def test_an_old_record_with_an_annotation_of_sgf_comes_back() -> None:
    record = replace(read_one(HEX5 + ";B[c3])"), extra={"sgf": {"1": {"BM": ["1"], "N": ["x"]}}})
    assert sgf.read(sgf.write([record])) == [record]


@pytest.mark.parametrize("marks", [5, [], {"1": 5}, {"1": ["x"]}, {"1": ["circle z9"]}, {"1": ["circle a1"] * 2}])
def test_marks_that_are_none_survive_in_our_data(marks: object) -> None:
    record = replace(read_one(HEX5 + ";B[c3])"), extra={"marks": marks, "glyphs": {"1": "great"}})
    assert sgf.read(sgf.write([record])) == [record]


@pytest.mark.parametrize(
    "file", ["a\tb.json", "a\nb.json", "a\rb.json", "a\r\nb.json", "\t.json", "a  b.json", "a\\b.json"]
)
def test_a_board_keeps_a_file_name_that_sgfs_texts_cannot_say(file: str) -> None:
    data = {"cells": ["a1", "a2", "b1", "b2", "b3", "c2", "c3"], "junctions": ["a2", "c3", "c2", "a1"]}
    rules = motu.AtollRules(custom=CustomBoard.from_json(data), file=file)
    record = Record.from_state(motu.load_game(rules).new_initial_state().play_all(["b2"]))
    [read] = formats.read(formats.write(record, "sgf"))
    assert read == record


def test_another_spec_beside_sgfs_own_is_refused() -> None:
    text = formats.write(Record.from_state(motu.load_game("gan").new_initial_state()), "sgf")
    both = text.replace("MOTUSPEC", 'MOTUDATA[{"spec": "atoll(board=square,size=11,islands=8,swap=true)"}]MOTUSPEC', 1)
    with pytest.raises(RecordError, match='"spec" is said by other properties'):
        formats.read(both)
