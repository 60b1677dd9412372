"""After the house was closed for long, live tournaments begin and go on when people have had time to come."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from motu.server.house_clock import AWAY_MS, HouseClock
from motu.server.tournaments.coming import COMING_MS
from motu.server.tournaments.course import BREAK_MS
from motu.server.tournaments.terms import NewTournament, terms_of
from server.tournaments.cups import BLITZ, SLOW, SPEC, CupHouse, cup_house, play

FOUR = ("ann", "bob", "cem", "dan")


async def close_for(house: CupHouse, ms: int) -> None:
    """Let the house be closed for so long."""
    clock = HouseClock(house.first.store, house.time.wall())
    await clock.open()
    await clock.close()
    house.time.passes(ms / 1000)
    await HouseClock(house.first.store, house.time.wall()).open()


@pytest.mark.parametrize("is_long", [False, True])
def test_what_was_to_begin_meanwhile_begins_a_little_later(database: sa.URL, is_long: bool) -> None:
    async def script() -> None:
        cups, store, time = house.first.cups, house.first.store, house.time
        clock = HouseClock(store, time.wall())
        await clock.open()
        made = []
        for starts_in_ms in (AWAY_MS // 2, 2 * AWAY_MS):
            wanted = NewTournament("Cup", "round-robin", SPEC, BLITZ, 16, starts_in_ms)
            cup = await cups.make(house.people["ann"], terms_of(wanted), starts_in_ms)
            for each in ("ann", "bob"):
                await cups.enter(cup.tournament.id, house.people[each])
            made.append(cup.tournament)
        await clock.close()
        time.passes(AWAY_MS / 1000 + (1 if is_long else -1))
        await HouseClock(store, time.wall()).open()
        back_ms = time.ms
        await house.passes(2)
        first, second = [(await house.course(each.id)).tournament for each in made]
        assert first.state == ("open" if is_long else "running")
        assert (second.state, second.starts_ms) == ("open", made[1].starts_ms)
        if is_long:
            assert first.starts_ms == back_ms + COMING_MS
            await house.passes(COMING_MS / 1000, step=COMING_MS / 1000)
            assert (await house.course(first.id)).tournament.state == "running"

    with cup_house(database) as house:
        play(house, script)


@pytest.mark.parametrize("is_long", [False, True])
@pytest.mark.parametrize("system", ["round-robin", "knock-out", "arena"])
def test_no_game_of_a_tournament_that_goes_on_begins_before_people_are_back(
    database: sa.URL, system: str, is_long: bool
) -> None:
    async def script() -> None:
        cup = await house.make(system, FOUR)
        first, last = await house.going(cup)
        await house.wins(first, first.person0)
        if system != "arena":
            await house.wins(last, last.person0)
            await house.passes(1)  # the next round is told
        await close_for(house, AWAY_MS + (1000 if is_long else -1000))
        await house.passes(2)
        if system == "arena":  # one game goes on in the meantime, and ends
            await house.wins(last, last.person0)
            await house.first.cups.leave(cup, house.people["dan"])
        await house.passes((COMING_MS - BREAK_MS) / 1000, step=BREAK_MS / 1000 / 2)
        assert bool(house.first.begun[2:]) is not is_long
        await house.passes(2 * BREAK_MS / 1000)
        assert house.first.begun[2:]

    with cup_house(database) as house:
        play(house, script)


def test_the_next_round_waits_for_those_who_are_not_back_though_a_game_ends_before(database: sa.URL) -> None:
    async def script() -> None:
        cup = await house.make("round-robin", FOUR)
        first, last = await house.going(cup)
        await house.wins(first, first.person0)
        await house.passes(1)
        await close_for(house, 2 * AWAY_MS)
        back_ms = house.time.ms
        await house.wins(last, last.person0)
        await house.passes(2 * BREAK_MS / 1000)
        assert len(house.first.begun) == 2
        await house.passes((COMING_MS + BREAK_MS) / 1000, step=10)
        begun = [each for each in (await house.course(cup)).games if each.game is not None and each.round == 1]
        assert len(begun) == 2
        assert all(back_ms + COMING_MS <= (each.begins_ms or 0) for each in begun)

    with cup_house(database) as house:
        play(house, script)


def test_an_arena_ends_when_it_was_to_end_and_correspondence_waits_for_nobody(database: sa.URL) -> None:
    async def script() -> None:
        arena = await house.make("arena", FOUR, minutes=12)
        slow = await house.make("knock-out", FOUR, clock=SLOW)
        for game in await house.going(slow):
            await house.wins(game, game.person0)
        ends_ms = (await house.course(arena)).tournament.ends_ms or 0
        await close_for(house, AWAY_MS + 1000)
        await house.passes(2)
        assert len(await house.going(slow)) == 1
        assert (await house.course(arena)).tournament.state == "running"
        await house.passes((ends_ms - house.time.ms) / 1000 + 2, step=5)
        assert (await house.course(arena)).tournament.state == "over"

    with cup_house(database) as house:
        play(house, script)
