"""`motu nets` and `motu train`: what they list, and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import refusal, run, run_json, run_well
from motu.eval.nets import installed_nets
from motu.eval.nets.choice import CHOICE
from motu.eval.nets.table import FILE, NEVER, PlayedMatch, Row, write_table
from motu.games import parse_rules

NETS = Path(__file__).parents[1] / "nets"
MATCH = PlayedMatch(games=60, score=0.7, seconds=1.0, opponent="mcts:1s", date="2026-11-21")
TINY = NETS / "tiny.onnx"
ATMALOF = NETS / "atmalof.onnx"


def test_nets_are_listed_with_their_training() -> None:
    text = run_well("nets", "list", str(TINY))
    assert text.startswith("tiny: atoll, 2 blocks of 24 channels, float32, 0.")
    assert str(TINY) in text
    assert "hex(size=4)" in text


def test_nets_are_listed_for_programs() -> None:
    [net] = run_json("nets", "list", str(TINY))["nets"]
    assert net["bytes"] == TINY.stat().st_size < 200_000
    assert net["name"] == "tiny"
    assert net["history"][0]["games"] > 1000


def test_those_that_come_with_motu_are_listed_by_themselves() -> None:
    listed = run_json("nets", "list")["nets"]
    assert [net["file"] for net in listed] == [str(path) for path in installed_nets()]


@pytest.mark.parametrize("name", ["broken.onnx", "nets.toml"])
def test_a_broken_file_keeps_nobody_from_the_other_nets(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tiny.onnx").write_bytes(TINY.read_bytes())
    (tmp_path / name).write_text("tea", "utf-8")
    monkeypatch.setenv("MOTU_NETS", str(tmp_path))
    result = run("nets")
    assert result.exit_code == 0
    assert "tiny: atoll, 2 blocks" in result.stdout
    assert "atoll-small" in result.stdout
    assert result.stderr.startswith(f"motu: left out: '{tmp_path / name}' ")
    assert result.stderr.count("\n") == 1
    listed = json.loads(run_well("nets", "list", "--json"))
    assert [each["file"] for each in listed["broken"]] == [str(tmp_path / name)]
    assert str(tmp_path / "tiny.onnx") in [net["file"] for net in listed["nets"]]


def test_a_broken_file_that_is_named_is_refused(tmp_path: Path) -> None:
    broken = tmp_path / "broken.onnx"
    broken.write_text("tea", "utf-8")
    assert refusal("nets", "list", str(broken), str(TINY)).startswith(f"'{broken}' is no net")


def test_boards_that_nobody_knows_are_listed_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tiny.onnx").write_bytes(TINY.read_bytes())
    write_table(tmp_path, [Row("chess(size=8)", "tiny.onnx", 0.0, MATCH)])
    monkeypatch.setenv("MOTU_NETS", str(tmp_path))
    assert "used on chess(size=8): 70.0%" in run_well("nets")


@pytest.mark.parametrize(
    ("rate", "match", "line"),
    [
        (0.0, MATCH, "used on hex(size=4): 70.0% of 60 games against mcts:1s (2026-11-21)"),
        (1920.0, MATCH, "used on hex(size=4) from 1,920 evaluations a second on: 70.0% of 60 games"),
        (1920.0, None, "used on hex(size=4) from 1,920 evaluations a second on: between two sizes that it has won"),
        (NEVER, MATCH, "not used on hex(size=4): 70.0% of 60 games"),
    ],
)
def test_where_a_net_is_used_is_listed(
    rate: float, match: PlayedMatch | None, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tiny.onnx").write_bytes(TINY.read_bytes())
    write_table(tmp_path, [Row("hex(size=4)", "tiny.onnx", rate, match)])
    monkeypatch.setenv("MOTU_NETS", str(tmp_path))
    assert f"  {line}" in run_well("nets")
    [use] = run_json("nets", "list")["nets"][0]["uses"]
    assert use["rate"] == (None if rate == NEVER else rate)
    assert ("match" in use) == (match is not None)


def test_that_a_net_is_used_on_other_boards_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tiny.onnx").write_bytes(TINY.read_bytes())
    other = {"game": "atoll", "net": "tiny.onnx", "rate": 1920, "least_cells": 30, "most_points": 1000}
    told = ", ".join(f"{key} = {json.dumps(value)}" for key, value in other.items())
    (tmp_path / FILE).write_text(f"format = 1\nrows = []\nelsewhere = [{{{told}}}]\n", "utf-8")
    monkeypatch.setenv("MOTU_NETS", str(tmp_path))
    line = (
        "used on all other boards of 30 cells and more, up to a grid of 1,000 points from 1,920 evaluations a second on"
    )
    assert f"  {line}\n" in run_well("nets")
    assert run_json("nets", "list")["nets"][0]["elsewhere"] == [other]


def test_how_fast_a_net_runs_here_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    net = tmp_path / "tiny.onnx"  # not opened before
    net.write_bytes(TINY.read_bytes())
    monkeypatch.setenv(CHOICE, "onnxruntime")
    rate = run_json("nets", "list", str(net))["nets"][0]["rate"]
    assert rate > 1
    assert f"  run here by onnxruntime, {rate:,.0f} evaluations a second\n" in run_well("nets", "list", str(net))


def test_nets_alone_lists_them() -> None:
    assert run_well("nets") == run_well("nets", "list")
    assert "No such command" in refusal("nets", str(TINY))


def test_line_nets_are_listed_with_what_they_learnt_from() -> None:
    nets = run_json("nets", "list")["line_nets"]
    assert nets[-1]["rules"] is None
    specs = [net["rules"] for net in nets[:-1]]
    assert [str(parse_rules(name)) for name in ("atmalof", "kvinigu", "junior")] == sorted(specs, reverse=True)
    assert all(net["games"] > 1000 and net["positions"] > 10 * net["games"] for net in nets)
    text = run_well("nets")
    assert all(
        f"line net of Atmalof, {name}: " in text for name in ("atmalof", "junior", "kvinigu", "all other boards")
    )
    assert "line_nets" not in run_json("nets", "list", str(TINY))


def test_nets_are_compared_with_exact_results() -> None:
    [net] = run_json("nets", "check", str(TINY), "--on", "hex(size=3)", "--positions", "50")["nets"]
    right = net["solved"]["hex(size=3)"]
    assert right["openings"] == right["openings_right"] == 5
    assert right["positions"] == 50
    [net] = run_json("nets", "check", str(TINY), "--on", "hex(size=3)", "--positions", "50", "--visits", "300")["nets"]
    assert net["solved"]["hex(size=3)"]["positions_right"] == net["solved"]["hex(size=3)"]["positions"]
    few = ("nets", "check", str(TINY), "--on", "hex(size=4)", "--positions", "50", "--visits", "10")
    alone, advised = (run_json(*few, *more)["nets"][0]["solved"]["hex(size=4)"] for more in ((), ("--connections",)))
    assert alone["positions_right"] < advised["positions_right"]
    text = run_well("nets", "check", str(TINY), "--on", "hex(size=3)", "--positions", "50")
    assert "hex(size=3): openings 5 of 5 (100.0%), later positions" in text


def test_a_board_that_is_too_large_is_refused_in_time() -> None:
    board = ("nets", "check", str(TINY), "--on", "hex(size=11)", "--seconds", "1")
    assert "hex(size=11) is too large: none of its positions was solved within 1 s" in refusal(
        *board, "--positions", "0"
    )


def test_what_there_was_no_time_for_is_said() -> None:
    board = ("nets", "check", str(TINY), "--on", "hex(size=5)", "--seconds", "1", "--positions", "100000", "--json")
    result = run(*board)
    assert result.exit_code == 0
    assert "hex(size=5): no time for more (openings " in result.stderr
    assert json.loads(result.stdout)["nets"][0]["solved"]["hex(size=5)"]["positions"] > 0


def test_connections_are_for_searches() -> None:
    assert "--connections is for --visits" in refusal(
        "nets", "check", str(TINY), "--on", "hex(size=3)", "--connections"
    )


def test_nets_of_atmalof_are_compared_with_exact_equities() -> None:
    spec = "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=4)"
    [net] = run_json("nets", "check", str(ATMALOF), "--on", spec, "--positions", "60")["nets"]
    right = net["solved"][spec]
    assert right["positions"] == 61
    assert right["mean_error"] < 0.25
    assert 0.6 * right["choices"] < right["choices_right"] <= right["choices"] <= 61
    text = run_well("nets", "check", str(ATMALOF), "--on", spec, "--positions", "60")
    assert f"{spec}: 61 positions, equities wrong by {right['mean_error']:.3f} on average, first choice best" in text


def test_what_is_no_net_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "net.onnx"
    assert "net.onnx" in refusal("nets", "list", str(file))
    file.write_bytes(b"nothing")
    assert "is no net" in refusal("nets", "list", str(file))
    assert "atomorph" in refusal("nets", "check", str(TINY), "--on", "atomorph(size=5)")


@pytest.mark.parametrize(
    "command", [("quantise", ".", "out.onnx"), ("list", "."), ("check", ".", "--on", "hex(size=3)")]
)
def test_a_folder_is_no_net(command: tuple[str, ...]) -> None:
    assert "'.' names no file of a net" in refusal("nets", *command)


def test_where_nothing_can_be_written_nothing_is_computed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motu.cli.nets.quantise._quantise", lambda *_: pytest.fail("it should not come to that"))
    (tmp_path / "folder").mkdir()
    for place, why in (("nowhere/out.onnx", "No such file or directory"), ("folder", "Is a directory")):
        out = tmp_path / place
        assert refusal("nets", "quantise", str(TINY), str(out)) == f"cannot write '{out}': {why}"
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_net_in_eight_bits_does_not_take_the_place_of_the_net(tmp_path: Path) -> None:
    file = tmp_path / "tiny.onnx"
    file.write_bytes(TINY.read_bytes())
    assert "is the net itself" in refusal("nets", "quantise", str(file), str(tmp_path / "x" / ".." / "tiny.onnx"))
    assert file.read_bytes() == TINY.read_bytes()


def test_a_training_that_cannot_begin_is_refused(tmp_path: Path) -> None:
    # Without torch the reason is another one, but it is one line all the same.
    assert refusal("train", str(tmp_path / "none.toml"), "--out", str(tmp_path))


def test_a_training_begins_in_one_way(tmp_path: Path) -> None:
    checkpoint = str(tmp_path / "checkpoint.pt")
    assert "without --learn-from" in refusal("train", "x.toml", "--begin-with", "atoll-small", "--resume", checkpoint)
    assert "without --learn-from" in refusal("train", "x.toml", "--learn-from", checkpoint, "--resume", checkpoint)
    assert "there is no net 'none'" in refusal("train", "x.toml", "--begin-with", "none")
