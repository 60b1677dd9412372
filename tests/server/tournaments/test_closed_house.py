"""A tournament that was to begin while the house was closed begins when people have had time to come."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from motu.server.house_clock import AWAY_MS, COMING_MS, HouseClock
from motu.server.tournaments.terms import NewTournament, terms_of
from server.tournaments.cups import BLITZ, SPEC, cup_house, play


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
