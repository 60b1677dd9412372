"""What an operator sees of a server that runs: metrics at an address of their own, and a log of JSON."""

from __future__ import annotations

import asyncio
import json
import threading
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.sync.client import connect

from cli.running import PATIENCE_S, refusal
from motu.server.events import ServerError
from motu.server.observability.exporter import Exporter
from motu.server.observability.readings import Readings, gauge
from motu.server.observability.watch import metrics_place
from server.processes import Server, free_port, server


def metrics(port: int) -> dict[tuple[str, ...], float]:
    """All that is handed out: the name of each number with its labels' values."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE_S) as answer:
        text = answer.read().decode()
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def play(running: Server) -> str:
    guest = running.guest()
    game = guest.well("POST", "/api/games", {"spec": "hex(size=3)", "seats": [{}, {}]})["id"]
    guest.well("POST", f"/api/games/{game}/moves", {"move": "b2", "seq": 1})
    guest.ask("GET", "/api/games/no-such-game")
    guest.ask("GET", "/nowhere")
    return str(game)


def test_metrics_say_what_a_server_does(tmp_path: Path) -> None:
    port = free_port()
    with server(tmp_path, "--metrics", f"127.0.0.1:{port}") as running:
        game = play(running)
        with connect(f"{running.url.replace('http', 'ws', 1)}api/games/{game}/live") as socket:
            socket.recv(PATIENCE_S)
            told = metrics(port)
        assert told["motu_http_requests_total", "POST", "/api/games", "201"] == 1
        assert told["motu_http_requests_total", "GET", "/api/games/{game_id}", "404"] == 1
        assert told["motu_http_request_seconds_count", "/api/games/{game_id}/moves"] == 1
        assert told["motu_sockets", "/api/games/{game_id}/live"] == 1
        assert told["motu_moves_total",] == 1
        assert (told["motu_games_in_memory",], told["motu_games_running",]) == (1, 1)
        assert (told["motu_ready",], told["motu_bus_connected",]) == (1, 1)
        assert told["motu_queue", "moves"] == told["motu_store_queue",] == told["motu_bus_queue",] == 0
        assert told["motu_engines_idle", "moves"] == told["motu_engines", "moves"] >= 1
        assert told["motu_database_connections_most",] >= 5
        assert told["motu_loop_answer_seconds",] < 5
        assert told["motu_gc_pause_seconds_count", "0"] >= 0
        assert told["process_resident_memory_bytes",] > 1e7
        assert not any(game in part for name in told for part in name)
        assert running.guest().ask("GET", "/metrics")[0] == 404


def test_the_log_is_json_where_that_is_asked_for(tmp_path: Path) -> None:
    with server(tmp_path, "--log", "json") as running:
        game = play(running)
        running.part()
        lines = [json.loads(line) for line in running.kill().splitlines()]
    requests = {(line["method"], line["route"]): line for line in lines if line["message"] == "request"}
    moved = requests["POST", "/api/games/{game_id}/moves"]
    assert (moved["status"], moved["game"], moved["logger"]) == (201, game, "motu.server.requests")
    assert not any("127.0.0.1" in json.dumps(line) or "cookie" in json.dumps(line) for line in lines)


def test_a_loop_that_does_not_answer_is_seen() -> None:
    async def script() -> list[Any]:
        readings = Readings(asyncio.get_running_loop(), lambda: [gauge("x", "x", 1)], patience=0.01)
        held, found = threading.Event(), list[Any]()

        def ask() -> None:
            found.extend(readings.collect())
            held.set()

        threading.Thread(target=ask).start()
        held.wait(PATIENCE_S)
        return found

    assert [metric.name for metric in asyncio.run(script())] == ["motu_loop_answer_seconds"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("10.0.0.1:9100", ("10.0.0.1", 9100)),
        (":9100", ("127.0.0.1", 9100)),
        (":65535", ("127.0.0.1", 65535)),
        ("[::1]:0", ("::1", 0)),
    ],
)
def test_a_place_for_metrics_is_read(text: str, place: tuple[str, int]) -> None:
    assert metrics_place(text) == place


@pytest.mark.parametrize("text", ["", "9100", "host:", "host:x", "host:65536", "host:-1"])
def test_what_is_no_place_for_metrics_is_refused(text: str) -> None:
    assert refusal("serve", "--metrics", text) == f"'{text}' is no place for metrics; right is ADDRESS:PORT"


def test_a_place_that_is_taken_is_refused() -> None:
    with Exporter(("127.0.0.1", 0), "x").open() as port:
        other = Exporter(("127.0.0.1", port), "x").open()
        with pytest.raises(ServerError, match="already in use"):
            other.__enter__()
