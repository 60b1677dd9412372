"""What is counted is counted once for the whole house, whatever becomes of its processes, and names nobody."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa
from limits import parse

from motu.server.rates import rates as module
from motu.server.rates.lately import lately
from motu.server.rates.rates import HOLD_S, PACE, RateCount, Rates, counts_of, forget_empty
from motu.server.rates.too_often import TooOftenError, spoken
from motu.server.schema import rates as table
from motu.server.store import Store

BEGIN = 1_800_000_000_000
FOUR = parse("4 per minute")
ANN, BOB = RateCount("report", FOUR, "ann"), RateCount("report", FOUR, "bob")


@contextlib.asynccontextmanager
async def counted_at(where: sa.URL, now: list[int], processes: int = 1) -> AsyncIterator[list[Rates]]:
    """Be so many processes of a house."""
    stores = [Store(where) for _ in range(processes)]
    try:
        yield [Rates(store, lambda: now[0]) for store in stores]
    finally:
        for store in stores:
            store.close()


async def wait_of(work: object) -> int:
    """Return for how many milliseconds somebody is refused."""
    with pytest.raises(TooOftenError) as caught:
        await work  # type: ignore[misc]
    return caught.value.wait_ms


def test_only_so_many_are_known_here_to_be_refused(database: sa.URL, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 2)
    once = [RateCount("report", parse("1 per minute"), who) for who in ("ann", "bob", "cem")]

    async def script() -> None:
        async with counted_at(database, [BEGIN]) as (rates,):
            for each in once:
                await rates.take(each)
                await wait_of(rates.take(each))
            await rates.refuse_known(once[0])  # forgotten here; the database still knows
            for each in once[1:]:
                with pytest.raises(TooOftenError):
                    await rates.refuse_known(each)
            await wait_of(rates.take(once[0]))

    asyncio.run(script())


def test_who_asks_on_after_a_no_waits_for_the_next_one_and_nobody_else_does(database: sa.URL) -> None:
    once, other = (RateCount("report", parse("1 per minute"), who) for who in ("ann", "bob"))

    async def script() -> None:
        async with counted_at(database, [BEGIN]) as (rates,):
            await rates.take(once)
            await wait_of(rates.take(once))
            held = asyncio.create_task(wait_of(rates.refuse_known(once)))
            await rates.refuse_known(other)
            await asyncio.sleep(HOLD_S / 5)
            assert not held.done()
            began = time.monotonic()
            assert await held
            assert time.monotonic() - began >= HOLD_S / 2

    asyncio.run(script())


def test_so_many_come_at_once_then_one_after_another(database: sa.URL) -> None:
    async def script() -> None:
        now = [BEGIN]
        async with counted_at(database, now) as (rates,):
            for _ in range(4):
                await rates.take(ANN)
            assert await wait_of(rates.take(ANN)) == 15_000
            await rates.take(BOB)
            now[0] += 14_999
            assert await wait_of(rates.take(ANN)) == 1
            now[0] += 1
            await rates.take(ANN)
            assert await wait_of(rates.take(ANN)) == 15_000, "what was refused has not been counted"
            now[0] += 60_000
            for _ in range(4):
                await rates.take(ANN)

    asyncio.run(script())


@pytest.mark.parametrize("ahead_ms", [3_600_000, 40 * 86_400_000])
def test_what_was_counted_while_the_time_was_wrong_keeps_nobody_out(database: sa.URL, ahead_ms: int) -> None:
    fast = RateCount("challenge", PACE, "at 192.0.2.7")

    async def fill(rates: Rates) -> None:
        for _ in range(4):
            await rates.take(ANN)
        assert await wait_of(rates.take(ANN)) == 15_000
        for _ in range(PACE.amount):
            await rates.take(fast)
        await wait_of(rates.take(fast))

    async def script() -> None:
        now = [BEGIN + ahead_ms]
        async with counted_at(database, now) as (rates,):
            await rates.take(BOB)
            await fill(rates)
            now[0] = BEGIN
            await fill(rates)  # the same process
            await rates._store.write(lambda opened: forget_empty(opened, BEGIN))
            count = sa.select(sa.func.count()).where(table.c.full_ms > BEGIN + 86_400_000 + module.AHEAD_MS)
            assert await rates._store.read(lambda opened: opened.execute(count).scalar_one()) == 0
            await rates.take(BOB)
        async with counted_at(database, now) as (again,):
            assert await wait_of(again.take(ANN)) == 15_000

    asyncio.run(script())


def test_rows_of_a_wrong_hour_are_not_counted_either(database: sa.URL) -> None:
    async def script() -> None:
        async with counted_at(database, [BEGIN]) as (rates,):
            now, column = BEGIN, table.c.full_ms
            known = [now - 1000, now - 999, now, now + 250, now + 999, now + 1000, now + 3_600_000]
            rows = [{"key": str(number), "full_ms": at_ms} for number, at_ms in enumerate(known)]
            await rates._store.write(lambda opened: opened.execute(table.insert(), rows))
            query = sa.select(column).where(lately(column, now, 1000)).order_by(column)
            found = await rates._store.read(lambda opened: list(opened.execute(query).scalars()))
            assert found == known[1:5]

    asyncio.run(script())


def test_nobody_gains_by_a_server_whose_time_is_a_little_off(database: sa.URL) -> None:
    async def script() -> None:
        now, later = [BEGIN], [BEGIN + 400]
        async with counted_at(database, now) as (first,), counted_at(database, later) as (second,):
            for _ in range(4):
                await second.take(ANN)
            assert await wait_of(second.take(ANN)) == 15_000
            assert await wait_of(first.take(ANN)) == 15_400

    asyncio.run(script())


def test_how_fast_something_comes_is_counted_without_the_database(database: sa.URL) -> None:
    fast = RateCount("challenge", PACE, "at 192.0.2.7")

    async def script() -> None:
        now = [BEGIN]
        async with counted_at(database, now, 2) as (rates, others):
            for _ in range(PACE.amount):
                await rates.take(fast)
            assert await wait_of(rates.take(fast)) == fast.step_ms
            with pytest.raises(TooOftenError, match=r"at most 30 challenges within 6 seconds; try again in 1 s"):
                await rates.refuse_known(fast)  # whoever was refused is known
            await rates.take(RateCount("challenge", PACE, "at 192.0.2.8"))
            await others.take(fast)  # another process has time of its own
            now[0] += fast.step_ms
            await rates.take(fast)
            await wait_of(rates.take(fast))
            count = sa.select(sa.func.count()).select_from(table)
            assert await rates._store.read(lambda connection: connection.execute(count).scalar_one()) == 0

    asyncio.run(script())


def test_who_is_too_fast_does_not_use_up_what_an_hour_allows(database: sa.URL) -> None:
    async def script() -> None:
        now = [BEGIN]
        async with counted_at(database, now) as (rates,):
            both = RateCount("challenge", PACE, "ann"), RateCount("challenge", parse("45 per hour"), "ann")
            for _ in range(100):
                with contextlib.suppress(TooOftenError):
                    await rates.take(*both)
            now[0] += both[0].span_ms
            for _ in range(45 - PACE.amount):
                await rates.take(*both)
            now[0] += both[0].span_ms
            assert await wait_of(rates.take(*both)) > both[0].span_ms

    asyncio.run(script())


def test_processes_count_together_and_after_a_kill(database: sa.URL) -> None:
    async def script() -> None:
        now = [BEGIN]
        async with counted_at(database, now, processes=2) as (first, second):
            tries = await asyncio.gather(
                *(each.take(ANN) for _ in range(5) for each in (first, second)), return_exceptions=True
            )
            assert sum(each is None for each in tries) == 4, tries
        async with counted_at(database, now) as (again,):
            assert await wait_of(again.take(ANN)) == 15_000

    asyncio.run(script())


def test_the_first_that_is_used_up_refuses_and_what_came_before_counts(database: sa.URL) -> None:
    async def script() -> None:
        now = [BEGIN]
        async with counted_at(database, now) as (rates,):
            for _ in range(4):
                await rates.take(ANN)
            assert await wait_of(rates.take(BOB, ANN)) == 15_000
            for _ in range(9):
                await wait_of(rates.take(ANN, BOB))
            for _ in range(3):
                await rates.take(BOB)
            await wait_of(rates.take(BOB))

    asyncio.run(script())


def test_who_was_refused_a_moment_ago_costs_the_database_nothing(
    database: sa.URL, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script() -> None:
        now = [BEGIN]
        async with counted_at(database, now) as (rates,):
            await rates.refuse_known(ANN)
            for _ in range(4):
                await rates.take(ANN)
            await rates.refuse_known(ANN)
            await wait_of(rates.take(ANN))

            async def write(_work: object) -> None:
                pytest.fail("the database was asked")

            with monkeypatch.context() as patch:
                patch.setattr(rates._store, "write", write)
                assert await wait_of(rates.take(ANN)) == 15_000
                with pytest.raises(TooOftenError):
                    await rates.refuse_known(BOB, ANN)
                await rates.refuse_known(BOB)
            now[0] += 15_000
            await rates.refuse_known(ANN)
            await rates.take(ANN)

    asyncio.run(script())


def test_nobody_is_known_by_what_is_kept_and_it_goes(database: sa.URL) -> None:
    async def script() -> None:
        now = [BEGIN]
        async with counted_at(database, now) as (rates,):
            await rates.take(*counts_of("log-in", "at 192.0.2.7"), ANN)
            keys = sa.select(table.c.key).order_by(table.c.full_ms)
            found = await rates._store.read(lambda opened: list(opened.execute(keys).scalars()))
            assert len(found) == 2
            assert not any("192.0.2.7" in each or "ann" in each for each in found)
            for later, left in ((14_000, 2), (15_001, 0)):
                now[0] = BEGIN + later
                await rates._store.write(lambda opened: forget_empty(opened, now[0]))
                assert len(await rates._store.read(lambda opened: opened.execute(keys).all())) == left

    asyncio.run(script())


@pytest.mark.parametrize(
    ("wait_ms", "text"),
    [
        (0, "1 s"),
        (1, "1 s"),
        (89_001, "90 s"),
        (90_001, "2 minutes"),
        (5_400_000, "90 minutes"),
        (5_400_001, "2 hours"),
    ],
)
def test_how_long_it_takes_is_said(wait_ms: int, text: str) -> None:
    assert spoken(wait_ms) == text
