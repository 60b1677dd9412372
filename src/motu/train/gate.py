"""Matches of nets: against fixed opponents, and against the best net so far (floor: train)."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from motu.arena.entrants import parse_entrants
from motu.arena.match import MatchStanding, play_match
from motu.arena.ratings import strength_of
from motu.arena.schedule import MatchSettings, Schedule
from motu.arena.sprt import Sprt
from motu.games import Game

OPENINGS = "random:2"
"""Deterministic players need openings that differ."""

Pairs = tuple[int, ...]
"""How many pairs of games gave 0, ½, 1, 1½, 2 points."""


@dataclass(frozen=True, slots=True)
class Score:
    """A match on several boards."""

    pairs: Pairs
    verdict: str | None = None
    """What a sequential test accepts, "H0" or "H1"; None where it is undecided, or there is none."""

    @property
    def games(self) -> int:
        """Finished pairs have two."""
        return 2 * sum(self.pairs)

    @property
    def score(self) -> float:
        """In [0, 1]; a half where nothing was played."""
        points = sum(count * kind / 4 for kind, count in enumerate(self.pairs))
        return points / max(sum(self.pairs), 1) if self.games else 0.5

    @property
    def elo(self) -> float | None:
        """The difference in Elo, or None where a score of 0 or 1 gives none."""
        strength = strength_of(self.pairs)
        return None if strength is None or math.isinf(strength.elo) else strength.elo


def net_player(path: Path, visits: int) -> str:
    """Return the text of a player that searches with a net."""
    return f"mcts:{visits},evaluator=net:{path}"


def play(
    one: str,
    other: str,
    games: Sequence[Game],
    count: int,
    seed: int,
    *,
    sprt: Sprt | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Score:
    """Play a match on several boards in turn, a pair at a time.

    Args:
        one: A player's text.
        other: The opponent's.
        games: The boards, without the pie rule.
        count: Games in all, at most.
        seed: Of openings.
        sprt: Ends the match early, by the pairs of all boards together.
        is_stopped: Asked after every game; True ends it, too.
    """
    each = max(2, 2 * round(count / (2 * len(games))))
    with contextlib.ExitStack() as stack:
        matches = [
            stack.enter_context(contextlib.closing(play_match(Schedule(_settings(one, other, game, seed)), each)))
            for game in games
        ]
        pairs: Pairs = ()
        for pairs in _pairs_in_turn(matches):
            if is_stopped() or (sprt is not None and sprt.verdict(sprt.llr(pairs)) is not None):
                break
        return Score(pairs, None if sprt is None else sprt.verdict(sprt.llr(pairs)))


def _settings(one: str, other: str, game: Game, seed: int) -> MatchSettings:
    return MatchSettings(game, parse_entrants((f"one={one}", f"other={other}")), OPENINGS, seed)


def _pairs_in_turn(matches: Sequence[Iterator[MatchStanding]]) -> Iterator[Pairs]:
    """Go on with each match until it has another pair, and yield the pairs of all."""
    counts: list[Pairs] = [(0,) * 5 for _ in matches]
    waiting = dict(enumerate(matches))
    while waiting:
        for index, match in list(waiting.items()):
            before = sum(counts[index])
            for standing in match:
                counts[index] = tuple(standing.tally.pairs)
                if sum(counts[index]) > before:
                    break
            else:
                del waiting[index]
            yield tuple(map(sum, zip(*counts, strict=True)))
