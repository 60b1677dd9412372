"""`motu convert`."""

from __future__ import annotations

from pathlib import Path

import pytest

import motu
from cli.running import refusal, run, run_json, run_well
from motu.games import formats
from motu.games.record_parts import RecordPlayer

LINK = "https://hexworld.org/board/#5c1,c3b2"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """One game of each kind, with names and a comment."""
    path = tmp_path / "games.jsonl"
    lines = {"hex(size=5)": "c3 swap b4", "atomorph(size=5)": "c3 b2", "junior": "r4=6 c2=1"}
    for spec, moves in lines.items():
        state = motu.load_game(spec).new_initial_state().play_all(moves.split())
        record = motu.Record.from_state(
            state, players=[RecordPlayer("Ada"), RecordPlayer("Emmy")], comment="a fine game"
        )
        record.save(path, append=True)
    return path


def played(text: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(record.spec, record.moves) for record in formats.read(text)]


@pytest.mark.parametrize("name", ["jsonl", "sgf", "fragment"])
def test_every_game_goes_through_every_general_format(games: Path, name: str) -> None:
    there = run("convert", str(games), "-", "--to", name)
    assert there.exit_code == 0
    assert played(there.stdout) == played(games.read_text("utf-8"))
    back = run_well("convert", "-", "-", "--to", "jsonl", stdin=there.stdout)
    assert played(back) == played(games.read_text("utf-8"))


def test_the_ending_of_a_name_says_the_format(games: Path, tmp_path: Path) -> None:
    for name, each in formats.FORMATS.items():
        if name not in ("hexworld", "abstractplay"):
            target = tmp_path / f"out{each.suffixes[0].upper()}"
            assert run_json("convert", str(games), str(target))["to"] == name
            assert formats.detect(target.read_text("utf-8")) == name


def test_jsonl_carries_everything(games: Path, tmp_path: Path) -> None:
    target = tmp_path / "again.jsonl"
    result = run("convert", str(games), str(target))
    assert (result.stdout, result.stderr) == ("", "")
    assert target.read_bytes() == games.read_bytes()


def test_what_is_not_carried_is_named(games: Path, tmp_path: Path) -> None:
    result = run("convert", str(games), "-", "--to", "fragment")
    assert result.stderr == "fragment has no place for: players' names (3 of 3 games), comment (3 of 3 games)\n"
    data = run_json("convert", str(games), str(tmp_path / "out.txt"))
    assert data == {"to": "fragment", "games": 3, "not_carried": {"players' names": 3, "comment": 3}}


def test_a_link_is_read_as_it_is() -> None:
    assert played(run_well("convert", LINK, "-", "--to", "jsonl")) == [
        ("atoll(board=rhombus,size=5,islands=4,swap=true)", ("c3", "b2"))
    ]


def test_a_fragment_is_read_as_it_is() -> None:
    fragment = run_well("convert", LINK, "-", "--to", "fragment").strip()
    assert played(run_well("convert", fragment if "#" in fragment else f"#{fragment}", "-", "--to", "jsonl"))[0][1] == (
        "c3",
        "b2",
    )


def test_sgf_in_another_character_set_comes_through_stdin() -> None:
    sgf = "(;FF[4]GM[11]SZ[5]CA[ISO-8859-1]PB[J\u00fcrgen];B[c3])".encode("latin-1")
    assert '"J\u00fcrgen"' in run_well("convert", "-", "-", "--to", "jsonl", stdin=sgf)


def test_no_games_are_no_fault(tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("")
    target = tmp_path / "out.jsonl"
    assert run_json("convert", str(tmp_path / "none.jsonl"), str(target), "--from", "jsonl")["games"] == 0
    assert target.read_text() == ""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["-", "-"], "say with --to what stdout is to be"),
        ([LINK, "game.doc"], "say with --to what 'game.doc' is to be"),
        ([LINK, "-", "--to", "doc"], "unknown format 'doc'"),
        ([LINK, "-", "--to", "sgf", "--from", "doc"], "unknown format 'doc'"),
        ([LINK, "-", "--to", "sgf", "--json"], "both write to stdout"),
        (["nothing.jsonl", "-", "--to", "sgf"], "cannot read 'nothing.jsonl'"),
        ([LINK, "-", "--to", "abstractplay"], "abstract play"),
        ([LINK, "no/such/folder/game.sgf"], "cannot write 'no/such/folder/game.sgf'"),
        ([LINK], "OUT"),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments: list[str], told: str) -> None:
    assert told.lower() in refusal("convert", *arguments, stdin="").lower()


def test_a_file_is_not_put_in_its_own_place(tmp_path: Path) -> None:
    """A match's file would lose its manifest, without which the match cannot go on."""
    file, other = tmp_path / "match.jsonl", tmp_path / "other.jsonl"
    run_well("match", "random", "random", "--game", "hex(size=3)", "--games", "2", "--out", str(file))
    other.symlink_to(file)
    before = file.read_bytes()
    for target in (file, other):
        assert refusal("convert", str(file), str(target)).startswith("OUT is IN itself")
    assert file.read_bytes() == before


def test_stdin_that_is_no_text_is_refused() -> None:
    assert "not UTF-8" in refusal("convert", "-", "-", "--to", "jsonl", stdin=b'{"motu": 1}\n\xff\n')


def test_a_game_that_breaks_the_rules_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    target = tmp_path / "out.sgf"
    assert "c3 is occupied" in refusal("convert", LINK + "c3", str(target))
    assert not target.exists()


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("/", "cannot read '/': Is a directory"),
        (".", "cannot read '.': Is a directory"),
        ("no/such.sgf", "cannot read 'no/such.sgf': No such file or directory"),
        ("", "IN is empty: it is a file, a link in quotes, or - for stdin"),
    ],
)
def test_what_cannot_be_read_is_named(source: str, told: str, tmp_path: Path) -> None:
    assert refusal("convert", source, str(tmp_path / "out.sgf")) == told
