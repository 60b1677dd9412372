"""Who stands where in a tournament (floor: server).

- *round robin*: a point for a win and half of one for a draw; of equals, who has more by Sonneborn and Berger: the
  points of those whom he has beaten, and half of those with whom he has drawn; then who has won more games.
- *knock-out*: who has come further.
- *arena*: two points for a win and one for a draw; of equals, who has won more games, then who has played fewer.

Who still is equal shares the place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from motu.server.tournaments.tournament import System, TournamentGame

_WIN, _DRAW = 1.0, 0.5


@dataclass(frozen=True, slots=True)
class TournamentPlace:
    """How somebody stands."""

    person: str
    place: int
    """From 1 on; several may share one."""
    points: float
    tie_break: float
    """Round robin: by Sonneborn and Berger; knock-out: the last round, 0 the first; 0 in an arena."""
    won: int
    drawn: int
    lost: int


def standings(
    system: System, persons: Sequence[str], games: Sequence[TournamentGame], still_in: frozenset[str] = frozenset()
) -> list[TournamentPlace]:
    """Return how all stand, the first first; of those on one place, who comes first in `persons`.

    `still_in` are those who have lost no tie of a knock-out; at its end, its winner.
    """
    found = [_counted(system, person, games) for person in persons]
    if system == "round-robin":
        points = {each.person: each.points for each in found}
        found = [_with_tie_break(each, _sonneborn_berger(each.person, games, points)) for each in found]
    ranks = {each.person: (*_rank(system, each), each.person not in still_in) for each in found}
    found.sort(key=lambda each: ranks[each.person])
    placed: list[TournamentPlace] = []
    for at, each in enumerate(found):
        is_shared = bool(placed) and ranks[placed[-1].person] == ranks[each.person]
        place = placed[-1].place if is_shared else at + 1
        placed.append(TournamentPlace(each.person, place, each.points, each.tie_break, each.won, each.drawn, each.lost))
    return placed


def arena_points(game: TournamentGame, person: str) -> int:
    """Return what somebody has from a game of an arena."""
    return round(2 * game.score(person)) if game.counts else 0


def _counted(system: System, person: str, games: Sequence[TournamentGame]) -> TournamentPlace:
    his = [each for each in games if person in each.persons]
    scores = [each.score(person) for each in his if each.counts]
    won, drawn = scores.count(_WIN), scores.count(_DRAW)
    points: float = sum(arena_points(each, person) for each in his) if system == "arena" else sum(scores)
    rounds = float(max((each.round for each in his), default=0)) if system == "knock-out" else 0.0
    return TournamentPlace(person, 0, points, rounds, won, drawn, len(scores) - won - drawn)


def _sonneborn_berger(person: str, games: Sequence[TournamentGame], points: dict[str, float]) -> float:
    his = [each for each in games if person in each.persons and each.counts]
    return sum(each.score(person) * points.get(each.other(person) or "", 0.0) for each in his)


def _with_tie_break(each: TournamentPlace, tie_break: float) -> TournamentPlace:
    return TournamentPlace(each.person, 0, each.points, tie_break, each.won, each.drawn, each.lost)


def _rank(system: System, each: TournamentPlace) -> tuple[float, ...]:
    """Return what is compared, the least first."""
    if system == "knock-out":
        return (-each.tie_break,)
    if system == "arena":
        return -each.points, -each.won, each.won + each.drawn + each.lost
    return -each.points, -each.tie_break, -each.won
