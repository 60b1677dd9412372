"""A session lasts while its browser comes, is known by its token alone, and can be ended."""

from __future__ import annotations

import asyncio

import sqlalchemy as sa

from motu.server.accounts import sessions as module
from motu.server.accounts.sessions import LASTING_MS, MAX_EACH, SEEN_EACH_MS
from motu.server.schema import sessions as table
from server.accounts.houses import PASSWORD, People, people_at, run_with


def test_a_token_opens_its_session_and_nothing_else_does(database: sa.URL) -> None:
    async def script(people: People) -> None:
        await people.accounts.claim("a", "Ann", PASSWORD)
        token = await people.sessions.make("a", "Firefox, Linux")
        known = await people.sessions.read(token)
        assert known is not None
        assert (known[0].account, known[0].browser, known[1].name) == ("a", "Firefox, Linux", "Ann")
        with people.store._engine.connect() as connection:
            kept = connection.execute(sa.select(table)).one()
        assert token not in map(str, kept), "a database that is read opens nothing"
        for other in (None, "", kept.token, kept.id, token[:-1], token + "x", "x" * 5000, "ŝ"):
            assert await people.sessions.read(other) is None

    run_with(database, script)


def test_a_session_ends_when_nobody_comes_for_long(database: sa.URL) -> None:
    async def script(people: People) -> None:
        await people.accounts.claim("a", "Ann", PASSWORD)
        token = await people.sessions.make("a", "")
        for _ in range(3):
            people.now[0] += LASTING_MS - 1
            assert await people.sessions.read(token) is not None, "each visit begins it anew"
        people.now[0] += LASTING_MS
        assert await people.sessions.read(token) is None
        assert await people.sessions.of("a") == []
        await people.sessions.make("a", "")
        with people.store._engine.connect() as connection:
            assert connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one() == 1

    run_with(database, script)


def test_visits_are_noted_once_in_a_while(database: sa.URL) -> None:
    async def script(people: People) -> None:
        await people.accounts.claim("a", "Ann", PASSWORD)
        token, start = await people.sessions.make("a", ""), people.now[0]
        people.now[0] += SEEN_EACH_MS - 1
        await people.sessions.read(token, is_sure=True)
        assert [each.seen_ms for each in await people.sessions.of("a")] == [start]
        people.now[0] += 1
        await people.sessions.read(token)
        assert [each.seen_ms for each in await people.sessions.of("a")] == [start + SEEN_EACH_MS]

    run_with(database, script)


def test_sessions_are_listed_and_ended_by_whose_they_are(database: sa.URL) -> None:
    async def script(people: People) -> None:
        sessions = people.sessions
        await people.accounts.claim("a", "Ann", PASSWORD)
        await people.accounts.claim("b", "Bob", PASSWORD)
        tokens = []
        for browser in ("one", "two", "three"):
            tokens.append(await sessions.make("a", browser))
            people.now[0] += 1
        bobs = await sessions.make("b", "")
        listed = await sessions.of("a")
        assert [each.browser for each in listed] == ["three", "two", "one"]
        assert not await sessions.revoke("b", listed[0].id), "nobody ends another's"
        assert await sessions.revoke("a", listed[0].id)
        assert not await sessions.revoke("a", listed[0].id)
        assert await sessions.read(tokens[2]) is None
        assert await sessions.revoke_others("a", listed[1].id) == 1
        assert [await sessions.read(each) is not None for each in (*tokens, bobs)] == [False, True, False, True]
        assert await sessions.revoke_others("a", None) == 1
        assert await sessions.of("a") == []
        assert await sessions.read(bobs) is not None

    run_with(database, script)


def test_an_account_has_no_more_than_so_many(database: sa.URL) -> None:
    async def script(people: People) -> None:
        await people.accounts.claim("a", "Ann", PASSWORD)
        for _ in range(MAX_EACH + 3):
            token = await people.sessions.make("a", "")
            people.now[0] += 1
        assert len(await people.sessions.of("a")) == MAX_EACH
        assert await people.sessions.read(token) is not None

    run_with(database, script)


def test_what_one_process_ends_is_ended_in_another(database: sa.URL) -> None:
    async def script() -> None:
        async with people_at(database) as here, people_at(database) as there:
            await here.accounts.claim("a", "Ann", PASSWORD)
            token = await here.sessions.make("a", "")
            assert await there.sessions.read(token) is not None
            await here.sessions.revoke_others("a", None)
            assert await there.sessions.read(token, is_sure=True) is None
            assert await there.sessions.read(token) is None, "whoever was sure tells the rest"
            token = await here.sessions.make("a", "")
            assert await there.sessions.read(token) is not None
            await here.sessions.revoke_others("a", None)
            there.sessions._recent._clock = lambda: 1e12  # some seconds later
            assert await there.sessions.read(token) is None

    asyncio.run(script())
    assert module.BELIEVED_SECONDS <= 5
