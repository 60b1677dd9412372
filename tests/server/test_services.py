"""What a server works with ends as a whole, whatever of it can't."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from motu.server.events import ServerError
from motu.server.server_settings import ServerSettings
from motu.server.starting import start_services
from motu.server.stopping import stop_services


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            ServerError("the database is away", slug="server/disk"),
            "what was still to be kept at the end is lost: the database is away",
        ),
        (KeyError("a fault"), "a fault at the end of Clocks"),
    ],
)
def test_what_fails_at_the_end_keeps_nothing_from_ending(
    error: Exception, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ended = []

    async def script() -> None:
        services = await start_services(ServerSettings(tmp_path, "1"))
        close_clocks, close_store = services.clocks.close, services.store.close

        async def away() -> None:
            await close_clocks()
            raise error

        def close() -> None:
            ended.append("store")
            close_store()

        monkeypatch.setattr(services.clocks, "close", away)
        monkeypatch.setattr(services.store, "close", close)
        await stop_services(services)

    asyncio.run(script())
    assert ended == ["store"]
    assert caplog.messages == [told]
