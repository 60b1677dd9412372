"""Whoever hears of what has been kept hears of it whatever others fail at, and so does whoever moved."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path

import pytest

from motu.server.database import NAME, file_url
from motu.server.events import Created, Event, Participant
from motu.server.listeners import heard_by_all
from motu.server.rooms import Room, Rooms
from motu.server.store import Store


def test_a_fault_of_one_is_no_fault_of_others(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    heard: list[str] = []

    def fails(*_: object) -> None:
        raise KeyError("a fault")

    def hears(room: Room, happened: Sequence[Event], keep: int) -> None:
        heard.append(f"{len(happened)} {keep}")

    async def script() -> None:
        store = Store(file_url(tmp_path / NAME))
        rooms = Rooms(store, heard_by_all(hears, fails, hears))
        room = await rooms.create(Created("hex(size=3)", (Participant(), Participant())), "guest")
        assert len(await rooms.move(room, "b2")) == 1
        assert room.log.state.moves() == ["b2"]
        store.close()

    with caplog.at_level(logging.ERROR, "motu.server"):
        asyncio.run(script())
    assert heard == ["1 0", "1 0"]
    assert [each.exc_info is not None for each in caplog.records] == [True]
