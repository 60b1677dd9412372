"""HEAD is answered as GET is, without a body."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server.heads import HeadsAnswered
from motu.server.observability.requests import ObservedApp, SeenRequest
from motu.server.server_settings import ServerSettings
from server.applications import make_application

HERE = "http://127.0.0.1:8000"
PAGE = {"accept": "text/html", "x-request-id": "the-same-one", "accept-encoding": "identity"}


class Seen(list[SeenRequest]):
    """Who hears of requests."""

    def opened(self, _route: str) -> None: ...

    def closed(self, _route: str) -> None: ...

    def ended(self, seen: SeenRequest) -> None:
        self.append(seen)


@pytest.fixture
def seen() -> Seen:
    return Seen()


@pytest.fixture
def client(tmp_path: Path, seen: Seen) -> Iterator[TestClient[Any]]:
    app: Any = ObservedApp(HeadsAnswered(make_application(ServerSettings(tmp_path, "1"))), [seen])
    with TestClient(app, base_url=HERE) as opened:
        yield opened


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/play",
        "/learn/atoll",
        "/robots.txt",
        "/api/health",
        "/api/catalogue",
        "/api/games/nothing",
        "/no/such/page",
        "/api/positions/picture.png?spec=hex&moves=a1",
    ],
)
def test_head_tells_what_get_would(path: str, client: TestClient[Any], seen: Seen) -> None:
    client.get("/api/health")  # gives a cookie
    asked, whole = client.head(path, headers=PAGE), client.get(path, headers=PAGE)
    assert asked.content == b""
    assert (asked.status_code, asked.headers) == (whole.status_code, whole.headers)
    assert int(asked.headers["content-length"]) == len(whole.content)
    assert [(each.method, each.route, each.status) for each in seen[1:]] == [
        (method, seen[-1].route, whole.status_code) for method in ("HEAD", "GET")
    ]


@pytest.mark.parametrize("path", ["/api/stream", "/api/account/export"])
def test_no_stream_begins_for_it(path: str, client: TestClient[Any]) -> None:
    assert client.head(path).status_code == 405


def test_what_only_changes_something_has_no_head(client: TestClient[Any]) -> None:
    assert client.head("/api/positions").status_code == 405
