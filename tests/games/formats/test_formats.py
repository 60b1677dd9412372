"""All formats together: what goes out comes back, what is read is told apart, and garbage is refused."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import motu
from games.formats.random_records import ABSTRACT_PLAY_SPECS, HEX_SPECS, bare_records, records
from motu.errors import MotuError, RecordError
from motu.games import formats
from motu.games.record import Record
from motu.games.record_parts import Result

whole = settings(max_examples=150, suppress_health_check=[HealthCheck.filter_too_much])
quick = settings(max_examples=60, suppress_health_check=[HealthCheck.filter_too_much])


def only_game(record: Record) -> Record:
    """Leave out what is not the game itself."""
    return Record(
        spec=record.spec,
        moves=record.moves,
        result=replace(record.result, extra={}),
        setup=record.setup,
        board=record.board,
    )


# --- round trips ------------------------------------------------------------------------------------------------------


@whole
@given(records())
def test_json_lines_carry_everything(record: Record) -> None:
    assert formats.read(formats.write(record, "jsonl"), "jsonl") == [record]


@whole
@given(records())
def test_sgf_carries_everything(record: Record) -> None:
    assert formats.read(formats.write(record, "sgf"), "sgf") == [record]


@quick
@given(records(HEX_SPECS))
def test_sgf_of_hex_carries_everything_however_swaps_are_written(record: Record) -> None:
    for swap in ("swap-sides", "swap-pieces"):
        assert formats.sgf.read(formats.sgf.write([record], swap=swap)) == [record]


@whole
@given(records())
def test_fragments_carry_the_whole_game(record: Record) -> None:
    text = formats.record_to_fragment(record)
    assert formats.record_from_fragment(text) == only_game(record)
    assert formats.read(f"https://example.org/play#{text}") == [only_game(record)]


@whole
@given(bare_records(HEX_SPECS, setups=False))
def test_hexworld_carries_hex(record: Record) -> None:
    if record.result.reason in {"agreed", "unknown"}:
        with pytest.raises(RecordError, match="how this game ended"):
            formats.write(record, "hexworld")
        return
    (read,) = formats.read(formats.write(record, "hexworld"), "hexworld")
    if record.result.reason == "time":  # HexWorld has one word for both
        record = replace(record, result=replace(record.result, reason="forfeit"))
    assert read == record


@whole
@given(bare_records(ABSTRACT_PLAY_SPECS, setups=False))
def test_abstract_play_carries_its_boards(record: Record) -> None:
    loser_is_to_move = record.result.winner is not None and record.replay().current_player() != record.result.winner
    if record.result.reason in {"forfeit", "unknown"} or (
        record.result.reason in {"resign", "time"} and not loser_is_to_move
    ):
        with pytest.raises(RecordError, match="how this game ended"):
            formats.write(record, "abstractplay")
        return
    assert formats.read(formats.write(record, "abstractplay"), "abstractplay") == [record]


@quick
@given(st.lists(bare_records(), min_size=2, max_size=4), st.sampled_from(["jsonl", "sgf", "fragment"]))
def test_many_games_fit_into_one_text(games: list[Record], name: str) -> None:
    text = formats.write(games, name)
    assert formats.detect(text) == name
    assert formats.read(text) == games


@pytest.mark.parametrize("name", formats.FORMATS)
def test_every_format_is_recognised(name: str) -> None:
    spec = {"hexworld": "hex(size=5)"}.get(name, "atoll")
    state = motu.load_game(spec).new_initial_state().play_all(["c3", "swap", "b2"])
    text = formats.write(state.record(), name)
    assert formats.detect(text) == name
    assert formats.read(text) == [state.record()]
    assert formats.read("\n" + text) == [state.record()] or name == "sgf"


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", formats.FORMATS)
def test_files_are_read_by_their_path(name: str, tmp_path: Path) -> None:
    record = (
        motu.load_game("hex(size=5)" if name == "hexworld" else "atoll").new_initial_state().play_all(["c3"]).record()
    )
    path = tmp_path / f"game{formats.FORMATS[name].suffixes[0]}"
    path.write_text(formats.write(record, name), encoding="utf-8")
    assert formats.read(path) == [record]
    assert formats.read(path, name) == [record]
    assert [[node.move for node in tree.nodes] for tree in formats.read_trees(path)] == [["c3"]]


def test_a_text_is_never_taken_for_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(formats.write(motu.load_game("hex").new_initial_state().record(), "jsonl"))
    with pytest.raises(RecordError, match="looks like none"):
        formats.read(str(path))


def test_files_that_cannot_be_read_say_why(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="No such file") as missing:
        formats.read(tmp_path / "nothing.sgf")
    assert missing.value.slug == "record/file"
    (tmp_path / "latin.jsonl").write_bytes(b'{"motu": 1}\n{"name": "\xe9"}\n')
    with pytest.raises(RecordError, match=r"latin\.jsonl: line 2: not UTF-8") as latin:
        formats.read(tmp_path / "latin.jsonl")
    (tmp_path / "wrong.sgf").write_text("(;GM[11]SZ[5];B[c3](;W[c3];B[d4])(;W[b3]))")
    with pytest.raises(RecordError, match=r"wrong\.sgf: "):
        formats.read_trees(tmp_path / "wrong.sgf")
    assert latin.value.slug == "record/file"


def test_names_of_formats_are_checked() -> None:
    record = motu.load_game("hex").new_initial_state().record()
    for call in (lambda: formats.write(record, "pgn"), lambda: formats.read("x", "pgn")):
        with pytest.raises(RecordError, match="'pgn'") as caught:
            call()
        assert caught.value.slug == "record/format"
        assert caught.value.legal == tuple(formats.FORMATS)


def test_formats_that_cannot_say_what_was_played_say_so() -> None:
    atoll = motu.load_game("atoll").new_initial_state().record()
    small = motu.load_game("gan").new_initial_state().record()
    hexes = motu.load_game("hex(size=5)")
    placed = hexes.new_state({"a1": "black"}, "white").record()
    begun = motu.load_game("atoll").new_state({"f7": "black"}, "white").record()
    drawn = replace(hexes.new_initial_state().record(), result=Result(None, "agreed"))
    for record, name in (
        (atoll, "hexworld"),
        (small, "abstractplay"),
        (placed, "hexworld"),
        (placed, "abstractplay"),
        (begun, "abstractplay"),
        (drawn, "hexworld"),
    ):
        with pytest.raises(RecordError) as caught:
            formats.write(record, name)
        assert caught.value.slug == "record/not-carried"


# --- garbage ----------------------------------------------------------------------------------------------------------

GAMES = {
    "hex(size=5)": ("c3", "swap", "b2", "d4"),
    "atoll": ("f5", "swap", "e4"),
    "atomorph(size=4,return_stone=true)": ("b2", "a2", "c3", "b3"),
    "atmalof": ("r4=6", "c2=1", "r4c6-r5c6"),
}


def samples(name: str) -> list[str]:
    """Write the games that a format can carry."""
    texts = []
    for spec, moves in GAMES.items():
        state = motu.load_game(spec).new_initial_state().play_all(moves)
        with suppress(RecordError):
            texts.append(formats.write(state.record(("Ann", "Bo")), name))
    assert texts
    return texts


SAMPLES = {name: samples(name) for name in formats.FORMATS}


def refused_or_right(read: Callable[[], list[Record]]) -> None:
    """Check that a text is read into games that can be played, or refused with a reason."""
    try:
        found = read()
    except MotuError as error:
        check_refusal(error)
        return
    for record in found:
        record.replay()


def check_refusal(error: MotuError) -> None:
    """Check what every refusal promises."""
    assert isinstance(error, RecordError)
    assert error.slug.startswith("record/")
    assert error.message.strip()
    assert len(error.message) < 5000


any_text = st.text(alphabet=st.characters(exclude_categories=()), max_size=60)


@settings(max_examples=400)
@given(any_text, st.sampled_from([*formats.FORMATS, None]))
def test_any_text_is_refused_or_right(text: str, name: str | None) -> None:
    refused_or_right(lambda: formats.read(text, name))


@settings(max_examples=200)
@given(st.binary(max_size=60), st.sampled_from([*formats.FORMATS, None]))
def test_any_bytes_are_refused_or_right(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str | None
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.bytes"
    path.write_bytes(data)
    refused_or_right(lambda: formats.read(path, name))


def mutated(text: str, random: Random) -> str:
    """Change a text in one place or a few, as a careless editor or a bad line would."""
    pieces = (
        "",
        "",
        "[",
        "]",
        "(",
        ")",
        ";",
        ":",
        "\\",
        '"',
        "{",
        "}",
        ",",
        "0",
        "9",
        "-1",
        "a1",
        "B",
        "W",
        "swap",
        "\n",
    )
    more = (
        "null",
        "NaN",
        "1e999",
        "\ud800",
        "\0",
        "é",
        "[[[[[[[[",
        "99999999999999999999",
        "pass",
        "resign",
        "=6",
        "@",
    )
    for _ in range(random.randint(1, 3)):
        place, length = random.randint(0, len(text)), random.choice((0, 0, 1, 1, 2, 5, 40))
        text = text[:place] + random.choice(pieces + more) + text[place + length :]
    return text


@pytest.mark.parametrize("name", formats.FORMATS)
@settings(max_examples=500)
@given(seed=st.integers(0, 2**32 - 1))
def test_damaged_texts_are_refused_or_right(name: str, seed: int) -> None:
    random = Random(seed)
    text = mutated(random.choice(SAMPLES[name]), random)
    refused_or_right(lambda: formats.read(text, name))
    refused_or_right(lambda: formats.read(text))


@pytest.mark.parametrize("name", formats.FORMATS)
def test_cut_off_texts_are_refused_or_shorter_games(name: str) -> None:
    for text in SAMPLES[name]:
        for length in range(len(text)):
            refused_or_right(lambda text=text, length=length: formats.read(text[:length], name))  # type: ignore[misc]


@pytest.mark.parametrize("name", formats.FORMATS)
def test_a_file_is_saved_as_its_name_ends(name: str, tmp_path: Path) -> None:
    spec = "atoll(size=11)" if name == "abstractplay" else "hex"
    record = motu.load_game(spec).new_initial_state().play_all(["c3", "d5"]).record()
    for ending in formats.FORMATS[name].suffixes:
        path = tmp_path / f"game{ending.upper()}"
        formats.save(record, path)
        assert path.read_text("utf-8") == formats.write(record, name)
        assert [each.moves for each in formats.read(path)] == [record.moves]
    other = tmp_path / "game.other"
    formats.save([record], other, name)
    assert formats.detect(other.read_text("utf-8")) == name


def test_an_ending_of_no_format_is_refused(tmp_path: Path) -> None:
    record = motu.load_game("hex").new_initial_state().record()
    with pytest.raises(RecordError, match=r"jsonl \(.jsonl\), sgf \(.sgf\)") as refused:
        formats.save(record, tmp_path / "game")
    assert (refused.value.slug, refused.value.legal) == ("record/format", tuple(formats.FORMATS))
