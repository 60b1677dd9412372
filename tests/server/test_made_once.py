"""What takes long to make is made once, and once more where it failed."""

from __future__ import annotations

import asyncio
import threading

import pytest

from motu.server.made_once import MadeOnce

PATIENCE_S = 60.0


def test_one_value_is_made_for_all_who_wait() -> None:
    made, go_on = list[int](), threading.Event()

    def make() -> int:
        assert go_on.wait(PATIENCE_S)
        made.append(len(made))
        return 7

    async def script() -> None:
        value = MadeOnce(make, "a test")
        waiting = [asyncio.create_task(value.wait()) for _ in range(50)]
        await asyncio.sleep(0.01)
        waiting.pop().cancel()
        await asyncio.sleep(0)
        assert not any(each.done() for each in waiting)
        go_on.set()
        assert set(await asyncio.gather(*waiting)) == {7}
        assert (await value.wait(), value.get(), made) == (7, 7, [0])

    asyncio.run(script())


def test_why_there_is_none_is_told_to_all() -> None:
    def make() -> int:
        raise ValueError("broken")

    value = MadeOnce(make, "a test")
    for _ in range(2):
        with pytest.raises(ValueError, match="broken"):
            value.get()
        with pytest.raises(ValueError, match="broken"):
            asyncio.run(value.wait())


def test_what_could_not_be_made_is_tried_again() -> None:
    missing = [OSError("no room")]

    def make() -> str:
        if missing:
            raise missing.pop()
        return "made"

    once = MadeOnce(make, "a thing")
    with pytest.raises(OSError, match="no room"):
        once.get()
    assert once.get() == "made"
