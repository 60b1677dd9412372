"""What takes long to make is made once, and once more where it failed."""

from __future__ import annotations

import asyncio

import pytest

from motu.server.made_once import MadeOnce


def test_all_who_ask_have_the_same_which_is_made_once() -> None:
    made: list[int] = []

    def make() -> int:
        made.append(len(made))
        return made[-1]

    once = MadeOnce(make, "a thing")

    async def ask() -> list[int]:
        return await asyncio.gather(*(once.wait() for _ in range(5)))

    assert asyncio.run(ask()) == [0] * 5
    assert once.get() == 0
    assert made == [0]


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
