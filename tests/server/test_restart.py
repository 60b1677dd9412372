"""A game outlives the server that it was begun at, the page that showed it, and the connection of whoever plays it."""

from __future__ import annotations

import json
import signal
import socket
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from cli.running import PATIENCE_S
from server.processes import Server, server

CLOCK = {"initial_ms": 3_600_000, "increment_ms": 0}


def stop(running: Server) -> str:
    """End a server as Ctrl-C does; return what it had to say on stderr."""
    running.part()
    running.process.send_signal(signal.SIGINT)
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
        assert again.ask("POST", f"/api/games/{game}/moves", {"move": "r1", "seq": update["seq"]})[0] == 409
        again.well("POST", f"/api/games/{game}/moves", {"move": "r1", "seq": whole["seq"]})
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
