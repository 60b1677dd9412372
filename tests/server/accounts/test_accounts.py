"""Names are claimed once, looked up in batches, and opened by their passwords alone."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
import sqlalchemy as sa

from motu.server.accounts.account import HOUSE_IDS
from motu.server.events import ServerError
from motu.server.schema import accounts as table
from server.accounts.houses import PASSWORD, People, people_at, run_with


async def slug_of(work: object) -> str:
    with pytest.raises(ServerError) as caught:
        await work  # type: ignore[misc]
    return caught.value.slug


def test_whoever_claims_a_name_keeps_his_id(database: sa.URL) -> None:
    async def script(people: People) -> None:
        accounts = people.accounts
        assert await accounts.find("guest-ann") is None
        made = await accounts.claim("guest-ann", "Ann", PASSWORD)
        assert (made.id, made.name, made.kind, made.role) == ("guest-ann", "Ann", "person", "none")
        assert await accounts.find("guest-ann") == made == await accounts.find_name("ANN")
        assert await accounts.log_in("ann", PASSWORD) == made
        assert await slug_of(accounts.claim("guest-ann", "Other", PASSWORD)) == "account/has-name"
        assert await slug_of(accounts.claim("guest-bob", "ANN", PASSWORD)) == "account/name-taken"
        assert await slug_of(accounts.claim("guest-bob", "Bob", "short")) == "account/password"
        assert await accounts.find("guest-bob") is None

    run_with(database, script)


def test_the_machines_accounts_are_there_from_the_start_and_stay(database: sa.URL) -> None:
    for _ in range(2):

        async def script(people: People) -> None:
            assert await people.accounts.names([*HOUSE_IDS, "x"]) == {each: each for each in HOUSE_IDS}
            found = await people.accounts.find("level-3")
            assert found is not None
            assert (found.kind, found.is_machine) == ("house", True)
            assert await slug_of(people.accounts.log_in("level-3", "")) == "account/wrong"

        run_with(database, script)


def test_names_are_read_in_one_query_and_then_remembered(database: sa.URL, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(people: People) -> None:
        await people.accounts.claim("a", "Ann", PASSWORD)
        reads: list[object] = []
        read = people.store.read

        async def counted(query: object) -> object:
            reads.append(query)
            return await read(query)  # type: ignore[arg-type]

        monkeypatch.setattr(people.store, "read", counted)
        wanted = ["a", "guest", None, "strongest", "a", ""]
        for _ in range(3):
            assert await people.accounts.names(wanted) == {"a": "Ann", "strongest": "strongest"}
        assert len(reads) == 1
        assert await people.accounts.names([]) == {}

    run_with(database, script)


def test_of_many_who_claim_a_name_in_two_processes_one_gets_it(database: sa.URL) -> None:
    async def script() -> None:
        async with people_at(database) as here, people_at(database) as there:
            claims = [
                process.accounts.claim(f"guest-{number}", name, PASSWORD, f"at {number}")
                for number, (process, name) in enumerate([(here, "Ian"), (there, "lan"), (here, "IAN"), (there, "1an")])
            ]
            came = await asyncio.gather(*claims, return_exceptions=True)
            refused = [each for each in came if isinstance(each, ServerError)]
            assert [each.slug for each in refused] == ["account/name-taken"] * 3
            with here.store._engine.connect() as connection:
                query = sa.select(sa.func.count()).where(table.c.kind == "person")
                assert connection.execute(query).scalar_one() == 1

    asyncio.run(script())


def test_a_guest_who_claims_two_names_at_once_has_one(database: sa.URL) -> None:
    async def script(people: People) -> None:
        claims = [people.accounts.claim("guest", name, PASSWORD) for name in ("Ann", "Bob")]
        came = await asyncio.gather(*claims, return_exceptions=True)
        refused = [each for each in came if isinstance(each, ServerError)]
        assert len(refused) == 1
        assert refused[0].slug == "account/has-name"

    run_with(database, script)


def test_an_unknown_name_and_a_wrong_password_are_refused_alike(database: sa.URL) -> None:
    async def script(people: People) -> None:
        accounts = people.accounts
        await accounts.claim("a", "Ann", PASSWORD)
        tried: list[str | None] = []
        passwords = accounts._passwords
        is_right = passwords.is_right

        async def counted(kept: str | None, password: str) -> bool:
            tried.append(kept)
            return await is_right(kept, password)

        passwords.is_right = counted  # type: ignore[method-assign]
        told = set()
        for name in ("Ann", "Nobody-here", "no name at all \0"[:-1], "level-1", "x" * 1000):
            with pytest.raises(ServerError) as caught:
                await accounts.log_in(name, "another password")
            told.add((caught.value.slug, caught.value.message, caught.value.text))
        assert len(told) == 1
        assert len(tried) == 5, "each took a try of argon2"

    run_with(database, script)


def test_closed_accounts_open_no_more(database: sa.URL) -> None:
    async def script(people: People) -> None:
        made = await people.accounts.claim("a", "Ann", PASSWORD)
        token = await people.sessions.make("a", "")
        assert await people.sessions.read(token) is not None
        await people.store.write(lambda opened: opened.execute(table.update().values(is_closed=True)))
        people.accounts.forget("a")
        assert await people.accounts.find("a") == replace(made, is_closed=True)
        assert await people.sessions.read(token, is_sure=True) is None
        assert await slug_of(people.accounts.log_in("Ann", PASSWORD)) == "account/wrong"

    run_with(database, script)


def test_guessing_comes_to_an_end(database: sa.URL) -> None:
    async def script(people: People) -> None:
        accounts = people.accounts
        await accounts.claim("a", "Ann", PASSWORD)
        for number in range(10):
            assert await slug_of(accounts.log_in("ann", "wrong", f"at {number}")) == "account/wrong"
        assert await slug_of(accounts.log_in("ANN", PASSWORD, "at another")) == "account/limit"
        for number in range(40):
            assert await slug_of(accounts.log_in(f"x{number}", "wrong", "at one")) == "account/wrong"
        assert await slug_of(accounts.log_in("somebody", "wrong", "at one")) == "account/limit"
        assert await slug_of(accounts.log_in("somebody", "wrong", "at two")) == "account/wrong"
        for number in range(20):
            await accounts.claim(f"b{number}", f"name{number}x", PASSWORD, "at one")
        assert await slug_of(accounts.claim("c", "Another", PASSWORD, "at one")) == "account/limit"

    run_with(database, script)
