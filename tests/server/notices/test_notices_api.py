"""Notices over HTTP and over the socket of a page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from motu.server.notices.kinds import KINDS
from motu.server.server_settings import ServerSettings
from server.accounts.houses import quick_passwords
from server.applications import make_application
from server.two_people import HERE, Visitor, does, game_of

DAYS = {"kind": "correspondence", "initial_ms": 86_400_000, "increment_ms": 86_400_000}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1", engines=1)), base_url=HERE) as opened:
        opened.app.state.services.accounts._passwords = quick_passwords()
        yield opened


def told(who: Visitor) -> list[str]:
    return [each["kind"] for each in who.well("GET", "/api/notices")["notices"] if not each["is_read"]]


def news(socket: Any) -> Any:
    return json.loads(socket.receive_text())


def test_everybody_is_told_of_his_own_alone(client: TestClient[Any]) -> None:
    ann, bob, eve = (Visitor(client, name) for name in ("ann", "bob", "eve"))
    game = game_of(ann, bob, clock=DAYS)
    does(ann, game, "moves", move="a1")
    assert told(bob) == ["turn"]
    assert told(eve) == []
    assert eve.well("GET", "/api/notices")["is_concerned"] is False
    assert eve.well("GET", "/api/notices")["name"] == ""
    ids = [each["id"] for each in bob.well("GET", "/api/notices")["notices"]]
    eve.well("POST", "/api/notices/read", {"ids": ids})
    eve.well("POST", "/api/notices/read", {"ids": None})
    assert told(bob) == ["turn"], "nobody reads them for another"
    assert "ann" not in json.dumps(bob.well("GET", "/api/notices")), "no id is told"
    bob.well("POST", "/api/notices/read", {"ids": ids})
    assert told(bob) == []
    assert bob.well("GET", "/api/notices")["is_concerned"] is True


def test_choices_are_kept_also_when_a_name_is_claimed(client: TestClient[Any]) -> None:
    ann = Visitor(client, "ann")
    push = [each for each in KINDS if each not in ("over", "declined")]
    assert ann.well("GET", "/api/notices/choices") == {"page": list(KINDS), "push": push}
    chosen = ann.well("PUT", "/api/notices/choices", {"page": ["over", "turn", "turn"]})
    assert chosen == {"page": ["turn", "over"], "push": push}
    bob = Visitor(client, "bob")
    does(ann, game_of(ann, bob, clock=DAYS, name="somebody"), "moves", move="a1")
    ann.claim("Ann")
    assert bob.well("GET", "/api/notices")["notices"][0]["seats"][0]["name"] == "Ann", "as he is called now"
    assert ann.well("GET", "/api/notices")["name"] == "Ann", "a page knows whose it is"
    assert ann.well("GET", "/api/notices/choices") == {"page": ["turn", "over"], "push": push}
    assert ann.refused("PUT", "/api/notices/choices", {"page": ["unheard of"]}) == "http/400"


def test_a_page_hears_at_once_and_nothing_of_the_game_that_is_seen(client: TestClient[Any]) -> None:
    ann, bob = Visitor(client, "ann"), Visitor(client, "bob")
    first, second = game_of(ann, bob, clock=DAYS), game_of(ann, bob, clock=DAYS)
    bob.well("POST", "/api/notices/read", {"ids": None})
    with client.websocket_connect("/api/notices/live", headers=bob.headers) as socket:
        assert news(socket)["unread"] == 0
        does(ann, first, "moves", move="a1")
        heard = news(socket)
        assert (heard["unread"], heard["notices"][0]["kind"]) == (1, "turn")
        socket.send_text("nothing of the kind")
        socket.send_text(json.dumps({"type": "look", "is_visible": True, "game": first}))
        assert news(socket)["unread"] == 0
        does(ann, second, "moves", move="a1")
        assert news(socket)["unread"] == 1
        does(bob, first, "moves", move="b2")
        does(ann, first, "moves", move="a2")
        socket.send_text(json.dumps({"type": "look", "is_visible": True, "game": second}))
        assert news(socket)["unread"] == 0
        does(bob, first, "moves", move="b1")
        does(ann, first, "moves", move="c1")
        while (heard := news(socket))["unread"] == 0:
            pass  # that somebody has acted is told, too
        assert [each["game"] for each in heard["notices"] if not each["is_read"]] == [first]


def test_a_session_that_is_ended_hears_nothing_more(client: TestClient[Any]) -> None:
    ann, bob, phone = Visitor(client, "ann"), Visitor(client, "bob"), Visitor(client, "phone")
    bob.claim("Bob")
    game = game_of(ann, bob, clock=DAYS)
    phone.log_in("Bob")
    with client.websocket_connect("/api/notices/live", headers=phone.headers) as socket:
        assert news(socket)["is_concerned"] is True
        bob.well("POST", "/api/account/sessions/end-others", {})
        does(ann, game, "moves", move="a1")
        with pytest.raises(WebSocketDisconnect):
            news(socket)
