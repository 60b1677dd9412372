"""How each kind of tournament goes on (floor: server)."""

from __future__ import annotations

from collections import defaultdict

from motu.server.house_players import is_house
from motu.server.tournaments.course import BREAK_MS, TournamentCourse, scores_of_forfeit
from motu.server.tournaments.schedule import FreePlayer, arena_pairs, bracket, pairs_with_levels, round_robin
from motu.server.tournaments.standings import arena_points
from motu.server.tournaments.tournament import TournamentGame

REST_MS = 5_000
"""So long somebody in an arena may look at the end of his game before the next one."""
PAIRING_MS = 2_000
"""So often those are paired in an arena who have no game."""
MOST_GAMES = 3_000
"""Of an arena."""
MOST_DRAWN = 3
"""Games of a knock-out's tie; after so many without a winner the higher seed goes on."""


def begin(course: TournamentCourse) -> None:
    """Let a tournament begin, whose players have their seeds."""
    seeds, now, terms = course.seeded(), course.now_ms, course.tournament.terms
    if terms.system == "round-robin":
        for number, pairs in enumerate(round_robin(len(seeds), terms.cycles)):
            for first, second in pairs:
                game = course.plan(number, 0, (seeds[first], seeds[second]), None if course.is_live else now)
                if game.persons in course.apart:
                    course.settle(game, (0.0, 0.0), "void")
    elif terms.system == "knock-out":
        for tie, (high, low) in enumerate(bracket(len(seeds))):
            _plan_tie(course, 0, tie, seeds[high], None if low is None else seeds[low])
    go_on(course)


def go_on(course: TournamentCourse) -> None:
    """Do all that is to be done in a tournament that goes on."""
    course.withdraw_missing()
    if course.tournament.terms.system == "round-robin":
        _go_on_round_robin(course)
    elif course.tournament.terms.system == "knock-out":
        _go_on_knock_out(course)
    else:
        _go_on_arena(course)


# --- round robin


def _go_on_round_robin(course: TournamentCourse) -> None:
    for person in course.entrants:
        if course.is_out(person):
            _give_up(course, person)
    left = course.unsettled
    course.is_over = not left
    if left and course.is_live:
        current = min(each.round for each in left)
        has_break = any(each.round < current for each in course.games)
        for game in left:
            if game.round == current and game.begins_ms is None:
                course.set_begin(game, course.now_ms + (BREAK_MS if has_break else 0))


def _give_up(course: TournamentCourse, person: str) -> None:
    """Decide the games of somebody who plays no more: before half of them are played none counts, else he loses."""
    his = [each for each in course.of(person) if each.outcome != "void"]
    left = [each for each in his if each.outcome is None]
    if not left:
        return
    if 2 * sum(each.counts for each in his) < len(his):
        for game in his:
            course.settle(game, (0.0, 0.0), "void")
        return
    for game in left:
        course.settle(game, scores_of_forfeit(game, [each for each in game.persons if course.is_out(each)]), "forfeit")


# --- knock-out


def _go_on_knock_out(course: TournamentCourse) -> None:
    while _advance(course):
        pass


def _advance(course: TournamentCourse) -> bool:
    """Take all ties of a knock-out one step on; return whether anything has changed."""
    ties, before = ties_of(course.games), len(course.changed)
    last = max(round_ for round_, _ in ties)
    for (round_, tie), games in ties.items():
        _decide(course, games)
        winner, other = winner_of(course, games), ties.get((round_, tie ^ 1))
        if winner is None or (round_ + 1, tie // 2) in ties:
            continue
        if round_ == last and other is None:
            course.is_over = True
        elif tie % 2 == 0 and other is not None and (rival := winner_of(course, other)) is not None:
            _plan_tie(course, round_ + 1, tie // 2, winner, rival)
    return len(course.changed) > before


def ties_of(games: list[TournamentGame]) -> dict[tuple[int, int], list[TournamentGame]]:
    """Return the games of each tie of a knock-out, by round and number there."""
    ties: defaultdict[tuple[int, int], list[TournamentGame]] = defaultdict(list)
    for game in games:
        ties[game.round, game.tie].append(game)
    return dict(ties)


def _decide(course: TournamentCourse, games: list[TournamentGame]) -> None:
    """Let who plays no more lose his game; after a game without a winner there is another, seats changed."""
    game = games[-1]
    out = [each for each in game.persons if course.is_out(each)]
    if game.outcome is None and out:
        here = [each for each in game.persons if each not in out] or [course.better(*out)]
        course.settle(game, scores_of_forfeit(game, [each for each in game.persons if each not in here]), "forfeit")
    if winner_of(course, games) is None and game.outcome is not None:
        begins = course.now_ms + (BREAK_MS if course.is_live else 0)
        course.plan(game.round, game.tie, (game.person1 or "", game.person0), begins)


def still_in(course: TournamentCourse) -> frozenset[str]:
    """Return who has lost no tie of a knock-out."""
    lost = set[str]()
    for games in ties_of(course.games).values():
        winner = winner_of(course, games)
        lost.update(each for each in games[-1].persons if winner is not None and each != winner)
    return frozenset(course.entrants.keys() - lost)


def winner_of(course: TournamentCourse, games: list[TournamentGame]) -> str | None:
    """Return who goes on from a tie; None as long as nobody knows."""
    game = games[-1]
    if game.outcome is None:
        return None
    if game.person1 is None or game.score0 != game.score1:
        return game.person0 if game.person1 is None or game.score(game.person0) else game.person1
    nobody_came = not game.score0
    return course.better(*game.persons) if nobody_came or len(games) >= MOST_DRAWN else None


def _plan_tie(course: TournamentCourse, round_: int, tie: int, one: str, other: str | None) -> None:
    if other is None:
        course.settle(course.plan(round_, tie, (one, None), None), (1.0, 0.0), "bye")
        return
    begins = course.now_ms + (BREAK_MS if course.is_live and round_ else 0)
    course.plan(round_, tie, course.seated(one, other), begins)


# --- arena


def _go_on_arena(course: TournamentCourse) -> None:
    if course.now_ms >= (course.tournament.ends_ms or 0):
        for game in course.unsettled:
            course.settle(game, (0.0, 0.0), "void")
        course.is_over = True
        return
    here = [each for each in course.entrants if not course.is_out(each)]
    free = [each for each in (_free(course, person) for person in here) if each is not None]
    if len(course.games) >= MOST_GAMES:
        return
    people = [each for each in free if not is_house(each.person)]
    pairs = arena_pairs(people, are_alone=len(here) == 2, apart=course.apart)
    paired = {each.person for pair in pairs for each in pair}
    # Levels are there so that nobody waits; among themselves they play no arena.
    levels = [each for each in free if is_house(each.person)]
    pairs += pairs_with_levels([each for each in people if each.person not in paired], levels)
    for one, other in pairs:
        course.plan(0, 0, course.seated(one.person, other.person), course.now_ms)


def _free(course: TournamentCourse, person: str) -> FreePlayer | None:
    """Return somebody as one who can be paired; None for who plays, here or elsewhere, or has just played."""
    his = course.of(person)
    if person in course.elsewhere or any(each.outcome is None for each in his):
        return None
    last = max(his, key=lambda each: (each.ended_ms or 0, each.number), default=None)
    if last is None:
        return FreePlayer(person, 0, course.entrants[person].joined_ms)
    since = last.ended_ms or 0
    if since > course.now_ms - REST_MS:
        return None
    points = sum(arena_points(each, person) for each in his)
    return FreePlayer(person, points, since, last.other(person) or "", len(his))
