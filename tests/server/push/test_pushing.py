"""Browsers are told of things once, encrypted, by one of many processes, and only of what still waits for somebody."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from motu.server.events import Created
from motu.server.notices.kinds import KINDS
from motu.server.notices.outbox import note_seen
from motu.server.push import sender
from motu.server.push.desk import PlaceAsked
from motu.server.push.network import PublicNetwork, open_pool
from motu.server.push.places import MOST_FAILURES, place_id
from motu.server.push.queue import LEASE_MS, MOST_HOURLY, PAUSES_MINUTES, note_sent, take_in_hand
from motu.server.push.waiting import DELAY_MS
from motu.server.rooms import Room
from motu.server.schema import push_messages, push_places
from motu.server.services import Services
from server.notices import telling
from server.notices.telling import DAYS, PEOPLE, unread
from server.push.push_services import HOST, PUBLIC, FakeBrowser, PushServer, Redirecting, claims_in, push_server

MINUTE_MS = 60_000


class Played:
    """Two servers of a house, a push service, and the time of day."""

    def __init__(self, processes: list[Services], service: PushServer, network: Redirecting) -> None:
        self.here, self.there = processes[0], processes[-1]
        self.processes, self.service, self.network = processes, service, network
        self.ms = self.here.push.now_ms()
        for each in processes:
            each.push._clock = lambda: self.ms

    def passes(self, ms: int = DELAY_MS) -> None:
        self.ms += ms

    async def subscribe(self, browser: FakeBrowser, person: str = "bob", language: str = "en") -> None:
        asked = PlaceAsked(**browser.subscription(), browser="Firefox, Linux", language=language)
        await self.here.push.keep(person, None, asked)

    async def turn(self) -> Room:
        """Make it Bob's turn in a new game; the time is that of the notice."""
        created = Created("hex(size=3,swap=false)", PEOPLE, clock=DAYS)
        room = await self.here.rooms.create_between(created, ("ann", "bob"), "bob", lambda _: lambda _: None)
        await self.here.notices.read("bob", game=room.row.id)
        await self.here.rooms.move(room, "a1")
        self.ms = max(self.ms, room.log.events[-1].at_ms)
        return room

    async def sent(self) -> int:
        """Send in all processes at once; return how many messages have come so far."""
        await asyncio.gather(*(each.push.sender.send_waiting() for each in self.processes))
        return len(self.service.requests)

    def rows(self, table: sa.Table) -> list[Any]:
        with self.here.store._engine.connect() as connection:
            return list(connection.execute(sa.select(table)).mappings())


Script = Callable[[Played], Awaitable[None]]


def run(database: sa.URL, folder: Path, script: Script, count: int = 1) -> None:
    """Let something happen in a house of so many processes that has a push service."""

    async def whole(processes: list[Services]) -> None:
        async with push_server(folder, *processes) as (service, network):
            await script(Played(processes, service, network))

    telling.run(database, folder, whole, count)


def test_whoever_sees_no_page_is_told_once_in_his_words(database: sa.URL, tmp_path: Path) -> None:
    async def script(played: Played) -> None:
        browser = FakeBrowser()
        await played.subscribe(browser, language="de")
        room = await played.turn()
        assert await played.sent() == 0, "he may see it yet"
        played.passes()
        assert await played.sent() == 1
        [request] = played.service.requests
        assert played.network.asked == [(str(PUBLIC), 443)]
        assert (request.path, request.headers["host"]) == ("/send/one", HOST)
        assert b"Ann" not in request.body
        told = browser.read(request.body)
        assert told == {
            "title": "Du bist dran gegen Ann",
            "body": "Hex 3 · noch 2 Tage",
            "tag": room.row.id,
            "path": f"/play/{room.row.id}",
            "language": "de",
        }
        key = played.there.push.sealer.public_key
        claims = claims_in(request.headers["authorization"], key)
        assert claims["aud"] == f"https://{HOST}"
        assert 0 < claims["exp"] - played.ms // 1000 <= 24 * 3600
        assert claims["sub"].startswith(("mailto:", "https://"))
        assert request.headers["content-encoding"] == "aes128gcm"
        assert 60 <= int(request.headers["ttl"]) <= 86_400
        assert request.headers["urgency"] == "normal"
        assert len(request.headers["topic"]) == 32
        assert room.row.id not in request.headers["topic"], "whoever knows a game's address can look at it"
        played.passes(10 * LEASE_MS)
        assert await played.sent() == 1
        assert played.rows(push_messages) == []

    run(database, tmp_path, script, count=2)


def test_all_processes_sign_by_one_key_and_each_browser_has_its_own(database: sa.URL, tmp_path: Path) -> None:
    async def script(played: Played) -> None:
        assert played.here.push.sealer.public_key == played.there.push.sealer.public_key
        browsers = [FakeBrowser("one"), FakeBrowser("two")]
        for each in browsers:
            await played.subscribe(each)
        await played.turn()
        played.passes()
        assert await played.sent() == 2
        by_path = {each.path: each for each in played.service.requests}
        for each in browsers:
            assert each.read(by_path[f"/send/{each.name}"].body)["title"] == "Your turn against Ann"

    run(database, tmp_path, script, count=2)


def test_whoever_is_killed_before_he_sends_is_stood_in_for(database: sa.URL, tmp_path: Path) -> None:
    async def script(played: Played) -> None:
        await played.subscribe(FakeBrowser())
        await played.turn()
        played.passes()
        _, [taken] = await played.here.store.write(lambda connection: take_in_hand(connection, played.ms))
        assert await played.sent() == 0, "somebody has it in hand"
        played.passes(LEASE_MS)
        assert await played.sent() == 1
        await played.here.store.write(lambda connection: note_sent(connection, taken, played.ms))  # he was only slow
        [place] = played.rows(push_places)
        assert place["num_told"] == 1
        played.passes(LEASE_MS)
        assert await played.sent() == 1

    run(database, tmp_path, script, count=2)


async def _reads(played: Played, _: Room) -> None:
    await played.here.notices.read("bob")


async def _acts(played: Played, room: Room) -> None:
    await played.here.rooms.move(room, "b2")


async def _sees(played: Played, _: Room) -> None:
    await played.here.store.write(lambda connection: note_seen(connection, "bob", played.ms))


async def _wants_no_more(played: Played, _: Room) -> None:
    await played.here.notices.choose("bob", KINDS, ())


async def _takes_it_back(played: Played, _: Room) -> None:
    await played.here.push.remove("bob", place_id(FakeBrowser().endpoint))


async def _gives_it_to_somebody_else(played: Played, _: Room) -> None:
    await played.subscribe(FakeBrowser(), "eve")


async def _has_a_name_by_now(played: Played, _: Room) -> None:
    await played.here.accounts.claim("bob", "Bob", "a beach of islands", "at 10.0.0.1")


@pytest.mark.parametrize(
    "happens",
    [_reads, _acts, _sees, _wants_no_more, _takes_it_back, _gives_it_to_somebody_else, _has_a_name_by_now],
)
def test_nothing_is_sent_of_what_does_not_wait_any_more(
    database: sa.URL, tmp_path: Path, happens: Callable[[Played, Room], Awaitable[None]]
) -> None:
    async def script(played: Played) -> None:
        await played.subscribe(FakeBrowser())
        room = await played.turn()
        played.passes(1)
        await happens(played, room)
        played.passes()
        assert await played.sent() == 0
        assert played.rows(push_messages) == []

    run(database, tmp_path, script)


def test_only_what_is_asked_for_is_told_there_whatever_the_pages_tell(database: sa.URL, tmp_path: Path) -> None:
    async def script(played: Played) -> None:
        browser = FakeBrowser()
        await played.subscribe(browser)
        room = await played.turn()
        await played.here.rooms.resign(room, 0)
        assert await unread(played.here, "bob") == ["over"]
        played.passes()
        assert await played.sent() == 0, "that a game is over waits for nobody"
        await played.here.notices.choose("bob", [], ["over"])
        room = await played.turn()
        await played.here.rooms.resign(room, 0)
        played.passes()
        assert await played.sent() == 1
        assert browser.read(played.service.requests[0].body)["title"] == "You won against Ann"
        assert await unread(played.here, "bob") == [], "the pages do not tell it"
        assert await played.here.notices.seen("bob"), "it counts whether he sees a page"
        assert not await played.here.notices.seen("ann")

    run(database, tmp_path, script)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(database: sa.URL, tmp_path: Path, status: int) -> None:
    async def script(played: Played) -> None:
        for name in ("one", "two"):
            await played.subscribe(FakeBrowser(name))
        await played.turn()
        await played.turn()
        played.passes()
        played.service.answers = [f"{status} Gone\r\nContent-Length: 0"]
        await played.sent()
        assert len(played.rows(push_places)) == 1
        played.passes(LEASE_MS)
        await played.sent()
        assert played.rows(push_messages) == []

    run(database, tmp_path, script)


def test_what_cannot_be_sent_now_is_sent_later_and_given_up_at_last(database: sa.URL, tmp_path: Path) -> None:
    async def script(played: Played) -> None:
        await played.subscribe(FakeBrowser())
        await played.turn()
        played.passes()
        played.service.answers = [
            "503 Busy\r\nContent-Length: 0",
            "429 Slowly\r\nRetry-After: 1800\r\nContent-Length: 0",
        ]
        assert await played.sent() == 1
        played.passes(PAUSES_MINUTES[0] * MINUTE_MS)
        assert await played.sent() == 2
        played.passes(29 * MINUTE_MS)
        assert await played.sent() == 2, "it wants to be left alone for half an hour"
        played.passes(MINUTE_MS)
        assert await played.sent() == 3
        assert played.rows(push_messages) == []
        await played.turn()
        played.passes()
        played.service.answers = ["500 Broken\r\nContent-Length: 0"] * 99
        for minutes in (*PAUSES_MINUTES, 1, 1):
            await played.sent()
            played.passes(minutes * MINUTE_MS)
        assert len(played.service.requests) == 3 + len(PAUSES_MINUTES) + 1
        assert played.rows(push_messages) == []
        assert [each["failures"] for each in played.rows(push_places)] == [1]

    run(database, tmp_path, script)


def test_a_browser_for_which_everything_is_refused_is_forgotten(database: sa.URL, tmp_path: Path) -> None:
    async def script(played: Played) -> None:
        await played.subscribe(FakeBrowser())
        played.service.answers = ["403 No\r\nContent-Length: 0"] * (MOST_FAILURES - 1)
        for _ in range(MOST_FAILURES - 1):
            await played.turn()
        played.passes()
        await played.sent()
        assert [each["failures"] for each in played.rows(push_places)] == [MOST_FAILURES - 1]
        await played.turn()
        played.passes()
        await played.sent()
        assert [each["failures"] for each in played.rows(push_places)] == [0], "one that has come counts for all"
        played.service.answers = ["400 No\r\nContent-Length: 0"] * MOST_FAILURES
        for _ in range(MOST_FAILURES):
            await played.turn()
        played.passes()
        await played.sent()
        assert played.rows(push_places) == []
        assert played.rows(push_messages) == []

    run(database, tmp_path, script)


def test_nobody_is_followed_elsewhere_and_long_answers_are_not_read(database: sa.URL, tmp_path: Path) -> None:
    async def script(played: Played) -> None:
        await played.subscribe(FakeBrowser())
        await played.turn()
        await played.turn()
        played.passes()
        played.service.answers = [
            "307 There\r\nLocation: https://127.0.0.1/\r\nContent-Length: 0",
            "201 Created\r\nContent-Length: 999999999",
        ]
        async with asyncio.timeout(20):
            assert await played.sent() == 2
        assert all(host == str(PUBLIC) for host, _ in played.network.asked)
        assert played.rows(push_messages) == []

    run(database, tmp_path, script)


def test_a_service_that_says_nothing_keeps_nobody_waiting(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(played: Played) -> None:
        monkeypatch.setattr(sender, "SENDING_SECONDS", 1.0)
        await played.subscribe(FakeBrowser())
        await played.turn()
        played.passes()
        played.service.is_silent = True
        async with asyncio.timeout(20):
            assert await played.sent() == 1
        [message] = played.rows(push_messages)
        assert (message["tries"], message["due_ms"]) == (1, played.ms + MINUTE_MS)
        played.service.is_silent = False
        monkeypatch.setattr(sender, "SENDING_SECONDS", 60.0)
        played.passes(MINUTE_MS)
        assert await played.sent() == 2
        assert played.rows(push_messages) == []

    run(database, tmp_path, script)


def test_an_address_within_ones_own_network_is_never_reached(database: sa.URL, tmp_path: Path) -> None:
    async def script(played: Played) -> None:
        browser = FakeBrowser(host="localtest.example.net")
        await played.subscribe(browser)

        async def find(_host: str, _port: int) -> list[Any]:
            return [PUBLIC, PUBLIC.__class__("169.254.169.254")]

        played.here.push.sender._pool = open_pool(PublicNetwork(played.network, find))
        await played.turn()
        played.passes()
        assert await played.sent() == 0
        assert played.network.asked == []
        assert played.rows(push_places) == []
        assert played.rows(push_messages) == []

    run(database, tmp_path, script)


def test_no_browser_is_told_more_than_so_much_in_an_hour(database: sa.URL, tmp_path: Path) -> None:
    async def script(played: Played) -> None:
        await played.subscribe(FakeBrowser())
        for _ in range(MOST_HOURLY + 5):
            await played.turn()
        played.passes()
        for _ in range(3):
            await played.sent()
        assert len(played.service.requests) == MOST_HOURLY
        assert played.rows(push_messages) == []
        played.passes(60 * MINUTE_MS)
        await played.turn()
        played.passes()
        assert await played.sent() == MOST_HOURLY + 1

    run(database, tmp_path, script)
