"""The doorkeeper knows a person with a name by his session alone, in the cookie that fits how he comes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server.accounts.cookies import COOKIE, SECURE_COOKIE, session_cookie, word_about
from motu.server.guests import COOKIE as GUEST_COOKIE
from motu.server.server_settings import ServerSettings
from motu.server.services import Services
from server.accounts.houses import PASSWORD, quick_passwords
from server.applications import make_application
from server.two_people import HERE, Visitor

SPEC = {"spec": "hex(size=3)", "seats": [{}, {}]}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1")), base_url=HERE) as opened:
        opened.app.state.services.accounts._passwords = quick_passwords()
        yield opened


def services_of(client: TestClient[Any]) -> Services:
    found: Services = client.app.state.services
    return found


def logged_in(client: TestClient[Any], guest: str, name: str) -> str:
    """Give a guest a name; return the token of a session."""
    services = services_of(client)

    async def script() -> str:
        await services.accounts.claim(guest, name, PASSWORD)
        return await services.sessions.make(guest, "")

    return asyncio.run(script())


def games(client: TestClient[Any], cookie: str, **headers: str) -> list[str]:
    client.cookies.clear()
    answer = client.get("/api/games", headers={"cookie": cookie} | headers)
    return [each["id"] for each in answer.json()["games"]]


def test_a_person_is_known_in_every_browser_by_his_session(client: TestClient[Any]) -> None:
    ann = Visitor(client, "ann-as-a-guest")
    game = ann.well("POST", "/api/games", SPEC)["id"]
    token = logged_in(client, "ann-as-a-guest", "Ann")
    assert games(client, f"{COOKIE}={token}") == [game]
    guests = services_of(client).guests
    elsewhere = f"{GUEST_COOKIE}={guests.cookie_of('another')}; {COOKIE}={token}"
    assert games(client, elsewhere) == [game]
    client.cookies.clear()
    asked = client.get(f"/api/games/{game}", headers={"cookie": elsewhere})
    assert asked.json()["is_mine"]
    assert "set-cookie" not in asked.headers


def test_the_cookie_of_a_guest_who_has_a_name_opens_nothing(client: TestClient[Any]) -> None:
    ann = Visitor(client, "ann-as-a-guest")
    game = ann.well("POST", "/api/games", SPEC)["id"]
    logged_in(client, "ann-as-a-guest", "Ann")
    answer = ann.ask("GET", "/api/games")
    assert answer.json()["games"] == []
    assert GUEST_COOKIE in answer.headers["set-cookie"], "he is a new guest from now on"
    assert ann.refused("POST", f"/api/games/{game}/moves", {"move": "a1", "seq": 1}) == "server/not-yours"
    assert ann.refused("POST", "/api/challenges", {"spec": "hex"}) == "server/no-cookie"


def test_the_machines_ids_are_nobodys_cookie(client: TestClient[Any]) -> None:
    assert Visitor(client, "level-3").refused("POST", "/api/challenges", {"spec": "hex"}) == "server/no-cookie"


def test_over_https_only_the_cookie_counts_that_http_cannot_set(client: TestClient[Any]) -> None:
    game = Visitor(client, "ann-as-a-guest").well("POST", "/api/games", SPEC)["id"]
    token = logged_in(client, "ann-as-a-guest", "Ann")
    https = {"x-forwarded-proto": "https"}
    assert games(client, f"{SECURE_COOKIE}={token}", **https) == [game]
    assert games(client, f"{COOKIE}={token}", **https) == []
    assert games(client, f"{SECURE_COOKIE}={token}") == []


def test_how_the_cookie_is_set() -> None:
    plain = session_cookie("x", is_secure=False).to_header(header="").lower()
    assert plain.startswith("motu_session=x;")
    assert "secure" not in plain
    safe = session_cookie("x", is_secure=True).to_header(header="").lower()
    assert safe.startswith("__host-motu_session=x;")
    for each in (plain, safe):
        assert "httponly" in each
        assert "samesite=lax" in each
        assert "path=/" in each
        assert "domain" not in each
    assert "; secure" in safe
    assert "max-age=0" in session_cookie("", is_secure=True).to_header(header="").lower()


def test_a_session_that_has_ended_leaves_a_guest(client: TestClient[Any]) -> None:
    token = logged_in(client, "ann-as-a-guest", "Ann")
    client.cookies.clear()
    asked = client.get("/api/games", headers={"cookie": f"{COOKIE}={token}x"})
    assert GUEST_COOKIE in asked.headers["set-cookie"]


def test_files_are_for_everybody_and_nobody_is_asked_for(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = client.get("/").text
    script = next(part for part in page.split('"') if part.endswith("main.js"))

    async def refuse(*_given: object, **_options: object) -> None:
        raise AssertionError

    monkeypatch.setattr(services_of(client).sessions, "read", refuse)
    monkeypatch.setattr(services_of(client).accounts, "find", refuse)
    assert client.get(script).status_code == 200
    old = client.get("/static/0123456789abcdef/css/app.css")
    assert "set-cookie" not in old.headers


@pytest.mark.parametrize(
    ("told", "word"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox, Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605 Version/17.0 Mobile Safari/604.1",
            "Safari, iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537 Chrome/120.0 Safari/537 Edg/120.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537 Chrome/120.0 Mobile Safari/537", "Chrome, Android"),
        ("curl/8.0", ""),
        ("", ""),
    ],
)
def test_a_word_about_a_browser(told: str, word: str) -> None:
    assert word_about(told) == word
