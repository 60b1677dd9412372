"""Records of the server say what the machine's moves were made with."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from motu.games import formats
from motu.games.record import Record
from motu.server.events import Created, Event, Moved, Participant, TakenBack
from motu.server.game_log import GameLog
from motu.server.game_record import record_of
from motu.server.rooms import Room
from motu.server.server_settings import ServerSettings
from motu.server.services import Services
from motu.server.starting import start_services
from motu.server.stopping import stop_services

PERSON, MACHINE = Participant(), Participant("level", 3)
OLD, NEW = {"version": "1", "net": "small"}, {"version": "2", "net": "large"}
ANSWERING = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    move = [each for each in ("b2", "b3", "b1") if each not in request["moves"]][0]
    engine = {"version": sys.argv[1]} if request["includeEngine"] else None
    print(json.dumps({"id": request["id"], "move": move, "engine": engine}), flush=True)
"""


def log_of(seats: tuple[Participant, Participant], *moved: Moved | TakenBack) -> GameLog:
    happened = (Created("hex(size=4,swap=false)", seats), *moved)
    return GameLog.load([Event(number, 1, what) for number, what in enumerate(happened)])


def settings(log: GameLog, person: int) -> Any:
    return record_of(log).players[person].settings


def test_a_game_against_the_machine_names_its_engine() -> None:
    log = log_of((PERSON, MACHINE), Moved("a1"), Moved("b2", engine=OLD), Moved("a2"), Moved("b3"))
    assert settings(log, 1) == {"level": 3, "engine": OLD}
    assert settings(log, 0) is None


def test_a_game_between_two_people_names_none() -> None:
    log = log_of((PERSON, PERSON), Moved("a1"), Moved("b2"))
    assert [settings(log, 0), settings(log, 1)] == [None, None]


def test_several_engines_of_one_game_are_named_in_their_order() -> None:
    log = log_of((MACHINE, PERSON), Moved("b2", engine=NEW), Moved("a1"), Moved("b3", engine=OLD))
    assert settings(log, 0) == {"level": 3, "engines": [NEW, OLD]}


def test_an_engine_whose_moves_were_all_taken_back_is_not_named() -> None:
    log = log_of((MACHINE, PERSON), Moved("b2", engine=OLD), TakenBack(0), Moved("b3", engine=NEW))
    assert settings(log, 0) == {"level": 3, "engine": NEW}


def test_only_what_is_new_is_written_down() -> None:
    log = log_of((MACHINE, MACHINE), Moved("b2", engine=OLD))
    assert log.news_of_engine(OLD) == OLD  # the other machine's first move
    log = log_of((MACHINE, MACHINE), Moved("b2", engine=OLD), Moved("a1", engine=NEW))
    assert log.news_of_engine(OLD) is None
    assert log.news_of_engine(NEW) == NEW
    assert log.news_of_engine(None) is None


@pytest.mark.parametrize("name", ["jsonl", "sgf"])
def test_files_hold_the_engine(name: str) -> None:
    record = record_of(log_of((PERSON, MACHINE), Moved("a1"), Moved("b2", engine=OLD)))
    (read,) = formats.read(formats.write(record, name), name)
    assert read.players[1].settings == {"level": 3, "engine": OLD}


async def machine_plays(services: Services, room: Room) -> None:
    services.machines.wake(room)
    async with asyncio.timeout(60.0):
        while room.machine_to_move is not None:  # noqa: ASYNC110 - nobody looks on
            await asyncio.sleep(0.01)


def test_a_game_that_outlives_its_engine_names_both(tmp_path: Path) -> None:
    async def visit(version: str, game: str | None) -> tuple[str, Record]:
        command = (sys.executable, "-c", ANSWERING, version)
        services = await start_services(ServerSettings(tmp_path, engines=1, engine_command=command))
        try:
            if game is None:
                room = await services.rooms.create(Created("hex(size=4,swap=false)", (MACHINE, PERSON)), "guest")
            else:
                room = await services.rooms.find(game)
                await services.rooms.move(room, "a1")
            await machine_plays(services, room)
            return room.row.id, record_of(room.log)
        finally:
            await stop_services(services)

    game, first = asyncio.run(visit("1", None))
    assert first.players[0].settings == {"level": 3, "engine": {"version": "1"}}
    _, both = asyncio.run(visit("2", game))
    assert both.players[0].settings == {"level": 3, "engines": [{"version": "1"}, {"version": "2"}]}
