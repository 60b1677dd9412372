"""Few of one address are inside at a time, in the order in which they came; others don't wait for them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from motu.server.rates.turnstile import LONGEST_REST_S, REST, Turn, Turnstile

Visit = Callable[[str, str], "asyncio.Task[None]"]


def visiting(script: Callable[[Turnstile, Visit, list[str], dict[str, asyncio.Event]], Awaitable[None]]) -> None:
    """Run a script with visitors that stay until their event is set, and a list of those who came in."""

    async def run() -> None:
        turnstile, inside, may_go = Turnstile(2, rest=0.0), list[str](), dict[str, asyncio.Event]()

        async def visit(name: str, address: str) -> None:
            with Turn(turnstile, address) as turn:
                for _ in range(2):  # once is enough
                    await turn.take()
                inside.append(name)
                await may_go[name].wait()

        def send(name: str, address: str) -> asyncio.Task[None]:
            may_go[name] = asyncio.Event()
            return asyncio.create_task(visit(name, address))

        await script(turnstile, send, inside, may_go)
        assert not turnstile._places
        assert not turnstile._num_here

    asyncio.run(run())


async def soon() -> None:
    """Let everybody go on."""
    for _ in range(5):
        await asyncio.sleep(0)


def test_few_of_an_address_are_inside() -> None:
    async def script(_: Turnstile, send: Visit, inside: list[str], may_go: dict[str, asyncio.Event]) -> None:
        tasks = [send(name, "at 192.0.2.7") for name in "abcd"]
        tasks.append(send("e", "at 192.0.2.8"))
        await soon()
        assert inside == ["a", "b", "e"]
        may_go["b"].set()
        await soon()
        assert inside == ["a", "b", "e", "c"]
        for each in may_go.values():
            each.set()
        await asyncio.gather(*tasks)
        assert inside == ["a", "b", "e", "c", "d"]
        await soon()

    visiting(script)


def test_who_is_given_up_leaves_no_place_taken() -> None:
    async def script(_: Turnstile, send: Visit, inside: list[str], may_go: dict[str, asyncio.Event]) -> None:
        tasks = [send(name, "at 192.0.2.7") for name in "abcde"]
        await soon()
        tasks[0].cancel()  # inside
        tasks[3].cancel()  # waits
        await soon()
        assert inside == ["a", "b", "c"]
        may_go["b"].set()
        await soon()
        assert inside == ["a", "b", "c", "e"]
        for each in may_go.values():
            each.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        await soon()

    visiting(script)


def test_who_has_failed_has_left() -> None:
    async def script(turnstile: Turnstile, *_: object) -> None:
        async def fail() -> None:
            with Turn(turnstile, "at 192.0.2.7") as turn:
                await turn.take()
                raise ValueError

        await asyncio.gather(*(fail() for _ in range(5)), return_exceptions=True)
        await soon()

    visiting(script)


def test_an_address_has_its_share_of_the_time_at_most() -> None:
    """Ten at once, which take 10 ms each, take 40 ms each together; somebody else waits for none of them."""

    async def run() -> None:
        turnstile = Turnstile()

        async def visit(address: str) -> None:
            with Turn(turnstile, address) as turn:
                await turn.take()
                await asyncio.sleep(0.01)

        began = time.monotonic()
        crowd = [asyncio.create_task(visit("at 192.0.2.7")) for _ in range(10)]
        await asyncio.sleep(0)
        await visit("at 192.0.2.8")
        assert not any(each.done() for each in crowd[2:])
        await asyncio.gather(*crowd)
        assert time.monotonic() - began >= 9 * 0.01 * (1 + REST)
        await asyncio.sleep(1.5 * LONGEST_REST_S)
        assert not turnstile._places

    asyncio.run(run())
