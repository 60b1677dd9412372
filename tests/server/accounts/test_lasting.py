"""A socket or a stream ends with the session or token by which it was opened, at whichever server of the house."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from cli.running import PATIENCE_S
from motu.server.accounts import lasting
from motu.server.accounts.account import UserAccount
from motu.server.accounts.lasting import LOGGED_OUT, AccessKey
from motu.server.bus.memory import Hub
from motu.server.database import file_url
from motu.server.programs.scopes import SCOPES
from motu.server.services import Services
from server.accounts.houses import PASSWORD, quick_passwords
from server.databases import PostgresServer
from server.houses import house, until
from server.processes import Guest, Server, server
from server.test_many_servers import live

NAME = {"name": "Ann", "password": PASSWORD}


@dataclass
class Opened:
    """Somebody who listens at a process, and what he has been told."""

    key: AccessKey
    kind: str
    told: list[Any] = field(default_factory=list)
    has_ended: bool = False

    async def listen(self, services: Services) -> None:
        """Listen until nothing comes any more, as all handlers do."""

        async def app(_scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            while not (await receive())["type"].endswith("disconnect"):
                pass
            await send({"type": "nobody is told this any more"})

        async def nothing() -> Any:
            await asyncio.Event().wait()

        async def send(message: Any) -> None:
            self.told.append(message)

        await services.lasting.pass_on(self.key, {"type": self.kind}, nothing, send, app)  # type: ignore[arg-type]
        self.has_ended = True


@dataclass
class Listening:
    """A person with a session and a token, and a bot with one, who listen at the second process of a house."""

    here: Services
    there: Services
    ann: UserAccount
    bot: UserAccount
    session: Opened
    other_session: Opened
    token: Opened
    bots_token: Opened

    @property
    def all(self) -> list[Opened]:
        return [self.session, self.other_session, self.token, self.bots_token]

    async def ended(self, *which: Opened) -> None:
        """Wait until these have ended, and see that the others have not."""
        await until(lambda: all(each.has_ended for each in which))
        assert [each.has_ended for each in self.all] == [each in which for each in self.all]
        assert len(self.there.lasting) == len(self.all) - len(which)


async def key_of(services: Services, account: UserAccount, kind: str) -> AccessKey:
    if kind == "session":
        known = await services.sessions.read(await services.sessions.make(account.id, ""))
        assert known is not None
        return AccessKey("session", known[0].id, account.id, None)
    made = await services.tokens.make(account.id, "x", SCOPES)
    return AccessKey("token", made.about.id, account.id, account.owner)


@contextlib.asynccontextmanager
async def listening(database: sa.URL, tmp_path: Path, hub: Hub | None = None) -> AsyncIterator[Listening]:
    async with house(database, tmp_path, hub=hub) as (here, there):
        here.accounts._passwords = there.accounts._passwords = quick_passwords()
        ann = await here.accounts.claim("ann", "Ann", PASSWORD)
        bot = await here.bots.make(ann, "Anns-bot")
        opened = [
            Opened(await key_of(here, account, kind), where)
            for account, kind, where in (
                (ann, "session", "websocket"),
                (ann, "session", "websocket"),
                (ann, "token", "http"),
                (bot, "token", "http"),
            )
        ]
        tasks = [asyncio.create_task(each.listen(there)) for each in opened]
        await until(lambda: len(there.lasting) == len(opened))
        yield Listening(here, there, ann, bot, *opened)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def log_out(people: Listening) -> list[Opened]:
    assert await people.here.sessions.revoke("ann", people.session.key.id)
    return [people.session]


async def log_out_elsewhere(people: Listening) -> list[Opened]:
    assert await people.here.sessions.revoke_others("ann", people.session.key.id) == 1
    return [people.other_session]


async def revoke(people: Listening) -> list[Opened]:
    assert await people.here.tokens.revoke(["ann", people.bot.id], people.token.key.id)
    assert not await people.here.tokens.revoke(["ann", people.bot.id], people.token.key.id)
    return [people.token]


async def close_the_bot(people: Listening) -> list[Opened]:
    await people.here.bots.close("ann", "Anns-bot")
    return [people.bots_token]


async def suspend(people: Listening) -> list[Opened]:
    await people.here.order.moderation.suspend(None, "ann", "too fast for us")
    return people.all


async def suspend_the_bot(people: Listening) -> list[Opened]:
    await people.here.order.moderation.suspend(None, people.bot.id, "too fast for us")
    return [people.bots_token]


async def another_password(people: Listening) -> list[Opened]:
    passwords = people.here.accounts._passwords
    await people.here.order.moderation.set_password(None, "ann", "an island of beaches", "forgotten", passwords)
    return [people.session, people.other_session]


WAYS = (log_out, log_out_elsewhere, revoke, close_the_bot, suspend, suspend_the_bot, another_password)
Way = Callable[[Listening], Awaitable[list[Opened]]]


@pytest.mark.parametrize("way", WAYS)
def test_what_a_key_has_opened_is_closed_with_it_at_the_other_server_at_once(
    way: Way, database: sa.URL, tmp_path: Path
) -> None:
    async def whole() -> None:
        async with listening(database, tmp_path) as people:
            ended = await way(people)
            await people.ended(*ended)
            for each in ended:
                last = each.told[-1]
                assert len(each.told) == 2, "nothing is told between the end and the close"
                if each.kind == "websocket":
                    assert (last["type"], last["code"]) == ("websocket.close", LOGGED_OUT)
                else:
                    assert (last["type"], last["more_body"]) == ("http.response.body", False)

    asyncio.run(whole())


def test_what_a_guest_has_opened_is_closed_when_he_has_a_name(database: sa.URL, tmp_path: Path) -> None:
    async def whole() -> None:
        async with house(database, tmp_path) as (here, there):
            here.accounts._passwords = quick_passwords()
            ann, bob = (Opened(AccessKey("guest", each, each, None), "websocket") for each in ("ann", "bob"))
            tasks = [asyncio.create_task(each.listen(there)) for each in (ann, bob)]
            await until(lambda: len(there.lasting) == 2)
            await here.accounts.claim("ann", "Ann", PASSWORD)
            await until(lambda: ann.has_ended)
            assert ann.told[-1]["code"] == LOGGED_OUT
            await there.lasting.look()
            assert not bob.has_ended
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(whole())


def test_a_message_that_is_lost_only_makes_it_later(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, is_deaf = Hub(), [False]
    hub.loses = lambda: is_deaf[0]
    monkeypatch.setattr(lasting, "LOOKED_SECONDS", 0.05)

    async def whole() -> None:
        async with listening(database, tmp_path, hub) as people:
            is_deaf[0] = True
            await people.here.store.write(
                lambda connection: connection.exec_driver_sql("UPDATE token SET expires_ms = 1")
            )  # nobody tells of it: its time has come, or the command line has done it
            await people.ended(people.token, people.bots_token)
            await people.ended(*await log_out(people), people.token, people.bots_token)

    asyncio.run(whole())


def test_a_database_that_is_away_closes_nothing(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lasting, "LOOKED_SECONDS", 0.01)

    async def whole() -> None:
        async with listening(database, tmp_path) as people:
            tries = 0

            async def away(ids: Collection[str]) -> set[str]:
                nonlocal tries
                tries += 1
                raise OSError(f"there is no database of {ids}")

            good = people.there.sessions.good
            people.there.lasting._keepers["session"].good = away  # type: ignore[method-assign]
            await until(lambda: tries > 2)
            people.there.lasting._keepers["session"].good = good  # type: ignore[method-assign]
            await people.ended(*await log_out(people))

    asyncio.run(whole())


# --- whole servers


def logged_in(running: Server) -> Guest:
    guest = running.guest()
    guest.ask("GET", "/api/account")
    status, answer = guest.ask("POST", "/api/account", NAME)
    if status != 201:
        assert answer["slug"] == "account/name-taken"
        guest.well("POST", "/api/account/log-in", NAME)
    return guest


def closes_with(opened: ClientConnection) -> int | None:
    with contextlib.suppress(ConnectionClosed):
        while True:
            opened.recv(PATIENCE_S)
    return opened.close_code


@contextlib.contextmanager
def stream(running: Server, token: str) -> Iterator[http.client.HTTPResponse]:
    address = urlsplit(running.url)
    opened = http.client.HTTPConnection(str(address.hostname), address.port, timeout=PATIENCE_S)
    opened.request("GET", "/api/stream", headers={"authorization": f"Bearer {token}"})
    yield opened.getresponse()
    opened.close()


def see_everything_end(first: Server, second: Server) -> None:
    ann, elsewhere = logged_in(first), logged_in(second)
    wanted = {"name": "x", "scopes": ["read"]}
    ann.well("POST", "/api/account/bots", {"name": "Anns-bot"})
    made, bots = (ann.well("POST", "/api/account/tokens", wanted | {"bot": bot}) for bot in ("", "Anns-bot"))
    places = "api/lobby/live", "api/notices/live"
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(live(second, each, elsewhere)) for each in places]
        guests = stack.enter_context(live(second, places[0], second.guest()))
        ends, goes_on = (stack.enter_context(stream(second, each["token"])) for each in (made, bots))
        for each in (ends, goes_on):
            assert json.loads(each.readline())["type"] == "ready"
        ann.well("DELETE", f"/api/account/tokens/{made['id']}")
        assert ends.read() == b"", "the answer ends as it should, and says nothing more"
        with stream(second, made["token"]) as refused:
            assert refused.status == 401
        ann.well("POST", "/api/account/sessions/end-others")
        assert [closes_with(each) for each in sockets] == [LOGGED_OUT, LOGGED_OUT]
        ann.well("POST", "/api/challenges", {"spec": "hex(size=3)", "to": "Anns-bot"})
        assert json.loads(goes_on.readline())["type"] == "challenge"
        assert guests.ping().wait(PATIENCE_S)


def see_a_guest_end(running: Server) -> None:
    guest = running.guest()
    guest.ask("GET", "/api/account")
    with live(running, "api/lobby/live", guest) as opened, live(running, "api/lobby/live", running.guest()) as other:
        guest.well("POST", "/api/account", {"name": "Cleo", "password": PASSWORD})
        assert closes_with(opened) == LOGGED_OUT
        assert other.ping().wait(PATIENCE_S)


def test_two_servers_end_what_the_other_has_been_asked_to(postgres: PostgresServer) -> None:
    place = postgres.new_database()
    with server(place) as first, server(place) as second:
        see_everything_end(first, second)
    postgres.give_back(place)


def test_one_server_ends_it_too(tmp_path: Path) -> None:
    with server(file_url(tmp_path / "games.db")) as running:
        see_everything_end(running, running)
        see_a_guest_end(running)
