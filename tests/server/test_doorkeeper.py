"""Who is let in: only pages of ours, exactly, and cookies that stay where they are safe."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from motu.server.doorkeeper import _address
from motu.server.events import ServerError
from motu.server.rates.addresses import network_of
from motu.server.server_settings import ServerSettings
from server.applications import make_application

HERE = "http://127.0.0.1:8000"
GAME = {"spec": "hex(size=3)", "seats": [{}, {}]}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1")), base_url=HERE) as opened:
        yield opened


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil127.0.0.1:8000",
        "http://evil.127.0.0.1:8000",
        "http://x@127.0.0.1:8000",
        "http://127.0.0.1:8000.evil.example",
        "http://127.0.0.1:80001",
        "http://127.0.0.1:800",
        "http://127.0.0.1",
        "http://evil.example/127.0.0.1:8000",
        "http://evil.example/?http://127.0.0.1:8000",
        "127.0.0.1:8000",
        "null",
        "",
    ],
)
def test_an_origin_that_only_resembles_ours_is_refused(origin: str, client: TestClient[Any]) -> None:
    answer = client.post("/api/games", json=GAME, headers={"origin": origin})
    assert (answer.status_code, answer.json()["slug"]) == (403, "http/403")
    assert client.get("/api/games").json()["games"] == []


@pytest.mark.parametrize("origin", [HERE, "https://127.0.0.1:8000"])
def test_our_own_origin_is_let_in(origin: str, client: TestClient[Any]) -> None:
    assert client.post("/api/games", json=GAME, headers={"origin": origin}).status_code == 201


@pytest.mark.parametrize(
    ("headers", "is_secure"),
    [
        ({}, False),
        ({"x-forwarded-proto": "http"}, False),
        ({"x-forwarded-proto": "https"}, True),
        ({"x-forwarded-proto": "HTTPS, http"}, True),
        ({"x-forwarded-proto": "http, https"}, False),
    ],
)
def test_the_cookie_is_secure_behind_https(headers: dict[str, str], is_secure: bool, client: TestClient[Any]) -> None:
    cookie = client.get("/api/health", headers=headers).headers["set-cookie"].lower()
    assert ("secure" in cookie) == is_secure
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_what_everybody_may_keep_carries_nobodys_cookie(client: TestClient[Any]) -> None:
    page = client.get("/")
    script = next(part for part in page.text.split('"') if part.endswith("main.js"))
    assert "set-cookie" in page.headers
    for path in (script, "/api/boards?spec=hex"):
        client.cookies.clear()
        answer = client.get(path)
        assert "public" in answer.headers["cache-control"]
        assert "set-cookie" not in answer.headers, path


def test_options_name_every_method_of_a_path(client: TestClient[Any]) -> None:
    paths = client.get("/api/schema/openapi.json").json()["paths"]
    assert len(paths) > 15
    for path, methods in paths.items():
        answer = client.options(path.replace("{game_id}", "x").replace("{puzzle_id}", "x"))
        assert answer.status_code == 204
        allowed = set(answer.headers["allow"].split(", "))
        assert allowed - {"HEAD"} == {method.upper() for method in methods} | {"OPTIONS"}, path


@pytest.mark.parametrize(
    ("client", "told", "proxies", "address"),
    [
        ("127.0.0.1", "192.0.2.7", (), "192.0.2.7"),
        ("127.0.0.1", "", (), "127.0.0.1"),
        ("10.1.2.3", "192.0.2.7", (), "10.1.2.3"),
        ("10.1.2.3", "192.0.2.7", ("10.0.0.0/8",), "192.0.2.7"),
        ("10.1.2.3", "198.51.100.1, 192.0.2.7", ("10.1.2.3",), "192.0.2.7"),
        ("11.1.2.3", "192.0.2.7", ("10.0.0.0/8", "fd00::/8"), "11.1.2.3"),
        ("fd00::1", "2001:db8::1", ("10.0.0.0/8", "fd00::/8"), "2001:db8::1"),
        ("10.1.2.3", "nobody", ("10.0.0.0/8",), "10.1.2.3"),
    ],
)
def test_only_proxies_that_were_named_say_for_whom_they_ask(
    client: str, told: str, proxies: tuple[str, ...], address: str
) -> None:
    scope: Any = {"client": (client, 1234)}
    found = _address(scope, {"x-forwarded-for": told}, [network_of(each) for each in proxies])
    assert found == f"at {address}"


def test_what_is_no_address_of_a_proxy_is_refused() -> None:
    with pytest.raises(ServerError, match="'nginx' is no address of a proxy; right is an address, or a network"):
        network_of("nginx")


@pytest.mark.parametrize(
    "host", ["evil.example@localhost:8000", "localhost/evil", "localhost?x", "localhost#x", "a\\@localhost"]
)
def test_a_host_is_a_name_and_a_port(host: str, client: TestClient[Any]) -> None:
    answer = client.get("/api/health", headers={"host": host})
    assert answer.status_code in (400, 403)
    assert client.get("/api/health", headers={"host": "localhost:8000"}).status_code == 200


def test_a_server_that_can_write_nothing_is_not_ready(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/api/ready").status_code == 200
    house = client.app.state.services.clocks._house

    def full(*_: Any, **__: Any) -> None:
        raise sa.exc.OperationalError("", {}, sqlite3.OperationalError("database or disk is full"))

    with monkeypatch.context() as patch:
        patch.setattr(house, "_note", full)
        patch.setattr(house, "_beaten_ms", None)
        answer = client.get("/api/ready")
    assert (answer.status_code, answer.json()["slug"]) == (503, "server/disk")


def test_health_is_told_whatever_has_become_of_the_database(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks, with whatever he shows: a proxy would take a server for dead that waits for its database."""
    about = {"name": "Ann", "password": "correct horse battery 9"}
    shown = client.post("/api/account", json=about, headers={"origin": str(client.base_url)}).headers["set-cookie"]
    services = client.app.state.services
    services.sessions.forget()

    async def read(*_: object) -> None:
        raise ServerError("no answer", slug="server/disk")

    monkeypatch.setattr(services.store, "_read", read)
    cookie = shown.partition(";")[0]
    for headers in ({}, {"cookie": cookie}, {"authorization": "Bearer motu_nobody"}):
        assert client.get("/api/health", headers=headers).status_code == 200
    assert client.get("/api/games", headers={"authorization": "Bearer motu_nobody"}).status_code == 503
