"""`motu train-lines`: files, the curve, going on after an interruption, and what is refused."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

from cli.running import PATIENCE_S, refusal, run_well, start
from motu import load_game
from motu.eval.lines import LineTrainer, LineTrainingOptions

SMALL = "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3)"


def test_weights_checkpoint_and_curve_are_written(tmp_path: Path) -> None:
    out = tmp_path / "small.lines"
    text = run_well("train-lines", SMALL, "--games", "50", "--check", "20", "--pairs", "5", "--out", str(out))
    assert text.count("against the general weights") == 3
    assert f"{out}: weights after 50 games" in text
    curve = [json.loads(line) for line in (tmp_path / "small.lines.curve.jsonl").read_text("utf-8").splitlines()]
    assert [record["games"] for record in curve] == [20, 40, 50]
    assert "previous" not in curve[0]
    for record in curve[1:]:
        for opponent in ("general", "previous"):
            low, high = record[opponent]["interval"]
            assert 0 <= low <= record[opponent]["score"] <= high <= 1
            assert record[opponent]["games"] == 10
    trainer = LineTrainer([load_game(SMALL)], LineTrainingOptions(seed=1))
    trainer.train(50)
    assert out.read_bytes() == trainer.weights()
    assert (tmp_path / "small.lines.checkpoint").read_bytes() == trainer.checkpoint()


def test_an_interval_of_a_score_stays_between_nothing_and_all(tmp_path: Path) -> None:
    """Few pairs, nearly all of them lost: the error by itself would reach below nought."""
    out = tmp_path / "weak.lines"
    text = run_well("train-lines", "junior", "--games", "2", "--check", "1", "--pairs", "8", "--out", str(out))
    curve = (tmp_path / "weak.lines.curve.jsonl").read_text("utf-8")
    intervals = [json.loads(line)["general"]["interval"] for line in curve.splitlines()]
    assert all(0 <= low < high <= 1 for low, high in intervals)
    assert "-" not in text.split("general weights ")[1].split("\n")[0]


def test_a_resumed_training_ends_where_one_in_one_go_ends(tmp_path: Path) -> None:
    options = (SMALL, "--check", "20", "--pairs", "2", "--seed", "3")
    whole, parts = tmp_path / "whole.lines", tmp_path / "parts.lines"
    run_well("train-lines", *options, "--games", "60", "--out", str(whole))
    run_well("train-lines", *options, "--games", "30", "--out", str(parts))
    run_well("train-lines", *options, "--games", "60", "--out", str(parts), "--resume")
    assert parts.read_bytes() == whole.read_bytes()
    curve = (tmp_path / "parts.lines.curve.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["games"] for line in curve] == [20, 30, 40, 60]


def test_a_training_does_not_begin_on_top_of_another(tmp_path: Path) -> None:
    out = tmp_path / "small.lines"
    options = ("train-lines", SMALL, "--pairs", "2", "--games", "4", "--out", str(out))
    run_well(*options)
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    assert f"'{out}.checkpoint' holds a training of 4 games: --resume goes on with it" in refusal(*options)
    Path(f"{out}.curve.jsonl").rename(tmp_path / "elsewhere")
    assert f"'{out}.checkpoint' holds a training: --resume goes on with it" in refusal(*options)
    Path(f"{out}.checkpoint").unlink()
    assert f"'{out}' is there already: name another FILE" in refusal(*options)
    assert out.read_bytes() == before[out]


def test_several_games_make_general_weights(tmp_path: Path) -> None:
    out = tmp_path / "general.lines"
    run_well("train-lines", SMALL, "junior", "--games", "6", "--pairs", "2", "--out", str(out))
    trainer = LineTrainer([load_game(SMALL), load_game("junior")], LineTrainingOptions(seed=1))
    trainer.train(6)
    assert out.read_bytes() == trainer.weights()


def test_an_interruption_leaves_a_checkpoint(tmp_path: Path) -> None:
    out = tmp_path / "long.lines"
    process = start("train-lines", "atmalof", "--games", "1000000", "--check", "100", "--pairs", "2", "--out", str(out))
    checkpoint = tmp_path / "long.lines.checkpoint"
    deadline = time.monotonic() + PATIENCE_S
    while not checkpoint.exists():
        assert time.monotonic() < deadline
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGINT)
    try:
        process.communicate(timeout=PATIENCE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise
    assert process.returncode == 130
    trainer = LineTrainer([load_game("atmalof")], LineTrainingOptions(seed=1))
    trainer.restore(checkpoint.read_bytes())
    assert trainer.games >= 100


def test_a_checkpoint_of_another_training_is_not_gone_on_from(tmp_path: Path) -> None:
    out = tmp_path / "weights.lines"
    run_well("train-lines", SMALL, "--games", "20", "--out", str(out), "--seed", "1")
    told = refusal("train-lines", SMALL, "--games", "40", "--out", str(out), "--resume", "--seed", "2")
    assert told == (
        "weights.lines.checkpoint: this checkpoint was made with other rules, another seed or other options; "
        "go on with the same"
    )


def test_a_folder_is_refused_before_the_training(tmp_path: Path) -> None:
    told = refusal("train-lines", SMALL, "--games", "50", "--out", str(tmp_path))
    assert told == f"'{tmp_path}' is a folder; --out names the file of the weights"


def test_what_makes_no_training_is_refused(tmp_path: Path) -> None:
    out = str(tmp_path / "weights.lines")
    assert "only Atmalof has lines to train on, not atoll" in refusal("train-lines", "hex", "--out", out)
    assert "there is no folder" in refusal("train-lines", "junior", "--out", str(tmp_path / "no" / "weights.lines"))
    assert "cannot go on from" in refusal("train-lines", "junior", "--out", out, "--resume")
    Path(out + ".checkpoint").write_bytes(b"not a checkpoint")
    assert "begin like a checkpoint" in refusal("train-lines", "junior", "--out", out, "--resume")
