"""What holds for all tests of the server."""

from __future__ import annotations

import random
from collections.abc import Iterator

import anyio
import pytest
from litestar.testing import websocket_test_session

from motu.games import dice
from server.databases import database, new_database, postgres
from server.overlapping import _two_servers, two_servers
from server.valkeys import valkey

__all__ = ["_two_servers", "database", "new_database", "postgres", "two_servers", "valkey"]

PAUSE_S = 0.001


@pytest.fixture(autouse=True, scope="session")
def _patient_sockets() -> Iterator[None]:
    """Have the sockets of Litestar's test client pause between two looks at what was sent.

    Without a pause, each takes a whole core as long as it is open, also from the engine whose answer is awaited.
    """

    async def sleep(_seconds: float) -> None:
        await anyio.sleep(PAUSE_S)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(websocket_test_session, "sleep", sleep)
        yield


@pytest.fixture(autouse=True)
def _own_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the dice of every test fall the same way each time: what a game comes to may depend on them."""
    source = random.Random(0)
    monkeypatch.setattr(dice, "new_secret", lambda: source.randbytes(dice.SECRET_BYTES).hex())
