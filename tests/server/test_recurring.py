"""Work that is done again and again: what fails once is done the next time, and nothing goes on after the end."""

import asyncio
import contextlib
import logging
from pathlib import Path

import pytest

import motu.server
from motu.server import ending
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


def test_what_fails_for_the_same_reason_again_and_again_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    full, gone = ServerError("the disk is full"), ServerError("the disk is gone")

    async def script() -> None:
        work = Work(full, full, full, gone, gone, None, full)
        with caplog.at_level(logging.WARNING):
            task = RecurringTask(work, 0.001, "fishes")
            for _ in range(8):
                await work.again()
            await task.stop()

    asyncio.run(script())
    told = [each.getMessage().removeprefix("fishes can't be looked after just now: ") for each in caplog.records]
    assert told[:4] == ["the disk is full", "the disk is gone", "fishes are looked after again", "the disk is full"]


@pytest.mark.parametrize("turns", range(6))
def test_one_that_was_just_stirred_can_be_stopped(turns: int) -> None:
    """However far the loop has come with waking it."""

    async def script() -> None:
        work = Work()
        task = RecurringTask(work, LONG, "fishes")
        await work.again()
        await asyncio.sleep(0)
        task.stir()
        for _ in range(turns):
            await asyncio.sleep(0)
        stopped, _ = await asyncio.wait([asyncio.create_task(task.stop())], timeout=4)
        assert stopped

    asyncio.run(script())


def test_work_that_forgets_to_end_is_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "AGAIN_SECONDS", 0.05)

    async def forgetful() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(LONG)
        await asyncio.sleep(LONG)

    async def script() -> None:
        task = asyncio.create_task(forgetful())
        await asyncio.sleep(0)
        async with asyncio.timeout(20):
            await ending.end([task])
        assert task.cancelled()

    asyncio.run(script())


def test_whoever_waits_for_an_end_can_be_broken_off() -> None:
    async def slow() -> None:
        try:
            await asyncio.sleep(LONG)
        finally:
            await asyncio.sleep(0.2)

    async def script() -> None:
        task = asyncio.create_task(slow())
        await asyncio.sleep(0)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await ending.end([task])
        await ending.end([task])

    asyncio.run(script())


def test_what_has_failed_is_told_at_its_end(caplog: pytest.LogCaptureFixture) -> None:
    async def failing() -> None:
        raise ZeroDivisionError("a fault")

    async def script() -> None:
        task = asyncio.create_task(failing())
        await asyncio.sleep(0)
        await ending.end([task])

    asyncio.run(script())
    assert "a fault" in caplog.text


def test_nothing_in_the_server_waits_so_that_its_end_may_be_missed() -> None:
    """Python 3.11's `wait_for` forgets a cancellation that comes as what it waits for is there; `timeout` does not."""
    sources = Path(motu.server.__file__).parent.rglob("*.py")
    assert [path.name for path in sources if "asyncio.wait_for(" in path.read_text("utf-8")] == []


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
