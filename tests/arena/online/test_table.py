"""A program at a table: told everything once, with its clock, started anew once; then the game is given up."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from motu.arena.online.client import BotClient, LostError, RefusedError
from motu.arena.online.table import BotTable, plays
from motu.errors import MotuError
from motu.games.line import Line

ENGINE = """
import sys
moves, seen, script = MOVES, open(SEEN, "a"), iter
known = "list_commands play genmove motu-spec roll time_left time_settings quit".split()
for line in sys.stdin:
    seen.write(line); seen.flush()
    word = line.split()[0]
    if word == "genmove":
        answer = moves.pop(0) if moves else "die"
        if answer == "die":
            sys.exit(3)
    else:
        answer = "\\n".join(known) if word == "list_commands" else ""
    print(f"= {answer}\\n", flush=True)
"""


class FakeClient(BotClient):
    """Keeps what is sent."""

    def __init__(self, refuse: MotuError | None = None) -> None:
        super().__init__("http://nowhere", "x")
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.refuse, self.num_refused = refuse, 1_000

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        self.sent.append((path.rpartition("/")[2], body))
        if self.refuse is not None and path.endswith("moves") and self.num_refused > 0:
            self.num_refused -= 1
            raise self.refuse
        return {}


class Table:
    """A table with a program that answers as it is told."""

    def __init__(self, folder: Path, moves: list[str], refuse: MotuError | None = None) -> None:
        self.seen, program = folder / "seen", folder / "engine.py"
        program.write_text(ENGINE.replace("MOVES", repr(moves)).replace("SEEN", repr(str(self.seen))), "utf-8")
        self.client, self.said = FakeClient(refuse), list[str]()
        command = f"{shlex.quote(sys.executable)} {shlex.quote(str(program))}"
        self.table = BotTable(self.client, command, self.said.append)

    def heard(self) -> list[str]:
        return [line for line in self.seen.read_text("utf-8").splitlines() if line not in ("list_commands", "quit")]


def news(spec: str, steps: list[list[Any]], seat: int = 0, left: int | None = None) -> dict[str, Any]:
    clocks = None if left is None else {"left": [left, left], "running": seat}
    known = {"game": "g", "seq": len(steps) + 1, "seat": seat, "created": {"spec": spec}, "clocks": clocks}
    return {"type": "turn", "steps": steps, **known}


def test_what_happens_is_told_once(tmp_path: Path) -> None:
    at = Table(tmp_path, ["a2", "b3"])
    spec = Line(spec="hex(size=3)").game().spec
    at.table.take_turn(news(spec, [["a1", 0]], 1))
    at.table.take_turn(news(spec, [["a1", 0], ["a2", 1], ["c1", 0]], 1, 5_200))
    at.table.close()
    assert at.client.sent == [("moves", {"move": "a2", "seq": 2}), ("moves", {"move": "b3", "seq": 4})]
    assert at.heard() == [
        f"motu-spec {spec}",
        "play black a1",
        "genmove white",
        "play black c1",
        "time_left white 5.000 0",
        "genmove white",
    ]


def test_after_a_take_back_it_is_told_everything_again(tmp_path: Path) -> None:
    at = Table(tmp_path, ["a2", "b3"])
    at.table.take_turn(news("hex(size=3)", [["a1", 0]], 1))
    at.table.take_turn(news("hex(size=3)", [["c1", 0]], 1))
    at.table.close()
    assert at.heard().count(f"motu-spec {Line(spec='hex(size=3)').game().spec}") == 2
    assert at.heard()[-2:] == ["play black c1", "genmove white"]


def test_rolls_are_told(tmp_path: Path) -> None:
    at = Table(tmp_path, ["r1", "r1"])
    at.table.take_turn(news("atmalof", []))
    at.table.take_turn(news("atmalof", [["r1", 0], ["=1", -1], ["r2", 1], ["=1", -1]]))
    at.table.close()
    assert at.heard()[1:] == ["genmove black", "roll 1", "play white r2", "roll 1", "genmove black"]


def test_a_program_that_dies_is_started_anew_once_then_the_game_is_given_up(tmp_path: Path) -> None:
    at = Table(tmp_path, [])
    at.table.take_turn(news("hex(size=3)", []))
    at.table.close()
    assert at.client.sent == [("resign", {"person": 0, "seq": 1})]
    assert at.heard().count("genmove black") == 2
    assert [each.partition(": ")[2].partition(":")[0] for each in at.said] == [
        "the program is started anew",
        "given up, for the program has failed",
    ]


@pytest.mark.parametrize("slug", ["move/illegal", "notation/move", "server/roll"])
def test_a_program_that_plays_what_is_not_legal_is_started_anew_once_too(tmp_path: Path, slug: str) -> None:
    """It may have lost its board; a second time it has no other."""
    at = Table(tmp_path, ["z9"], RefusedError("no such cell", slug=slug))
    at.table.take_turn(news("hex(size=3)", []))
    at.table.close()
    assert [what for what, _ in at.client.sent] == ["moves", "moves", "resign"]
    assert at.said == [
        "game g: the program is started anew: it plays 'z9': no such cell",
        "game g: given up, for the program has failed: it plays 'z9': no such cell",
    ]
    assert at.heard().count("genmove black") == 2


def test_a_program_that_has_played_what_is_not_legal_may_go_on(tmp_path: Path) -> None:
    at = Table(tmp_path, ["z9"], RefusedError("no such cell", slug="move/illegal"))
    at.client.num_refused = 1
    at.table.take_turn(news("hex(size=3)", []))
    at.table.close()
    assert [what for what, _ in at.client.sent] == ["moves", "moves"]


@pytest.mark.parametrize("slug", ["server/seq", "server/over", "server/not-your-turn"])
def test_a_game_that_has_gone_on_is_no_fault(tmp_path: Path, slug: str) -> None:
    at = Table(tmp_path, ["a1"], RefusedError("too late", slug=slug))
    at.table.take_turn(news("hex(size=3)", []))
    at.table.close()
    assert [what for what, _ in at.client.sent] == ["moves"]
    assert at.said == []


def test_the_programs_own_word_resigns(tmp_path: Path) -> None:
    at = Table(tmp_path, ["resign"])
    at.table.take_turn(news("hex(size=3)", [], 0))
    at.table.close()
    assert at.client.sent == [("resign", {"person": 0, "seq": 1})]


def test_a_lost_server_is_for_the_bot(tmp_path: Path) -> None:
    at = Table(tmp_path, ["a1"], LostError("gone"))
    with pytest.raises(LostError):
        at.table.take_turn(news("hex(size=3)", []))
    at.table.close()


def test_which_games_are_played() -> None:
    assert plays("nauru", ())
    assert plays("hex(size=3)", ("atoll", "hex"))
    assert plays("hex(size=3)", ("atoll",))
    assert not plays("nauru", ("hex",))
    assert not plays("atmalof", ("atoll",))
