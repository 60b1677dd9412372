"""Who plays whom: each pair as often as it should, seats shared evenly, nobody free more often than others."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motu.server.tournaments.schedule import FreePlayer, arena_pairs, bracket, round_robin

NUMBERS = range(2, 33)


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize("players", NUMBERS)
def test_each_pair_meets_as_often_as_there_are_cycles_and_nobody_twice_in_a_round(players: int, cycles: int) -> None:
    rounds = round_robin(players, cycles)
    met = Counter(frozenset(pair) for each in rounds for pair in each)
    assert met == Counter({frozenset(pair): cycles for pair in combinations(range(players), 2)})
    assert all(max(Counter(who for pair in each for who in pair).values()) == 1 for each in rounds)
    assert len(rounds) == cycles * (players - 1 + players % 2)


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize("players", NUMBERS)
def test_seats_are_shared_evenly(players: int, cycles: int) -> None:
    pairs = [pair for each in round_robin(players, cycles) for pair in each]
    begins, seconds = Counter(pair[0] for pair in pairs), Counter(pair[1] for pair in pairs)
    differences = {begins[who] - seconds[who] for who in range(players)}
    assert differences <= ({0} if players % 2 or cycles == 2 else {-1, 1})


@pytest.mark.parametrize("players", NUMBERS)
def test_nobody_begins_or_waits_for_long_running(players: int) -> None:
    rounds = round_robin(players)
    for who in range(players):
        seats = [pair.index(who) for each in rounds for pair in each if who in pair]
        longest = max(len(list(same)) for _, same in groupby(seats))
        assert longest <= players // 4 + 1


@pytest.mark.parametrize("players", NUMBERS)
def test_where_their_number_is_odd_each_is_free_once_a_cycle(players: int) -> None:
    free = Counter(
        who for each in round_robin(players) for who in set(range(players)) - {who for pair in each for who in pair}
    )
    assert set(free.values()) == ({1} if players % 2 else set())
    assert len(free) == (players if players % 2 else 0)


@pytest.mark.parametrize("players", range(2, 65))
def test_in_a_bracket_the_highest_meet_last_and_only_they_are_free(players: int) -> None:
    first = bracket(players)
    assert sorted(seed for tie in first for seed in tie if seed is not None) == list(range(players))
    size = 2 * len(first)
    assert size // 2 < players <= size
    assert {high for high, low in first if low is None} == set(range(size - players))
    going = [high for high, _ in first]
    while len(going) > 1:  # the higher seed wins each time
        assert set(going) == set(range(len(going)))
        ties = [going[at : at + 2] for at in range(0, len(going), 2)]
        assert all(sum(tie) == len(going) - 1 for tie in ties)
        going = [min(tie) for tie in ties]


@st.composite
def players_of_an_arena(draw: st.DrawFn) -> list[FreePlayer]:
    names = [f"p{number}" for number in range(draw(st.integers(0, 14)))]
    return [
        FreePlayer(each, draw(st.integers(0, 9)), draw(st.integers(0, 99)), draw(st.sampled_from(["", *names, "away"])))
        for each in names
    ]


@settings(max_examples=300)
@given(players_of_an_arena())
def test_in_an_arena_nobody_plays_twice_at_once_nor_whom_he_played_last(free: list[FreePlayer]) -> None:
    pairs = arena_pairs(free)
    playing = [each.person for pair in pairs for each in pair]
    assert len(playing) == len(set(playing))
    assert all(one.last != other.person and other.last != one.person for one, other in pairs)
    left = [each for each in free if each.person not in playing]
    for one, other in combinations(left, 2):
        assert one.last == other.person or other.last == one.person, "two who may play each other wait"


def test_of_an_odd_number_he_waits_who_has_played_most_and_waited_for_the_shortest_time() -> None:
    free = [FreePlayer("ann", 4, 10, "", 3), FreePlayer("bob", 2, 30, "", 2), FreePlayer("cem", 0, 20, "", 2)]
    assert [{one.person, other.person} for one, other in arena_pairs(free)] == [{"bob", "cem"}]
    free = [FreePlayer("ann", 4, 30), FreePlayer("bob", 2, 10), FreePlayer("cem", 0, 20)]
    assert [{one.person, other.person} for one, other in arena_pairs(free)] == [{"bob", "cem"}]


def test_those_of_nearest_points_play_each_other() -> None:
    free = [FreePlayer(f"p{points}", points, 0) for points in (8, 0, 6, 2)]
    assert [(one.points, other.points) for one, other in arena_pairs(free)] == [(8, 6), (2, 0)]


def test_a_way_round_is_found_where_the_nearest_have_just_played() -> None:
    free = [
        FreePlayer("a", 4, 0, ""),
        FreePlayer("b", 3, 0, ""),
        FreePlayer("c", 2, 0, "d"),
        FreePlayer("d", 1, 0, "c"),
    ]
    assert {frozenset((one.person, other.person)) for one, other in arena_pairs(free)} == {
        frozenset("ac"),
        frozenset("bd"),
    }


def test_two_who_are_alone_play_again() -> None:
    free = [FreePlayer("ann", 2, 0, "bob"), FreePlayer("bob", 0, 0, "ann")]
    assert arena_pairs(free) == []
    assert len(arena_pairs(free, are_alone=True)) == 1


def test_over_an_hour_everybody_waits_about_as_often() -> None:
    """Seven play, all games last as long as each other, and the higher one wins: each in turn has nobody."""
    last, since = dict.fromkeys("abcdefg", ""), dict.fromkeys("abcdefg", 0)
    points, waits, games = Counter[str](), Counter[str](), Counter[str]()
    for now in range(1, 71):
        free = [FreePlayer(each, points[each], since[each], last[each], games[each]) for each in "abcdefg"]
        pairs = arena_pairs(free)
        playing = {each.person: other.person for pair in pairs for each, other in (pair, pair[::-1])}
        waits.update(set("abcdefg") - playing.keys())
        games.update(playing.keys())
        for one, other in playing.items():
            last[one], since[one] = other, now
            points[one] += 2 * (one < other)
    assert max(waits.values()) - min(waits[each] for each in "abcdefg") <= 1, waits
