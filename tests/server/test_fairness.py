"""The engines are everybody's: guests take turns, and nothing thinks that nobody waits for."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from motu.server import engines as engines_module
from motu.server import machines
from motu.server.analysis import Analyst
from motu.server.audience import Subscriber
from motu.server.engines import Engines
from motu.server.events import Created, Participant, ServerError
from motu.server.reviews import Reviews
from motu.server.server_settings import ServerSettings
from motu.server.services import Services
from motu.server.starting import start_services
from motu.server.stopping import stop_services
from server.houses import machines_of
from server.test_machines import PONDERING, told, told_at_last, until

MACHINE, PERSON = Participant("level", 1), Participant()
ANSWERING = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if "action" not in request:
        print(json.dumps({"id": request["id"], "isDuringSearch": False, "move": "d4"}), flush=True)
"""
UNTIL_TOLD = """
import json, sys
waiting = []
for line in sys.stdin:
    request = json.loads(line)
    if "action" not in request:
        waiting.append(request["id"])
        print(json.dumps({"id": request["id"], "isDuringSearch": True, "moveInfos": []}), flush=True)
        continue
    for each in waiting:
        print(json.dumps({"id": each, "isDuringSearch": False, "moveInfos": ["what is found"]}), flush=True)
    waiting = []
"""
"""Searches until it is told to stop, then says what it has found."""


def program(source: str) -> tuple[str, ...]:
    return (sys.executable, "-c", source)


def with_engine(script: Callable[[Engines], Awaitable[None]], source: str, **details: Any) -> None:
    async def run() -> None:
        engines = Engines(1, program(source), "test", **details)
        try:
            await script(engines)
        finally:
            await engines.close()

    asyncio.run(run())


def test_a_second_guest_is_next_whatever_the_first_one_wants() -> None:
    order: list[str] = []

    async def script(engines: Engines) -> None:
        async def ask(asker: str) -> None:
            await engines.ask({"spec": "hex"}, 60.0, asker=asker)
            order.append(asker)

        tasks = [asyncio.create_task(ask("first")) for _ in range(8)]
        await asyncio.sleep(0)
        await asyncio.gather(ask("second"), *tasks)

    with_engine(script, ANSWERING)
    assert order.index("second") <= 1


def test_nobody_has_more_than_his_share_of_the_queue() -> None:
    async def script(engines: Engines) -> None:
        tasks = [asyncio.create_task(engines.ask({}, 60.0, asker="a")) for _ in range(engines_module.MAX_EACH)]
        await asyncio.sleep(0)
        with pytest.raises(ServerError) as caught:
            await engines.ask({}, 60.0, asker="a")
        assert caught.value.slug == "server/busy"
        await asyncio.gather(engines.ask({}, 60.0, asker="b"), *tasks)
        assert engines.num_idle == 1

    with_engine(script, ANSWERING)


def test_a_long_analysis_ends_with_what_it_has_found_when_somebody_waits() -> None:
    async def script(engines: Engines) -> None:
        hears: asyncio.Queue[Any] = asyncio.Queue()
        first = asyncio.create_task(engines.ask({}, 600.0, hears.put_nowait, asker="first"))
        await asyncio.wait_for(hears.get(), 60.0)
        await asyncio.sleep(0.2)
        assert not first.done()  # nobody waits yet
        places: list[int] = []
        second = asyncio.create_task(engines.ask({}, 600.0, hears.put_nowait, asker="second", on_place=places.append))
        assert (await asyncio.wait_for(first, 60.0))["moveInfos"] == ["what is found"]
        await asyncio.wait_for(hears.get(), 60.0)
        assert places == [1]
        assert not second.done()
        second.cancel()

    with_engine(script, UNTIL_TOLD, share_seconds=0.1)


def test_who_waits_for_an_analysis_is_told_his_place() -> None:
    async def script(engines: Engines) -> None:
        async with engines.borrow("somebody"):
            reader = Subscriber()
            analyst = Analyst(engines, Reviews(), reader, "guest")
            await analyst.take(json.dumps({"type": "analyse", "id": 1, "spec": "hex"}))
            notice = await told(reader)
            assert (notice["type"], notice["slug"]) == ("notice", "server/waiting")
            assert "number 1" in notice["text"]
            await analyst.close()

    with_engine(script, ANSWERING)


def with_services(data: Path, source: str, script: Callable[[Services], Awaitable[None]]) -> None:
    async def run() -> None:
        services = await start_services(ServerSettings(data, engines=1, engine_command=program(source)))
        try:
            await script(services)
        finally:
            await stop_services(services)

    asyncio.run(run())


def test_a_machine_against_a_machine_thinks_while_somebody_looks_on(tmp_path: Path) -> None:
    async def script(services: Services) -> None:
        room = await services.rooms.create(Created("hex(size=4,swap=false)", (MACHINE, MACHINE)), "guest")
        services.machines.wake(room)
        assert not machines_of(services)._tasks
        reader = services.audience.join(room.row.id)
        services.machines.wake(room)
        await until(lambda: services.engines.num_idle == 0)
        services.audience.leave(room.row.id, reader)
        services.machines.wake(room)
        await until(lambda: services.engines.num_idle == 1 and not machines_of(services)._tasks)
        assert room.log.next_seq == 1

    with_services(tmp_path, PONDERING, script)


def test_a_game_of_another_guest_does_not_wait_for_a_dozen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "PAUSES", (600.0,))

    async def script(services: Services) -> None:
        created = Created("hex(size=4,swap=false)", (MACHINE, PERSON))
        async with services.engines.borrow("somebody"):
            readers = []
            for _ in range(12):
                room = await services.rooms.create(created, "greedy")
                readers.append(services.audience.join(room.row.id))
                services.machines.wake(room)
            own = await services.rooms.create(created, "guest")
            reader = services.audience.join(own.row.id)
            services.machines.wake(own)
            notice = await told(reader)
            assert notice["slug"] == "server/waiting"
            notices = [await told(each) for each in readers]
            assert [each["slug"] for each in notices] == ["server/waiting"] * 8 + ["server/busy"] * 4
        assert (await told_at_last(reader, "update"))["added"] == [["d4", 0]]

    with_services(tmp_path, ANSWERING, script)
