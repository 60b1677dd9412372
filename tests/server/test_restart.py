"""A game outlives the server that it was begun at, the page that showed it, and the connection of whoever plays it."""

from __future__ import annotations

import json
import signal
import socket
import threading
import time
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from cli.running import PATIENCE_S
from server.processes import Server, server

CLOCK = {"initial_ms": 3_600_000, "increment_ms": 0}


def stop(running: Server, how: signal.Signals = signal.SIGINT) -> str:
    """End a server as Ctrl-C does, or another signal; return what it had to say on stderr."""
    running.part()
    running.process.send_signal(how)
    return str(running.process.communicate(timeout=PATIENCE_S)[1])


def live(running: Server, game: str) -> Any:
    """Return what a page is told first when it is opened, or opened again."""
    with connect(running.url.replace("http", "ws", 1) + f"api/games/{game}/live") as opened:
        return json.loads(opened.recv(PATIENCE_S))


def test_a_game_outlives_the_server(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        guest = running.guest()
        game = guest.well("POST", "/api/games", {"spec": "atmalof", "seats": [{}, {}], "clock": CLOCK})["id"]
        update = guest.well("POST", f"/api/games/{game}/moves", {"move": "r4", "seq": 1})
        before = guest.well("GET", f"/api/games/{game}")
        assert stop(running) == ""
    with server(tmp_path) as running:
        again = running.guest(guest.cookie)
        whole = again.well("GET", f"/api/games/{game}")
        for name in ("id", "is_mine", "created", "steps", "position", "result", "secret"):
            assert whole[name] == before[name]
        assert all(now <= then for now, then in zip(whole["clocks"]["left"], before["clocks"]["left"], strict=True))
        missed = again.well("GET", f"/api/games/{game}/events?after={update['seq'] - 1}")
        assert [event["what"]["type"] for event in missed] == ["paused"]
        assert [each["id"] for each in again.well("GET", "/api/games")["games"]] == [game]
        # Nothing but a pause has come between: a move of before the restart counts, once.
        again.well("POST", f"/api/games/{game}/moves", {"move": "r1", "seq": update["seq"]})
        for seq in (update["seq"], whole["seq"]):
            assert again.ask("POST", f"/api/games/{game}/moves", {"move": "r1", "seq": seq})[0] == 409
        assert running.guest().well("GET", f"/api/games/{game}")["is_mine"] is False


def test_a_page_that_is_opened_again_has_the_whole_game(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        guest = running.guest()
        game = guest.well("POST", "/api/games", {"spec": "hex(size=5)", "seats": [{}, {}]})["id"]
        assert live(running, game)["seq"] == 1
        guest.well("POST", f"/api/games/{game}/moves", {"move": "c3", "seq": 1})
        told = live(running, game)
        assert (told["seq"], told["steps"]) == (2, [["c3", 0]])


def test_a_connection_that_is_gone_keeps_nobody(tmp_path: Path) -> None:
    """As when a laptop is closed: nobody says goodbye, and the rest goes on."""
    with server(tmp_path) as running:
        guest = running.guest()
        game = guest.well("POST", "/api/games", {"spec": "hex(size=5)", "seats": [{}, {}]})["id"]
        with connect(running.url.replace("http", "ws", 1) + f"api/games/{game}/live") as gone:
            gone.recv(PATIENCE_S)
            gone.socket.shutdown(socket.SHUT_RDWR)
            guest.well("POST", f"/api/games/{game}/moves", {"move": "c3", "seq": 1})
            assert live(running, game)["steps"] == [["c3", 0]]
        assert stop(running) == ""


def test_a_closed_terminal_stops_the_clocks_as_well(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        guest = running.guest()
        game = guest.well("POST", "/api/games", {"spec": "hex(size=5)", "seats": [{}, {}], "clock": CLOCK})["id"]
        assert stop(running, signal.SIGHUP) == ""
        assert running.process.returncode == -signal.SIGHUP
    with server(tmp_path) as running:
        events = running.guest(guest.cookie).well("GET", f"/api/games/{game}/events")
        assert [event["what"]["type"] for event in events] == ["created", "paused"]


def test_who_waits_when_the_server_stops_is_told_and_nothing_is_logged(tmp_path: Path) -> None:
    wanted = {"text": "(;FF[4]GM[11]SZ[3])" * 20_000}  # some seconds' work altogether
    answers: list[int] = []
    with server(tmp_path) as running:

        def ask() -> None:
            guest = running.guest()
            try:
                answers.append(guest.ask("POST", "/api/records/read", wanted)[0])
            finally:
                guest.close()

        threads = [threading.Thread(target=ask) for _ in range(12)]
        for thread in threads:
            thread.start()
        while not answers:
            time.sleep(0.01)
        running.process.send_signal(signal.SIGINT)
        said = running.process.communicate(timeout=PATIENCE_S)[1]
        for thread in threads:
            thread.join(PATIENCE_S)
    assert said == ""
    assert set(answers) == {200, 503}
