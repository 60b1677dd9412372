"""Who plays whom, and who begins (floor: server): numbers alone, so that it is tried for any number of players."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

Pair = tuple[int, int]
"""Who begins and who plays second, by their seeds, of which 0 is the highest."""
MOST_STEPS = 5_000
"""So many pairings of an arena are tried before one is taken that leaves somebody out."""


def round_robin(players: int, cycles: int = 1) -> list[list[Pair]]:
    """Return the rounds in which each plays each, once or twice (the circle method).

    Nobody begins more than once more often than he plays second; where their number is odd, each is free once a cycle.
    """
    places = players + players % 2  # the last place is nobody's where the number is odd
    circle = places - 1
    rounds = []
    for number in range(circle):
        pairs = [(number, circle)]
        pairs += [((number + step) % circle, (number - step) % circle) for step in range(1, places // 2)]
        rounds.append([_seated(*pair, players) for pair in pairs if max(pair) < players])
    return rounds if cycles == 1 else rounds + [[(second, first) for first, second in each] for each in rounds]


def _seated(one: int, other: int, players: int) -> Pair:
    """Return who of two begins: of a circle each against the half that follows him, the odd one out by turns."""
    circle = players if players % 2 else players - 1
    if other == circle:
        return (one, other) if one % 2 == 0 else (other, one)
    return (one, other) if 0 < (other - one) % circle <= circle // 2 else (other, one)


def bracket(players: int) -> list[tuple[int, int | None]]:
    """Return the ties of a knock-out's first round, the higher seed first; None: he has nobody to play.

    The two highest seeds can meet in the last round only, the four highest in the last but one, and so on; the highest
    have nobody to play where the number is no power of two.
    """
    order = [0]
    while len(order) < players or len(order) < 2:
        order = [seed for each in order for seed in (each, 2 * len(order) - 1 - each)]
    pairs = zip(order[::2], order[1::2], strict=True)
    return [(high, low if low < players else None) for high, low in pairs]


@dataclass(frozen=True, slots=True)
class FreePlayer:
    """Somebody in an arena who has no game just now."""

    person: str
    points: int
    since_ms: int
    """When his last game ended, or when he came."""
    last: str = ""
    """Whom he has played last."""
    games: int = 0
    """How many he has played."""


def arena_pairs(
    free: Sequence[FreePlayer], *, are_alone: bool = False, apart: Collection[tuple[str, str]] = ()
) -> list[tuple[FreePlayer, FreePlayer]]:
    """Return whom to pair: those of nearest points, nobody with whom he has played last.

    Where one must wait, it is who has played most, and of these who has waited for the shortest time. Two who are alone
    play each other again. Nobody is paired with whom he is `apart` from, each pair both ways.
    """

    def may(one: FreePlayer, other: FreePlayer) -> bool:
        return (are_alone or _may(one, other)) and (one.person, other.person) not in apart

    order = sorted(free, key=lambda each: (-each.points, each.since_ms, each.person))
    most_first = sorted(free, key=lambda each: (-each.games, -each.since_ms, each.person))
    waiting = most_first if len(free) % 2 else [None]
    best: list[tuple[FreePlayer, FreePlayer]] = []
    for left in waiting:
        players = [each for each in order if each is not left]
        found = _matched(players, may, [MOST_STEPS])
        if found is not None:
            return found
        best = max(best, _nearest(players, may), key=len)
    return best


def pairs_with_levels(left: Sequence[FreePlayer], levels: Sequence[FreePlayer]) -> list[tuple[FreePlayer, FreePlayer]]:
    """Return whom of the machine's levels those play who have found nobody else.

    It is the one of nearest points, not the one that they have played last where there is another; those who have
    waited longest choose first.
    """
    pairs, free = [], list(levels)
    for player in sorted(left, key=lambda each: (each.since_ms, each.person)):
        if not free:
            break
        wanted = {
            each.person: (each.person == player.last, abs(each.points - player.points), each.games, each.person)
            for each in free
        }
        level = min(free, key=lambda each: wanted[each.person])
        free.remove(level)
        pairs.append((player, level))
    return pairs


def _may(one: FreePlayer, other: FreePlayer) -> bool:
    return one.last != other.person and other.last != one.person


def _matched(
    players: Sequence[FreePlayer], may: Callable[[FreePlayer, FreePlayer], bool], steps: list[int]
) -> list[tuple[FreePlayer, FreePlayer]] | None:
    """Return pairs of all of them, the first with the nearest that leaves a way for the rest; None: there are none."""
    if not players:
        return []
    first, *others = players
    for at, other in enumerate(others):
        steps[0] -= 1
        if steps[0] < 0:
            return None
        if may(first, other):
            rest = _matched(others[:at] + others[at + 1 :], may, steps)
            if rest is not None:
                return [(first, other), *rest]
    return None


def _nearest(
    players: Sequence[FreePlayer], may: Callable[[FreePlayer, FreePlayer], bool]
) -> list[tuple[FreePlayer, FreePlayer]]:
    """Return pairs of as many as find somebody, one after the other."""
    pairs, left = [], list(players)
    while left:
        first = left.pop(0)
        other = next((each for each in left if may(first, each)), None)
        if other is not None:
            left.remove(other)
            pairs.append((first, other))
    return pairs
