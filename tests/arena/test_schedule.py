"""Which games a match has: who begins when, with which seeds, and after how many plies nobody waits any longer."""

from __future__ import annotations

import pytest

from motu import load_game
from motu.arena.entrants import parse_entrants
from motu.arena.schedule import MatchSettings, Schedule, Slot


def schedule_of(game: str, *texts: str, neighbours: bool = False) -> Schedule:
    return Schedule(MatchSettings(load_game(game), parse_entrants(texts)), neighbours)


@pytest.mark.parametrize("games", [1, 2, 5, 8])
@pytest.mark.parametrize("neighbours", [False, True])
def test_a_slot_is_within_the_games_that_are_wanted_exactly_when_it_is_planned(games: int, neighbours: bool) -> None:
    schedule = schedule_of("hex(size=4)", "random", "uct:10", "uct:20", neighbours=neighbours)
    planned = list(schedule.slots(games))
    assert len(planned) == len(set(planned)) == games * len(schedule.pairings)
    every = [Slot(pair, *seats) for pair in range(10) for one in schedule.pairings for seats in (one, one[::-1])]
    assert {slot for slot in every if schedule.is_within(slot, games)} == set(planned)


def test_large_boards_have_as_many_plies_as_somebody_who_gets_on_may_need() -> None:
    assert schedule_of("hex(size=4)", "random", "random").plies == 1000
    assert schedule_of("hex(size=19)", "random", "random").plies == 4 * 361
    settings = MatchSettings(load_game("hex(size=19)"), parse_entrants(["random", "random"]), plies=7)
    assert Schedule(settings).plies == 7


def test_every_game_and_player_has_a_seed_of_its_own_that_programs_can_take() -> None:
    schedule = schedule_of("hex(size=4)", "random", "uct:10")
    seeds = [seed for slot in schedule.slots(40) for seed in schedule.appointment(slot).seeds]
    assert len(set(seeds)) == 80
    assert min(seeds) >= 0
    assert 2**27 < max(seeds) < 2**31
    again = schedule_of("hex(size=4)", "random", "uct:10")
    assert [seed for slot in again.slots(40) for seed in again.appointment(slot).seeds] == seeds
