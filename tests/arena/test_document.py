"""docs/arena.md: every error, every key of a record and every question to a program is described."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from arena.playing import play, text_of
from motu import load_game
from motu.arena.entrants import parse_entrants
from motu.arena.program import Program
from motu.arena.schedule import MatchSettings, Schedule
from motu.arena.seats import Times

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "arena.md").read_text("utf-8")
SOURCES = "".join(path.read_text("utf-8") for path in (ROOT / "src" / "motu" / "arena").glob("*.py"))


def quoted(text: str) -> set[str]:
    return {word for words in re.findall(r"`([^`]+)`", text.replace("```", "")) for word in words.split()}


def test_every_slug_is_described_and_none_too_many() -> None:
    assert set(re.findall(r'"(engine/[a-z-]+)"', SOURCES)) - {"engine/no-move"} == {
        word for word in quoted(DOCUMENT) if word.startswith("engine/")
    }


def test_every_question_to_a_program_is_described(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()
    ask = Program.ask

    def noting(self: Program, command: str, seconds: float = 60.0) -> str:
        asked.add(command.split(maxsplit=1)[0])
        return ask(self, command, seconds)

    monkeypatch.setattr(Program, "ask", noting)
    times = Times(clock=60.0)
    play("hex(size=3,swap=false)", text_of(), "random", times=times)
    play("atmalof", f"motu=gtp:{sys.executable} -P -m motu gtp --player random", "random", plies=6, times=times)
    assert {"boardsize", "motu-spec", "roll", "time_left", "genmove", "set_random_seed"} <= asked
    assert asked <= quoted(DOCUMENT)


def test_every_key_of_a_record_is_described() -> None:
    schedule = Schedule(MatchSettings(load_game("hex(size=3)"), parse_entrants(["random", "random"])))
    [slot] = schedule.slots(1)
    label = schedule.appointment(slot).label
    record = play("hex(size=3)", "random", "random", opening=("a1",), plies=3, label=label)
    assert set(record.extra["arena"]) == {"pair", "opening", "note", "match"}
    assert set(record.extra["arena"]) | set(record.extra["arena"]["match"]) <= quoted(DOCUMENT)
