"""Passkeys over both databases, at two servers of a house."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from motu.server.accounts.account import UserAccount
from motu.server.events import ServerError
from motu.server.passkeys.ceremonies import NewKey, ShownKey, place_of
from motu.server.schema import passkeys, used_nonces
from motu.server.services import Services
from motu.server.wall_time import now_ms
from server.accounts.houses import PASSWORD, quick_passwords
from server.houses import house
from server.passkeys.devices import Device

PLACE = place_of("motu.example")
SITE = "https://motu.example"
Script = Callable[[Services, Services], Awaitable[None]]


def with_two(database: sa.URL, tmp_path: Path, script: Script) -> None:
    async def whole() -> None:
        async with house(database, tmp_path) as (first, second):
            for each in (first, second):
                each.accounts._passwords = quick_passwords()
            await script(first, second)

    asyncio.run(whole())


async def ann_of(services: Services) -> UserAccount:
    return await services.accounts.claim("ann", "Ann", PASSWORD)


async def made(services: Services, account: UserAccount, device: Device) -> NewKey:
    return NewKey(**device.make(await services.passkeys.begin_adding(account, PLACE)))


def shown(services: Services, device: Device, which: int = -1) -> ShownKey:
    return ShownKey(**device.show(services.passkeys.begin_log_in(PLACE), which))


async def count(services: Services, table: sa.Table) -> int:
    query = sa.select(sa.func.count()).select_from(table)
    return int(await services.store.read(lambda connection: connection.execute(query).scalar_one()))


def test_what_one_server_has_asked_for_the_other_takes(database: sa.URL, tmp_path: Path) -> None:
    async def script(first: Services, second: Services) -> None:
        ann, device = await ann_of(first), Device(SITE)
        await second.passkeys.add(ann, PLACE, "phone", await made(first, ann, device))
        assert (await second.passkeys.log_in(PLACE, shown(first, device))).id == "ann"
        (known,) = await first.passkeys.of("ann")
        assert (known.name, known.host, known.is_synced) == ("phone", "motu.example", False)
        assert known.used_ms is not None

    with_two(database, tmp_path, script)


def test_whose_account_has_another_passkey_is_told_so_whatever_he_has_chosen(database: sa.URL, tmp_path: Path) -> None:
    async def script(first: Services, second: Services) -> None:
        ann, device = await ann_of(first), Device(SITE)
        await first.notices.choose("ann", [], [])
        await first.passkeys.add(ann, PLACE, "phone", await made(first, ann, device))
        told = await second.notices.of("ann", has_name=True)
        assert [(each.kind, each.spec, each.game) for each in told.notices] == [("passkey", "", "")]
        wanted = first.passkeys.begin_claiming("zoe", "Zoe", PLACE)
        await second.passkeys.claim("zoe", "Zoe", PLACE, NewKey(**Device(SITE).make(wanted)))
        assert (await first.notices.of("zoe", has_name=True)).notices == (), "it is his first one"

    with_two(database, tmp_path, script)


def test_of_two_who_answer_at_the_same_moment_one_is_let_in(database: sa.URL, tmp_path: Path) -> None:
    async def script(first: Services, second: Services) -> None:
        ann, device = await ann_of(first), Device(SITE, counts=False)
        key = await made(first, ann, device)
        came = await asyncio.gather(
            *(each.passkeys.add(ann, PLACE, "phone", key) for each in (first, second)), return_exceptions=True
        )
        assert sorted(isinstance(each, ServerError) for each in came) == [False, True]
        assert await count(first, passkeys) == 1
        proof = shown(first, device)
        tried = [each.passkeys.log_in(PLACE, proof) for each in (first, second, first)]
        entered = await asyncio.gather(*tried, return_exceptions=True)
        assert [getattr(each, "slug", "in") for each in entered].count("in") == 1
        assert {getattr(each, "slug", "in") for each in entered} == {"in", "passkey/late"}

    with_two(database, tmp_path, script)


def test_the_last_ways_in_are_not_both_removed_at_the_same_moment(database: sa.URL, tmp_path: Path) -> None:
    async def script(first: Services, second: Services) -> None:
        device = Device(SITE)
        wanted = first.passkeys.begin_claiming("zoe", "Zoe", PLACE)
        zoe = await second.passkeys.claim("zoe", "Zoe", PLACE, NewKey(**device.make(wanted)))
        await first.passkeys.add(zoe, PLACE, "another", await made(second, zoe, device))
        one, other = await first.passkeys.of("zoe")
        came = await asyncio.gather(
            first.passkeys.remove("zoe", one.id), second.passkeys.remove("zoe", other.id), return_exceptions=True
        )
        assert sorted(getattr(each, "slug", "removed") for each in came) == ["passkey/last", "removed"]
        assert len(await first.passkeys.of("zoe")) == 1

    with_two(database, tmp_path, script)


def test_a_name_that_somebody_was_quicker_with_leaves_nothing(database: sa.URL, tmp_path: Path) -> None:
    async def script(first: Services, second: Services) -> None:
        device = Device(SITE)
        keys = [NewKey(**device.make(first.passkeys.begin_claiming(who, "Zoe", PLACE))) for who in ("zoe", "eve")]
        came = await asyncio.gather(
            first.passkeys.claim("zoe", "Zoe", PLACE, keys[0]),
            second.passkeys.claim("eve", "Zoe", PLACE, keys[1]),
            return_exceptions=True,
        )
        assert sorted(getattr(each, "slug", "claimed") for each in came) == ["account/name-taken", "claimed"]
        assert (await count(first, passkeys), await count(first, used_nonces)) == (1, 1)

    with_two(database, tmp_path, script)


def test_what_was_used_is_forgotten_when_it_is_worth_nothing_anyway(database: sa.URL, tmp_path: Path) -> None:
    async def script(first: Services, _: Services) -> None:
        ann, device = await ann_of(first), Device(SITE)
        await first.passkeys.add(ann, PLACE, "phone", await made(first, ann, device))
        for later in range(1, 4):
            first.passkeys._nonces._clock = partial(after, later * 600_000)
            await first.passkeys.log_in(PLACE, shown(first, device))
            assert await count(first, used_nonces) == 1

    with_two(database, tmp_path, script)


def after(passed_ms: int) -> int:
    return now_ms() + passed_ms


def test_another_house_knows_nothing_of_it(database: sa.URL, tmp_path: Path) -> None:
    async def script(first: Services, second: Services) -> None:
        ann, device = await ann_of(first), Device(SITE)
        key = await made(first, ann, device)
        second.passkeys._nonces._key = b"another house's"
        with pytest.raises(ServerError) as refused:
            await second.passkeys.add(ann, PLACE, "phone", key)
        assert refused.value.slug == "passkey/late"

    with_two(database, tmp_path, script)
