"""motu export and motu explore."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import refusal, run_json, run_well
from explorer.collecting import GAMES

pytest.importorskip("duckdb")


@pytest.fixture
def games(tmp_path: Path) -> str:
    path = tmp_path / "games.jsonl"
    for game in GAMES:
        game.record.save(path, append=path.exists())
    return str(path)


def test_a_collection_and_a_file_say_the_same(games: str, tmp_path: Path) -> None:
    out = str(tmp_path / "collection")
    assert run_well("export", games, "--out", out) == f"6 games and 13 positions in {out}\n"
    assert run_json("explore", out, "a1") == run_json("explore", games, "a1")
    text = run_well("explore", out)
    assert text.startswith("atoll(board=rhombus,size=3,islands=4,swap=true): 6 games\n")
    assert "c3" in next(line for line in text.splitlines() if line.startswith("a1"))


def test_what_was_played_as_json(games: str) -> None:
    found = run_json("explore", games, "c3")
    assert (found["moves"], found["games"]) == (["c3"], 3)
    assert found["played"][0] == {
        "move": "b2",
        "images": ["b2"],
        "games": 2,
        "wins": 0,
        "draws": 0,
        "losses": 2,
        "score": 0.0,
        "last": "2026-02-02",
    }


def test_games_alone(games: str, tmp_path: Path) -> None:
    out = tmp_path / "collection"
    assert run_json("export", games, games, "--out", str(out), "--games-only")["games"] == 12
    assert [each.name for each in out.iterdir()] == ["games.parquet"]


def test_another_game_than_the_most_played(games: str) -> None:
    assert run_json("explore", games, "--game", "gan")["games"] == 0


def test_what_cannot_be_explored_is_refused(games: str, tmp_path: Path) -> None:
    assert "no-such" in refusal("explore", "no-such.jsonl")
    assert "holds no collection" in refusal("explore", str(tmp_path))
    assert "z9" in refusal("explore", games, "z9")
    (tmp_path / "empty.jsonl").touch()
    assert refusal("export", str(tmp_path / "empty.jsonl"), "--out", str(tmp_path))
