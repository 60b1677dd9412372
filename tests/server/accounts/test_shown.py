"""Games show people under their names of now, whatever was written then: on every route, in every process."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from motu.server.accounts.account import UserAccount
from motu.server.bus.memory import Hub
from motu.server.challenge import Challenge, Terms
from motu.server.events import Created, Participant, ServerError
from motu.server.game_record import record_of
from motu.server.room import Room
from motu.server.schema import accounts as table
from motu.server.seat_terms import check_seats
from motu.server.server_settings import ServerSettings
from motu.server.services import Services
from server.applications import make_application
from server.houses import house, until
from server.ratings.people_with_names import named
from server.two_people import HERE, Visitor, challenge, game_of

OLD, NEW = "Zebra-of-old", "Quagga-of-now"
SCHEMA = make_application(ServerSettings(Path())).openapi_schema.to_schema()["paths"]
LOOKS = [
    path
    for path, methods in SCHEMA.items()
    if "get" in methods and any(each in path for each in ("{game_id}", "{challenge_id}", "/games", "/challenges"))
]
QUIET = ("/board", "/positions", "/threats", "/picture.png", "/qr.svg", "/dice", "/plan", "/ratings", "/chat")
"""What tells nobody's name, or that of accounts alone."""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1", engines=1)), base_url=HERE) as opened:
        yield opened


def renamed(client: TestClient[Any], guest: str, name: str) -> None:
    """Let an account have another name, chosen long enough after the one before."""
    accounts = client.app.state.services.accounts

    async def rename() -> None:
        accounts._clock = lambda: 4_000_000_000_000
        await accounts.rename(await accounts.find(guest), name)

    with client.portal() as portal:
        portal.call(rename)


def told(client: TestClient[Any], path: str, message: str) -> str:
    """Return the first message of a kind that a socket sends."""
    client.cookies.clear()
    with client.websocket_connect(path) as socket:
        while True:
            text = socket.receive_text()
            if f'"type":"{message}"' in text:
                return str(text)


@pytest.mark.parametrize("has_claimed", [True, False], ids=["a name that was claimed", "a name that was changed"])
def test_nothing_shows_the_name_of_before(client: TestClient[Any], has_claimed: bool) -> None:
    ann, bob = Visitor(client, "ann") if has_claimed else named(client, "ann", OLD), Visitor(client, "bob")
    game = game_of(ann, bob, name=OLD, is_open=True)
    ann.well("POST", f"/api/games/{game}/moves", {"move": "a1", "seq": 1})
    waits = challenge(ann, name=OLD, is_open=True)
    assert OLD in bob.ask("GET", f"/api/games/{game}").text
    if has_claimed:
        ann.claim(NEW)
    else:
        renamed(client, "ann", NEW)
    assert len(LOOKS) > 10
    for path in LOOKS:
        for who in (ann, bob, Visitor(client)):
            answer = who.ask("GET", path.format(game_id=game, challenge_id=waits)).text
            assert OLD not in answer, path
            if who is bob and not path.endswith(QUIET):
                assert NEW in answer, path
    sgf = bob.well("GET", f"/api/games/{game}/record?format=sgf")
    assert NEW in sgf["text"]
    assert NEW in sgf["name"]
    page = bob.client.get(f"/play/{game}", headers={"accept": "text/html"}).text
    assert NEW in page
    assert OLD not in page
    for shown in (told(client, f"/api/games/{game}/live", "snapshot"), told(client, "/api/lobby/live", "lobby")):
        assert NEW in shown
        assert OLD not in shown


def test_guests_are_called_what_they_called_themselves(client: TestClient[Any]) -> None:
    ann, bob = Visitor(client, "ann"), Visitor(client, "bob")
    game = game_of(ann, bob, name=OLD)
    seats = bob.well("GET", f"/api/games/{game}")["created"]["seats"]
    assert [each.get("name", "") for each in seats] == [OLD, ""]


def test_bots_are_marked_in_records(client: TestClient[Any]) -> None:
    ann = named(client, "ann", "Ann")
    bot = ann.well("POST", "/api/account/bots", {"name": "Robot"})
    assert bot["name"] == "Robot"
    waits = challenge(ann, to="Robot")
    token = ann.well("POST", "/api/account/tokens", {"name": "x", "scopes": ["challenge", "read"], "bot": "Robot"})
    client.cookies.clear()
    headers = {"authorization": f"Bearer {token['token']}"}
    game = client.post(f"/api/challenges/{waits}/accept", json={}, headers=headers).json()["game"]
    seats = ann.well("GET", f"/api/games/{game}")["created"]["seats"]
    assert [each.get("is_bot", False) for each in seats] == [False, True]
    assert '"name": "Robot", "kind": "engine"' in ann.well("GET", f"/api/games/{game}/record")["text"].replace(
        '":"', '": "'
    ).replace('","', '", "')


def test_nobody_says_of_himself_that_he_is_gone() -> None:
    with pytest.raises(ServerError, match="no more"):
        check_seats(Created("hex(size=3)", (Participant(is_gone=True), Participant())))


async def between(services: Services) -> Room:
    seats = Participant(name="Ann"), Participant(name="B")
    persons = ("ann", "bob")
    return await services.rooms.create_between(Created("hex(size=4)", seats), persons, "bob", lambda _: lambda _: None)


async def shown(services: Services, room: Room) -> list[str]:
    return [each.name for each in await services.names.seats(room.row, room.log.seats)]


async def rename(services: Services, name: str) -> None:
    """Change a name in the database, long enough after the last time, and tell the house."""
    services.accounts._clock = lambda: 4_000_000_000_000
    known = await services.accounts.find("ann")
    assert isinstance(known, UserAccount)
    await services.accounts.rename(known, name)


def test_every_process_shows_a_new_name_at_once(database: sa.URL, tmp_path: Path) -> None:
    async def script() -> None:
        async with house(database, tmp_path) as [first, second]:
            await first.accounts.claim("ann", "Ann", "a beach of islands")
            room = await between(first)
            there = await second.rooms.find(room.row.id)
            assert await shown(second, there) == ["Ann", "B"]
            token = await first.sessions.make("ann", "")
            assert (await second.sessions.read(token))[1].name == "Ann"  # type: ignore[index]
            await rename(first, "Anna")
            await until(lambda: "ann" not in second.accounts._recent)
            assert await shown(second, there) == ["Anna", "B"] == await shown(first, room)
            assert (await second.sessions.read(token))[1].name == "Anna"  # type: ignore[index]

    asyncio.run(script())


def test_a_program_hears_of_names_as_they_are(database: sa.URL, tmp_path: Path) -> None:
    async def script() -> None:
        async with house(database, tmp_path, 1) as [only]:
            await only.accounts.claim("bob", "Bob", "a beach of islands")
            ann = await only.accounts.claim("ann", "Anna", "a beach of islands")
            room = await between(only)
            async for line in only.streams.lines(ann):
                if room.row.id.encode() in line and b"created" in line:
                    break
            assert [each["name"] for each in msgspec.json.decode(line)["created"]["seats"]] == ["Anna", "Bob"]

    asyncio.run(script())


def test_where_every_message_is_lost_a_new_name_is_shown_soon(database: sa.URL, tmp_path: Path) -> None:
    async def script() -> None:
        async with house(database, tmp_path, hub=Hub(lambda: True)) as [first, second]:
            await first.accounts.claim("ann", "Ann", "a beach of islands")
            room = await between(first)
            assert await shown(second, room) == ["Ann", "B"]
            await rename(first, "Anna")
            second.accounts._recent._clock = lambda: 1e12  # later than anything is believed
            assert await shown(second, room) == ["Anna", "B"]

    asyncio.run(script())


def test_a_deleted_account_leaves_a_word(database: sa.URL, tmp_path: Path) -> None:
    async def script() -> None:
        async with house(database, tmp_path, 1) as [only]:
            await only.accounts.claim("ann", "Ann", "a beach of islands")
            room = await between(only)
            change = table.update().where(table.c.id == "ann").values(name="", is_closed=True)
            await only.store.write(lambda opened: opened.execute(change))
            only.accounts.forget("ann")
            seats = await only.names.seats(room.row, room.log.seats)
            assert seats[0] == Participant(is_gone=True)
            assert [each.name for each in record_of(room.log, seats).players] == ["deleted account", "B"]

    asyncio.run(script())


def test_many_names_are_one_query(database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script() -> None:
        async with house(database, tmp_path, 1) as [only]:
            waiting = [
                Challenge(str(at), f"maker-{at}", Terms("hex(size=3)"), True, 0, 1, asked="x") for at in range(50)
            ]
            reads: list[object] = []
            read = only.store.read

            async def counted(query: Any) -> Any:
                if query.__qualname__.startswith("Accounts."):  # others look by themselves for what is due
                    reads.append(query)
                return await read(query)

            monkeypatch.setattr(only.store, "read", counted)
            for _ in range(3):
                assert await only.names.challenges(waiting) == waiting
            assert len(reads) == 1

    asyncio.run(script())
