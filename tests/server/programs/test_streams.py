"""A stream begins with what waits, tells what happens, and says the same again when it is asked for again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from motu.server.accounts.account import UserAccount
from motu.server.audience import MAX_WAITING
from motu.server.challenge import Terms
from motu.server.events import ServerError
from motu.server.programs import streams as module
from motu.server.programs.news import Hint
from motu.server.programs.streams import topic_of
from motu.server.server_settings import ServerSettings
from motu.server.services import Services
from motu.server.starting import start_services
from motu.server.stopping import stop_services
from server.accounts.houses import PASSWORD, quick_passwords
from server.programs.owners import house, owner, program
from server.two_people import Visitor

Script = Callable[[Services, UserAccount], Awaitable[None]]
TERMS = Terms("hex(size=3)", "first", name="Ann", to="Anns-bot")


class Reader:
    """Reads one stream, line by line."""

    def __init__(self, services: Services, account: UserAccount) -> None:
        self._lines: AsyncIterator[bytes] = services.streams.lines(account)

    async def next(self) -> Any:
        line = await asyncio.wait_for(anext(self._lines), 5)
        return json.loads(line) if line.strip() else None

    async def until(self, kind: str) -> Any:
        while (line := await self.next()) is None or line["type"] != kind:
            pass
        return line

    async def waiting(self) -> list[Any]:
        """What it begins with."""
        found = []
        while (line := await self.next())["type"] != "ready":
            found.append(line)
        return found

    async def close(self) -> None:
        await self._lines.aclose()  # type: ignore[attr-defined]


def run(database: sa.URL, tmp_path: Path, script: Script) -> None:
    async def whole() -> None:
        services = await start_services(ServerSettings(tmp_path, "1", engines=1, database=database))
        services.accounts._passwords = quick_passwords()
        try:
            ann = await services.accounts.claim("ann", "Ann", PASSWORD)
            await script(services, await services.bots.make(ann, "Anns-bot"))
        finally:
            await stop_services(services)

    asyncio.run(whole())


async def challenged(services: Services, bot: UserAccount) -> str:
    return (await services.challenges.make("ann", TERMS, is_open=False, asked=bot.id)).id


async def game_with(services: Services, bot: UserAccount) -> str:
    taken = await services.challenges.accept(await challenged(services, bot), bot.id, bot.name, is_bot=True)
    assert taken.game is not None
    return taken.game


def test_a_whole_game(database: sa.URL, tmp_path: Path) -> None:
    async def script(services: Services, bot: UserAccount) -> None:
        reader = Reader(services, bot)
        assert await reader.waiting() == []
        known = await challenged(services, bot)
        asked = await reader.until("challenge")
        assert (asked["id"], asked["state"], asked["is_for_me"], asked["to"]) == (known, "waiting", True, "Anns-bot")
        game = (await services.challenges.accept(known, bot.id, bot.name, is_bot=True)).game
        assert (await reader.until("challenge"))["state"] == "taken"
        began = await reader.until("began")
        assert (began["game"], began["seat"], began["is_turn"], began["seq"]) == (game, 1, False, 1)
        assert began["created"]["seats"] == [{"name": "Ann"}, {"name": "Anns-bot", "is_bot": True}]
        room = await services.rooms.find(str(game))
        await services.rooms.move(room, "a1", 1)
        turn = await reader.until("turn")
        assert (turn["steps"], turn["seq"], turn["is_turn"]) == ([["a1", 0]], 2, True)
        assert set(turn["legal"]) == set(room.log.state.legal_moves())
        await services.rooms.move(room, "b2", 2)
        await services.rooms.offer(room, 0, "draw", 3)
        assert (await reader.until("offer"))["offer"]["kind"] == "draw"
        await services.rooms.resign(room, 0)
        over = await reader.until("over")
        assert over["result"] == {"winner": 1, "reason": "resign"}
        await reader.close()

    run(database, tmp_path, script)


def test_it_begins_with_what_waits_each_time(database: sa.URL, tmp_path: Path) -> None:
    async def script(services: Services, bot: UserAccount) -> None:
        first, second = await game_with(services, bot), await game_with(services, bot)
        waits = await challenged(services, bot)
        await services.rooms.move(await services.rooms.find(second), "a1")
        for _ in range(2):
            reader = Reader(services, bot)
            told = await reader.waiting()
            assert [(each["type"], each.get("game") or each["id"]) for each in told] == [
                ("turn", second),
                ("challenge", waits),
            ]
            await reader.close()
        assert not services.audience.is_there(topic_of(bot.id))
        assert first != second

    run(database, tmp_path, script)


def test_a_rematch_begins(database: sa.URL, tmp_path: Path) -> None:
    async def script(services: Services, bot: UserAccount) -> None:
        room = await services.rooms.find(await game_with(services, bot))
        reader = Reader(services, bot)
        await reader.waiting()
        await services.rooms.resign(room, 0)
        await services.rooms.offer(room, 0, "rematch")
        while (await reader.until("over"))["offer"] is None:
            pass
        await services.rooms.answer(room, 1, is_accepted=True)
        assert (await reader.until("began"))["is_turn"], "colours are exchanged"
        await reader.close()

    run(database, tmp_path, script)


def test_a_rematch_that_waits_is_told_again_as_long_as_it_does(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(services: Services, bot: UserAccount) -> None:
        monkeypatch.setattr(services.streams, "alive_seconds", 0.05)
        known, other = await game_with(services, bot), await game_with(services, bot)
        room, refused = await services.rooms.find(known), await services.rooms.find(other)
        for each in (room, refused):
            await services.rooms.resign(each, 0)
        await services.rooms.offer(refused, 1, "rematch")
        for _ in range(2):
            reader = Reader(services, bot)
            assert await reader.waiting() == [], "nor what one has asked for oneself"
            await reader.close()
        await services.rooms.offer(room, 0, "rematch")
        for _ in range(2):
            reader = Reader(services, bot)
            (told,) = await reader.waiting()
            assert (told["type"], told["game"], told["seq"]) == ("over", known, room.log.next_seq)
            assert told["offer"] == {"type": "offered", "person": 0, "kind": "rematch"}
            assert [await reader.next() for _ in range(3)] == [None] * 3, "once a stream"
            await reader.close()
        await services.rooms.answer(room, 1, is_accepted=True)
        reader = Reader(services, bot)
        assert [each["type"] for each in await reader.waiting()] == ["turn"], "colours are exchanged"
        await reader.close()

    run(database, tmp_path, script)


def test_a_rematch_that_was_lost_on_the_way_comes_with_the_next_sign_of_life(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(services: Services, bot: UserAccount) -> None:
        monkeypatch.setattr(services.streams, "alive_seconds", 0.05)
        room = await services.rooms.find(await game_with(services, bot))
        await services.rooms.resign(room, 0)
        reader = Reader(services, bot)
        assert await reader.waiting() == []
        monkeypatch.setattr(services.audience, "send", lambda *_: None)
        await services.rooms.offer(room, 0, "rematch")
        told = [each for each in [await reader.next() for _ in range(9)] if each is not None]
        assert [(each["type"], each["offer"]["kind"]) for each in told] == [("over", "rematch")]
        await reader.close()

    run(database, tmp_path, script)


def test_what_was_lost_on_the_way_comes_with_the_next_sign_of_life(
    database: sa.URL, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(services: Services, bot: UserAccount) -> None:
        monkeypatch.setattr(services.streams, "alive_seconds", 0.05)
        reader = Reader(services, bot)
        await reader.waiting()
        monkeypatch.setattr(services.audience, "send", lambda *_: None)
        game = await game_with(services, bot)
        assert (await reader.until("began"))["game"] == game
        waits = await challenged(services, bot)
        assert (await reader.until("challenge"))["id"] == waits
        await services.rooms.resign(await services.rooms.find(game), 0)
        assert (await reader.until("over"))["game"] == game
        assert await reader.next() is None, "an empty line"
        await reader.close()

    run(database, tmp_path, script)


def test_the_newest_stream_of_an_account_takes_the_place_of_the_others(database: sa.URL, tmp_path: Path) -> None:
    async def script(services: Services, bot: UserAccount) -> None:
        first, second = Reader(services, bot), Reader(services, bot)
        await first.waiting()
        await second.waiting()
        await first.until("replaced")
        with pytest.raises(StopAsyncIteration):
            await first.next()
        await challenged(services, bot)
        await second.until("challenge")
        await second.close()

    run(database, tmp_path, script)


@pytest.mark.parametrize("whom", ["the bot", "its owner"])
def test_it_ends_with_a_suspension(whom: str, database: sa.URL, tmp_path: Path) -> None:
    async def script(services: Services, bot: UserAccount) -> None:
        services.streams.alive_seconds = 0.05
        reader = Reader(services, bot)
        await reader.waiting()
        suspended = bot.id if whom == "the bot" else "ann"
        await services.order.moderation.suspend(None, suspended, "too fast for us")
        with pytest.raises(StopAsyncIteration):
            await reader.until("nothing of the kind")

    run(database, tmp_path, script)


def test_an_account_that_has_changed_ends_it_without_a_word(database: sa.URL, tmp_path: Path) -> None:
    """Only a newer stream takes its place."""

    async def script(services: Services, bot: UserAccount) -> None:
        reader = Reader(services, bot)
        await reader.waiting()
        services.streams.end(bot.id)
        with pytest.raises(StopAsyncIteration):
            await reader.next()

    run(database, tmp_path, script)


def test_a_slow_reader_is_cut_off(database: sa.URL, tmp_path: Path) -> None:
    async def script(services: Services, bot: UserAccount) -> None:
        reader = Reader(services, bot)
        await reader.waiting()
        for _ in range(MAX_WAITING + 1):
            services.audience.send(topic_of(bot.id), Hint(game="none"))
        with pytest.raises(StopAsyncIteration):
            await reader.next()

    run(database, tmp_path, script)


def test_who_may_take_a_challenge_and_who_may_decline_it(database: sa.URL, tmp_path: Path) -> None:
    async def script(services: Services, bot: UserAccount) -> None:
        known = await challenged(services, bot)
        for refused in (
            services.challenges.accept(known, "bob"),
            services.challenges.decline(known, "bob"),
            services.challenges.decline(known, "ann"),
        ):
            with pytest.raises(ServerError) as error:
                await refused
            assert error.value.slug == "server/not-yours" or "your own" in error.value.message
        assert [each.id for each in await services.challenges.asked_of(bot.id)] == [known]
        for _ in range(2):
            assert (await services.challenges.decline(known, bot.id)).state == "declined"
        assert await services.challenges.asked_of(bot.id) == []
        with pytest.raises(ServerError, match="declined"):
            await services.challenges.accept(known, bot.id)

    run(database, tmp_path, script)


def test_a_stream_needs_a_name_and_a_scope(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        ann = owner(client, "ann", "Ann")
        assert Visitor(client, "a-guest").refused("GET", "/api/stream") == "account/none"
        assert program(ann, scopes=["play"]).refused("GET", "/api/stream") == "token/scope"
        program(ann, "Anns-bot")
        made = ann.well("POST", "/api/challenges", {"spec": "hex(size=3)", "to": "anns-bot", "is_open": True})
        assert (made["to"], made["is_open"]) == ("Anns-bot", False)
        assert ann.refused("POST", "/api/challenges", {"spec": "hex", "to": "Ann"}) == "server/own-name"


def test_it_is_said_how_often_it_gives_a_sign_of_life() -> None:
    assert module.ALIVE_SECONDS == 15
