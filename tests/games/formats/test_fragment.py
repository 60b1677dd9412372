"""Fragments: small, checked, versioned, bounded; only a game that can be played comes out."""

from __future__ import annotations

import base64
import zlib
from contextlib import suppress
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import motu
from games.formats.random_records import bare_records, custom_game
from motu.errors import RecordError
from motu.games.formats import fragment
from motu.games.formats.fragment import record_from_fragment, record_to_fragment
from motu.games.record import Record
from motu.games.record_parts import Result
from positions import play_at_random


def fragment_of(spec: str, *moves: str, result: Result | None = None) -> str:
    state = motu.load_game(spec).new_initial_state().play_all(moves)
    return record_to_fragment(Record.from_state(state, result=result))


def unpacked(text: str) -> bytes:
    """Return the bytes of a fragment without the checksum."""
    return unpacked_whole(text)[:-4]


def unpacked_whole(text: str) -> bytes:
    """Return the bytes of a fragment; none when its length is no length of base64."""
    body = text.removeprefix("m1.")
    return b"" if len(body) % 4 == 1 else base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))


def packed(data: bytes) -> str:
    """Return bytes as a fragment with a right checksum."""
    return "m1." + base64.urlsafe_b64encode(data + zlib.crc32(data).to_bytes(4, "big")).rstrip(b"=").decode()


def refusal(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        record_from_fragment(text)
    return caught.value


SHARED = (
    "m1.AAEEI1E5AACGrnXH",
    "m1.CQEEI9V4AAMNZxDm8aIZ",
    "m1.AAEFo3o4AQAFAfMJnEpJ1Q",
    "m1.AAENQ_WWKXZfYQlvdG8BAAKioHxHPQ",
)
"""Links that somebody may have shared: they must open for ever."""


def test_shared_links_open_for_ever() -> None:
    games = [record_from_fragment(text) for text in SHARED]
    assert [game.moves for game in games] == [(), ("c2", "swap", "f6"), ("r4=6", "c2=1", "r4c6-r5c6"), ("c3", "b2")]
    assert [game.replay().game.name for game in games] == ["atoll", "atoll", "atmalof", "atomorph"]
    assert games[1].result == Result(1, "resign")
    assert games[3].spec == "atomorph(size=5,contested=ko,corners=false,return_stone=false,swap=true)"
    assert [record_from_fragment(record_to_fragment(game)) for game in games] == games


def test_sizes_are_what_the_documentation_says() -> None:
    """Sixty plies of Hex on 11x11 and a hundred of Atmalof, twenty random games each."""
    for spec, plies, limit in (("hex", 60, 86), ("atmalof", 100, 140)):
        sizes = []
        for seed in range(200):
            state = play_at_random(motu.load_game(spec).new_initial_state(), 2 * plies, seed)
            if state.ply() < plies:
                continue
            while state.ply() > plies or state.is_chance_node():
                state.undo()
            sizes.append(len(record_to_fragment(state.record())))
        assert len(sizes) >= 5
        assert sum(sizes) / len(sizes) <= limit


@settings(max_examples=150, suppress_health_check=[HealthCheck.filter_too_much])
@given(bare_records())
def test_fragments_need_no_escaping_in_a_url(record: Record) -> None:
    text = record_to_fragment(record)
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")
    for dressed in (text, f"#{text}", f"https://example.org/a?b=c#{text}", f"  {text}\n"):
        assert record_from_fragment(dressed) == record


def test_a_custom_board_is_inside() -> None:
    state = play_at_random(custom_game(3, swap=True).new_initial_state(), 5, 1)
    read = record_from_fragment(record_to_fragment(state.record()))
    assert read == state.record()
    assert read.replay().game.board.names == state.game.board.names


@settings(max_examples=300)
@given(st.integers(0, 2**32 - 1))
def test_every_damage_is_noticed(seed: int) -> None:
    random = Random(seed)
    text = fragment_of("hex(size=5)", "c3", "swap", "b2", "d4")
    place = random.randrange(3, len(text))
    other = random.choice([char for char in "ABCxyz019-_" if char != text[place]])
    damaged = random.choice([text[:place] + other + text[place + 1 :], text[:place], text[:place] + text[place + 1 :]])
    if unpacked_whole(damaged) == unpacked_whole(text):
        assert place == len(text) - 1, "only the last character has bits that mean nothing"
    else:
        assert refusal(damaged).slug == "record/fragment"


@settings(max_examples=500)
@given(st.binary(max_size=40), st.integers(0, 2**32 - 1))
def test_any_payload_with_a_right_checksum_is_refused_or_a_game(noise: bytes, seed: int) -> None:
    random = Random(seed)
    good = unpacked(fragment_of(random.choice(["gan", "junior", "atomorph(size=3)"])))
    data = noise if random.random() < 0.2 else good[: random.randrange(len(good) + 1)] + noise
    with suppress(RecordError):
        record_from_fragment(packed(data)).replay()


def test_wrong_fragments_say_what_is_wrong() -> None:
    good = fragment_of("hex(size=5)", "c3", "b2")
    assert "expected m1." in refusal("nonsense!").message
    assert "version 2 of the format" in refusal(good.replace("m1.", "m2.")).message
    assert "checksum" in refusal("m1.").message
    assert "cut off" in refusal("m1.AAAAA").message
    assert "checksum" in refusal(good[:-4]).message
    assert refusal("m1." + "A" * 70_000).slug == "record/too-large"
    assert refusal(good.replace("m1.", "m1.AAAA")).slug == "record/fragment"


def test_payloads_are_read_strictly() -> None:
    data = unpacked(fragment_of("hex(size=5)", "c3", "b2"))
    assert record_from_fragment(packed(data)).moves == ("c3", "b2")
    assert "not complete" in refusal(packed(b"")).message
    for head in (64, 128, 6, 7, 8, 13):
        assert f"unknown flags {head}" in refusal(packed(bytes([head]) + data[1:])).message
    assert refusal(packed(bytes([0, 2]) + data[2:])).slug == "record/rules-version"
    assert "rules version is too large" in refusal(packed(bytes([0]) + b"\xff" * 6)).message
    assert "ends before its rules version" in refusal(packed(bytes([0]) + b"\xff")).message
    assert "spec is damaged" in refusal(packed(bytes([0, 1, 200]) + data[3:])).message
    assert "spec is damaged" in refusal(packed(bytes([0, 1, 2, 255, 255]))).message
    assert "something is left over" in refusal(packed(data + b"\1")).message
    spec_end = 3 + data[2]
    assert data[spec_end] == 2
    assert "ends before its number of moves" in refusal(packed(data[:spec_end])).message
    many = data[:spec_end] + b"\xff\xff\x03" + data[spec_end + 1 :]
    assert "at most 20,000" in refusal(packed(many)).message
    too_many = data[:spec_end] + bytes([30]) + data[spec_end + 1 :]
    assert "the game is over after" in refusal(packed(too_many)).message


def deflated(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = packer.compress(data) + packer.flush()
    return fragment._varint(len(body)) + body


def test_bombs_do_not_go_off() -> None:
    bomb = deflated(b'{"cells": ["' + b"a" * 40_000_000 + b'"]}')
    spec = fragment._packed(b"atoll(file=b.json,swap=true)", fragment._DICTIONARY)
    text = packed(bytes([fragment._BOARD, 1]) + spec + bomb)
    assert len(text) < fragment.MAX_CHARACTERS
    assert "longer than 262,144 bytes" in refusal(text).message
    long_spec = packed(bytes([0, 1]) + fragment._packed(b"x" * 10_000, fragment._DICTIONARY))
    assert "longer than 4,096 bytes" in refusal(long_spec).message
    latin = packed(bytes([0, 1]) + fragment._packed(b"\xff", fragment._DICTIONARY))
    assert "spec is damaged" in refusal(latin).message


def test_boards_in_fragments_are_checked() -> None:
    spec = fragment._packed(b"atoll(file=b.json,swap=true)", fragment._DICTIONARY)
    head = bytes([fragment._BOARD, 1])
    assert refusal(packed(head + spec + deflated(b"[]"))).slug == "record/field"
    assert refusal(packed(head + spec + deflated(b"{}") + b"\0")).slug == "record/board"
    assert refusal(packed(bytes([0, 1]) + spec + b"\0")).slug == "record/board"
    plain = fragment._packed(b"hex(size=3)", fragment._DICTIONARY)
    assert refusal(packed(head + plain + deflated(b"{}") + b"\0")).slug == "record/board"
    assert refusal(packed(bytes([0, 1]) + fragment._packed(b"chess") + b"\0")).slug in {
        "record/spec",
        "record/fragment",
    }


def test_set_ups_in_fragments_are_checked() -> None:
    spec = fragment._packed(b"atomorph(size=3)", fragment._DICTIONARY)
    head = bytes([fragment._SETUP, 1])
    assert record_from_fragment(packed(head + spec + b"\1\0" + b"")).setup is not None
    assert refusal(packed(head + spec + b"\x40\0")).slug in {"record/setup", "record/field"}
    assert refusal(packed(head + spec + b"\xff\xff\x03\0")).slug == "record/field"


def test_results_must_be_possible() -> None:
    won = unpacked(fragment_of("hex(size=2)", "a1", "b1", "a2"))
    assert record_from_fragment(packed(won)).result == Result(0, "connected")
    assert refusal(packed(bytes([won[0] + 1]) + won[1:])).slug == "record/result"


def test_packed_texts_of_every_length_are_carried() -> None:
    """Their length is written in groups of seven bits: around 128 it takes a second one."""
    rng, lengths = Random(5), set()
    for count in range(120, 200):
        board = "".join(rng.choices("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/", k=count))
        source = fragment._Source(fragment._packed(board.encode()))
        lengths.add(len(source._data))
        assert source.packed("board", 1000) == board
    assert lengths >= {127 + 1, 128 + 2}


def test_games_that_are_too_long_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    record = motu.load_game("hex(size=3)").new_initial_state().play_all(["b2", "a1"]).record()
    monkeypatch.setattr(fragment, "MAX_ENTRIES", 1)
    with pytest.raises(RecordError, match="at most 1") as caught:
        record_to_fragment(record)
    assert caught.value.slug == "record/too-large"
    monkeypatch.setattr(fragment, "MAX_ENTRIES", 10)
    monkeypatch.setattr(fragment, "MAX_CHARACTERS", 10)
    with pytest.raises(RecordError, match="more than 10"):
        record_to_fragment(record)


def test_a_long_shuffle_is_carried() -> None:
    state = motu.load_game("atmalof").new_initial_state().play_all(["r1=1", "r7=1"])
    there, back = ["r1c1-r2c2", "r7c1-r6c2"], ["r2c2-r1c1", "r6c2-r7c1"]
    for _ in range(500):
        state.play_all(there + back)
    record = state.record()
    text = record_to_fragment(record)
    assert len(text) < 4000
    assert record_from_fragment(text) == record


def test_several_fragments_stand_on_several_lines() -> None:
    first, second = fragment_of("gan", "c3"), fragment_of("junior", "r1=1")
    assert [record.moves for record in fragment.read(f"{first}\n\n{second}\n")] == [("c3",), ("r1=1",)]
    with pytest.raises(RecordError, match=r"^line 2: "):
        fragment.read(f"{first}\nm1.AAAA\n")
