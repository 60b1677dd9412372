"""A tournament whose game is no more, as older versions deleted some, goes on; and none is deleted any more."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from motu.server import housekeeping
from motu.server.housekeeping import KEPT_MS, delete_games, delete_old
from motu.server.schema import games
from server.tournaments.cups import SLOW, CupHouse, cup_house, play, stronger


async def swept(house: CupHouse) -> list[str]:
    """Let what is old be deleted, long after the last move; return the games."""
    store, long_ago = house.first.store, house.time.ms - 2 * KEPT_MS
    await store.write(lambda opened: opened.execute(games.update().values(changed_ms=long_ago)))
    found = await delete_old(store, house.time.ms - KEPT_MS)
    await house.passes(2)
    return found


@pytest.mark.parametrize("system", ["round-robin", "knock-out", "arena"])
def test_a_pair_whose_game_is_no_more_plays_another(
    database: sa.URL, system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script() -> None:
        monkeypatch.setattr(housekeeping, "now_ms", lambda: house.time.ms)
        terms: dict[str, Any] = {} if system == "arena" else {"clock": SLOW}
        cup = await house.make(system, ("ann", "bob", "cem", "dan"), rated=False, **terms)
        going = await house.going(cup)
        assert await swept(house) == []
        lost, *others = [each.game or "" for each in going]
        await house.first.store.write(lambda opened: delete_games(opened, [lost]))
        assert await swept(house) == []
        again = await house.going(cup)
        assert [each.persons for each in again] == [each.persons for each in going]
        assert lost not in [each.game for each in again]
        assert [each.game for each in again[1:]] == others
        for each in again:
            await house.first.rooms.find(each.game or "")
        if system != "arena":
            await house.play_out(cup, stronger)

    with cup_house(database) as house:
        play(house, script)


def test_who_has_left_since_loses_what_is_no_more(database: sa.URL, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script() -> None:
        monkeypatch.setattr(housekeeping, "now_ms", lambda: house.time.ms)
        cup = await house.make("knock-out", ("ann", "bob"), rated=False, clock=SLOW)
        [lost] = await house.going(cup)
        await house.first.store.write(lambda opened: delete_games(opened, [lost.game or ""]))
        await house.first.cups.leave(cup, house.people["bob"])
        assert await swept(house) == []
        course = await house.course(cup)
        assert course.tournament.state == "over"
        assert [(each.outcome, each.score("ann")) for each in course.games] == [("forfeit", 1.0)]
        assert await swept(house) == []

    with cup_house(database) as house:
        play(house, script)
