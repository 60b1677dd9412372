"""What is done too often is refused with a sentence and the time after which to come again: by address, by person."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from limits import parse

from motu.server import challenge_limits, challenges
from motu.server.chat import lines
from motu.server.guests import COOKIE
from motu.server.rates import rates
from motu.server.rates.addresses import network_of
from motu.server.rates.rates import Deed
from motu.server.server_settings import ServerSettings
from server.applications import make_application

HERE = "http://127.0.0.1:8000"
ONE, SAME, OTHER = "2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1"
PASSWORD = "a beach of islands"
LOCAL = {"spec": "hex(size=3)", "seats": [{}, {}]}


class Door:
    """One of a house's servers, with a proxy of this machine before it."""

    def __init__(self, app: Any, proxy: str = "127.0.0.1") -> None:
        self.guests = app.state.services.guests
        transport = httpx.ASGITransport(app=app, client=(proxy, 1))
        self.http = httpx.AsyncClient(transport=transport, base_url=HERE)

    async def ask(self, address: str, method: str, path: str, body: Any = None, guest: str = "", **headers: str) -> Any:
        self.http.cookies.clear()
        told = {"x-forwarded-for": address} | ({"cookie": f"{COOKIE}={self.guests.cookie_of(guest)}"} if guest else {})
        return await self.http.request(method, path, json=body, headers=told | headers)


@contextlib.asynccontextmanager
async def servers(
    where: sa.URL, folder: Path, count: int = 2, proxy: str = "127.0.0.1", **settings: Any
) -> AsyncIterator[list[Door]]:
    async with contextlib.AsyncExitStack() as opened:
        doors = []
        for _ in range(count):
            app = make_application(ServerSettings(folder, "1", engines=1, database=where, **settings))
            await opened.enter_async_context(app.lifespan())
            doors.append(Door(app, proxy))
            opened.push_async_callback(doors[-1].http.aclose)
        yield doors


def limited(answer: Any, slug: str, most_s: int = 3_600) -> None:
    assert answer.status_code == 429, answer.text
    assert answer.json()["slug"] == slug
    assert "try again in" in answer.json()["error"]
    assert 1 <= int(answer.headers["retry-after"]) <= most_s


Request = Callable[[Door, str, int], Awaitable[Any]]


async def _challenge(door: Door, address: str, at: int) -> Any:
    return await door.ask(address, "POST", "/api/challenges", {"spec": "hex"}, f"guest-{at}")


async def _press(door: Door, address: str, at: int) -> Any:
    return await door.ask(address, "POST", "/api/pairing", {"game": "atoll", "pace": "fast"}, f"guest-{at}")


async def _accept(door: Door, address: str, at: int) -> Any:
    waits = await door.ask("127.0.0.1", "POST", "/api/challenges", {"spec": "hex"}, f"maker-{at}")
    return await door.ask(address, "POST", f"/api/challenges/{waits.json()['id']}/accept", {}, f"guest-{at}")


async def _begin(door: Door, address: str, at: int) -> Any:
    return await door.ask(address, "POST", "/api/games", LOCAL, f"guest-{at}")


async def _study(door: Door, address: str, at: int) -> Any:
    tree = {"name": "a", "tree": {"s": "hex(size=3)", "n": ["a1"]}}
    return await door.ask(address, "POST", "/api/studies", tree, f"guest-{at}")


async def _claim(door: Door, address: str, at: int) -> Any:
    return await door.ask(address, "POST", "/api/account", {"name": f"Name{at}", "password": PASSWORD}, f"guest-{at}")


async def _log_in(door: Door, address: str, at: int) -> Any:
    return await door.ask(address, "POST", "/api/account/log-in", {"name": f"Nobody{at}", "password": PASSWORD})


async def _report(door: Door, address: str, at: int) -> Any:
    return await door.ask(address, "POST", "/api/reports", {"reason": "words", "name": "Nobody"}, f"guest-{at}")


async def _chat(door: Door, address: str, at: int) -> Any:
    said = {"circle": "spectators", "phrase": "hello"}
    return await door.ask(address, "POST", f"/api/games/{'x' * 22}/chat", said, f"guest-{at}")


BY_ADDRESS: dict[str, tuple[Deed, str, Request]] = {
    "challenge": ("challenge", "challenge/limit", _challenge),
    "press": ("meeting", "server/limit", _press),
    "accept": ("meeting", "server/limit", _accept),
    "begin": ("game", "server/limit", _begin),
    "study": ("study", "server/limit", _study),
    "claim": ("claim", "account/limit", _claim),
    "log-in": ("log-in", "account/limit", _log_in),
    "report": ("report", "report/limit", _report),
    "chat": ("chat", "chat/limit", _chat),
}


@pytest.mark.parametrize("what", BY_ADDRESS)
def test_an_address_does_so_much_whoever_asks_and_wherever(
    what: str, database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deed, slug, request = BY_ADDRESS[what]
    monkeypatch.setitem(rates.BY_ADDRESS, deed, (parse("4 per hour"),))

    async def script() -> None:
        async with servers(database, tmp_path) as doors:
            for at in range(4):
                answer = await request(doors[at % 2], (ONE, SAME)[at // 2], at)
                assert answer.status_code != 429, answer.text
            limited(await request(doors[0], SAME, 4), slug, 900)
            limited(await request(doors[1], ONE, 5), slug, 900)
            assert (await request(doors[0], OTHER, 6)).status_code != 429
            if deed not in rates.ALWAYS:
                for at in range(7, 13):
                    assert (await request(doors[0], "127.0.0.1", at)).status_code != 429

    asyncio.run(script())


def test_a_person_does_so_much_wherever_he_goes(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenge_limits, "MAX_HOURLY", 3)
    monkeypatch.setattr(lines, "RATES", ((600_000, 2),))
    monkeypatch.setitem(rates.BY_PERSON, "meeting", (parse("2 per hour"),))

    async def script() -> None:
        async with servers(database, tmp_path) as (first, second):
            wanted = {"spec": "hex", "side": "first"}
            made = [await first.ask(f"192.0.2.{at}", "POST", "/api/challenges", wanted, "ann") for at in range(3)]
            limited(await second.ask("192.0.2.9", "POST", "/api/challenges", wanted, "ann"), "challenge/limit")
            ids = [each.json()["id"] for each in made]
            taken = [await second.ask("192.0.2.1", "POST", f"/api/challenges/{each}/accept", {}, "bob") for each in ids]
            limited(taken[2], "server/limit", 1_800)
            said = {"circle": "players", "phrase": "hello"}
            path = f"/api/games/{taken[0].json()['game']}/chat"
            assert [(await each.ask(ONE, "POST", path, said, "bob")).status_code for each in (first, second)] == [
                201
            ] * 2
            limited(await first.ask(OTHER, "POST", path, said, "bob"), "chat/limit", 600)

    asyncio.run(script())


def test_what_waits_already_says_when_it_waits_no_more(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenge_limits, "MAX_WAITING", 1)
    monkeypatch.setattr(challenge_limits, "MAX_OPEN", 1)

    async def script() -> None:
        async with servers(database, tmp_path, count=1) as (door,):
            wanted = {"spec": "hex", "is_open": True}
            assert (await door.ask(ONE, "POST", "/api/challenges", wanted, "ann")).status_code == 201
            for guest in ("ann", "bob"):
                refused = await door.ask(ONE, "POST", "/api/challenges", wanted, guest)
                limited(refused, "challenge/limit", challenges.OPEN_MS // 1000)
                assert int(refused.headers["retry-after"]) > challenges.OPEN_MS // 1000 - 60

    asyncio.run(script())


def test_a_flood_is_refused_and_others_are_not(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rates.BY_ADDRESS, "challenge", (parse("60 per hour"),))

    async def script() -> None:
        async with servers(database, tmp_path) as doors:
            answers = [await _challenge(doors[at % 2], ONE, at) for at in range(120)]
            assert [each.status_code for each in answers] == [201] * 60 + [429] * 60
            limited(answers[-1], "challenge/limit", 60)
            for at in range(120, 130):
                assert (await _challenge(doors[at % 2], f"192.0.2.{at}", at)).status_code == 201

    asyncio.run(script())


def test_links_cannot_be_guessed_for_long(database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rates.BY_ADDRESS, "link", (parse("4 per hour"),))
    monkeypatch.setitem(rates.BY_PERSON, "link", (parse("4 per hour"),))

    async def script() -> None:
        async with servers(database, tmp_path) as (first, second):
            game = (await first.ask("127.0.0.1", "POST", "/api/games", LOCAL, "ann")).json()["id"]
            named = await first.ask(OTHER, "POST", "/api/account", {"name": "Ann", "password": PASSWORD}, "ann")
            session = named.headers["set-cookie"].partition(";")[0]
            paths = ("/api/games/{}", "/api/challenges/{}", "/api/studies/{}", "/play/{}", "/api/tournaments/{}")
            for at, path in enumerate(paths):
                missed = await (first, second)[at % 2].ask(ONE, "GET", path.format("x" * 22), None, f"guest-{at}")
                assert missed.status_code == 404
            limited(await first.ask(SAME, "GET", f"/api/games/{game}"), "server/limit", 900)
            assert (await first.ask(OTHER, "GET", f"/api/games/{game}")).status_code == 200
            assert (await first.ask("127.0.0.1", "GET", f"/api/games/{game}")).status_code == 200
            known = await first.ask(ONE, "GET", f"/api/games/{game}", None, cookie=session)
            assert known.status_code == 200, "who has a name is counted by it, wherever he is"
            for at in range(5):
                missed = await first.ask(f"192.0.2.{at}", "GET", f"/api/games/{at}", None, cookie=session)
                assert missed.status_code == 404
            refused = await first.ask("192.0.2.9", "GET", f"/api/games/{game}", None, cookie=session)
            limited(refused, "server/limit", 900)
            assert (await first.ask(OTHER, "GET", "/api/puzzles/none")).status_code == 404

    asyncio.run(script())


def test_who_is_refused_by_his_address_keeps_nobody_out(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rates.BY_ADDRESS, "log-in", (parse("4 per day"),))

    async def script() -> None:
        async with servers(database, tmp_path, count=1) as (door,):
            await _claim(door, OTHER, 1)
            for at in range(4):
                await _log_in(door, ONE, at)
            wrong = {"name": "Name1", "password": "something else"}
            for _ in range(12):
                limited(await door.ask(ONE, "POST", "/api/account/log-in", wrong), "account/limit", 86_400)
            right = {"name": "Name1", "password": PASSWORD}
            assert (await door.ask(OTHER, "POST", "/api/account/log-in", right)).status_code == 201

    asyncio.run(script())


@pytest.mark.parametrize("is_named", [True, False], ids=["named", "not named"])
def test_a_proxy_elsewhere_is_believed_where_it_was_named(
    is_named: bool, database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rates.BY_ADDRESS, "challenge", (parse("2 per hour"),))
    proxies = (network_of("10.0.0.0/8"),) if is_named else ()

    async def script() -> None:
        async with servers(database, tmp_path, count=1, proxy="10.1.2.3", proxies=proxies) as (door,):
            codes = [(await _challenge(door, address, 1)).status_code for address in (ONE, SAME, ONE, OTHER, OTHER)]
            assert codes == ([201, 201, 429, 201, 201] if is_named else [201, 201, 429, 429, 429])

    asyncio.run(script())
