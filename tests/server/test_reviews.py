"""Reviews of whole games: made by a process of their own, which may die or hang."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.games.record import Record
from motu.server.engines import EngineGoneError
from motu.server.reviews import Reviews
from motu.server.server_settings import ServerSettings
from server.applications import make_application

GAME = Record(spec="hex(size=3)", moves=("a1", "b2"))


def program(source: str) -> tuple[str, ...]:
    return (sys.executable, "-c", source)


def test_a_game_is_reviewed_step_by_step(tmp_path: Path) -> None:
    moves = ["r4", "=6", "c2=1", "r4c6-r5c6"]
    application = make_application(ServerSettings(tmp_path, "1", engines=1))
    with (
        TestClient(application, base_url="http://127.0.0.1:8000") as client,
        client.websocket_connect("/api/analysis") as socket,
    ):
        socket.send_text(json.dumps({"type": "review", "id": 3, "spec": "atmalof", "moves": moves, "visits": 20}))
        answer = json.loads(socket.receive_text())
        assert (answer["type"], answer["id"]) == ("reviewed", 3)
        steps = answer["review"]["steps"]
        assert [step["move"] for step in steps] == ["r4", "=6", "c2", "=1", "r4c6-r5c6"]
        assert [step["kind"] for step in steps] == ["announcement", "roll", "announcement", "roll", "move"]
        _account_for(answer["review"])
        socket.send_text(json.dumps({"type": "review", "id": 4, "spec": "hex(size=3)", "moves": ["a1", "a1"]}))
        refused = json.loads(socket.receive_text())
        assert (refused["slug"], refused["text"]) == ("record/move", "4")
        wrong: dict[str, Any]
        for wrong in ({"moves": []}, {"moves": ["a1"], "visits": 0}, {"moves": ["a1"], "visits": 10**6}):
            socket.send_text(json.dumps({"type": "review", "id": 5, "spec": "hex(size=3)", **wrong}))
            assert json.loads(socket.receive_text())["slug"] == "server/message"


def _account_for(review: dict[str, Any]) -> None:
    """Luck and errors add up to what the game has changed."""
    first, second = review["accounts"]
    change = first["luck"] - second["luck"] + second["error"] - first["error"]
    assert review["end"] - review["start"] == pytest.approx(change)


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("import sys; sys.exit(3)", "died"),
        ("import sys; sys.stdin.read(); print('thinking')", "died"),
        ("import sys; sys.stdin.read(); print('[]')", "died"),
        ("import time; time.sleep(600)", "longer than 0.5 s"),
    ],
)
def test_what_goes_wrong_is_said(source: str, says: str) -> None:
    reviews = Reviews(program(source), deadline=0.5 if "sleep" in source else 60)
    with pytest.raises(EngineGoneError, match=says):
        asyncio.run(reviews.review(GAME, 10))


def test_a_review_nobody_waits_for_is_ended_and_the_next_begins(tmp_path: Path) -> None:
    """The first hangs; when whoever asked has gone, the second gets its turn."""
    mark = tmp_path / "second"
    hang_once = f"""
import pathlib, sys, time
mark = pathlib.Path({str(mark)!r})
if not mark.exists():
    mark.touch()
    time.sleep(600)
sys.stdin.read(); print('{{"steps": []}}')
"""

    async def script() -> dict[str, Any]:
        reviews = Reviews(program(hang_once))
        first = asyncio.create_task(reviews.review(GAME, 10))
        while not mark.exists():  # noqa: ASYNC110 - another process makes it
            await asyncio.sleep(0.02)
        second = asyncio.create_task(reviews.review(GAME, 10))
        await asyncio.sleep(0)
        first.cancel()
        return await second

    assert asyncio.run(script()) == {"steps": []}
