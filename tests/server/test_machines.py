"""The machine's turns when engines fail: people hear of it, nothing is lost, and the move comes when an engine does."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from motu.server import machines
from motu.server.audience import Reader
from motu.server.events import Created, Seat
from motu.server.rooms import Room
from motu.server.services import Services, Settings, start_services, stop_services

PERSON, MACHINE = Seat(), Seat("level", 3)
DYING_UNTIL_TOLD = """
import json, os, sys
for line in sys.stdin:
    if not os.path.exists(sys.argv[1]):
        os._exit(9)
    request = json.loads(line)
    move = {"id": request["id"], "isDuringSearch": False, "player": request["player"], "move": "b2"}
    print(json.dumps(move), flush=True)
"""
ANSWERING = """
import json, os, sys
for line in sys.stdin:
    answer = json.loads(sys.argv[2] if os.path.exists(sys.argv[1]) else sys.argv[3])
    print(json.dumps({"id": json.loads(line)["id"], **answer}), flush=True)
"""
Script = Callable[[Services, Room, Reader], Awaitable[None]]


def with_engine(data: Path, seats: tuple[Seat, Seat], script: Script, *command: str) -> None:
    """Begin a game with a machine whose engine is that program, and run a script with it and somebody who looks on."""

    async def run() -> None:
        services = await start_services(Settings(data, engines=1, engine_command=(sys.executable, "-c", *command)))
        try:
            room = await services.rooms.create(Created("hex(size=4,swap=false)", seats), "guest")
            await script(services, room, services.audience.join(room.row.id))
        finally:
            await stop_services(services)

    asyncio.run(run())


@pytest.fixture(autouse=True)
def _no_long_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "PAUSES", (0.05,))


async def told(reader: Reader) -> Any:
    message = await asyncio.wait_for(reader.next(), 60.0)
    assert message is not None
    return msgspec.json.decode(message)


async def told_at_last(reader: Reader, kind: str) -> Any:
    """Return the first message of a kind."""
    while (message := await told(reader))["type"] != kind:
        pass
    return message


def test_people_hear_that_no_move_comes_and_then_it_does(tmp_path: Path) -> None:
    well = tmp_path / "well"

    async def script(services: Services, room: Room, reader: Reader) -> None:
        services.machines.wake(room)
        for _ in range(2):
            notice = await told(reader)
            assert (notice["type"], notice["slug"]) == ("notice", "server/engine-gone")
            assert room.log.next_seq == 1
        well.touch()
        update = await told_at_last(reader, "update")
        assert update["added"] == [["b2", 0]]
        assert room.level_to_move is None

    with_engine(tmp_path, (MACHINE, PERSON), script, DYING_UNTIL_TOLD, str(well))


@pytest.mark.parametrize(
    ("nonsense", "slug"),
    [
        ('{"isDuringSearch": false}', "server/engine-gone"),
        ('{"isDuringSearch": false, "move": 7}', "server/engine-gone"),
        ('{"isDuringSearch": false, "move": "z9"}', "move/"),
        ('{"error": "no", "slug": "engine/failed"}', "engine/failed"),
        ('{"error": "no"}', "engine/refused"),
    ],
)
def test_answers_that_are_no_moves_change_nothing(nonsense: str, slug: str, tmp_path: Path) -> None:
    well = tmp_path / "well"

    async def script(services: Services, room: Room, reader: Reader) -> None:
        services.machines.wake(room)
        notice = await told(reader)
        assert notice["type"] == "notice"
        assert notice["slug"].startswith(slug)
        assert room.log.next_seq == 1
        well.touch()
        assert (await told_at_last(reader, "update"))["added"] == [["c3", 0]]

    answer = '{"isDuringSearch": false, "move": "c3"}'
    with_engine(tmp_path, (MACHINE, PERSON), script, ANSWERING, str(well), answer, nonsense)


def test_a_game_given_up_meanwhile_is_over(tmp_path: Path) -> None:
    async def script(services: Services, room: Room, reader: Reader) -> None:
        services.machines.wake(room)
        await told_at_last(reader, "notice")
        await services.rooms.resign(room, 1)
        assert (await told_at_last(reader, "update"))["result"] == {"winner": 0, "reason": "resign"}
        await asyncio.sleep(0.2)
        assert services.machines._tasks == {}
        assert room.log.next_seq == 2

    with_engine(tmp_path, (MACHINE, PERSON), script, DYING_UNTIL_TOLD, str(tmp_path / "never"))
