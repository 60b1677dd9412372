"""The machine's turns when engines fail: people hear of it, nothing is lost, and the move comes when an engine does."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from motu.server import machines
from motu.server.audience import Subscriber
from motu.server.events import ClockSettings, Created, Participant
from motu.server.rooms import Room
from motu.server.server_settings import ServerSettings
from motu.server.services import Services
from motu.server.starting import start_services
from motu.server.stopping import stop_services
from server.houses import machines_of

PERSON, MACHINE = Participant(), Participant("level", 3)
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
Script = Callable[[Services, Room, Subscriber], Awaitable[None]]


def with_engine(data: Path, seats: tuple[Participant, Participant], script: Script, *command: str) -> None:
    """Begin a game with a machine whose engine is that program, and run a script with it and somebody who looks on."""

    async def run() -> None:
        services = await start_services(
            ServerSettings(data, engines=1, engine_command=(sys.executable, "-c", *command))
        )
        try:
            room = await services.rooms.create(Created("hex(size=4,swap=false)", seats), "guest")
            await script(services, room, services.audience.join(room.row.id))
        finally:
            await stop_services(services)

    asyncio.run(run())


@pytest.fixture(autouse=True)
def _no_long_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "PAUSES", (0.05,))


async def told(reader: Subscriber) -> Any:
    message = await asyncio.wait_for(reader.next(), 60.0)
    assert message is not None
    return msgspec.json.decode(message)


async def told_at_last(reader: Subscriber, kind: str) -> Any:
    """Return the first message of a kind."""
    while (message := await told(reader))["type"] != kind:
        pass
    return message


def test_people_hear_that_no_move_comes_and_then_it_does(tmp_path: Path) -> None:
    well = tmp_path / "well"

    async def script(services: Services, room: Room, reader: Subscriber) -> None:
        services.machines.wake(room)
        for _ in range(2):
            notice = await told(reader)
            assert (notice["type"], notice["slug"]) == ("notice", "server/engine-gone")
            assert room.log.next_seq == 1
        well.touch()
        update = await told_at_last(reader, "update")
        assert update["added"] == [["b2", 0]]
        assert room.machine_to_move is None

    with_engine(tmp_path, (MACHINE, PERSON), script, DYING_UNTIL_TOLD, str(well))


@pytest.mark.parametrize(
    ("nonsense", "slug"),
    [
        ('{"isDuringSearch": false, "move": ""}', "move/"),
        ('{"isDuringSearch": false, "move": "resign"}', "move/"),
        ('{"isDuringSearch": false}', "server/engine-gone"),
        ('{"isDuringSearch": false, "move": 7}', "server/engine-gone"),
        ('{"isDuringSearch": false, "move": "z9"}', "move/"),
        ('{"error": "no", "slug": "engine/failed"}', "engine/failed"),
        ('{"error": "no"}', "engine/refused"),
    ],
)
def test_answers_that_are_no_moves_change_nothing(nonsense: str, slug: str, tmp_path: Path) -> None:
    well = tmp_path / "well"

    async def script(services: Services, room: Room, reader: Subscriber) -> None:
        services.machines.wake(room)
        notice = await told(reader)
        assert notice["type"] == "notice"
        assert notice["slug"].startswith(slug)
        assert room.log.next_seq == 1
        well.touch()
        assert (await told_at_last(reader, "update"))["added"] == [["c3", 0]]

    answer = '{"isDuringSearch": false, "move": "c3"}'
    with_engine(tmp_path, (MACHINE, PERSON), script, ANSWERING, str(well), answer, nonsense)


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(60.0):
        while not is_so():  # noqa: ASYNC110 - nobody tells the test
            await asyncio.sleep(0.01)


LISTENING = """
import json, sys
waiting = None
for line in sys.stdin:
    request = json.loads(line)
    if "action" in request:
        waiting = None
    elif request["player"].startswith("mcts") and not request["moves"]:
        waiting = request["id"]
    else:
        print(json.dumps({"id": request["id"], "isDuringSearch": False, "move": "d4"}), flush=True)
"""
"""The strongest never answers at the beginning of a game."""
PONDERING = """
import json, sys, time
for line in sys.stdin:
    request = json.loads(line)
    if "action" in request:
        continue
    if request["moves"] != ["c3"]:
        time.sleep(600)
    print(json.dumps({"id": request["id"], "isDuringSearch": False, "move": "d4"}), flush=True)
"""
"""Ponders most moves for ever, and hears nothing meanwhile."""


def test_a_thought_that_is_overtaken_ends(tmp_path: Path) -> None:
    async def script(services: Services, room: Room, reader: Subscriber) -> None:
        services.machines.wake(room)
        await until(lambda: services.engines.num_idle == 0)
        await services.rooms.resign(room, 1)
        await until(lambda: services.engines.num_idle == 1)
        await until(lambda: not machines_of(services)._tasks and not machines_of(services)._thoughts)

    with_engine(tmp_path, (Participant("strongest", seconds=5.0), PERSON), script, LISTENING)


def test_a_take_back_need_not_wait_for_the_thought(tmp_path: Path) -> None:
    async def script(services: Services, room: Room, reader: Subscriber) -> None:
        for move in ("a1", "b2"):
            await services.rooms.move(room, move)
            await until(lambda: services.engines.num_idle == 0)
            await services.rooms.take_back(room, 0)
        await services.rooms.move(room, "c3")
        while (await told_at_last(reader, "update"))["added"] != [["d4", 1]]:
            pass
        assert [step.text for step in room.log.steps] == ["c3", "d4"]

    with_engine(tmp_path, (PERSON, Participant("strongest", seconds=5.0)), script, PONDERING)


def test_an_illegal_move_changes_nothing(tmp_path: Path) -> None:
    well = tmp_path / "well"

    async def script(services: Services, room: Room, reader: Subscriber) -> None:
        await services.rooms.move(room, "b2")
        notice = await told_at_last(reader, "notice")
        assert notice["slug"] == "move/illegal"
        assert room.log.next_seq == 2
        well.touch()
        assert (await told_at_last(reader, "update"))["added"] == [["c3", 1]]

    good, bad = (json.dumps({"isDuringSearch": False, "move": move}) for move in ("c3", "b2"))
    with_engine(tmp_path, (PERSON, MACHINE), script, ANSWERING, str(well), good, bad)


def test_an_engine_that_never_answers_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "DEADLINE_SECONDS", 0.2)

    async def script(services: Services, room: Room, reader: Subscriber) -> None:
        services.machines.wake(room)
        for _ in range(2):
            assert (await told_at_last(reader, "notice"))["slug"] == "server/engine-gone"
        await services.rooms.resign(room, 1)
        await until(lambda: machines_of(services)._tasks == {})

    with_engine(tmp_path, (MACHINE, PERSON), script, "import time; time.sleep(600)")


@pytest.mark.parametrize(
    ("seat", "left_ms", "name", "seconds"),
    [
        (Participant("level", 7), None, "level:7", None),
        (Participant("level", 7), 100, "level:7", None),
        (Participant("strongest", seconds=5.0), None, "mcts:5s", None),
        (Participant("strongest", seconds=0.25), None, "mcts:0.25s", None),
        (Participant("strongest", seconds=5.0), 3_600_000, "mcts:5s", 180.01),
        (Participant("strongest", seconds=5.0), 10_000, "mcts:5s", 0.51),
        (Participant("strongest", seconds=5.0), 1, "mcts:5s", 0.01),
    ],
)
def test_who_is_asked(seat: Participant, left_ms: int | None, name: str, seconds: float | None, tmp_path: Path) -> None:
    async def script(services: Services, room: Room, reader: Subscriber) -> None:
        class Clocked(Room):
            def left_ms(self, steady_ms: int | None = None) -> tuple[int, int] | None:
                return None if left_ms is None else (left_ms, 1)

        log = room.log.fork()
        log.created = msgspec.structs.replace(log.created, clock=None if left_ms is None else ClockSettings(left_ms))
        clocked = Clocked(room.row, log, room.wall, 0)
        request = machines.request_for(clocked, seat)
        expected = {"spec": room.log.created.spec, "moves": [], "player": name, "gameId": f"{room.row.id}/0"}
        assert request == expected | {"includeEngine": True} | ({} if seconds is None else {"maxTime": seconds})

    with_engine(tmp_path, (PERSON, PERSON), script, LISTENING)


@pytest.mark.parametrize("seat", [Participant("strongest", seconds=0.2), Participant("level", 1)])
def test_real_engines_move(seat: Participant, tmp_path: Path) -> None:
    async def script() -> None:
        services = await start_services(ServerSettings(tmp_path, engines=1))
        try:
            room = await services.rooms.create(Created("hex(size=4,swap=false)", (seat, PERSON)), "guest")
            reader = services.audience.join(room.row.id)
            services.machines.wake(room)
            update = await told_at_last(reader, "update")
            assert update["added"][0][1] == 0
        finally:
            await stop_services(services)

    asyncio.run(script())


@pytest.mark.parametrize("pauses", [(0.01, 0.02, 600.0), (0.01, 600.0)])
def test_each_pause_is_made_once_and_the_last_one_again_and_again(
    pauses: tuple[float, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machines, "PAUSES", pauses)

    async def script(services: Services, room: Room, reader: Subscriber) -> None:
        services.machines.wake(room)
        for _ in pauses:
            await told_at_last(reader, "notice")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.next(), 1.0)

    with_engine(tmp_path, (MACHINE, PERSON), script, DYING_UNTIL_TOLD, str(tmp_path / "never"))


def test_a_game_given_up_meanwhile_is_over(tmp_path: Path) -> None:
    async def script(services: Services, room: Room, reader: Subscriber) -> None:
        services.machines.wake(room)
        await told_at_last(reader, "notice")
        await services.rooms.resign(room, 1)
        assert (await told_at_last(reader, "update"))["result"] == {"winner": 0, "reason": "resign"}
        await asyncio.sleep(0.2)
        assert machines_of(services)._tasks == {}
        assert room.log.next_seq == 2

    with_engine(tmp_path, (MACHINE, PERSON), script, DYING_UNTIL_TOLD, str(tmp_path / "never"))
