"""A program at a table: told everything once, with its clock, started anew once; then the game is given up."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from motu.arena.online.client import BotClient, LostError, RefusedError
from motu.arena.online.table import BotTable, plays
from motu.arena.online.turn_time import turn_time
from motu.errors import MotuError
from motu.games.line import Line

ENGINE = """
import sys
import os, time
moves, seen = MOVES, open(SEEN, "a")
known = "list_commands play genmove motu-spec roll time_left time_settings quit".split()
for line in sys.stdin:
    seen.write(line); seen.flush()
    word = line.split()[0]
    if word == "genmove":
        answer = moves.pop(0) if moves else "die"
        if answer == "die":
            sys.exit(3)
        if answer == "hang":
            if os.path.exists(SEEN + ".hung"):
                answer = moves.pop(0)
            else:
                open(SEEN + ".hung", "w").close()
                time.sleep(1000)
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


def news(
    spec: str,
    steps: list[list[Any]],
    seat: int = 0,
    left: int | None = None,
    clock: dict[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    clocks = None if left is None else {"left": [left, left], "running": seat} | more
    created = {"spec": spec} | ({} if left is None else {"clock": clock or {"initial_ms": 60_000}})
    known = {"game": "g", "seq": len(steps) + 1, "seat": seat, "created": created, "clocks": clocks}
    return {"type": "turn", "steps": steps, **known}


BYO_YOMI = {"kind": "byo-yomi", "initial_ms": 20_000, "periods": 3, "increment_ms": 15_000}
BANK = {"kind": "correspondence", "initial_ms": 3 * 86_400_000, "increment_ms": 86_400_000}
DELAY = {"kind": "delay", "initial_ms": 60_000, "increment_ms": 10_000}


FIRST = {"grace_ms": 30_200}


@pytest.mark.parametrize(
    ("clock", "clocks", "told"),
    [
        ({"initial_ms": 60_000, "increment_ms": 2_000}, {"left": 58_200}, (58, 0, 58)),
        (BYO_YOMI, {"left": 65_200}, (20, 14.8, 20)),
        (BYO_YOMI, {"left": 45_000}, (0, 14.8, 0)),
        (BYO_YOMI, {"left": 15_000}, (0, 14.8, 0)),
        (DELAY, {"left": 60_200, "free": 10_000}, (70, 0, 70)),
        (DELAY | FIRST, {"left": 60_200, "free": 30_200}, (60, 0, 30)),
        (BANK, {"left": 3 * 86_400_000}, (600, 0, 600)),
        ({"initial_ms": 90 * 60_000}, {"left": 90 * 60_000}, (3600, 0, 3600)),
        # A first move has half a minute, whatever the clock shows, or the game is called off.
        ({"initial_ms": 300_200} | FIRST, {"left": 300_200, "free": 30_200}, (300, 0, 30)),
    ],
)
def test_what_a_program_is_told_it_may_use(
    clock: dict[str, Any], clocks: dict[str, int], told: tuple[float, float, float]
) -> None:
    game = news("hex(size=3)", [], 0, clock={key: clock[key] for key in clock if key != "grace_ms"}, **clocks)
    game["created"]["grace_ms"] = clock.get("grace_ms", 0)
    times, turn = turn_time(game, 0.0, is_last=False)
    assert (times.clock, times.period, turn.left) == pytest.approx(told)


@pytest.mark.parametrize(
    ("clock", "left", "first", "second"),
    [
        ({"initial_ms": 60_000, "increment_ms": 2_000}, 60_200, 30, 60),
        ({"initial_ms": 60_000, "increment_ms": 2_000}, 3_200, 2, 3),
        (BYO_YOMI, 65_200, 32.5, 65),
        (BYO_YOMI, 15_200, 15, 15),
        (DELAY, 5_200, 10, 15),
        (BANK, 86_400_000, 300, 600),
        ({"initial_ms": 8 * 3_600_000}, 8 * 3_600_000, 1_800, 3_600),
        (None, None, 300, 300),
    ],
)
def test_a_program_that_hangs_leaves_time_for_the_one_started_anew(
    clock: dict[str, Any] | None, left: int | None, first: float, second: float
) -> None:
    free = {"free": 10_000} if clock is DELAY else {}
    told = news("hex(size=3)", [["a1", 0], ["b1", 1]], 0, left, clock, **free)
    found = [turn_time(told, 0.0, is_last=is_last)[1].most for is_last in (False, True)]
    assert found == pytest.approx([first, second])


def test_a_turn_that_was_heard_of_long_ago_has_less_left() -> None:
    told = news("hex(size=3)", [["a1", 0], ["b1", 1]], 0, 60_200, {"initial_ms": 60_000})
    assert turn_time(told, 20.0, is_last=False)[1].left == pytest.approx(40.0)
    assert turn_time(told, 20.0, is_last=True)[1].most == pytest.approx(40.0)
    assert 0 < turn_time(told, 100.0, is_last=True)[1].most < 1


def test_a_program_that_hangs_is_started_anew_while_there_is_time(tmp_path: Path) -> None:
    at = Table(tmp_path, ["hang", "a1"])
    at.table.take_turn(news("hex(size=3)", [], 0, 12_000, {"initial_ms": 12_000}))
    at.table.close()
    assert "has not answered 'genmove black' within" in at.said[0]
    assert [what for what, _ in at.client.sent] == ["moves"]
    lefts = [float(line.split()[2]) for line in at.heard() if line.startswith("time_left")]
    assert lefts[0] / 2 > lefts[1] > 0


def test_what_happens_is_told_once(tmp_path: Path) -> None:
    at = Table(tmp_path, ["a2", "b3"])
    spec = Line(spec="hex(size=3)").game().spec
    at.table.take_turn(news(spec, [["a1", 0]], 1))
    at.table.take_turn(news(spec, [["a1", 0], ["a2", 1], ["c1", 0]], 1, 5_200))
    at.table.close()
    assert at.client.sent == [("moves", {"move": "a2", "seq": 2}), ("moves", {"move": "b3", "seq": 4})]
    assert [re.sub(r"(4\.\d{3}|5\.000) 0", "TIME", line) for line in at.heard()] == [
        f"motu-spec {spec}",
        "play black a1",
        "genmove white",
        "play black c1",
        "time_left white TIME",
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
