"""The ladder that never ends: who wins a place, who may play for which, and who drops off; over both databases."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
import sqlalchemy as sa

from motu.server.accounts.account import UserAccount
from motu.server.events import ServerError
from motu.server.house_clock import HouseClock
from motu.server.rooms import Rooms
from motu.server.rungs.rungs import IDLE_MS, REACH, REST_MS, Rungs, end_on_ladder
from motu.server.schema import accounts
from server.tournaments.cups import EVERYBODY, CupHouse, cup_house, refusal

DAY_S = 86_400


class Ladder:
    """A ladder in a house of processes, on which all have places in the order of their names."""

    def __init__(self, house: CupHouse) -> None:
        self.house = house
        self.rooms = [Rooms(each.store, wall=house.time.wall(), along=(end_on_ladder,)) for each in house.processes]
        self.rungs = [Rungs(each.store, rooms) for each, rooms in zip(house.processes, self.rooms, strict=True)]

    def person(self, name: str) -> UserAccount:
        return self.house.people[name]

    async def places(self) -> list[str]:
        stand = await self.rungs[0].stand("atoll")
        assert [each.place for each in stand.rungs] == list(range(1, len(stand.rungs) + 1))
        return [each.person for each in stand.rungs]

    async def challenge(self, name: str, other: str, *, by: int = 0) -> str:
        return await self.rungs[by].challenge("atoll", self.person(name), self.person(other))

    async def wins(self, game: str, name: str, *, by: int = 0) -> None:
        room = await self.rooms[by].find(game)
        await self.rooms[by].resign(room, 0 if room.row.person1 == name else 1)


def carry_out(
    database: sa.URL, script: Callable[[Ladder], Awaitable[None]], processes: int = 1, joined: int = 5
) -> None:
    async def whole() -> None:
        await house.open()
        ladder = Ladder(house)
        for each in EVERYBODY[:joined]:
            await ladder.rungs[0].join("atoll", ladder.person(each))
        await script(ladder)

    with cup_house(database, processes) as house:
        asyncio.run(whole())


def test_the_challenger_who_wins_takes_the_place_and_those_below_it_move_down(database: sa.URL) -> None:
    async def script(ladder: Ladder) -> None:
        assert await ladder.places() == ["ann", "bob", "cem", "dan", "eve"]
        await ladder.wins(await ladder.challenge("eve", "bob"), "eve")
        assert await ladder.places() == ["ann", "eve", "bob", "cem", "dan"]
        await ladder.wins(await ladder.challenge("dan", "bob"), "bob")
        assert await ladder.places() == ["ann", "eve", "bob", "cem", "dan"]
        room = await ladder.rooms[0].find(await ladder.challenge("cem", "ann"))
        await ladder.rooms[0].move(room, room.log.state.legal_moves()[0])
        await ladder.rooms[0].offer(room, 0, "draw")
        await ladder.rooms[0].answer(room, 1, is_accepted=True)
        assert await ladder.places() == ["ann", "eve", "bob", "cem", "dan"]
        assert room.log.created.rated
        assert await refusal(ladder.rooms[0].offer(room, 0, "take_back")) == "server/over"

    carry_out(database, script)


def test_only_what_is_in_reach_and_one_game_at_a_time(database: sa.URL) -> None:
    async def script(ladder: Ladder) -> None:
        assert REACH == 3
        for name, other in (("eve", "ann"), ("ann", "bob"), ("ann", "ann"), ("fay", "eve")):
            assert await refusal(ladder.challenge(name, other)) == "rung/reach", (name, other)
        game = await ladder.challenge("eve", "cem")
        for name, other in (("eve", "bob"), ("dan", "cem"), ("cem", "ann")):
            assert await refusal(ladder.challenge(name, other)) == "rung/reach", (name, other)
        await ladder.wins(game, "cem")
        assert await refusal(ladder.challenge("eve", "cem")) == "rung/reach", "they have just played"
        await ladder.wins(await ladder.challenge("eve", "bob"), "bob")
        ladder.house.time.passes(REST_MS / 1000 + 1)
        assert await ladder.challenge("eve", "cem")
        for work in (
            ladder.rungs[0].join("atoll", None),
            ladder.rungs[0].challenge("atoll", None, ladder.person("ann")),
        ):
            assert await refusal(work) == "account/none"

    carry_out(database, script)


def test_many_who_challenge_one_at_once_are_one(database: sa.URL) -> None:
    async def script(ladder: Ladder) -> None:
        tries = [ladder.challenge(name, "bob", by=at % 2) for at, name in enumerate(("cem", "dan", "eve"))]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(each, ServerError) for each in answers) == 2
        game = next(each for each in answers if isinstance(each, str))
        ends = [ladder.wins(game, "bob", by=each) for each in (0, 1)]
        await asyncio.gather(*ends, return_exceptions=True)
        assert await ladder.places() == ["ann", "bob", "cem", "dan", "eve"]

    carry_out(database, script, 2)


def test_who_stays_away_leaves_or_closes_his_account_has_no_place(database: sa.URL) -> None:
    async def script(ladder: Ladder) -> None:
        game = await ladder.challenge("eve", "dan")
        ladder.house.time.passes(IDLE_MS / 1000 - 60)
        for name in ("bob", "dan", "eve"):
            await ladder.rungs[0].join("atoll", ladder.person(name))
        ladder.house.time.passes(120)
        assert await ladder.places() == ["bob", "dan", "eve"]
        await ladder.rungs[0].leave("atoll", ladder.person("dan"))
        await ladder.wins(game, "eve")
        assert await ladder.places() == ["bob", "eve"], "the place that was played for is no more"
        await ladder.rungs[0].join("atoll", ladder.person("ann"))
        assert await ladder.places() == ["bob", "eve", "ann"]
        closed = accounts.update().where(accounts.c.id == "bob").values(is_closed=True)
        await ladder.house.first.store.write(lambda opened: opened.execute(closed))
        assert await ladder.places() == ["eve", "ann"]

    carry_out(database, script)


@pytest.mark.parametrize("processes", [1, 2])
def test_over_a_long_time_places_stay_whole(database: sa.URL, processes: int) -> None:
    async def script(ladder: Ladder) -> None:
        for turn in range(40):
            order = await ladder.places()
            low, high = order[-1 - turn % 4], order[max(0, len(order) - 3 - turn % 4)]
            try:
                game = await ladder.challenge(low, high, by=turn % processes)
            except ServerError:
                ladder.house.time.passes(REST_MS / 1000)
                continue
            await ladder.wins(game, low if turn % 3 else high, by=turn % processes)
            assert sorted(await ladder.places()) == sorted(order)

    carry_out(database, script, processes, 7)


def test_nobody_drops_off_since_the_house_was_away(database: sa.URL) -> None:
    async def script(ladder: Ladder) -> None:
        time, store = ladder.house.time, ladder.house.first.store
        first = HouseClock(store, time.wall())
        await first.open()
        time.passes(IDLE_MS / 1000 - DAY_S)
        await ladder.rungs[0].join("atoll", ladder.person("bob"))
        await first.close()
        time.passes(90 * DAY_S)
        await HouseClock(store, time.wall()).open()
        assert await ladder.places() == ["ann", "bob", "cem"]
        assert all(each.active_ms <= time.ms for each in (await ladder.rungs[0].stand("atoll")).rungs)
        time.passes(DAY_S)
        assert await ladder.places() == ["bob"]
        time.passes(IDLE_MS / 1000)
        assert await ladder.places() == []

    carry_out(database, script, joined=3)
