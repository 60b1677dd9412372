"""Asking a person by name: who may ask whom, what the one who is asked is told, and that nobody is pestered."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from motu.server.challenge import Terms
from motu.server.events import ServerError
from motu.server.lobby import asking
from motu.server.lobby.hall import LOBBY
from motu.server.moderation.sanctions import add_sanction, end_sanctions
from motu.server.schema import accounts, challenges
from motu.server.server_settings import ServerSettings
from motu.server.store import Store
from motu.server.wall_time import now_ms
from server.applications import make_application
from server.houses import house, told
from server.two_people import HERE, Visitor

HEX = {"spec": "hex(size=3)", "side": "first"}


@pytest.fixture
def client(database: sa.URL, tmp_path: Path) -> Iterator[TestClient[Any]]:
    settings = ServerSettings(tmp_path, "1", engines=1, database=database)
    with TestClient(make_application(settings), base_url=HERE) as opened:
        yield opened


@pytest.fixture
def people(client: TestClient[Any]) -> tuple[Visitor, Visitor, Visitor]:
    """Return Ann and Bob, who have names, and a guest."""
    ann, bob = Visitor(client, "ann"), Visitor(client, "bob")
    ann.claim("Ann")
    bob.claim("Bob")
    return ann, bob, Visitor(client, "eve")


def ask(who: Visitor, name: str, **terms: Any) -> Any:
    return who.well("POST", "/api/challenges", HEX | {"to": name} | terms)


def refused(who: Visitor, name: str) -> str:
    return who.refused("POST", "/api/challenges", HEX | {"to": name})


def notices(who: Visitor) -> list[tuple[str, str, str]]:
    found = who.well("GET", "/api/notices")["notices"]
    return [(each["kind"], each.get("name", ""), each.get("challenge", "")) for each in found]


def write(client: TestClient[Any], work: Any) -> None:
    store: Store = client.app.state.services.store
    client.blocking_portal.call(store.write, work)


def test_a_person_is_asked_told_and_plays(people: tuple[Visitor, ...]) -> None:
    ann, bob, eve = people
    made = ask(ann, "bob", is_open=True, best_of=3)
    assert (made["to"], made["to_person"], made["is_open"], made["is_for_me"]) == ("Bob", True, False, False)
    assert notices(bob) == [("challenge", "Ann", made["id"])]
    [seen] = bob.well("GET", "/api/challenges")["challenges"]
    assert (seen["id"], seen["is_for_me"], seen["is_mine"], seen["name"]) == (made["id"], True, False, "Ann")
    assert eve.well("GET", "/api/challenges")["challenges"] == []
    assert eve.refused("POST", f"/api/challenges/{made['id']}/accept", {}) == "server/not-yours"
    assert eve.refused("POST", f"/api/challenges/{made['id']}/decline") == "server/not-yours"
    game = bob.well("POST", f"/api/challenges/{made['id']}/accept", {})["game"]
    begun = ann.well("GET", f"/api/games/{game}")
    assert [seat["name"] for seat in begun["created"]["seats"]] == ["Ann", "Bob"]
    assert (begun["created"]["rated"], begun["created"]["score"]) == (True, {"best_of": 3})
    assert [kind for kind, *_ in notices(bob)] != ["challenge"]


def test_who_can_be_asked(people: tuple[Visitor, ...]) -> None:
    ann, _, eve = people
    assert refused(ann, "Nobody-here") == "server/no-person"
    assert refused(ann, "level-3") == "server/no-person"
    assert refused(ann, "ANN") == "server/own-name"
    assert refused(eve, "Bob") == "account/none"


def test_who_does_not_want_to_be_asked_is_not(people: tuple[Visitor, ...]) -> None:
    ann, bob, eve = people
    assert bob.well("GET", "/api/account")["account"]["is_asked"] is True
    waits = ask(ann, "Bob")["id"]
    assert bob.well("PUT", "/api/account/asked", {"is_asked": False})["account"]["is_asked"] is False
    bob.well("POST", f"/api/challenges/{waits}/decline")
    assert refused(ann, "Bob") == "server/not-asked", "nor is it said that he said no"
    assert ask(bob, "Ann")["state"] == "waiting"
    assert eve.refused("PUT", "/api/account/asked", {"is_asked": False}) == "account/none"
    bob.well("PUT", "/api/account/asked", {"is_asked": True})
    assert refused(ann, "Bob") == "server/asked-already"


def test_who_has_asked_is_told_of_a_no(people: tuple[Visitor, ...]) -> None:
    ann, bob, _ = people
    made = ask(ann, "Bob")["id"]
    with ann.client.websocket_connect("/api/notices/live", headers=ann.headers) as socket:
        assert socket.receive_json()["notices"] == []
        for _ in range(2):
            bob.well("POST", f"/api/challenges/{made}/decline")
        assert [each["kind"] for each in socket.receive_json()["notices"]] == ["declined"]
    assert notices(ann) == [("declined", "Bob", made)]
    ann.well("PUT", "/api/notices/choices", {"page": ["turn"]})
    assert notices(ann) == []


def test_nobody_is_asked_twice_and_after_a_no_there_is_peace(
    people: tuple[Visitor, ...], client: TestClient[Any]
) -> None:
    ann, bob, _ = people
    first = ask(ann, "Bob")["id"]
    assert refused(ann, "Bob") == "server/asked-already"
    ann.well("POST", f"/api/challenges/{first}/cancel", {})
    assert notices(bob) == []
    second = ask(ann, "Bob")["id"]
    assert ask(bob, "Ann")["state"] == "waiting", "the other way is another matter"
    assert bob.well("POST", f"/api/challenges/{second}/decline")["state"] == "declined"
    assert (notices(bob), refused(ann, "Bob")) == ([], "server/asked-already")
    later = challenges.update().values(declined_ms=challenges.c.declined_ms - asking.PEACE_MS)
    write(client, lambda connection: connection.execute(later))
    ask(ann, "Bob")


def test_why_somebody_cannot_be_asked_is_not_said(people: tuple[Visitor, ...], client: TestClient[Any]) -> None:
    ann, bob, _ = people
    bob.well("POST", "/api/blocks", {"kind": "block", "name": "Ann"})
    blocked = ann.ask("POST", "/api/challenges", HEX | {"to": "Bob"}).json()
    assert (blocked["slug"], blocked["error"]) == ("server/not-asked", "'Bob' can't be asked to play just now")
    assert refused(bob, "Ann") == "server/not-asked"
    [kept] = bob.well("GET", "/api/blocks")["blocks"]
    bob.well("DELETE", f"/api/blocks/{kept['id']}")
    write(client, lambda connection: add_sanction(connection, "bob", "suspension", "rude", now_ms()))
    assert ann.ask("POST", "/api/challenges", HEX | {"to": "Bob"}).json() == blocked
    write(client, lambda connection: end_sanctions(connection, "bob", "suspension", now_ms()))
    made = ask(ann, "Bob")["id"]
    bob.well("POST", "/api/blocks", {"kind": "block", "name": "Ann"})
    assert bob.well("GET", "/api/challenges")["challenges"] == []
    assert bob.refused("POST", f"/api/challenges/{made}/accept", {}) == "server/not-yours"


@pytest.mark.parametrize("whom", ["the bot", "its owner"])
def test_nor_is_a_bot_asked_whose_account_or_owner_is_suspended(
    whom: str, people: tuple[Visitor, ...], client: TestClient[Any]
) -> None:
    ann, bob, guest = people
    bob.well("POST", "/api/account/bots", {"name": "Bobs-bot"})
    found = sa.select(accounts.c.id).where(accounts.c.name == ("Bobs-bot" if whom == "the bot" else "Bob"))

    def suspend(connection: sa.Connection) -> None:
        add_sanction(connection, connection.execute(found).scalar_one(), "suspension", "rude", now_ms())

    ask(guest, "Bobs-bot")
    write(client, suspend)
    for each in (ann, guest):
        answer = each.ask("POST", "/api/challenges", HEX | {"to": "Bobs-bot"}).json()
        assert (answer["slug"], answer["error"]) == ("server/not-asked", "'Bobs-bot' can't be asked to play just now")


def test_who_is_asked_by_too_many_is_asked_by_no_more(
    people: tuple[Visitor, ...], client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, _ = people
    monkeypatch.setattr("motu.server.challenge_limits.MAX_ASKED", 1)
    ask(ann, "Bob")
    other = Visitor(client, "cleo")
    other.claim("Cleo")
    assert refused(other, "Bob") == "server/not-asked"
    assert len(notices(bob)) == 1


def test_the_lobby_of_another_process_shows_whom_it_is_for(database: sa.URL, tmp_path: Path) -> None:
    terms = Terms("hex(size=3)", "first", name="Ann", to="Bob", to_person=True)

    async def script() -> None:
        async with house(database, tmp_path) as (one, other):
            with other.hall.visit("bob") as his, other.hall.visit("eve") as hers:
                assert (await told(his, "lobby"))["challenges"] == []
                made = await one.challenges.make("ann", terms, is_open=False, asked="bob")
                [seen] = (await told(his, "lobby"))["challenges"]
                assert (seen["id"], seen["is_for_me"]) == (made.id, True)
                other.hall.stir()
                assert (await told(hers, "lobby"))["challenges"] == []
                await other.challenges.decline(made.id, "bob")
                assert (await told(his, "lobby"))["challenges"] == []
                with pytest.raises(ServerError, match="already"):
                    await one.challenges.make("ann", terms, is_open=False, asked="bob")
            assert LOBBY not in other.audience.topics()

    asyncio.run(script())
