"""Work that is done again and again: what fails once is done the next time, and nothing goes on after the end."""

import asyncio
import logging

import pytest

from motu.server.events import ServerError
from motu.server.recurring import RecurringTask

LONG = 3600.0


class Work:
    """Counts how often it was done, and fails as it is told to."""

    def __init__(self, *failures: Exception | None) -> None:
        self.times, self._failures = 0, list(failures)
        self.is_done = asyncio.Event()

    async def __call__(self) -> None:
        self.times += 1
        self.is_done.set()
        failure = self._failures.pop(0) if self._failures else None
        if failure is not None:
            raise failure

    async def again(self) -> None:
        """Wait until it has been done once more."""
        await asyncio.wait_for(self.is_done.wait(), 20)
        self.is_done.clear()


def test_a_failure_is_told_and_the_work_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    async def script() -> None:
        work = Work(ServerError("the disk is full"), ZeroDivisionError("a fault"))
        with caplog.at_level(logging.WARNING):
            task = RecurringTask(work, 0.001, "fishes")
            for _ in range(3):
                await work.again()
            await task.stop()
        assert "fishes can't be looked after just now: the disk is full" in caplog.text
        assert "a fault while looking after fishes" in caplog.text
        assert "ZeroDivisionError" in caplog.text

    asyncio.run(script())


def test_who_stirs_it_need_not_wait() -> None:
    async def script() -> None:
        work = Work()
        task = RecurringTask(work, LONG, "fishes")
        await work.again()
        task.stir()
        await work.again()
        await task.stop()
        assert work.times == 2

    asyncio.run(script())


def test_the_first_time_may_be_waited_for_as_well() -> None:
    async def script() -> None:
        work = Work()
        task = RecurringTask(work, LONG, "fishes", is_begun_at_once=False)
        await asyncio.sleep(0.05)
        assert work.times == 0
        task.stir()
        await work.again()
        await task.stop()

    asyncio.run(script())


def test_after_a_failure_it_has_patience() -> None:
    async def script() -> None:
        work = Work(ServerError("no database"))
        task = RecurringTask(work, 0.001, "fishes", patience=LONG)
        await work.again()
        await asyncio.sleep(0.05)
        assert work.times == 1
        await task.stop()

    asyncio.run(script())


def test_nothing_goes_on_after_the_end() -> None:
    async def script() -> None:
        begun, ended = asyncio.Event(), []

        async def work() -> None:
            begun.set()
            try:
                await asyncio.sleep(LONG)
            except asyncio.CancelledError:
                ended.append("broken off")
                raise

        task = RecurringTask(work, LONG, "fishes")
        await asyncio.wait_for(begun.wait(), 20)
        await task.stop()
        assert ended == ["broken off"]

    asyncio.run(script())
