"""By which name links begin that people send to each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from litestar import Request
from litestar.testing import RequestFactory

from motu.server import page_address
from motu.server.page_address import origin_for_others
from motu.server.server_settings import ServerSettings
from server.applications import make_application

LISTENS_AT = 8000
OTHERS = f"http://10.1.2.3:{LISTENS_AT}"


def request_of(host: str, peer: str, *, is_everywhere: bool = True, is_secure: bool = False) -> Request[Any, Any, Any]:
    """Return what somebody asks who calls the server by a name, as it comes to the server."""
    application = make_application(ServerSettings(Path(), is_everywhere=is_everywhere))
    name, _, port = host.rpartition(":")
    request = RequestFactory(app=application, server=name, port=int(port)).get("/", headers={"host": host})
    request.scope["client"], request.scope["server"] = (peer, 50_000), (peer, LISTENS_AT)
    request.state.is_secure = is_secure
    return request


@pytest.fixture(autouse=True)
def in_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_address, "own_address", lambda: "10.1.2.3")


@pytest.mark.parametrize(("host", "peer"), [("localhost:8000", "127.0.0.1"), ("[::1]:8000", "::1")])
def test_who_sits_at_the_servers_own_machine_sends_what_others_can_open(host: str, peer: str) -> None:
    assert origin_for_others(request_of(host, peer)) == OTHERS


def test_the_port_is_the_servers_own_though_a_tunnel_has_another() -> None:
    assert origin_for_others(request_of("localhost:9000", "127.0.0.1")) == OTHERS


@pytest.mark.parametrize(
    ("host", "peer", "options"),
    [
        ("localhost:8000", "127.0.0.1", {"is_everywhere": False}),  # nobody else reaches it
        ("localhost:8000", "172.17.0.1", {}),  # it is in a container, whose own address leads nowhere
        ("10.1.2.3:8000", "10.1.2.9", {}),
        ("motu.example.org:80", "127.0.0.1", {}),  # a proxy asks, for somebody who knows the house's name
        ("localhost:443", "127.0.0.1", {"is_secure": True}),
    ],
)
def test_otherwise_it_is_the_name_by_which_it_was_called(host: str, peer: str, options: dict[str, bool]) -> None:
    scheme = "https" if options.get("is_secure") else "http"
    assert origin_for_others(request_of(host, peer, **options)) == f"{scheme}://{host}"


def test_without_a_network_there_is_no_other_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_address, "own_address", lambda: None)
    assert origin_for_others(request_of("localhost:8000", "127.0.0.1")) == "http://localhost:8000"
