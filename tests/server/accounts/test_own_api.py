"""Over HTTP: whoever has a name takes along what is his, and deletes his account after showing once more who he is."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server.accounts.sessions import FRESH_MS
from motu.server.database import file_url
from motu.server.rates.rates import BY_PERSON
from motu.server.wall_time import now_ms
from server.accounts.houses import PASSWORD
from server.accounts.test_lasting import closes_with, logged_in
from server.databases import PostgresServer
from server.houses import PATIENCE_S
from server.processes import Guest, Server, server
from server.programs.owners import house, program, services_of
from server.ratings.people_with_names import named
from server.test_many_servers import live
from server.two_people import Visitor, does, game_of

ROUTES: tuple[tuple[str, str, Any], ...] = (("GET", "/api/account/export", None), ("POST", "/api/account/delete", {}))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with house(tmp_path) as opened:
        yield opened


@pytest.mark.parametrize(("method", "path", "body"), ROUTES)
def test_it_is_for_people_with_names_in_a_browser(client: TestClient[Any], method: str, path: str, body: Any) -> None:
    assert Visitor(client, "a-guest").refused(method, path, body) == "account/none"
    ann = named(client, "ann", "Ann")
    assert program(ann).refused(method, path, body) == "token/scope"


def test_an_archive_is_taken_along_so_often_and_no_more(client: TestClient[Any]) -> None:
    ann, bob = named(client, "ann", "Ann Ŝi".replace(" ", "-")), Visitor(client, "bob")
    does(ann, game_of(ann, bob), "moves", move="a1")
    (most,) = BY_PERSON["archive"]
    for _ in range(most.amount):
        answer = ann.ask("GET", "/api/account/export")
        assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["content-disposition"].endswith("UTF-8''motu-Ann-%C5%9Ci.zip")
    assert answer.headers["cache-control"] == "no-store"
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert json.loads(archive.read("account.jsonl"))["name"] == "Ann-Ŝi"
    assert ann.refused("GET", "/api/account/export") == "server/limit"
    assert named(client, "cem", "Cem").ask("GET", "/api/account/export").status_code == 200


def test_whoever_deletes_his_account_says_his_password(client: TestClient[Any]) -> None:
    ann, bob = named(client, "ann", "Ann"), Visitor(client, "bob")
    sessions = services_of(client).sessions
    game = game_of(ann, bob)
    does(ann, game, "moves", move="a1")
    does(bob, game, "moves", move="b2")
    assert ann.refused("POST", "/api/account/delete", {"password": "not this one"}) == "account/wrong"
    sessions._clock = lambda: now_ms() + FRESH_MS  # ten minutes later his browser alone says nothing
    assert ann.refused("POST", "/api/account/delete", {}) == "account/confirm"
    assert ann.well("GET", "/api/account")["account"]["name"] == "Ann"
    answer = ann.ask("POST", "/api/account/delete", {"password": PASSWORD})
    assert answer.status_code == 204
    assert 'motu_session=""' in answer.headers["set-cookie"] or "Max-Age=0" in answer.headers["set-cookie"]
    assert ann.well("GET", "/api/account")["account"] is None
    assert ann.refused("POST", "/api/account/log-in", {"name": "Ann", "password": PASSWORD}) == "account/wrong"
    told = bob.well("GET", f"/api/games/{game}")["created"]["seats"][0]
    assert (told.get("name", ""), told["is_gone"]) == ("", True)
    assert bob.well("GET", "/api/games")["games"][0]["seats"][0]["is_gone"]
    assert bob.ask("GET", "/api/people/Ann").status_code == 404


def test_whoever_has_just_logged_in_needs_no_password(client: TestClient[Any]) -> None:
    ann = named(client, "ann", "Ann")
    ann.well("POST", "/api/account/delete", {})
    assert ann.well("GET", "/api/account")["account"] is None


def test_guessing_the_password_comes_to_an_end(client: TestClient[Any]) -> None:
    ann = named(client, "ann", "Ann")
    for _ in range(10):
        assert ann.refused("POST", "/api/account/delete", {"password": "not this one"}) == "account/wrong"
    assert ann.refused("POST", "/api/account/delete", {"password": PASSWORD}) == "account/limit"


# --- whole servers


def see_him_go(first: Server, second: Server) -> None:
    ann, elsewhere, bob = logged_in(first), logged_in(second), second.guest()
    bob.ask("GET", "/api/games")
    made = ann.well("POST", "/api/challenges", {"spec": "hex(size=3)", "side": "first"})["id"]
    game = bob.well("POST", f"/api/challenges/{made}/accept", {})["game"]
    ann.well("POST", f"/api/games/{game}/moves", {"move": "a1", "seq": 1})
    bob.well("POST", f"/api/games/{game}/moves", {"move": "b2", "seq": 2})
    path = f"/api/games/{game}/live"
    with live(second, path, elsewhere) as anns, live(second, path, bob) as bobs:
        ann.well("POST", "/api/account/delete", {"password": PASSWORD})
        assert closes_with(anns) == 4401
        while (told := json.loads(bobs.recv(PATIENCE_S)))["type"] != "update":
            pass
        assert told["result"] == {"winner": 1, "reason": "resign"}
    for each in (ann, elsewhere):
        assert each.well("GET", "/api/account")["account"] is None
        assert each.well("GET", "/api/games")["games"] == []
    seats = bob.well("GET", f"/api/games/{game}")["created"]["seats"]
    assert seats[0]["is_gone"]
    _taken_again(second.guest())


def _taken_again(guest: Guest) -> None:
    """The name is free."""
    guest.ask("GET", "/api/account")
    assert guest.well("POST", "/api/account", {"name": "Ann", "password": PASSWORD})["account"]["name"] == "Ann"


def test_two_servers_let_him_go(postgres: PostgresServer) -> None:
    place = postgres.new_database()
    with server(place) as first, server(place) as second:
        see_him_go(first, second)
    postgres.give_back(place)


def test_one_server_lets_him_go(tmp_path: Path) -> None:
    with server(file_url(tmp_path / "games.db")) as running:
        see_him_go(running, running)
