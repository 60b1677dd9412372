"""Games in files: other games stay, nothing is lost, whatever ends the program."""

from __future__ import annotations

import json
import random
import shlex
import time
from pathlib import Path

import pytest

import motu
from cli.running import PATIENCE_S, refusal, run, run_well, start
from motu.cli.playing.game_file import GameFile, open_game
from motu.errors import RecordError

HEX = "hex(size=3)"
HEXAGON = motu.load_game("atoll(board=hexagon,size=3,islands=12)").board
CUSTOM = {"cells": list(HEXAGON.names), "junctions": [HEXAGON.names[cell] for cell in HEXAGON.junctions]}


def record(*moves: str) -> motu.Record:
    return motu.load_game(HEX).new_initial_state().play_all(moves).record()


def moves_of(path: Path) -> list[tuple[str, ...]]:
    return [each.moves for each in motu.Record.load_all(path)]


# --- one line of many ------------------------------------------------------------------------------------------------


def test_a_game_is_one_line_that_grows(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    file = GameFile(path)
    for length in range(4):
        file.save(record(*["b2", "a1", "c3"][:length]))
        assert moves_of(path) == [("b2", "a1", "c3")[:length]]


def test_other_games_stay_as_they_are_to_the_letter(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    odd = '{"motu":1,  "spec":"hex(size=3)","rules_version":1,'
    odd += '"players":[{"name":"","kind":"human"},{"name":"","kind":"human"}],'
    odd += '"moves":["B2"],"result":{"winner":null,"reason":"unfinished"},"mood":"fine"}'
    path.write_text(f"{odd}\n\n{json.dumps(record('a1').to_json())}\n")
    _, file = open_game("games.jsonl:2", path, 2)
    file.save(record("a1", "b1"))
    GameFile(path).save(record("c3"))
    assert path.read_text().splitlines()[0] == odd
    assert moves_of(path) == [("b2",), ("a1", "b1"), ("c3",)]


def test_two_games_can_be_kept_in_one_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    one, two = GameFile(path), GameFile(path)
    one.save(record("a1"))
    two.save(record("b2"))
    one.save(record("a1", "c3"))
    two.save(record("b2", "c1"))
    assert moves_of(path) == [("a1", "c3"), ("b2", "c1")]
    assert (one.name, two.name) == (f"{path}:1", f"{path}:2")


def test_the_only_game_needs_no_number(tmp_path: Path) -> None:
    file = GameFile(tmp_path / "games.jsonl")
    file.save(record("a1"))
    assert file.name == str(tmp_path / "games.jsonl")


def test_a_name_that_promises_another_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    told = refusal("play", HEX, "--save", str(path), stdin="b2\n")
    assert told.startswith(f"'{path}' is sgf by its ending, and this writes JSON lines: let it end in .jsonl")
    assert not path.exists()
    path.write_text("(;FF[4]GM[11]SZ[3];B[b2])", "utf-8")
    assert refusal("play", "--resume", str(path)).startswith(f"'{path}' is sgf by its ending")


def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("buy bread\n")
    assert "line 1" in refusal("play", HEX, "--save", str(path), stdin="b2\n")
    assert path.read_text() == "buy bread\n"


# --- save and resume -------------------------------------------------------------------------------------------------


def test_resume_goes_on_in_the_same_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    seats = ("--first", "human", "--second", "human", "--save", str(path))
    run_well("play", HEX, *seats, stdin="a1\n")
    run_well("play", HEX, *seats, stdin="b2\n")
    text = run_well("play", "--resume", f"{path}:1", stdin="c3\n")
    assert text.rstrip().endswith(f"go on with: motu play --resume {path}:1")
    assert moves_of(path) == [("a1", "c3"), ("b2",)]
    assert "say which one" in refusal("play", "--resume", str(path), stdin="")


def test_resume_keeps_what_the_record_knows(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    # Without the pie rule: a swap by the other player would make the next move Ada's second in a row.
    started = motu.load_game("hex(size=3,swap=false)").new_initial_state().play_all(["a1"]).record()
    data = started.to_json() | {"event": "Club night", "comment": "early", "times": [1500], "table": 7}
    data["players"] = [{"name": "Ada", "kind": "human", "rating": 1800}, {"name": "random", "kind": "engine"}]
    path.write_text(json.dumps(data) + "\n")
    # With a seed: the random player might take b2 or c3 itself.
    run_well("play", "--seed", "1", "--resume", str(path), stdin="b2\nundo\nc3\n")
    kept = motu.Record.load(path)
    assert (kept.event, kept.comment, dict(kept.extra)) == ("Club night", "early", {"table": 7})
    assert (kept.players[0].name, kept.players[0].rating) == ("Ada", 1800)
    assert kept.times is not None
    assert (kept.times[0], len(kept.times)) == (1500, len(kept.moves))


def test_a_record_without_times_stays_without(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    record("a1").save(path)
    run_well("play", "--resume", str(path), stdin="b2\n")
    assert (motu.Record.load(path).moves, motu.Record.load(path).times) == (("a1", "b2"), None)


def test_resume_a_game_from_a_position_set_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    motu.load_game(HEX).new_state({"b2": "black"}, "white").record().save(path)
    run_well("play", "--resume", str(path), stdin="a1\nb1\n")
    assert motu.Record.load(path).setup is not None
    assert moves_of(path) == [("a1", "b1")]


def test_resume_into_another_file_leaves_the_first(tmp_path: Path) -> None:
    old, new = tmp_path / "old.jsonl", tmp_path / "new.jsonl"
    record("a1").save(old)
    run_well("play", "--resume", str(old), "--save", str(new), stdin="b2\n")
    assert (moves_of(old), moves_of(new)) == ([("a1",)], [("a1", "b2")])


def test_a_custom_board_comes_along(tmp_path: Path) -> None:
    board, path = tmp_path / "island.json", tmp_path / "games.jsonl"
    board.write_text(json.dumps(CUSTOM))
    run_well("play", f"atoll(file={board})", "--second", "random", "--save", str(path), stdin="b2\n")
    board.unlink()
    run_well("play", "--resume", str(path), stdin="hint\n")
    [kept] = motu.Record.load_all(path)
    assert kept.board is not None
    assert kept.game().board.num_cells == len(CUSTOM["cells"])


def test_saving_in_the_middle_of_a_game(tmp_path: Path) -> None:
    path = tmp_path / "my games.jsonl"
    lines = f"b2\nsave {path}\na1\n"
    text = run_well("play", HEX, "--first", "human", "--second", "human", stdin=lines)
    assert f"saved in {path}, as will be every further move" in text
    assert f"go on with: motu play --resume '{path}'" in text
    assert moves_of(path) == [("b2", "a1")]


def test_the_way_back_to_an_unsaved_game_works(tmp_path: Path) -> None:
    text = run_well("play", "junior", "--second", "uct:10", "--seed", "4", stdin="r1\nc2\n")
    words = shlex.split(text.rpartition("go on with: ")[2])
    again = run_well(*words[1:], stdin="moves\n")
    first = run_well("play", "junior", "--second", "uct:10", "--seed", "4", stdin="r1\nc2\nmoves\n")
    assert [line for line in again.splitlines() if line.startswith("  1.")] == [
        line for line in first.splitlines() if line.startswith("  1.")
    ]


def test_saving_twice_in_one_file_is_one_game(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    lines = f"b2\nsave {path}\na1\nsave\nsave {tmp_path}/./games.jsonl\nb1\n"
    run_well("play", HEX, "--first", "human", "--second", "human", stdin=lines)
    assert moves_of(path) == [("b2", "a1", "b1")]


def test_taking_everything_back_is_saved_too(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    run_well("play", HEX, "--second", "random", "--save", str(path), stdin="b2\nundo\n")
    assert moves_of(path) == [()]


def test_a_game_goes_on_where_it_cannot_be_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(file: GameFile, record: motu.Record) -> None:
        raise RecordError("cannot write 'games.jsonl': No space left on device", slug="record/file")

    monkeypatch.setattr(GameFile, "save", fail)
    path = tmp_path / "games.jsonl"
    options = ("--first", "human", "--second", "random", "--seed", "1", "--save", str(path))
    result = run("play", HEX, *options, stdin="b2\na1\n")
    assert result.exit_code == 0
    assert set(result.stderr.splitlines()) == {"not saved: cannot write 'games.jsonl': No space left on device"}
    assert "not saved; go on with: motu play" in result.stdout
    assert "--moves 'b2 " in result.stdout


def test_nothing_is_written_where_nothing_was_played(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert "go on with" not in run_well("play", HEX, "--save", str(path), stdin="")
    assert not path.exists()


# --- sudden ends -----------------------------------------------------------------------------------------------------


def test_resume_after_kill(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    process = start("play", "hex(size=5)", "--second", "random", "--seed", "1", "--save", str(path))
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("c3\n")
    process.stdin.flush()
    while "2. white" not in process.stdout.readline():
        assert process.poll() is None
    process.kill()
    process.communicate(timeout=PATIENCE_S)
    [moves] = moves_of(path)
    assert moves[0] == "c3"
    assert len(moves) == 2
    run_well("play", "--resume", str(path), stdin="a1\nb1\nc1\nd1\n")
    assert moves_of(path)[0][:2] == moves
    assert len(moves_of(path)[0]) > 2
    assert [each.name for each in tmp_path.iterdir()] == ["games.jsonl"]


def test_the_file_is_whole_whenever_the_program_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    dice = random.Random(1)
    for round_ in range(4):
        seats = ("--first", "random", "--second", "random", "--save", str(path))
        process = start("play", "kvinigu(pieces=24)", *seats)
        deadline = time.monotonic() + PATIENCE_S
        while process.poll() is None and time.monotonic() < deadline:
            if path.exists() and path.read_text().count("\n") > round_:
                time.sleep(0.05 * dice.random())
                break
        process.kill()
        process.communicate(timeout=PATIENCE_S)
        games = motu.Record.load_all(path)
        assert len(games) == round_ + 1
        assert games[-1].moves


def test_a_match_s_games_are_counted_without_its_manifest(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    run_well("match", "uct:2", "random", "--game", HEX, "--games", "2", "--plies", "2", "--out", str(path))
    manifest, first, second = path.read_text().splitlines()
    assert open_game(f"{path}:2", path, 2)[1].name == f"{path}:2"
    run_well("play", "--resume", f"{path}:2", stdin="")
    assert path.read_text().splitlines()[:2] == [manifest, first]
    assert json.loads(path.read_text().splitlines()[2])["moves"][:2] == json.loads(second)["moves"]
