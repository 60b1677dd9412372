"""Records: values that check themselves, JSON lines that are read strictly, games that are played through the rules."""

from __future__ import annotations

import json
import pickle
import resource
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

import motu
from games.formats.random_records import RECORD_KEYS, custom_game, games, records
from motu.boards import load_custom_board
from motu.errors import RecordError
from motu.games import record_files
from motu.games.record import MAX_MOVES, Record, read_lines, write_lines
from motu.games.record_parts import RecordPlayer, Result, Setup

HEX_GAME = ("b2", "a1", "b1", "a2", "b3")
"""A game of Hex on 3x3 that Black wins."""


def hex_state(*moves: str) -> motu.State:
    return motu.load_game("hex(size=3)").new_initial_state().play_all(moves)


def line(**changes: Any) -> str:
    """Write a good record as JSON, changed; None removes a key."""
    data = hex_state(*HEX_GAME).record(("Ann", "Bo")).to_json() | changes
    return json.dumps({key: value for key, value in data.items() if value is not None})


def refusal(call: Callable[[], object]) -> RecordError:
    with pytest.raises(RecordError) as caught:
        call()
    return caught.value


# --- values -----------------------------------------------------------------------------------------------------------


def test_a_record_is_a_frozen_value_with_a_canonical_spec() -> None:
    record = hex_state(*HEX_GAME).record(("Ann", "Bo"))
    assert record.spec == "atoll(board=rhombus,size=3,islands=4,swap=true)"
    assert record.players == (RecordPlayer("Ann"), RecordPlayer("Bo"))
    assert record.result == Result(0, "connected")
    assert record == replace(record)
    assert hash(record) == hash(replace(record))
    assert pickle.loads(pickle.dumps(record)) == record
    with pytest.raises(FrozenInstanceError):
        record.spec = "atoll"  # type: ignore[misc]


def test_the_text_form_has_its_keys_in_one_order() -> None:
    record = replace(hex_state("b2").record(("Ann", "Bo")), times=(7,), started="2026-01-31", comment="short")
    assert write_lines([record]) == (
        '{"motu": 1, "spec": "atoll(board=rhombus,size=3,islands=4,swap=true)", "rules_version": 1,'
        ' "started": "2026-01-31", "players": [{"name": "Ann", "kind": "human"}, {"name": "Bo", "kind": "human"}],'
        ' "moves": ["b2"], "times": [7], "result": {"winner": null, "reason": "unfinished"}, "comment": "short"}\n'
    )


@settings(max_examples=150, suppress_health_check=[HealthCheck.filter_too_much])
@given(games())
def test_a_state_and_its_record_are_the_same_game(state: motu.State) -> None:
    record = state.record()
    again = record.replay()
    assert again.moves() == state.moves()
    assert again.hash() == state.hash()
    assert again.outcome() == state.outcome()
    assert again.legal_actions() == state.legal_actions()
    assert again.record() == record


@settings(max_examples=100, suppress_health_check=[HealthCheck.filter_too_much])
@given(records())
def test_writing_is_stable(record: Record) -> None:
    text = write_lines([record])
    assert text.count("\n") == 1
    assert write_lines(read_lines(text)) == text


def test_results_belong_to_persons() -> None:
    swapped = hex_state("b2", "swap")
    record = Record.from_state(swapped, result=Result(1, "resign"))
    assert record.replay().colour(1) == "black"
    assert str(record.result) == "person 1 wins (resign)"
    assert str(Result(None, "agreed")) == "a draw (agreed)"
    assert str(Result()) == "unfinished"


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: RecordPlayer(name=3), "name"),  # type: ignore[arg-type]
        (lambda: RecordPlayer(name="\ud800"), "name"),
        (lambda: RecordPlayer(kind="two words"), "kind"),
        (lambda: RecordPlayer(kind=None), "kind"),  # type: ignore[arg-type]
        (lambda: RecordPlayer(rating=True), "rating"),
        (lambda: RecordPlayer(rating=float("nan")), "rating"),
        (lambda: RecordPlayer(settings=[1]), "settings"),  # type: ignore[arg-type]
        (lambda: RecordPlayer(settings={"x": {1, 2}}), "settings"),
        (lambda: RecordPlayer(extra={"name": "x"}), "extra"),
        (lambda: RecordPlayer(extra={3: "x"}), "extra"),  # type: ignore[dict-item]
        (lambda: Result(2, "resign"), "winner"),
        (lambda: Result(True, "resign"), "winner"),
        (lambda: Result(None, "resign"), "winner"),
        (lambda: Result(0, "agreed"), "winner"),
        (lambda: Result(0, "checkmate"), "reason"),
        (lambda: Setup(stones=(("a1",),)), "stones"),  # type: ignore[arg-type]
        (lambda: Setup(stones=("a1", "b1")), "stones"),  # type: ignore[arg-type]
        (lambda: Setup(stones=((1,), ())), "stones[0]"),  # type: ignore[arg-type]
        (lambda: Setup(stones=(("a" * 33,), ())), "stones[0]"),
        (lambda: Setup(to_move=2), "to_move"),
        (lambda: Setup(flags=-1), "flags"),
        (lambda: Record("hex", moves="a1"), "moves"),  # type: ignore[arg-type]
        (lambda: Record("hex", moves=(1,)), "moves[0]"),  # type: ignore[arg-type]
        (lambda: Record("hex", moves=("a1" * 20,)), "moves[0]"),
        (lambda: Record("hex", players=(RecordPlayer(),)), "players"),  # type: ignore[arg-type]
        (lambda: Record("hex", players=("Ann", "Bo")), "players[0]"),  # type: ignore[arg-type]
        (lambda: Record("hex", result="won"), "result"),  # type: ignore[arg-type]
        (lambda: Record("hex", setup="a1"), "setup"),  # type: ignore[arg-type]
        (lambda: Record("hex", times=(1,)), "times"),
        (lambda: Record("hex", moves=("a1",), times=(-1,)), "times[0]"),
        (lambda: Record("hex", moves=("a1",), times=(1.5,)), "times[0]"),  # type: ignore[arg-type]
        (lambda: Record("hex", started="yesterday"), "started"),
        (lambda: Record("hex", comment=5), "comment"),  # type: ignore[arg-type]
        (lambda: Record("hex", rules_version=0), "rules_version"),
        (lambda: Record("hex", extra={"moves": []}), "extra"),
        (lambda: Record("hex", extra={"x": float("inf")}), "extra"),
        (lambda: Record(7), "spec"),  # type: ignore[arg-type]
    ],
)
def test_fields_check_themselves(make: Callable[[], object], field: str) -> None:
    error = refusal(make)
    assert error.slug == "record/field"
    assert error.position == field
    assert error.message.startswith(f"{field}: expected ")
    assert ", read " in error.message


def test_other_refusals_have_slugs_of_their_own() -> None:
    assert refusal(lambda: Record("chess")).slug == "record/spec"
    assert refusal(lambda: Record("atoll(size=4)").game()).slug == "record/spec"
    assert refusal(lambda: Record("hex", rules_version=2)).slug == "record/rules-version"
    assert refusal(lambda: Record("hex", moves=("a1",) * (MAX_MOVES + 1))).slug == "record/too-large"
    assert refusal(lambda: Record("hex", board={})).slug == "record/board"
    deep: list[Any] = []
    for _ in range(40):
        deep = [deep]
    assert refusal(lambda: Record("hex", extra={"x": deep})).slug == "record/json"


# --- set-up positions and custom boards -------------------------------------------------------------------------------


def test_set_up_positions_are_kept_with_side_and_flags() -> None:
    game = motu.load_game("atomorph(size=4,return_stone=true)")
    start = game.new_state({"b2": "black", "A1": 1}, "white", flags=3)
    record = start.record()
    assert record.setup == Setup((("b2",), ("a1",)), 1, 3)
    assert record.to_json()["setup"] == {"stones": {"black": ["b2"], "white": ["a1"]}, "to_move": "white", "flags": 3}
    assert read_lines(write_lines([record])) == [record]
    assert (record.replay().ban(), record.replay().to_return()) == (True, True)
    assert start.play("@c3") == 1
    assert start.record().replay().moves() == ["@c3"]


def test_an_empty_board_set_by_hand_has_no_pie() -> None:
    game = motu.load_game("hex(size=3)")
    assert game.new_initial_state().record().setup is None
    assert game.new_state({}, "black").record().setup == Setup()
    assert game.new_state({}, "white").record().setup == Setup(to_move=1)
    without = motu.load_game("hex(size=3,swap=false)")
    assert without.new_state({}, "black").record().setup is None, "there is nothing to tell them apart by"


def test_a_set_up_that_is_decided_has_a_result() -> None:
    record = motu.load_game("hex(size=2)").new_state({"a1": 0, "a2": 0, "b1": 1}, "white").record()
    assert record.result == Result(0, "connected")
    assert read_lines(write_lines([record])) == [record]


def test_atmalof_names_its_colours_red_and_blue() -> None:
    record = motu.load_game("junior").new_state({"r1c1": "red", "r2c2": "blue"}, "blue").record()
    assert record.to_json()["setup"] == {"stones": {"red": ["r1c1"], "blue": ["r2c2"]}, "to_move": "blue"}
    assert read_lines(write_lines([record])) == [record]


@pytest.mark.parametrize(
    ("setup", "slug", "words"),
    [
        ({"stones": {"black": ["a1"], "white": ["A1"]}, "to_move": "black"}, "record/setup", "a1 has two stones"),
        ({"stones": {"black": ["j9"], "white": []}, "to_move": "black"}, "record/setup", "no cell 'j9'"),
        ({"stones": {"black": [], "white": []}, "to_move": "black", "flags": 1}, "record/setup", "flags"),
        ({"stones": {"black": [], "white": []}, "to_move": "red"}, "record/field", 'setup.to_move: expected "black"'),
        ({"stones": {"black": [], "white": []}, "to_move": []}, "record/field", "setup.to_move"),
        ({"stones": {"black": []}, "to_move": "black"}, "record/missing", 'setup.stones: the key "white"'),
        ({"stones": {"black": [], "white": [], "red": []}, "to_move": "black"}, "record/field", "only black and white"),
        ({"stones": [], "to_move": "black"}, "record/field", "setup.stones: expected an object"),
        ({"stones": {"black": [1], "white": []}, "to_move": "black"}, "record/field", "setup.stones[0]"),
        ({"to_move": "black"}, "record/missing", 'setup: the key "stones" is missing'),
        ([], "record/field", "setup: expected an object"),
    ],
)
def test_wrong_set_ups_are_refused(setup: object, slug: str, words: str) -> None:
    error = refusal(lambda: read_lines(line(setup=setup, moves=[], result={"winner": None, "reason": "unfinished"})))
    assert error.slug == slug
    assert words in error.message
    assert error.message.startswith("line 1: ")


def test_a_custom_board_travels_with_its_record() -> None:
    state = custom_game(1, swap=True).new_initial_state()
    state.apply_action(0)
    record = state.record()
    assert record.spec == "atoll(file=ragged1.json,swap=true)", "directories are nobody's business"
    assert record.board is not None
    assert set(record.board) == {"cells", "junctions", "first"}
    assert read_lines(write_lines([record])) == [record]
    assert record.replay().game.board.names == state.game.board.names


def test_a_record_never_makes_anybody_read_a_file(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(json.dumps(custom_game(1, swap=True).rules.custom.to_json()))  # type: ignore[union-attr]
    motu.load_game(motu.AtollRules(file=str(path)), load_custom_board)
    error = refusal(lambda: Record(f'atoll(file="{path}")'))
    assert error.slug == "record/board"
    assert "must come along" in error.message


def test_wrong_boards_are_refused() -> None:
    good = custom_game(1, swap=True).new_initial_state().record().to_json()
    for board in ({}, {"cells": ["a1"], "junctions": ["a1"]}, {"cells": 5}, good["board"] | {"colour": "red"}):
        error = refusal(lambda board=board: read_lines(json.dumps(good | {"board": board})))  # type: ignore[misc]
        assert error.slug == "record/board"
        assert error.message.startswith("line 1: board: ")


# --- reading ----------------------------------------------------------------------------------------------------------


def test_what_newer_writers_add_is_kept_at_every_level() -> None:
    text = (
        '{"motu": 1, "spec": "hex(size=3)", "rules_version": 1, "clock": {"main": 600},'
        ' "players": [{"name": "Ann", "kind": "human", "flag": "eo"},'
        ' {"name": "", "kind": "engine", "settings": {"n": 1}}],'
        ' "setup": {"stones": {"black": ["B2"], "white": []}, "to_move": "white", "label": "x"}, "moves": ["A1"],'
        ' "result": {"winner": 0, "reason": "time", "at": 3.5}, "tags": [1, null, "é"]}'
    )
    (record,) = read_lines(text)
    assert record.extra == {"clock": {"main": 600}, "tags": [1, None, "é"]}
    assert record.players[0].extra == {"flag": "eo"}
    assert record.players[1].settings == {"n": 1}
    assert record.setup == Setup((("b2",), ()), 1, 0, {"label": "x"})
    assert record.result == Result(0, "time", {"at": 3.5})
    assert record.moves == ("a1",), "cells are brought into their own spelling"
    written = json.loads(write_lines([record]))
    expected = json.loads(text) | {"spec": record.spec, "moves": ["a1"]}
    expected["setup"]["stones"]["black"] = ["b2"]
    assert written == expected


@pytest.mark.parametrize(
    ("text", "slug", "words"),
    [
        ('{"motu": 1', "record/json", "line 1: column 11"),
        ("[]", "record/field", "line 1: the record: expected an object {…}, read []"),
        ('"motu"', "record/field", "expected an object"),
        ("nonsense", "record/json", "line 1: column 1"),
        (line() + " 5", "record/json", "Extra data"),
        (line() + line(), "record/json", "Extra data"),
        (line()[:-1], "record/json", "line 1: column"),
        (line()[:-1] + ', "motu": 1}', "record/json", 'line 1: the key "motu" stands twice'),
        (line(comment="x").replace('"x"', "NaN"), "record/json", "NaN is no JSON number"),
        (line(comment="x").replace('"x"', "-Infinity"), "record/json", "-Infinity is no JSON number"),
        (line(comment="x").replace('"x"', "1e999"), "record/json", "1e999 is too large"),
        (line(comment="x").replace('"x"', "9" * 5000), "record/json", "no readable JSON"),
        (line(comment="x").replace('"x"', "[" * 2000), "record/json", "no readable JSON"),
        (line(note="x").replace('"x"', "[" * 40 + "]" * 40), "record/json", "nested more than 32 deep"),
        (line(comment="x").replace('"x"', '"\\ud800"'), "record/field", "a surrogate stands alone"),
        (line(motu=2), "record/version", "this is version 1 of the record format, read 2"),
        (line(motu=True), "record/version", "read True"),
        (line(motu=1.0), "record/version", "read 1.0"),
        (line(motu="1"), "record/version", "read '1'"),
        (line(rules_version=7), "record/rules-version", "version 1 of the rules, read 7"),
        (line(rules_version="1"), "record/field", 'rules_version: expected a whole number, 1 or more, read "1"'),
        (line(spec="hax"), "record/spec", "spec: unknown game 'hax'"),
        (line(spec=3), "record/field", "spec: expected a text, read 3"),
        (line(players=[{"name": "Ann", "kind": "human"}]), "record/field", "players: expected a list of two players"),
        (line(players=[{}, {}]), "record/missing", 'players[0]: the key "name" is missing'),
        (line(players=[5, 5]), "record/field", "players[0]: expected an object"),
        (
            line(players=[{"name": "", "kind": "human"}, {"name": [], "kind": "human"}]),
            "record/field",
            "players[1].name",
        ),
        (line(moves="b2 a1"), "record/field", "moves: expected a list of texts"),
        (line(moves=["b2", 5]), "record/field", "moves[1]: expected a text, read 5"),
        (line(moves=["b2", "b2"]), "record/move", "moves[1]: illegal move 'b2'"),
        (line(moves=["b2", "z9"]), "record/move", "moves[1]: "),
        (line(moves=["b2", "a1", "swap"]), "record/move", "moves[2]: illegal move 'swap'"),
        (line(moves=[*HEX_GAME, "c3"]), "record/move", "moves[5]: the game is over"),
        (line(moves=["b2"]), "record/result", "the record says person 0 wins (connected), but the game is not over"),
        (line(result={"winner": 1, "reason": "connected"}), "record/result", "by the rules it is person 0 wins"),
        (line(result={"winner": 1, "reason": "resign"}), "record/result", "by the rules it is person 0 wins"),
        (line(result={"winner": None, "reason": "unfinished"}), "record/result", "says unfinished, but by the rules"),
        (line(result={"winner": 0}), "record/missing", 'result: the key "reason" is missing'),
        (line(result={"winner": "Ann", "reason": "resign"}), "record/field", "result.winner"),
        (line(times=[1, 2]), "record/field", "times: expected a list of 5 numbers"),
        (line(times=[1, 2, 3, 4, "5"]), "record/field", "times[4]"),
        (line(started=2026), "record/field", "started"),
    ],
)
def test_bad_lines_are_refused_with_the_place(text: str, slug: str, words: str) -> None:
    error = refusal(lambda: read_lines(text))
    assert error.slug == slug
    assert words in error.message
    assert error.message.startswith("line 1: ")
    assert error.position.startswith("line 1")


@pytest.mark.parametrize("key", ["motu", "spec", "rules_version", "players", "moves", "result"])
def test_missing_keys_are_named(key: str) -> None:
    error = refusal(lambda: read_lines(line(**{key: None})))
    assert error.slug == "record/missing"
    assert error.message == f'line 1: the record: the key "{key}" is missing'
    assert error.legal == (key,)


def test_errors_count_lines_and_nothing_is_read_in_part() -> None:
    good = line()
    error = refusal(lambda: read_lines("\n".join([good, "", good, line(moves=["b2", "q1"]), good])))
    assert error.message.startswith("line 4: moves[1]: ")
    assert error.position == "line 4: moves[1]"
    assert error.text == "q1"
    assert "b1" in error.legal
    cut = refusal(lambda: read_lines(good + "\n" + good[:-20]))
    assert cut.message.startswith("line 2: column ")


def test_rolls_belong_to_their_announcements() -> None:
    base = motu.load_game("atmalof").new_initial_state().record().to_json()

    def game(*moves: str) -> str:
        return json.dumps(base | {"moves": list(moves)})

    assert read_lines(game("R4=6", "c2"))[0].moves == ("r4=6", "c2")
    assert read_lines(game("c2"))[0].replay().is_chance_node()
    assert "no roll" in refusal(lambda: read_lines(game("r4", "=6"))).message
    assert "no roll" in refusal(lambda: read_lines(game("r4", "c2=1"))).message
    assert refusal(lambda: read_lines(game("=6"))).slug == "record/move"
    assert refusal(lambda: read_lines(game("r4=7"))).position == "line 1: moves[0]"
    assert refusal(lambda: read_lines(game("r4=6", "r4c6-r5c6=1"))).slug == "record/move"


def test_settling_takes_the_rules_result_first() -> None:
    over = Record("hex(size=3)", HEX_GAME)
    assert over.settled().result == Result(0, "connected")
    assert over.settled(Result(0, "resign")).result == Result(0, "connected")
    assert refusal(lambda: over.settled(Result(1, "resign"))).slug == "record/result"
    going = Record("hex(size=3)", HEX_GAME[:2])
    assert going.settled().result == Result()
    assert going.settled(Result(1, "time")).result == Result(1, "time")


def test_from_state_checks_what_it_is_told() -> None:
    state = hex_state("b2", "a1")
    record = Record.from_state(
        state,
        players=["Ann", RecordPlayer("Bot", "engine", settings={"player": "uct"})],
        result=Result(None, "agreed"),
        times=[10, 20],
        started="2026-01-31T18:00:00+01:00",
        event="Cup",
        comment="on a ferry",
    )
    assert read_lines(write_lines([record])) == [record]
    assert refusal(lambda: Record.from_state(state, result=Result(0, "connected"))).slug == "record/result"
    assert refusal(lambda: Record.from_state(state, times=[1])).position == "times"
    assert refusal(lambda: Record.from_state(state, players=["Ann"])).position == "players"


# --- files ------------------------------------------------------------------------------------------------------------


def test_files_are_saved_whole_and_grown_by_lines(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    first, second = hex_state("b2").record(), hex_state("c3", "swap").record()
    first.save(path)
    assert Record.load(path) == first
    second.save(path, append=True)
    assert Record.load_all(path) == [first, second]
    first.save(path)
    assert Record.load_all(path) == [first]
    path.write_text(write_lines([first]).rstrip("\n"))
    second.save(path, append=True)
    assert Record.load_all(path) == [first, second]
    second.save(tmp_path / "new.jsonl", append=True)
    assert Record.load(tmp_path / "new.jsonl") == second
    assert sorted(file.name for file in tmp_path.iterdir()) == ["games.jsonl", "new.jsonl"], "nothing is left behind"
    assert path.stat().st_mode & 0o777 == (tmp_path / "new.jsonl").stat().st_mode & 0o777


@pytest.mark.parametrize("name", ["game.sgf", "GAME.SGF", "game.txt", "hex.url", "game.ap"])
@pytest.mark.parametrize("append", [False, True])
def test_a_name_that_promises_another_format_is_refused(tmp_path: Path, name: str, append: bool) -> None:
    path = tmp_path / name
    record = hex_state("b2").record()
    refused = refusal(lambda: record.save(path, append=append))
    assert refused.slug == "record/format"
    assert refused.legal == (".jsonl", ".json")
    assert not path.exists()
    record.save(tmp_path / "no_ending", append=append)
    assert Record.load(tmp_path / "no_ending") == record


def test_a_full_disk_leaves_no_half_a_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    first, second = hex_state("b2").record(), hex_state("c3").record()
    first.save(path)
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 40, limit[1]))
    try:
        refused = refusal(lambda: second.save(path, append=True))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert refused.slug == "record/file"
    assert Record.load(path) == first
    second.save(path, append=True)
    assert Record.load_all(path) == [first, second]


def test_of_what_has_no_end_no_more_is_read_than_a_file_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_files, "MAX_FILE_BYTES", 1000)
    assert refusal(lambda: Record.load("/dev/zero")).slug == "record/too-large"


def test_links_and_permissions_of_a_file_are_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "game.jsonl", tmp_path / "link.jsonl"
    first, second = hex_state("b2").record(), hex_state("c3").record()
    first.save(path)
    path.chmod(0o640)
    link.symlink_to(path)
    second.save(link)
    assert link.is_symlink()
    assert Record.load(path) == second
    assert path.stat().st_mode & 0o777 == 0o640


def test_what_is_not_right_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    good = hex_state("b2").record()
    good.save(path)
    for bad in (replace(good, moves=("b2", "b2")), replace(good, result=Result(0, "connected"))):
        refusal(lambda bad=bad: bad.save(path))  # type: ignore[misc]
        refusal(lambda bad=bad: bad.save(path, append=True))  # type: ignore[misc]
    assert Record.load(path) == good


def test_a_failure_in_the_middle_of_writing_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    old, new = hex_state("b2").record(), hex_state("c3").record()
    old.save(path)

    def fail(self: Path, mode: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "chmod", fail)
    assert "No space left" in refusal(lambda: new.save(path)).message
    assert Record.load(path) == old
    assert [file.name for file in tmp_path.iterdir()] == ["game.jsonl"]


def test_files_that_cannot_be_used_say_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = refusal(lambda: Record.load(tmp_path / "none.jsonl"))
    assert missing.slug == "record/file"
    assert "No such file" in missing.message
    assert refusal(lambda: hex_state().record().save(tmp_path / "no" / "where.jsonl")).slug == "record/file"
    assert refusal(lambda: Record.load(tmp_path / "nul\0")).slug == "record/file"
    path = tmp_path / "games.jsonl"
    path.write_bytes(line().encode() + b"\n\xff\n")
    error = refusal(lambda: Record.load(path))
    assert error.slug == "record/file"
    assert error.position == "line 2"
    path.write_text("\n")
    assert refusal(lambda: Record.load(path)).slug == "record/count"
    path.write_text(line() + "\n" + line())
    assert "holds 2 records, not one" in refusal(lambda: Record.load(path)).message
    path.write_bytes(b"\xef\xbb\xbf" + line().encode())
    assert len(Record.load_all(path)) == 1, "a byte order mark does no harm"
    monkeypatch.setattr("motu.games.record_files.MAX_FILE_BYTES", 10)
    assert refusal(lambda: Record.load(path)).slug == "record/too-large"
    monkeypatch.setattr("motu.games.record_json.MAX_CHARACTERS", 10)
    assert refusal(lambda: read_lines(line())).slug == "record/too-large"


def test_the_keys_of_a_record_are_the_ones_the_tests_know() -> None:
    names = set(Record.__dataclass_fields__) - {"extra"}
    assert names | {"motu"} == set(RECORD_KEYS)
