"""Series: games that two play one after the other, the start alternating, until one has won most (floor: server).

All of it follows from the games: each says how the series stood before it, and with its result how it stands now. A
game without a result counts as nothing, and is played again. When a game ends and the series isn't decided, the next
one is agreed on already: each of the two may begin it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import msgspec

from motu.games.record_parts import Result
from motu.server.events import Created, Offered, SeriesScore
from motu.server.offers import Offers

BestOf = Literal[0, 3, 5, 7, 9, 11]
"""How many games decide a series; 0: one game, and as many more as the two like."""
NOBODY = -1
"""Who asks for the next game of a series, and begins it: it was agreed on before the first."""
PAUSE_MS = 10_000
"""So long after a game the next one begins by itself."""


def first_score(best_of: int) -> SeriesScore | None:
    """Return how a series stands before its first game; None where there is none."""
    return SeriesScore(best_of) if best_of else None


def score_now(created: Created, result: Result | None) -> SeriesScore | None:
    """Return how a series stands with what a game has come to, from the side of those who sit at it."""
    score = created.score
    if score is None or result is None or _is_nothing(result):
        return score
    return _with(score, result)


def score_after(created: Created, result: Result) -> SeriesScore:
    """Return how a series stands before the next game, in which the two have changed seats.

    After one that is decided another one begins.
    """
    before = created.score or SeriesScore()
    score = before if _is_nothing(result) else _with(before, result)
    return (
        SeriesScore(score.best_of) if is_decided(score) else msgspec.structs.replace(score, points=score.points[::-1])
    )


def is_decided(score: SeriesScore) -> bool:
    """Return whether a series is at its end: one of the two has more than half, or all games are played."""
    return bool(score.best_of) and (2 * max(score.points) > score.best_of or score.games >= score.best_of)


def after_end(created: Created, result: Result | None, offers: Offers) -> Offers:
    """Return what stands between the two when a game has ended: in a series that isn't decided, the next game."""
    score = score_now(created, result)
    if score is None or not score.best_of or is_decided(score):
        return offers
    return replace(offers, pending=Offered(NOBODY, "rematch"))


def begins_ms(result: Result | None, offers: Offers, ended_ms: int) -> int | None:
    """Return when the next game begins by itself, None where none does: a game without a result is seen to by hand."""
    if result is None or _is_nothing(result) or offers.pending is None or offers.pending.person != NOBODY:
        return None
    return ended_ms + PAUSE_MS


def _is_nothing(result: Result) -> bool:
    return result.reason == "unfinished"


def _with(score: SeriesScore, result: Result) -> SeriesScore:
    first, second = (0.5, 0.5) if result.winner is None else (1.0, 0.0) if result.winner == 0 else (0.0, 1.0)
    points = score.points[0] + first, score.points[1] + second
    return msgspec.structs.replace(score, games=score.games + 1, points=points)
