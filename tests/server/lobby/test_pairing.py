"""Quick pairing: who wants the same plays each other, nobody twice, nobody who has gone; over both databases."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from motu.server.lobby import hall, pairing
from motu.server.lobby.pairing import GRACE_MS, PACES, PATIENT_MS, Pairings, Wish
from motu.server.moderation.sanctions import add_sanction
from motu.server.rooms import Rooms
from motu.server.schema import games, pairings
from motu.server.server_settings import ServerSettings
from motu.server.store import Store
from server.applications import make_application
from server.two_people import HERE, Visitor, challenge, does, game_of

FAST = Wish("atmalof", "fast")
ASKED = {"game": "atmalof", "pace": "fast"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(make_application(ServerSettings(tmp_path, "1", engines=1)), base_url=HERE) as opened:
        yield opened


class House:
    """Some processes over one database."""

    def __init__(self, database: sa.URL, processes: int) -> None:
        self.stores = [Store(database) for _ in range(processes)]
        self.pairings = [Pairings(store, Rooms(store)) for store in self.stores]

    async def games(self) -> list[tuple[str, str]]:
        query = sa.select(games.c.person0, games.c.person1)
        return await self.stores[0].read(lambda opened: [tuple(row) for row in opened.execute(query)])

    async def line(self) -> list[str]:
        query = sa.select(pairings.c.guest).where(pairings.c.game.is_(None))
        return await self.stores[0].read(lambda opened: list(opened.execute(query).scalars()))

    def close(self) -> None:
        for store in self.stores:
            store.close()


@pytest.mark.parametrize("processes", [1, 2])
def test_fifty_who_press_at_once_play_twenty_five_games(database: sa.URL, processes: int) -> None:
    async def script(house: House) -> None:
        presses = [house.pairings[each % processes].press(f"guest-{each}", FAST) for each in range(50)]
        await asyncio.gather(*presses)
        begun = await house.games()
        assert len(begun) == 25
        assert set(Counter(who for persons in begun for who in persons).values()) == {1}
        assert await house.line() == []

    house = House(database, processes)
    try:
        asyncio.run(script(house))
    finally:
        house.close()


def test_who_waits_longest_for_the_same_comes_first(database: sa.URL, monkeypatch: pytest.MonkeyPatch) -> None:
    time = [1_000_000]
    monkeypatch.setattr(pairing, "now_ms", lambda: time[0])

    async def script(house: House) -> None:
        press = house.pairings[0].press
        for who, wish in (("ann", FAST), ("bob", Wish("atoll", "fast")), ("eve", Wish("atmalof", "slow"))):
            assert await press(who, wish) is None
            time[0] += 10
        assert await press("ann", FAST) is None  # pressed again: she keeps her place and plays nobody
        assert await press("dan", FAST)
        assert await press("zoe", Wish("atmalof", "slow"))
        assert [set(each) for each in await house.games()] == [{"ann", "dan"}, {"eve", "zoe"}]
        assert await house.line() == ["bob"]

    house = House(database, 1)
    try:
        asyncio.run(script(house))
    finally:
        house.close()


def test_who_has_gone_or_withdrawn_is_not_played(database: sa.URL, monkeypatch: pytest.MonkeyPatch) -> None:
    time = [1_000_000]
    monkeypatch.setattr(pairing, "now_ms", lambda: time[0])

    async def script(house: House) -> None:
        waiting = house.pairings[0]
        await waiting.press("ann", FAST)
        await waiting.withdraw("ann")
        assert await waiting.press("bob", FAST) is None
        time[0] += GRACE_MS // 2
        await waiting.seen(["bob"])
        time[0] += GRACE_MS - 1
        assert await waiting.press("cem", Wish("atoll", "slow")) is None
        assert await waiting.press("dan", FAST), "bob was seen within the grace"
        await waiting.press("eve", FAST)
        time[0] += GRACE_MS + 1
        assert await waiting.press("fay", FAST) is None, "eve has gone"
        assert [each.guest for each in await waiting.seen(["eve"])] == ["fay"], "and she does not wait when she is back"
        await waiting.withdraw("fay")
        assert await waiting.press("gus", FAST) is None

    house = House(database, 1)
    try:
        asyncio.run(script(house))
    finally:
        house.close()


def test_by_correspondence_one_waits_without_being_there(database: sa.URL, monkeypatch: pytest.MonkeyPatch) -> None:
    time = [1_000_000_000]
    monkeypatch.setattr(pairing, "now_ms", lambda: time[0])
    days = Wish("atoll", "days")

    async def script(house: House) -> None:
        here, there = house.pairings
        assert await here.press("ann", days) is None
        time[0] += PATIENT_MS // 2
        await there.told([])  # forgets who has not been seen for long
        assert await here.press("ann", days) is None, "she keeps her place"
        assert await there.press("bob", FAST) is None
        time[0] += PATIENT_MS - 1
        game = await there.press("cem", days)
        assert game
        assert sorted(*await house.games()) == ["ann", "cem"]
        room = await Rooms(house.stores[0]).find(game)
        assert (room.log.created.clock, room.row.is_public) == (PACES["days"], True)
        assert await there.press("dan", days) is None
        time[0] += PATIENT_MS + 1
        assert await there.press("eve", days) is None, "dan has waited for too long"
        await house.stores[0].write(lambda opened: add_sanction(opened, "eve", "suspension", "rude", time[0]))
        assert await there.press("fay", days) is None, "eve is suspended"

    house = House(database, 2)
    try:
        asyncio.run(script(house))
    finally:
        house.close()


def test_who_waits_by_correspondence_is_told_by_a_notice(client: TestClient[Any]) -> None:
    ann, bob = Visitor(client, "ann"), Visitor(client, "bob")
    asked = ASKED | {"pace": "days"}
    assert ann.well("POST", "/api/pairing", asked) == {"game": None}
    game = bob.well("POST", "/api/pairing", asked)["game"]
    assert [(each["kind"], each["game"]) for each in ann.well("GET", "/api/notices")["notices"]] == [("begun", game)]


def test_a_pair_has_a_clock_and_can_be_watched(client: TestClient[Any]) -> None:
    ann, bob = Visitor(client, "ann"), Visitor(client, "bob")
    assert ann.well("POST", "/api/pairing", ASKED) == {"game": None}
    game = bob.well("POST", "/api/pairing", ASKED)["game"]
    told = ann.well("GET", f"/api/games/{game}")
    assert told["created"]["clock"]["initial_ms"] == PACES["fast"].initial_ms
    assert {told["seat"], bob.well("GET", f"/api/games/{game}")["seat"]} == {0, 1}


@pytest.mark.parametrize(
    ("named", "waits_rated", "comes_rated"),
    [(2, True, True), (2, True, False), (2, False, True), (1, True, True)],
)
def test_a_result_counts_where_both_want_it_and_have_names(
    client: TestClient[Any], named: int, *, waits_rated: bool, comes_rated: bool
) -> None:
    people = [Visitor(client, "ann"), Visitor(client, "bob")]
    for each in people[:named]:
        each.claim(each.guest.title())
    assert people[0].well("POST", "/api/pairing", ASKED | {"pace": "days", "rated": waits_rated})["game"] is None
    begun = people[1].well("POST", "/api/pairing", ASKED | {"pace": "days", "rated": comes_rated})["game"]
    created = people[1].well("GET", f"/api/games/{begun}")["created"]
    assert created.get("rated", False) == (named == 2 and waits_rated and comes_rated)


def test_who_shows_no_cookie_is_not_paired(client: TestClient[Any]) -> None:
    assert Visitor(client).refused("POST", "/api/pairing", ASKED) == "server/no-cookie"
    assert Visitor(client, "ann").refused("POST", "/api/pairing", ASKED | {"pace": "x"}) == "http/400"


def live(client: TestClient[Any], who: str) -> Any:
    client.cookies.clear()
    return client.websocket_connect("/api/lobby/live", headers=Visitor(client, who).headers)


def until(socket: Any, holds: Any) -> Any:
    """Return the first message of which something holds."""
    while not holds(news := socket.receive_json()):
        pass
    return news


def test_the_one_who_waits_hears_of_the_game(client: TestClient[Any]) -> None:
    ann, bob = Visitor(client, "ann"), Visitor(client, "bob")
    with live(client, "ann") as socket:
        assert socket.receive_json()["waiting"] is None
        ann.well("POST", "/api/pairing", ASKED)
        assert until(socket, lambda news: news["waiting"])["waiting"]["wish"] == "atmalof.fast"
        game = bob.well("POST", "/api/pairing", ASKED)["game"]
        assert until(socket, lambda news: news["type"] == "paired") == {"type": "paired", "game": game}
    with live(client, "ann") as socket:
        assert socket.receive_json()["type"] == "lobby"  # she has been told


def test_a_visitor_withdraws(client: TestClient[Any]) -> None:
    ann = Visitor(client, "ann")
    with live(client, "ann") as socket:
        ann.well("POST", "/api/pairing", ASKED)
        until(socket, lambda news: news["waiting"])
        ann.well("DELETE", "/api/pairing")
        until(socket, lambda news: news["waiting"] is None)


def test_waiting_outlives_a_restart_and_two_who_missed_each_other_meet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "LOOK_SECONDS", 0.05)
    settings = ServerSettings(tmp_path, "1", engines=1)
    with TestClient(make_application(settings), base_url=HERE) as client:
        Visitor(client, "ann").well("POST", "/api/pairing", ASKED)
        monkeypatch.setattr(pairing, "GRACE_MS", -1)  # she has been away for longer than the grace
        Visitor(client, "bob").well("POST", "/api/pairing", ASKED)
    monkeypatch.setattr(pairing, "GRACE_MS", 10 * GRACE_MS)
    with TestClient(make_application(settings), base_url=HERE) as client:
        with live(client, "ann") as first, live(client, "bob") as second:
            games = {until(each, lambda news: news["type"] == "paired")["game"] for each in (first, second)}
        assert len(games) == 1


def test_the_lobby_shows_what_is_open_and_nothing_private(client: TestClient[Any]) -> None:
    ann, bob, eve = (Visitor(client, who) for who in ("ann", "bob", "eve"))
    by_link = challenge(ann)
    private = game_of(ann, bob)
    does(ann, private, "moves", move="a1")
    with live(client, "eve") as socket:
        assert socket.receive_json() == {
            "type": "lobby", "here": 1, "challenges": [], "games": [], "featured": "", "waiting": None, "people": [],
        }  # fmt: skip
        known = challenge(ann, is_open=True)
        news = until(socket, lambda news: news["challenges"])
        assert [(each["id"], each["is_mine"]) for each in news["challenges"]] == [(known, False)]
        assert by_link not in str(news)
        game = bob.well("POST", f"/api/challenges/{known}/accept", {})["game"]
        assert until(socket, lambda news: not news["challenges"])["games"] == []
        does(ann, game, "moves", move="a1")
        news = until(socket, lambda news: news["games"])
        assert [each["id"] for each in news["games"]] == [game]
        assert news["featured"] == game
        for secret in ("ann", "bob", private):
            assert secret not in str(news)
        does(ann, game, "resign", person=0)
        assert until(socket, lambda news: not news["games"])["featured"] == ""
    with live(client, "ann") as socket:
        challenge(ann, is_open=True)
        news = until(socket, lambda news: news["challenges"])
        assert [each["is_mine"] for each in news["challenges"]] == [True]
    assert eve.guest == "eve"


def test_the_lobby_says_how_many_are_here(client: TestClient[Any]) -> None:
    with live(client, "ann") as first:
        assert first.receive_json()["here"] == 1
        with live(client, "bob"), live(client, "bob"):
            until(first, lambda news: news["here"] == 2)
        until(first, lambda news: news["here"] == 1)
