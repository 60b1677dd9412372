"""Who wins: who begins, who is stronger, who has the dice, who thinks longer (floor: lab)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from motu.arena.ratings import strength_of
from motu.arena.results import KINDS
from motu.lab.intervals import NOTHING, Measured, bootstrapped, share, share_of_alike
from motu.lab.measures.measure import WILSON, StudyMeasure, Trials, blocks, by_case
from motu.lab.plan import GridCase
from motu.lab.tables import FigureColumn


def _first_player(case: GridCase, trials: Trials) -> Mapping[str, Measured]:
    found = {
        "score": share(blocks(case, ((each, each.score) for each in trials))),
        "games": _count(len(trials)),
        "different": _count(len({each.moves for each in trials})),
        "drawn": share(blocks(case, ((each, float(each.winner is None)) for each in trials if each.is_finished))),
    }
    if case.case.game.rules.swap:
        found["swapped"] = share(blocks(case, ((each, float(each.is_swapped)) for each in trials)))
    if unfinished := sum(not each.is_finished for each in trials):
        found["unfinished"] = _count(unfinished)
    return found


FIRST_PLAYER = StudyMeasure(
    "first_player",
    "Who begins",
    "What the person who makes the first move scores: a win counts 1, a draw ½. 50 % is fair. Where the pie rule is in"
    " force, the second person may take over that move, and “swapped” says how often he did. “Different” counts"
    f" games that are not alike move for move. {WILSON}",
    by_case(_first_player),
    (
        FigureColumn("score", "first player scores", "share", is_plotted=True),
        FigureColumn("swapped", "swapped", "share"),
        FigureColumn("drawn", "drawn", "share"),
        FigureColumn("games", "games", "whole"),
        FigureColumn("different", "different", "whole"),
        FigureColumn("unfinished", "broken off", "whole"),
    ),
)


def _thinking_time(_: GridCase, trials: Trials) -> Mapping[str, Measured]:
    points = dict[int, list[float]]()
    for each in trials:
        if (score := each.score_of(1)) is not None:
            points.setdefault(each.slot.pair, []).append(score)
    kinds = [0] * KINDS
    for pair in points.values():
        if len(pair) == 2:
            kinds[round(2 * sum(pair))] += 1
    strength = strength_of(kinds)
    if strength is None:
        return {}
    count = 2 * sum(kinds)
    return {
        "score": Measured(strength.score, *strength.interval, "pairs", count),
        "elo": Measured(strength.elo, *strength.elo_interval, "pairs", count),
        "games": _count(len(trials)),
    }


THINKING_TIME = StudyMeasure(
    "thinking_time",
    "What more thinking is worth",
    "What the second player named scores against the first, each beginning once in every pair of games. Elo is 400 ·"
    " log₁₀(s / (1 − s)) of the score s. Intervals: 95 %, from the spread of pairs (docs/arena.md).",
    by_case(_thinking_time),
    (
        FigureColumn("elo", "Elo of the second", "elo", is_plotted=True),
        FigureColumn("score", "second scores", "share"),
        FigureColumn("games", "games", "whole"),
    ),
)


def _luck(_: GridCase, trials: Trials) -> Mapping[str, Measured]:
    scores = {(each.slot.pair, each.slot.first): each.score for each in trials}
    pairs = [
        (one, other)
        for pair in sorted({each.slot.pair for each in trials})
        if (one := scores.get((pair, 0))) is not None and (other := scores.get((pair, 1))) is not None
    ]
    if len(pairs) < 3:
        return {}
    rows = np.array(pairs)
    parts = {
        name: bootstrapped(rows, lambda drawn, index=index: _split(drawn)[index], 2 * len(rows))  # type: ignore[misc]
        for index, name in enumerate(("skill", "dice", "rest", "stronger", "first"))
    }
    told = {name: _told(name, found, len(pairs)) for name, found in parts.items()}
    return told | {"games": _count(len(trials))}


def _told(name: str, found: Measured, pairs: int) -> Measured:
    """Return a figure of pairs, which has another interval where they are all alike; a part of a variance has none."""
    if found.value is None or found.low != found.high:
        return found
    if name in ("stronger", "first"):
        return share_of_alike(found.value, pairs, found.count)
    return Measured(found.value, count=found.count)


def _split(drawn: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
    """Return what shares of a result's variance are skill, dice and neither, and two means.

    Args:
        drawn: float [draws, pairs, 2], the points of who began in both games of a pair with the same dice.
    """
    pairs = drawn.shape[1]
    means = drawn.mean(axis=1)
    away = drawn - means[:, None, :]
    dice = (away[:, :, 0] * away[:, :, 1]).sum(axis=1) / (pairs - 1)
    own = (away**2).sum(axis=(1, 2)) / (2 * (pairs - 1))
    gap = (means[:, 0] - means[:, 1]) / 2
    noise = (own - dice) / (2 * pairs)  # what the square of an estimate is too large by
    skill = np.maximum(0.0, gap**2 - noise)
    whole = np.maximum(skill + own, 1e-12)
    return skill / whole, dice / whole, (own - dice) / whole, 0.5 + np.abs(gap), means.mean(axis=1)


LUCK = StudyMeasure(
    "luck",
    "Luck and skill",
    "Each pair of games has the same dice, turn for turn and seat for seat, and the players change seats. What the"
    " results of a pair have in common is the dice's (their covariance); what goes with the player is skill (half the"
    " gap between his scores in both seats, squared); the rest are dice that met another position, and chance in the"
    " players themselves. The three add up to the variance of a game's result. Intervals: 95 %, by a bootstrap of"
    " 2,000 draws of pairs.",
    by_case(_luck),
    (
        FigureColumn("stronger", "stronger scores", "share"),
        FigureColumn("first", "first player scores", "share"),
        FigureColumn("skill", "skill", "share", is_plotted=True),
        FigureColumn("dice", "dice", "share", is_plotted=True),
        FigureColumn("rest", "rest", "share"),
        FigureColumn("games", "games", "whole"),
    ),
)


def _count(number: int) -> Measured:
    return Measured(float(number), count=number) if number else NOTHING
