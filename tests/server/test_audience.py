"""Who looks on hears everything in order, or is cut off; nobody waits for a slow reader."""

from __future__ import annotations

import asyncio

import msgspec

from motu.server.audience import MAX_WAITING, Broadcaster, Subscriber


class Told(msgspec.Struct):
    """Anything that is sent."""

    number: int


async def heard(reader: Subscriber) -> list[int]:
    """Return the numbers that wait for a reader, up to where its socket is to be closed."""
    found: list[int] = []
    while (message := await asyncio.wait_for(reader.next(), 60.0)) is not None:
        found.append(msgspec.json.decode(message, type=Told).number)
    return found


def test_a_reader_that_is_too_slow_is_cut_off_and_the_others_are_not() -> None:
    async def script() -> None:
        audience = Broadcaster()
        slow, quick, other = audience.join("a"), audience.join("a"), audience.join("b")
        read: list[int] = []
        for number in range(MAX_WAITING + 10):
            audience.send("a", Told(number))
            read.append(msgspec.json.decode(await quick.next() or b"", type=Told).number)
            assert slow.is_cut_off == (number >= MAX_WAITING)
        assert read == list(range(MAX_WAITING + 10))
        # One of those that waited has made room for the end.
        assert await heard(slow) == list(range(1, MAX_WAITING))
        audience.close()
        assert (await heard(quick), await heard(other)) == ([], [])
        assert quick.is_cut_off

    asyncio.run(script())


def test_a_game_is_watched_as_long_as_somebody_is_there() -> None:
    async def script() -> None:
        audience = Broadcaster()
        one, two = audience.join("a"), audience.join("a")
        assert (audience.is_there("a"), audience.is_there("b")) == (True, False)
        audience.leave("a", one)
        audience.leave("a", one)
        audience.leave("b", one)
        assert audience.is_there("a")
        audience.send("a", Told(1))
        audience.leave("a", two)
        assert not audience.is_there("a")
        audience.send("a", Told(2))
        two.close()
        one.close()
        assert (await heard(two), await heard(one)) == ([1], [])

    asyncio.run(script())
