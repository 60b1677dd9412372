"""Servers and engines are killed: nothing that was acknowledged is lost, and every game goes on."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from cli.running import PATIENCE_S
from motu.server.database import NAME
from server.processes import Guest, RandomPlayer, Server, server

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks /proc who is whose child")

PERSON, LEVEL_1 = {"kind": "person"}, {"kind": "level", "level": 1}
GAMES: tuple[dict[str, Any], ...] = (
    {"spec": "hex(size=5)", "seats": [PERSON, PERSON]},
    {"spec": "atomorph(size=5)", "seats": [PERSON, PERSON], "clock": {"initial_ms": 600_000, "increment_ms": 1000}},
    {"spec": "atmalof", "seats": [PERSON, PERSON]},
    {"spec": "hex(size=4)", "seats": [PERSON, LEVEL_1]},
)


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def is_alive(pid: int) -> bool:
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(") ")[2][0] != "Z"
    return False


def play_for(seconds: float, running: Server, players: list[RandomPlayer]) -> str:
    """Let all games go on and so long after that, kill the server in the middle, and return what it said last."""
    before = [player.num_acknowledged for player in players]
    for player in players:
        player.begin(running)
    wait_until(lambda: all(player.num_acknowledged > heard + 3 for player, heard in zip(players, before, strict=True)))
    time.sleep(seconds)
    said = running.kill()
    for player in players:
        player.end()
    return said


@pytest.mark.parametrize("kills", [3, pytest.param(50, marks=pytest.mark.slow)])
def test_no_acknowledged_move_is_lost(kills: int, tmp_path: Path) -> None:
    moments = random.Random(kills)
    players = [RandomPlayer(game, seed) for seed, game in enumerate(GAMES)]
    for _ in range(kills):
        with server(tmp_path) as running:
            for player in players:
                player.check(running.guest(player.cookie))
            assert play_for(moments.uniform(0.0, 0.6), running, players) == ""
    with server(tmp_path) as running:
        for player in players:
            player.check(running.guest(player.cookie))


def test_studies_puzzles_and_removals_of_two_guests_outlive_a_kill(tmp_path: Path) -> None:
    tree = {"s": "hex(size=3)", "n": ["b2", "a1"]}
    cookies, kept = [], []
    with server(tmp_path) as running:
        for number in range(2):
            guest = running.guest()
            item = guest.well("GET", "/api/puzzles")[number]
            counted = guest.well("POST", f"/api/puzzles/{item['id']}/solution", {})["counted"]
            game = guest.well("POST", "/api/games", {"spec": "hex(size=3)", "seats": [PERSON, PERSON]})["id"]
            guest._connection.request("DELETE", f"/api/games/{game}", headers={"cookie": guest.cookie})
            assert guest._connection.getresponse().read() == b""
            study = guest.well("POST", "/api/studies", {"name": str(number), "tree": tree})["id"]
            changed = {"name": str(number), "tree": {**tree, "c": "later"}, "version": 1}
            assert guest.well("PUT", f"/api/studies/{study}", changed)["version"] == 2
            cookies.append(guest.cookie)
            kept.append((item["id"], counted["after"], game, study))
        running.kill()
    with server(tmp_path) as running:
        for number, (puzzle, rating, game, study) in enumerate(kept):
            guest, other = running.guest(cookies[number]), running.guest(cookies[1 - number])
            progress = guest.well("GET", "/api/puzzles/progress")
            assert progress["missed"] == [puzzle]
            assert rating in progress["ratings"].values()
            assert guest.well("GET", "/api/games")["games"] == []
            assert guest.well("GET", f"/api/games/{game}")["id"] == game
            assert guest.well("GET", f"/api/studies/{study}")["tree"]["c"] == "later"
            stale = {"name": "x", "tree": tree, "version": 2}
            assert other.ask("PUT", f"/api/studies/{study}", stale)[0] == 403
            assert [each["id"] for each in guest.well("GET", "/api/studies")["studies"]] == [study]


def test_time_runs_out_after_a_kill_though_nobody_looks(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        body = {"spec": "hex(size=5)", "seats": [PERSON, PERSON], "clock": {"initial_ms": 2_000, "increment_ms": 0}}
        guest = running.guest()
        game = guest.well("POST", "/api/games", body)["id"]
        running.kill()

    def is_over() -> bool:
        with contextlib.closing(sqlite3.connect(tmp_path / NAME)) as connection:
            return bool(connection.execute("SELECT is_over FROM game WHERE id = ?", (game,)).fetchone()[0])

    assert not is_over()
    with server(tmp_path) as running:
        wait_until(is_over)
        happened = running.guest(guest.cookie).well("GET", f"/api/games/{game}/events")
        assert happened[-1]["what"] == {"type": "flagged", "person": 0}
        assert happened[-1]["at_ms"] - happened[0]["at_ms"] >= 2_000


def begin(guest: Guest, level: int) -> str:
    seats = [{"kind": "level", "level": level}, PERSON]
    return str(guest.well("POST", "/api/games", {"spec": "atoll", "seats": seats})["id"])


def engine_at_work(running: Server) -> int:
    """Wait until an engine searches, and return its process."""
    wait_until(lambda: len(running.children) == 1)
    (pid,) = running.children
    ticks = os.sysconf("SC_CLK_TCK")

    def has_worked() -> bool:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(") ")[2].split()
        return int(fields[11]) + int(fields[12]) > ticks // 10

    wait_until(has_worked)
    return pid


def killed_in_time(running: Server, guest: Guest) -> bool:
    """Kill an engine at work and see that its move comes; return whether it had none given before."""
    game = begin(guest, 10)
    pid = engine_at_work(running)
    os.kill(pid, signal.SIGSTOP)
    seq = guest.well("GET", f"/api/games/{game}")["seq"]
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: bool(guest.well("GET", f"/api/games/{game}")["seq"] == 2))
    wait_until(lambda: pid not in running.children)
    assert guest.well("GET", f"/api/games/{game}")["steps"][0][1] == 0
    return bool(seq == 1)


def test_an_engine_is_killed_and_its_move_comes_all_the_same(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        guest = running.guest()
        # On a busy machine an engine may be quicker than its kill.
        assert any(killed_in_time(running, guest) for _ in range(10))


def test_a_killed_servers_engines_end_with_it(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        begin(running.guest(), 10)
        pid = engine_at_work(running)
        running.kill()
        wait_until(lambda: not is_alive(pid))


def test_a_game_that_the_machine_was_to_go_on_with_goes_on_after_a_kill(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        guest = running.guest()
        game = begin(guest, 10)
        running.kill()
    with server(tmp_path) as running:
        again = running.guest(guest.cookie)
        wait_until(lambda: again.well("GET", f"/api/games/{game}")["seq"] == 2)


def test_a_graceful_stop_closes_sockets_and_ends_searches(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        guest = running.guest()
        game = guest.well("POST", "/api/games", GAMES[0])["id"]
        base = running.url.replace("http", "ws", 1)
        with connect(f"{base}api/games/{game}/live") as live, connect(f"{base}api/analysis") as analysis:
            assert json.loads(live.recv(PATIENCE_S))["type"] == "snapshot"
            analysis.send(json.dumps({"type": "analyse", "id": 1, "spec": "hex", "seconds": 120}))
            assert json.loads(analysis.recv(PATIENCE_S))["type"] == "findings"
            (pid,) = running.children
            running.process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                live.recv(PATIENCE_S)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code in (1001, 1012)
            assert running.process.communicate(timeout=PATIENCE_S)[1] == ""
        assert running.process.returncode == -signal.SIGTERM
        wait_until(lambda: not is_alive(pid))
    with server(tmp_path) as running:
        assert running.guest(guest.cookie).well("GET", f"/api/games/{game}")["is_mine"] is True
