"""A game that a moderator voids counts no longer in its tournament either; a bracket goes on from what was played."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from motu.server.accounts.account import UserAccount
from motu.server.events import ServerError
from motu.server.moderation.moderation import Moderation
from motu.server.schema import accounts
from motu.server.tournaments.standings import TournamentPlace, standings
from server.tournaments.cups import CupHouse, cup_house, play, stronger


async def moderator(house: CupHouse, who: str = "ida") -> UserAccount:
    change = accounts.update().where(accounts.c.id == who).values(role="moderator")
    await house.first.store.write(lambda opened: opened.execute(change))
    return house.people[who]


async def void(house: CupHouse, by: UserAccount, game: str | None) -> str | None:
    """Let a game count no longer, and all processes look."""
    moderation = Moderation(house.first.store, clock=lambda: house.time.ms)
    tournament = await moderation.void(by, game or "", "for the test")
    if tournament is not None:
        await house.first.cups.voided(tournament)
    await house.passes(2)
    return tournament


async def placed(house: CupHouse, cup: str) -> dict[str, TournamentPlace]:
    course = await house.course(cup)
    return {each.person: each for each in standings(course.tournament.terms.system, course.seeded(), course.games)}


@pytest.mark.parametrize("is_over", [True, False])
def test_in_a_round_robin_it_is_as_if_it_had_not_been_played(database: sa.URL, is_over: bool) -> None:
    async def script() -> None:
        by = await moderator(house)
        cup = await house.make("round-robin", ("ann", "bob", "cem"), rated=False)
        if is_over:
            await house.play_out(cup, stronger)
        else:
            for game in await house.going(cup):
                await house.wins(game, stronger(game))
            await house.passes(2)
        played = next(each for each in (await house.course(cup)).games if each.outcome == "played")
        winner, loser = stronger(played), max(played.persons)
        before = await placed(house, cup)
        assert await void(house, by, played.game) == cup
        after = await placed(house, cup)
        assert after[winner].points == before[winner].points - 1
        assert after[winner].won == before[winner].won - 1
        assert after[loser].lost == before[loser].lost - 1
        with pytest.raises(ServerError) as caught:
            await void(house, by, played.game)
        assert caught.value.slug == "moderation/nothing"
        if not is_over:
            await house.play_out(cup, stronger)
        assert (await house.course(cup)).tournament.state == "over"
        assert (await placed(house, cup))[loser].place >= 1

    with cup_house(database) as house:
        play(house, script)


@pytest.mark.parametrize("processes", [1, 2])
def test_in_a_knock_out_it_is_played_again_as_long_as_nothing_has_come_of_it(database: sa.URL, processes: int) -> None:
    async def script() -> None:
        by = await moderator(house)
        cup = await house.make("knock-out", ("ann", "bob", "cem", "dan"), rated=False)
        first, second = await house.going(cup)
        await house.moves(second)
        await house.wins(first, first.person0)
        await house.passes(2)
        assert await void(house, by, first.game) == cup
        course = await house.course(cup)
        again = course.games[-1]
        assert (again.round, again.tie) == (first.round, first.tie)
        assert again.persons == first.persons[::-1]
        await house.passes(25)
        assert {each.number for each in await house.going(cup)} == {second.number, again.number}
        with pytest.raises(ServerError) as caught:
            await void(house, by, first.game)
        assert caught.value.slug == "moderation/nothing"
        again = (await house.course(cup)).games[again.number]
        await house.wins(again, first.person1 or "")
        await house.wins(second, second.person0)
        await house.passes(25)
        (final,) = await house.going(cup)
        assert set(final.persons) == {first.person1, second.person0}
        with pytest.raises(ServerError) as caught:
            await void(house, by, again.game)
        assert caught.value.slug == "moderation/nothing", "others play on from it"
        await house.play_out(cup, stronger)

    with cup_house(database, processes) as house:
        play(house, script)


def test_in_an_arena_it_brings_no_points(database: sa.URL) -> None:
    async def script() -> None:
        by = await moderator(house)
        cup = await house.make("arena", ("ann", "bob"), minutes=10, rated=False)
        (game,) = await house.going(cup)
        await house.wins(game, "ann")
        await house.passes(1)
        assert (await placed(house, cup))["ann"].points == 2
        assert await void(house, by, game.game) == cup
        assert (await placed(house, cup))["ann"].points == 0
        await house.passes(6)
        assert len(await house.going(cup)) == 1, "both are paired again"

    with cup_house(database) as house:
        play(house, script)


def test_nobody_voids_his_own(database: sa.URL) -> None:
    async def script() -> None:
        by = await moderator(house, "ann")
        cup = await house.make("arena", ("ann", "bob"), minutes=10, rated=False)
        (game,) = await house.going(cup)
        await house.wins(game, "bob")
        with pytest.raises(ServerError) as caught:
            await void(house, by, game.game)
        assert caught.value.slug == "moderation/not-yours"
        assert (await placed(house, cup))["bob"].points == 2

    with cup_house(database) as house:
        play(house, script)
