"""Where a server listens: the first port that is free, and what is said when there is none."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from motu.server.events import ServerError
from motu.server.run import _listen_first, _url


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


def test_the_first_free_port_is_listened_at(taken: int) -> None:
    with _listen_first("127.0.0.1", (taken, 0, taken)) as listening:
        place = listening.getsockname()
        assert place[1] not in (0, taken)
        with socket.create_connection(place, 60.0):
            accepted, _ = listening.accept()
            accepted.close()
        with _listen_first("127.0.0.1", (place[1], 0)) as other:
            assert other.getsockname()[1] != place[1]


@pytest.mark.parametrize("times", [1, 2])
def test_the_last_port_decides_what_is_said(taken: int, times: int) -> None:
    with pytest.raises(ServerError, match=f"can't listen at 127.0.0.1:{taken}: address already in use") as caught:
        _listen_first("127.0.0.1", (taken,) * times)
    assert caught.value.slug == "server/address"


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:80/"),
        ("0.0.0.0", "http://127.0.0.1:80/"),
        ("::", "http://[::1]:80/"),
        ("::1", "http://[::1]:80/"),
        ("board.example", "http://board.example:80/"),
    ],
)
def test_the_address_is_one_that_a_browser_takes(host: str, url: str) -> None:
    assert _url(host, 80) == url


@pytest.mark.parametrize("host", ["192.0.2.9", "no.such.name.invalid"])
def test_where_no_port_would_do_it_is_the_address_that_is_refused(host: str) -> None:
    with pytest.raises(ServerError) as caught:
        _listen_first(host, (8000, 0))
    told = caught.value.message
    assert told.startswith(f"can't listen at {host}: "), told
    assert told.endswith("; --host is an address of this machine, or a name of one")
