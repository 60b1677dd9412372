"""A tournament as its page is told of it: who played whom, and what both have from it; over both databases."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from motu.server.tournaments.views import TournamentView, tournament_view
from server.tournaments.cups import CupHouse, cup_house, play, stronger


async def seen(house: CupHouse, cup: str, guest: str = "") -> TournamentView:
    return tournament_view(await house.course(cup), house.people, guest, house.people.get(guest))


def test_who_has_lost_has_nothing_in_either_seat(database: sa.URL) -> None:
    async def script() -> None:
        cup = await house.make("round-robin", ("ann", "bob"), cycles=2)
        going = await seen(house, cup)
        assert [each.scores for each in going.games] == [None, None]
        await house.play_out(cup, stronger)
        over = await seen(house, cup)
        players = [each.name for each in over.players]
        won = [tuple(float(players[seat or 0] == "Ann") for seat in each.players) for each in over.games]
        assert sorted(won) == [(0.0, 1.0), (1.0, 0.0)], "each has begun once"
        assert [each.scores for each in over.games] == won

    with cup_house(database) as house:
        play(house, script)


@pytest.mark.parametrize("system", ["knock-out", "arena"])
def test_what_goes_on_has_no_scores_and_one_who_plays_finds_his_game(database: sa.URL, system: str) -> None:
    async def script() -> None:
        cup = await house.make(system, ("ann", "bob", "cem"))
        view = await seen(house, cup, "ann")
        going = [each for each in view.games if each.game is not None]
        assert going
        assert all(each.scores is None and each.outcome is None for each in going)
        mine = {each.game for each in going if "Ann" in [view.players[seat or 0].name for seat in each.players]}
        assert {view.my_game or None} == (mine or {None})
        assert [each.scores for each in view.games if each.outcome == "bye"] == [(1.0, 0.0)] * (system == "knock-out")
        assert {each.tie for each in view.games} == ({0, 1} if system == "knock-out" else {0})

    with cup_house(database) as house:
        play(house, script)
