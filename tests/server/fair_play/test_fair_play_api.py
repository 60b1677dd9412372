"""What a moderator asks for and is told over HTTP; who has asked stands in the log, once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from motu.server.events import ClockSettings, Created, Participant
from motu.server.services import Services
from server.fair_play.made_up_games import ToldReviews
from server.programs.owners import house, owner, services_of
from server.two_people import Visitor

PATH = "/api/moderation/people/Ann/fair-play"
NOTHING = {"rated": 0, "examined": 0, "waiting": 0, "failed": 0, "games": []}


@pytest.fixture
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    with house(tmp_path_factory.mktemp("data")) as opened:
        services_of(opened).order.examiner._reviews = ToldReviews()
        yield opened


@pytest.fixture
def moderator(client: TestClient[Any]) -> Visitor:
    for name in ("Ann", "Bob"):
        owner(client, f"guest-{name}", name)
    made = owner(client, "guest-moderator", "The-moderator")
    moderation = services_of(client).order.moderation
    asyncio.run(moderation.change_role(None, "guest-moderator", "moderator", "for the test"))
    return made


def played(client: TestClient[Any], moves: tuple[str, ...]) -> None:
    """Let Ann and Bob play a rated game."""

    async def script(services: Services) -> None:
        created = Created("hex(size=4)", (Participant(), Participant()), clock=ClockSettings(600_000), rated=True)
        persons = "guest-Ann", "guest-Bob"
        room = await services.rooms.create_between(created, persons, persons[0], lambda _: lambda _: None)
        for move in moves:
            await services.rooms.move(room, move)
        await services.rooms.resign(room, 1)

    with client.portal() as portal:
        portal.call(script, services_of(client))


def acts(moderator: Visitor, client: TestClient[Any]) -> list[str]:
    """What the log tells, which is for administrators."""
    asyncio.run(services_of(client).order.moderation.change_role(None, "guest-moderator", "admin", "for the test"))
    return [each["act"] for each in moderator.well("GET", "/api/moderation/log")["entries"]]


def test_games_are_examined_when_a_moderator_asks_for_it(client: TestClient[Any], moderator: Visitor) -> None:
    assert moderator.well("GET", PATH) == NOTHING
    assert moderator.well("POST", PATH, {}) == NOTHING
    played(client, ("a1", "b2", "c3", "d4", "a2", "b3"))
    assert moderator.well("GET", PATH) == NOTHING | {"rated": 1}
    moderator.well("POST", PATH, {})
    examiner = services_of(client).order.examiner
    with client.portal() as portal:
        portal.call(examiner.sweep)
    told = moderator.well("GET", PATH)
    for _ in range(1000):  # the server's own look may be at it
        if not told["waiting"]:
            break
        time.sleep(0.01)
        told = moderator.well("GET", PATH)
    assert (told["rated"], told["examined"], told["waiting"]) == (1, 1, 0)
    (kind,) = told["games"]
    assert kind["game"] == "atoll"
    assert kind["his"]["first_choices"] | {"low": 0, "high": 0} == {"value": 1.0, "low": 0, "high": 0, "count": 2}
    assert kind["others"]["first_choices"]["value"] == 0.0
    moderator.well("POST", PATH, {})
    assert acts(moderator, client).count("examine") == 1
    assert moderator.refused("GET", "/api/moderation/people/Nobody/fair-play") == "server/no-person"
