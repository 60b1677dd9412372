"""A match is repeatable, or says why not: its file says what it is played with, and nobody goes on with another."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.playing import text_of
from cli.running import refusal, run, run_json, run_well
from motu import Record, load_game
from motu.arena.entrants import parse_entrants
from motu.arena.manifest import LineUp, Manifest, line_up_of, manifest_of
from motu.arena.match import MatchStanding, play_match
from motu.arena.schedule import MatchSettings, Schedule
from motu.arena.worker import read_appointment, write_appointment
from motu.errors import EngineError
from motu.eval.nets import choice
from motu.eval.nets.choice import CHOICE
from motu.eval.nets.table import Row, write_table
from motu.search.manifest import build, this_machine
from motu.solve.solvers import table_of

TINY = Path(__file__).parents[1] / "nets" / "tiny.onnx"
SPEC = "hex(size=4)"
BOARD = "atoll(board=rhombus,size=4,islands=4,swap=false)"
SMALL = ("--game", SPEC, "--games", "6")


def schedule_of(*texts: str, game: str = SPEC, **details: Any) -> Schedule:
    return Schedule(MatchSettings(load_game(game), parse_entrants(texts), **details))


def finish(schedule: Schedule, games: int, **options: Any) -> MatchStanding:
    *_, standing = play_match(schedule, games, **options)
    return standing


def moves_in(path: Path) -> dict[tuple[int, str, str], tuple[str, ...]]:
    found = {}
    for record in Record.load_all(path):
        first, second = (player.name for player in record.players)
        found[record.extra["arena"]["pair"], first, second] = record.moves
    return found


def install_net(folder: Path, name: str, tail: bytes = b"") -> Path:
    """Have a net used on the small board."""
    folder.mkdir(parents=True, exist_ok=True)
    net = folder / f"{name}.onnx"
    net.write_bytes(TINY.read_bytes() + tail)
    write_table(folder, [Row(BOARD, net.name, 0.0)])
    return net


# -------------------------------------------------------------------------------------------------------- solved tables


def test_what_was_solved_in_between_changes_no_match(tmp_path: Path) -> None:
    game = "hex(size=4)"
    arguments = ("match", "mcts:4,evaluator=uniform", "uct:50", "--game", game, "--games", "12", "--openings", "none")
    run_well(*arguments, "--out", str(tmp_path / "before.jsonl"))
    run_well("solve", game)
    path = table_of(load_game(game))
    assert path is not None
    assert path.is_file()
    run_well(*arguments, "--out", str(tmp_path / "after.jsonl"))
    assert moves_in(tmp_path / "before.jsonl") == moves_in(tmp_path / "after.jsonl")


def test_a_player_that_says_itself_which_tables_it_asks_is_believed() -> None:
    texts = ["mcts:9", "mcts:9,solved=auto", "mcts:9,solved=open", "x=mcts:9,solved=off", "uct:9", "mcts"]
    entrants = parse_entrants(texts)
    assert [entrant.text for entrant in entrants] == [
        "mcts:9,solved=off",
        "mcts:9",
        "mcts:9,solved=open",
        "mcts:9,solved=off",
        "uct:9",
        "mcts:1s,solved=off",
    ]
    names = ["mcts:9", "mcts:9,solved=auto", "mcts:9,solved=open", "x", "uct:9", "mcts:1s"]
    assert [entrant.name for entrant in entrants] == names
    assert [entrant.text for entrant in parse_entrants(["mcts:9", "mcts:9,solved=off"], "auto")] == [
        "mcts:9",
        "mcts:9,solved=off",
    ]


def test_the_switch_decides_for_all_who_say_nothing(tmp_path: Path) -> None:
    for word, text in (("off", "mcts:9,solved=off"), ("auto", "mcts:9"), ("open", "mcts:9,solved=open")):
        for command in ("match", "ladder"):
            data = run_json(command, "mcts:9", "random", "--game", SPEC, "--games", "2", "--solved", word)
            assert data["entrants"][0] == ["mcts:9", text]
            assert ("tables" in data["manifest"]) == (word == "auto")
    assert "--solved is off, auto or open, not 'tea'" in refusal("match", "uct", "uct", "--solved", "tea")


def test_open_tables_are_the_same_for_all_games_of_a_match(tmp_path: Path) -> None:
    """Whether a process has opened a table must not hang on which games it has played before."""
    run_well("solve", SPEC)
    players = ("mcts:4,evaluator=uniform,solved=open", "mcts:4,evaluator=uniform,solved=auto", "mcts:4,solved=open")
    files = [tmp_path / f"{jobs}.jsonl" for jobs in (1, 3)]
    for jobs, file in zip((1, 3), files, strict=True):
        finish(schedule_of(*players, openings="none"), 6, out=file, jobs=jobs)
    assert moves_in(files[0]) == moves_in(files[1])


# --------------------------------------------------------------------------------------------------------- the manifest


def line_up(*texts: str, game: str = SPEC, **programs: str) -> LineUp:
    return line_up_of(load_game(game), parse_entrants(texts), programs)


def test_a_manifest_survives_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTU_NETS", str(tmp_path))
    monkeypatch.setenv(CHOICE, "onnxruntime")
    install_net(tmp_path, "one")
    schedule = schedule_of("mcts:9,solved=auto", "level:9", "gtp:x", "random")
    manifest = manifest_of(line_up("mcts:9,solved=auto", "level:9", "x=gtp:x", x="X 1.0"), schedule.fingerprint())
    again = Manifest.from_json(json.loads(json.dumps(manifest.to_json())))
    assert again == manifest
    assert again.fingerprint == manifest.fingerprint
    [net, level, program] = again.line_up.players
    assert net.facts is not None
    assert (net.facts.judge.net, net.facts.judge.precision) == ("tiny", "float32")
    assert net.facts.judge.runtime.startswith("onnxruntime ")
    assert level.facts is not None
    assert (level.facts.judge.evaluator, level.facts.seconds) == ("rollout", 5)
    assert program.program == "X 1.0"
    assert again.line_up.tables == {}
    assert again.match["seed"] == 1


@pytest.mark.parametrize("key", ["build", "players", "match", "machine"])
def test_what_is_no_manifest_is_refused(key: str) -> None:
    data = manifest_of(line_up("uct:9", "random"), {}).to_json()
    with pytest.raises(ValueError, match=r"Expected `(object|array)`"):
        Manifest.from_json({**data, key: "tea"})


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("uct:9", "repeatable: yes"),
        ("mcts:9", "repeatable: yes"),
        ("expectimax:depth=1", "repeatable: yes"),
        ("expectimax:9,1s", "repeatable: yes, unless a clock of 1 s cuts expectimax:1s,9 short"),
        ("level:1", "repeatable: yes"),
        ("level:9", "repeatable: yes, unless a clock of 5 s cuts level:9 short"),
        ("mcts", "not repeatable: mcts:1s is limited by time"),
        ("uct:2s", "not repeatable: uct:2s is limited by time"),
        ("mcts:9,threads=2", "not repeatable: mcts:9,threads=2 searches with 2 threads"),
        ("x=gtp:x", "not repeatable: x is a program of its own"),
    ],
)
def test_whether_a_match_is_repeatable_is_told(text: str, line: str) -> None:
    assert str(manifest_of(line_up(text, "random"), {}).repeatability()) == line


@pytest.mark.parametrize(
    ("texts", "line"),
    [
        (("level:9", "level:9"), "level:9 or level:9 (2)"),
        (("level:9", "level:9", "level:9"), "one of 3 players"),
    ],
)
def test_equal_clocks_are_told_once(texts: tuple[str, ...], line: str) -> None:
    assert (
        str(manifest_of(line_up(*texts), {}).repeatability())
        == f"repeatable: yes, unless a clock of 5 s cuts {line} short"
    )


@pytest.mark.parametrize(
    ("texts", "line"),
    [
        (("uct:1s", "uct:2s"), "uct:1s and uct:2s are limited by time"),
        (("uct:1s", "random", "uct:2s", "uct:3s"), "3 players are limited by time"),
        (("x=gtp:x", "y=gtp:y"), "x and y are programs of their own"),
        (("uct:1s", "y=gtp:y"), "uct:1s is limited by time; y is a program of its own"),
        (("mcts:9,threads=2", "mcts:8,threads=2"), "mcts:9,threads=2 and mcts:8,threads=2 search with 2 threads"),
    ],
)
def test_what_hinders_several_players_is_told_once(texts: tuple[str, ...], line: str) -> None:
    assert str(manifest_of(line_up(*texts), {}).repeatability()) == f"not repeatable: {line}"


def test_programs_are_told_of_each_player_what_hinders_it() -> None:
    told = manifest_of(line_up("uct:1s", "uct:2s", "uct:3s"), {}).repeatability().to_json()
    assert told["because"] == [f"uct:{seconds}s is limited by time" for seconds in (1, 2, 3)]


def test_nets_are_repeatable_on_processors_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTU_NETS", str(tmp_path))
    monkeypatch.setenv(CHOICE, "onnxruntime")
    install_net(tmp_path, "one")
    told = manifest_of(line_up("mcts:9", "random"), {}).repeatability()
    assert str(told) == "repeatable: yes, on a processor of this kind"
    assert told.to_json() == {"is_repeatable": True, "because": [], "provided": ["on a processor of this kind"]}


# ---------------------------------------------------------------------------------------------------------- in the file


def test_a_match_tells_what_it_was_played_with(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    text = run_well("match", "mcts:9", "random", *SMALL, "--out", str(out))
    assert text.endswith("repeatable: yes\n")
    first, *games = [json.loads(line) for line in out.read_text().splitlines()]
    assert first.keys() == {"motu", "manifest"}
    assert len(games) == len(Record.load_all(out)) == 6
    data = run_json("match", "mcts:9", "random", *SMALL, "--out", str(out))
    assert data["manifest"] == first["manifest"]
    assert data["repeatable"]["is_repeatable"]
    fingerprint = Manifest.from_json(first["manifest"]).fingerprint
    assert {game["arena"]["manifest"] for game in games} == {fingerprint}
    assert {game["players"][0]["settings"]["player"] for game in games} == {"mcts:9,solved=off", "random"}


def test_a_ladder_tells_what_it_was_played_with(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    players = ("mcts:9", "uct:5", "uct:0.01s")
    text = run_well("ladder", *players, "--game", SPEC, "--games", "2", "--out", str(out))
    assert text.endswith("\nnot repeatable: uct:0.01s is limited by time\n")
    assert run_json("ladder", *players, "--game", SPEC, "--games", "2", "--out", str(out))["manifest"]
    assert len(out.read_text().splitlines()) == 7


def test_commands_that_read_records_read_over_the_manifest(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    finish(schedule_of("uct:9", "random"), 2, out=out)
    assert run_well("convert", str(out), "-", "--to", "fragment").count("\n") == 2
    assert run_json("analyze", f"{out}:2", "--visits", "1")["moves"] == list(Record.load_all(out)[1].moves)
    out.write_text(out.read_text().replace('{"motu": 1, "manifest"', '{"motu": 2, "manifest"'))
    assert "line 1: motu: this is version 1 of the record format, read 2" in refusal(
        "convert", str(out), "-", "--to", "sgf"
    )


def test_a_manifest_goes_round_with_the_record(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    finish(schedule_of("uct:9", "random"), 2, out=out)
    record = Record.load_all(out)[0]
    run_well("convert", str(out), str(tmp_path / "games.sgf"))
    run_well("convert", str(tmp_path / "games.sgf"), str(tmp_path / "again.jsonl"))
    assert Record.load_all(tmp_path / "again.jsonl")[0].extra["arena"] == record.extra["arena"]


# ------------------------------------------------------------------------------------------------------------- going on


def test_nobody_goes_on_with_another_net(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, nets = tmp_path / "games.jsonl", tmp_path / "nets"
    monkeypatch.setenv("MOTU_NETS", str(nets))
    monkeypatch.setenv(CHOICE, "onnxruntime")
    install_net(nets, "one")
    arguments = ("match", "mcts:4", "uct:9", "--game", SPEC, "--out", str(out))
    run_well(*arguments, "--games", "2")
    before = out.read_bytes()
    install_net(nets, "one", OTHER)
    run_well(*arguments, "--games", "2")  # nothing is missing: this only reports
    refused = run(*arguments, "--games", "4")
    assert refused.exit_code == 2
    assert refused.stdout == ""
    difference, last = refused.stderr.splitlines()
    then, now = judges(before), judges(manifest_line(nets))
    assert then != now
    assert difference == f"net of mcts:4: {then} in the file, {now} now"
    assert last == f"motu: the games in '{out}' were played with something else, so give another file"
    assert out.read_bytes() == before


OTHER = b"\x32\x01x"
"""A remark at the end of an ONNX file: the same net, other bytes."""


def manifest_line(nets: Path) -> bytes:
    assert nets.is_dir()
    return json.dumps({"manifest": manifest_of(line_up("mcts:4", "uct:9"), {}).to_json()}).encode()


def judges(lines: bytes) -> str:
    judge = json.loads(lines.splitlines()[0])["manifest"]["players"][0]["facts"]["judge"]
    return " ".join(judge[key] for key in ("net", "file", "runtime", "precision"))


def test_nobody_goes_on_with_other_tables(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    schedule = schedule_of("mcts:4,solved=auto", "uct:9")
    finish(schedule, 2, out=out)
    run_well("solve", SPEC)
    with pytest.raises(EngineError) as caught:
        finish(schedule, 4, out=out)
    assert caught.value.slug == "engine/other-manifest"
    [difference] = caught.value.legal
    path = table_of(load_game(SPEC))
    assert path is not None
    assert difference.startswith(f"solved tables: none in the file, {path.name} ")
    assert finish(schedule_of("mcts:4", "uct:9"), 2).manifest is not None


def test_nobody_goes_on_with_another_motu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "games.jsonl"
    finish(schedule_of("uct:9", "random"), 2, out=out)
    mine = build()
    monkeypatch.setattr("motu.arena.manifest.build", lambda: replace(mine, version="9.9", core="0"))
    with pytest.raises(EngineError) as caught:
        finish(schedule_of("uct:9", "random"), 4, out=out)
    assert caught.value.legal == (
        f"motu: {mine.version} (code {mine.code}, core {mine.core}) in the file, 9.9 (code {mine.code}, core 0) now",
    )


def test_another_machine_is_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "games.jsonl"
    finish(schedule_of("uct:9", "random"), 2, out=out)
    here = this_machine()
    monkeypatch.setattr("motu.arena.manifest.this_machine", lambda: replace(here, cores=here.cores + 1))
    for games in (4, 6):
        assert finish(schedule_of("uct:9", "random"), games, out=out).played == games
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert ["manifest" in line for line in lines] == [True, False, False, True, *[False] * 4]
    manifests = [Manifest.from_json(lines[index]["manifest"]) for index in (0, 3)]
    assert [manifest.machine.cores for manifest in manifests] == [here.cores, here.cores + 1]
    told = [line["arena"]["manifest"] for line in lines if "arena" in line]
    assert told == [manifests[0].fingerprint] * 2 + [manifests[1].fingerprint] * 4


def test_files_of_an_earlier_motu_are_reported_but_not_gone_on_with(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    finish(schedule_of("uct:9", "random"), 2, out=out)
    out.write_text("".join(out.read_text().splitlines(keepends=True)[1:]))
    before = out.read_bytes()
    text = run_well("match", "uct:9", "random", "--game", SPEC, "--games", "2", "--out", str(out))
    assert text.endswith("not repeatable: the file does not say what its games were played with\n")
    data = run_json("match", "uct:9", "random", "--game", SPEC, "--games", "2", "--out", str(out))
    assert data["manifest"] is None
    said = refusal("match", "uct:9", "random", "--game", SPEC, "--games", "4", "--out", str(out))
    assert "does not say what its 2 games were played with" in said
    assert out.read_bytes() == before


def test_a_file_without_games_begins_anew(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    finish(schedule_of("uct:9", "random"), 2, out=out)
    first = out.read_text().splitlines(keepends=True)[0]
    out.write_text(first.replace('"version": "', '"version": "9'))
    finish(schedule_of("uct:9", "random"), 2, out=out)
    lines = out.read_text().splitlines(keepends=True)
    assert lines[0] == first
    assert len(lines) == 3


@pytest.mark.parametrize("length", [3, 15, 40])
def test_half_a_manifest_is_dropped(length: int, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    finish(schedule_of("uct:9", "random"), 2, out=out)
    whole = out.read_bytes()
    out.write_bytes(whole[:length])
    assert finish(schedule_of("uct:9", "random"), 2, out=out).played == 2
    assert out.read_bytes().splitlines()[0] == whole.splitlines()[0]


def test_programs_are_known_by_what_they_say_of_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "games.jsonl"
    schedule = schedule_of(text_of(name="x"), "random")
    told = finish(schedule, 2, out=out).manifest
    assert told is not None
    assert told.line_up.players[0].program
    monkeypatch.setattr("motu.arena.match.try_out", lambda *_: "X 9.9")
    with pytest.raises(EngineError) as caught:
        finish(schedule, 4, out=out)
    assert caught.value.legal == (f"x: {told.line_up.players[0].program} in the file, X 9.9 now",)


def test_a_net_that_changes_under_a_match_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTU_NETS", str(tmp_path / "nets"))
    monkeypatch.setenv(CHOICE, "onnxruntime")
    install_net(tmp_path / "nets", "one")
    steps = play_match(schedule_of("mcts:4", "random"), 200)
    next(steps)
    install_net(tmp_path / "nets", "one", OTHER)
    with pytest.raises(EngineError, match="has changed since it began:\nnet of mcts:4: tiny ") as caught:
        list(steps)
    assert caught.value.slug == "engine/other-manifest"


def test_a_net_that_is_gone_ends_a_match_or_does_not_begin_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHOICE, "onnxruntime")
    net = Path(shutil.copy(TINY, tmp_path))
    text = f"mcts:4,evaluator=net:{net}"
    steps = play_match(schedule_of(text, "random"), 200)
    next(steps)
    net.unlink()
    with pytest.raises(EngineError, match="has changed since it began:\ncannot read the net"):
        list(steps)
    assert "cannot read the net" in refusal("match", text, "random", *SMALL)


# --------------------------------------------------------------------------------------------------- silent differences

PLAYERS = {
    SPEC: ("mcts:40", "uct:60", "level:3", "level:8", "expectimax:60"),
    "atomorph(size=4)": ("mcts:40", "level:4"),
    "junior": ("mcts:40", "level:8", "expectimax:60"),
}


@pytest.mark.parametrize("game", PLAYERS)
def test_neither_jobs_nor_hashes_nor_the_data_folder_change_a_game(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [tmp_path / f"{index}.jsonl" for index in range(3)]
    monkeypatch.setenv("MOTU_NETS", str(tmp_path / "nets"))
    monkeypatch.setenv(CHOICE, "onnxruntime")
    install_net(tmp_path / "nets", "one")
    for jobs, file in zip((1, 2, 3), files, strict=True):
        monkeypatch.setenv("PYTHONHASHSEED", str(jobs))
        shutil.copy(TINY, tmp_path / "nets" / f"{9 - jobs}.onnx")  # nets that nobody has tried are used by nobody
        schedule = schedule_of(*PLAYERS[game], game=game, openings="none")
        finish(schedule, 2, out=file, jobs=jobs)
        if jobs == 2 and game == SPEC:
            run_well("solve", SPEC)
    assert moves_in(files[0]) == moves_in(files[1]) == moves_in(files[2])


def test_other_processes_run_nets_as_this_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the cache cannot be written, each process would measure for itself, and might choose otherwise."""
    [slot] = schedule_of("uct:9", "random").slots(1)
    known = {"a processor; a net": {"onnxruntime": 10.0, "openvino": 20.5}}
    monkeypatch.setattr(choice, "_known", dict(known))
    line = write_appointment(schedule_of("uct:9", "random").appointment(slot))
    monkeypatch.setattr(choice, "_known", {})
    read_appointment(line)
    assert choice.known_rates() == {"a processor; a net": {"onnxruntime": 10.0, "openvino": 20.5}}
