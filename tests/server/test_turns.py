"""Guests take turns: who asks for much waits behind his own, and nothing is done that nobody waits for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from litestar import Request
from litestar.testing import TestClient

from motu.server import slow_lane
from motu.server.askers import while_there
from motu.server.events import ServerError
from motu.server.server_settings import ServerSettings
from motu.server.slow_lane import FairExecutor, Shift
from motu.server.turns import Turns
from server.applications import make_application

HERE = "http://127.0.0.1:8000"
PATIENCE_S = 60.0


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_places_go_round_among_the_guests() -> None:
    served: list[str] = []

    async def ask(turns: Turns, asker: str) -> None:
        await turns.take(asker)
        served.append(asker)
        await asyncio.sleep(0)
        turns.give_back(asker)

    async def script() -> None:
        turns = Turns(1, 100, 100)
        await turns.take("first")
        tasks = [asyncio.create_task(ask(turns, asker)) for asker in ["a"] * 5 + ["b"] * 2 + ["c"]]
        await settle()
        assert turns.num_waiting == 8
        turns.give_back("first")
        await asyncio.gather(*tasks)
        assert (turns.num_free, turns.num_waiting) == (1, 0)

    asyncio.run(script())
    assert served == ["a", "b", "c", "a", "b", "a", "a", "a"]


def test_everybody_is_told_his_place() -> None:
    told: dict[str, list[int]] = {"a1": [], "a2": [], "b1": []}

    async def script() -> None:
        turns = Turns(1, 100, 100)
        await turns.take("x")
        tasks = [asyncio.create_task(turns.take(name[0], told[name].append)) for name in told]
        await settle()
        assert told == {"a1": [1], "a2": [2, 3], "b1": [2]}
        turns.give_back("x")
        await settle()
        assert told == {"a1": [1], "a2": [2, 3, 2], "b1": [2, 1]}
        tasks[2].cancel()
        await settle()
        assert told == {"a1": [1], "a2": [2, 3, 2, 1], "b1": [2, 1]}
        turns.close()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(each) for each in results] == [type(None), ServerError, asyncio.CancelledError]

    asyncio.run(script())


def test_a_turn_that_comes_to_somebody_who_leaves_goes_on() -> None:
    async def script() -> None:
        turns = Turns(1, 100, 100)
        await turns.take("x")
        first, second = (asyncio.create_task(turns.take(asker)) for asker in "ab")
        await settle()
        turns.give_back("x")
        first.cancel()  # in the same moment
        await asyncio.wait_for(second, PATIENCE_S)
        assert first.cancelled()
        turns.give_back("b")
        assert turns.num_free == 1
        assert turns._served == {}

    asyncio.run(script())


def test_one_guest_does_not_fill_the_room() -> None:
    async def script() -> None:
        turns = Turns(1, 100, 3)
        tasks = [asyncio.create_task(turns.take("greedy")) for _ in range(3)]
        await settle()
        with pytest.raises(ServerError) as caught:
            await turns.take("greedy")
        assert caught.value.slug == "server/busy"
        other = asyncio.create_task(turns.take("other"))
        await settle()
        turns.give_back("greedy")
        await settle()
        assert [task.done() for task in (*tasks, other)] == [True, False, False, True]
        turns.give_back("other")
        await asyncio.wait_for(tasks[1], PATIENCE_S)
        turns.close()
        with pytest.raises(ServerError) as caught:
            await turns.take("late")
        assert caught.value.slug == "server/stopping"
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(script())


def in_lane(script: Callable[[FairExecutor], Awaitable[None]]) -> None:
    async def run() -> None:
        lane = FairExecutor()
        try:
            await script(lane)
        finally:
            lane.close()

    asyncio.run(run())


def test_a_second_guest_does_not_wait_for_all_that_the_first_one_wants() -> None:
    order: list[str] = []
    release = threading.Event()

    async def script(lane: FairExecutor) -> None:
        held = asyncio.create_task(lane.run(lambda _: release.wait(PATIENCE_S), "first"))
        await settle()
        works = [lane.run(lambda _: order.append("first"), "first") for _ in range(20)]
        tasks = [asyncio.ensure_future(work) for work in works]
        await settle()
        tasks.append(asyncio.ensure_future(lane.run(lambda _: order.append("second"), "second")))
        await settle()
        release.set()
        await asyncio.gather(held, *tasks)

    in_lane(script)
    assert order.index("second") <= 1


def test_a_turn_that_comes_as_the_lane_closes_is_none() -> None:
    async def script(lane: FairExecutor) -> None:
        await lane._turns.take("first")
        task = asyncio.create_task(lane.run(lambda _: 1, "second"))
        await settle()
        lane._turns.give_back("first")
        lane.close()
        with pytest.raises(ServerError) as caught:
            await task
        assert caught.value.slug == "server/stopping"

    in_lane(script)


def test_what_nobody_waits_for_is_given_up() -> None:
    begun, ended = threading.Event(), threading.Event()

    def work(shift: Shift) -> None:
        begun.set()
        try:
            while True:
                shift.check()
        finally:
            ended.set()

    async def script(lane: FairExecutor) -> None:
        gone = asyncio.Event()

        async def receive() -> Any:
            await gone.wait()
            return {"type": "http.disconnect"}

        request: Request[Any, Any, Any] = Request({"type": "http", "state": {}}, receive)  # type: ignore[arg-type]
        never: list[int] = []
        waiting = [
            asyncio.create_task(while_there(request, lane.run(work, "guest"))),
            asyncio.create_task(while_there(request, lane.run(lambda _: never.append(1), "guest"))),
        ]
        assert await asyncio.to_thread(begun.wait, PATIENCE_S)
        gone.set()
        for task in waiting:
            with pytest.raises(ServerError) as caught:
                await task
            assert caught.value.slug == "server/gone"
        assert await asyncio.to_thread(ended.wait, PATIENCE_S)
        assert await lane.run(lambda _: 5, "guest") == 5
        assert never == []

    in_lane(script)


def test_a_lane_that_closes_sends_everybody_away() -> None:
    release = threading.Event()

    async def script(lane: FairExecutor) -> None:
        tasks = [asyncio.create_task(lane.run(lambda _: release.wait(PATIENCE_S), "guest")) for _ in range(3)]
        await settle()
        lane.close()
        release.set()
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(each, ServerError) and each.slug == "server/stopping" for each in answers)

    in_lane(script)


def test_whoever_is_told_to_stop_is_cancelled_and_not_refused() -> None:
    release = threading.Event()

    async def script(lane: FairExecutor) -> None:
        waiting = asyncio.create_task(lane.run(lambda _: release.wait(PATIENCE_S), "guest"))
        await settle()
        waiting.cancel()
        [answer] = await asyncio.gather(waiting, return_exceptions=True)
        release.set()
        assert isinstance(answer, asyncio.CancelledError)

    in_lane(script)


@pytest.fixture
def client(tmp_path: Path) -> Any:
    with TestClient(make_application(ServerSettings(tmp_path, "1")), base_url=HERE) as opened:
        yield opened


@pytest.mark.parametrize(
    ("game", "bad"),
    [("#5c1,c3\n", "#5c1,zz9\n"), ("(;FF[4]GM[11]SZ[3];B[b2])", "(;FF[4]GM[11]SZ[3];B[z9])"), ("a1,b2\n", "zz\n")],
)
def test_the_games_past_the_first_hundred_stay_unread(game: str, bad: str, client: TestClient[Any]) -> None:
    read = client.post("/api/records/read", json={"text": game * 100 + bad * 900}).json()
    assert (read["count"], len(read["games"]), read["unread"]) == (1000, 100, 900)
    read = client.post("/api/records/read", json={"text": game * 100}).json()
    assert (read["count"], len(read["games"]), read["unread"]) == (100, 100, 0)
    assert client.post("/api/records/read", json={"text": game * 99 + bad}).status_code == 400


def test_of_a_megabyte_of_links_a_hundred_are_read(client: TestClient[Any]) -> None:
    read = client.post("/api/records/read", json={"text": "#64c1,\n#64x63c1,\n" * 58_000}).json()
    assert (read["count"], len(read["games"]), read["unread"]) == (116_000, 100, 115_900)


def test_work_ends_when_its_time_is_up(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_lane, "SECONDS", 0.0)
    read = client.post("/api/records/read", json={"text": "#5c1,c3\n" * 10}).json()
    assert (read["count"], len(read["games"]), read["unread"]) == (10, 1, 9)
    answer = client.post("/api/positions", json={"spec": "hex", "moves": ["a1", "a2"], "all": True})
    assert (answer.status_code, answer.json()["slug"]) == (400, "server/too-much")


def test_guests_without_a_cookie_take_turns_by_address(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    run = FairExecutor.run

    async def listen(self: FairExecutor, work: Any, asker: str) -> Any:
        asked.append(asker)
        return await run(self, work, asker)

    monkeypatch.setattr(FairExecutor, "run", listen)
    for _ in range(2):
        client.cookies.clear()
        assert client.get("/api/boards?spec=hex").status_code == 200
    client.get("/api/health")  # brings a cookie, which a board that everybody may keep does not
    assert client.get("/api/boards?spec=hex").status_code == 200
    assert asked[0] == asked[1] != asked[2]
    assert asked[0].startswith("at ")
