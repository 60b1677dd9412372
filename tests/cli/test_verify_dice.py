"""`motu verify-dice`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import motu
from cli.running import refusal, run, run_well
from motu.games import dice, formats
from motu.games.record import Record

SECRET = "0123456789abcdef" * 4


def rolled(moves: int) -> Record:
    state, die = motu.load_game("atmalof").new_initial_state(), dice.SecretDice(SECRET, ["ann"])
    for _ in range(moves):
        state.play("r4")
        state.apply_action(die.roll(state))
    told = {"commitment": dice.commitment(SECRET), "seeds": ["ann"], "secret": SECRET}
    return replace(state.record(), extra={"dice": told})


def forged() -> Record:
    record = rolled(3)
    return replace(record, moves=(*record.moves[:2], "r4=1" if record.moves[2] != "r4=1" else "r4=2"))


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    path.write_text(formats.write([rolled(3), rolled(1), rolled(0), forged()], "jsonl"), "utf-8")
    return path


@pytest.mark.parametrize(
    ("number", "said"), [(1, "3 rolls follow from"), (2, "1 roll follows from"), (3, "nothing was rolled")]
)
def test_a_game_whose_rolls_are_right(games: Path, number: int, said: str) -> None:
    assert run_well("verify-dice", f"{games}:{number}").startswith(f"game {number}: {said}")


def test_a_roll_that_was_changed_is_named(games: Path) -> None:
    result = run("verify-dice", str(games))
    assert result.exit_code == 2
    lines = result.stdout.splitlines()
    assert [line[:7] for line in lines] == ["game 1:", "game 2:", "game 3:", "game 4:"]
    read, right = forged().moves[2][-1], rolled(3).moves[2][-1]
    assert lines[3] == f"game 4: ply 2, r4: the record says {read}, the secret {right}"
    assert result.stderr.strip() == "motu: the dice of 1 of 4 games are not proved"


def test_for_programs(games: Path) -> None:
    text = formats.write([rolled(2)], "sgf")
    assert json.loads(run_well("verify-dice", "-", "--json", stdin=text)) == {
        "game": 1, "proved": True, "rolls": 2, "error": None,
    }  # fmt: skip
    last = json.loads(run("verify-dice", f"{games}:4", "--json").stdout)
    assert (last["game"], last["proved"], last["rolls"]) == (4, False, 3)
    assert "the secret" in last["error"]


def test_what_cannot_be_checked_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "plain.jsonl"
    path.write_text(formats.write([replace(rolled(1), extra={})], "jsonl"), "utf-8")
    result = run("verify-dice", str(path))
    assert result.exit_code == 2
    assert "the record does not say what its rolls follow from" in result.stdout
    assert "no such file" in refusal("verify-dice", str(tmp_path / "none.jsonl")).lower()
    assert "record" in refusal("verify-dice", f"{path}:2")
