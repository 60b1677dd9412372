"""motu study: what it lists, writes, keeps and refuses, and Ctrl-C."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from typing import Any

import pytest

from cli.running import PATIENCE_S, refusal, run_json, run_well, start

STUDY = """
title = "Hex 3"
[[grid]]
name = "three"
game = "hex(size=3)"
players = ["uct:20"]
games = 10
measures = ["first_player", "length"]
[[grid]]
name = "four"
game = "hex(size=4)"
players = ["{player}"]
games = {games}
measures = ["length"]
"""


@pytest.fixture
def study(tmp_path: Path) -> str:
    return written(tmp_path)


def written(folder: Path, player: str = "uct:20", games: int = 4) -> str:
    path = folder / "mine.toml"
    path.write_text(STUDY.replace("{player}", player).replace("{games}", str(games)))
    return str(path)


def figures_of(data: dict[str, Any]) -> list[Any]:
    return [data["tables"], data["games"], data["wanted"]]


def test_ready_studies_are_listed_with_their_grids() -> None:
    text = run_well("study")
    assert "hex " in text
    assert "--only sizes" in text
    assert {each["name"] for each in run_json("study")["studies"]} >= {"atmalof", "atoll", "atomorph", "hex"}


def test_tables_are_told(study: str) -> None:
    text = run_well("study", study)
    assert text.startswith("Hex 3\n")
    assert "three: Who begins" in text
    assert "four: How long games are" in text
    assert "repeatable: yes" in text


def test_a_study_as_json_does_not_depend_on_how_it_is_played(study: str) -> None:
    one, other = run_json("study", study), run_json("study", study, "--jobs", "3")
    assert figures_of(one) == figures_of(other)
    assert (one["study"], one["games"]) == ("mine", 14)
    assert run_json("study", study, "--seed", "2")["tables"] != one["tables"]


def test_a_folder_holds_everything_and_is_gone_on_with(study: str, tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    out = tmp_path / "out"
    part = run_json("study", study, "--out", str(out), "--scale", "0.5", "--only", "three")
    assert part["games"] == 5
    whole = run_json("study", study, "--out", str(out))
    assert figures_of(whole) == figures_of(run_json("study", study))
    assert {each.name for each in out.iterdir()} == {"games.jsonl", "games.parquet", "figures.parquet", "report.html"}
    assert f"motu study {study} --only four" in (out / "report.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("no-such",), "there is no file 'no-such'; ready studies are"),
        (("hex", "--only", "tea"), "there is no grid 'tea'"),
        (("hex", "--scale", "0"), "--scale"),
        (("hex", "--jobs", "0"), "--jobs"),
    ],
)
def test_what_makes_no_study_is_refused(arguments: tuple[str, ...], said: str) -> None:
    assert said in refusal("study", *arguments)


def test_a_file_is_no_folder(study: str, tmp_path: Path) -> None:
    assert "--out is a folder" in refusal("study", study, "--out", study)


def test_ctrl_c_keeps_the_games_and_says_so(tmp_path: Path) -> None:
    out = tmp_path / "out"
    process = start("study", written(tmp_path, "uct:20000", 400), "--only", "four", "--out", str(out))
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end and (not (out / "games.jsonl").exists() or len(lines(out)) < 3):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert "the same command goes on with them" in str(told)
    assert len(lines(out)) >= 3


def lines(out: Path) -> list[str]:
    return (out / "games.jsonl").read_text().splitlines()


def test_without_ray_the_extra_is_named(study: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    monkeypatch.delitem(__import__("sys").modules, "motu.lab.cluster", raising=False)
    assert "pip install 'motu[cluster]'" in refusal("study", study, "--cluster", "local")
