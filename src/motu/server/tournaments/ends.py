"""What the end of a game is to its tournament (floor: server): kept in the transaction that keeps the end."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from motu.server.absence import absent_from
from motu.server.events import Event
from motu.server.game_log import GameLog
from motu.server.ratings.counting import scores_of
from motu.server.store import GameRow, Work
from motu.server.tournaments.book import note_end


def end_in_tournament(row: GameRow, log: GameLog, happened: Sequence[Event]) -> Work | None:
    """Return the work that keeps how a game of a tournament has ended by what happens now; None for all else."""
    where, game_id = log.created.tournament, row.id
    if where is None or not log.is_over:
        return None
    scores, missed = result_of(log)
    at_ms = happened[0].at_ms

    def work(connection: sa.Connection) -> None:
        note_end(connection, where.id, game_id, scores, missed, at_ms)

    return work


def result_of(log: GameLog) -> tuple[tuple[float, float], int]:
    """Return what both have from a game that is over, and who has not come: 1 for person 0, 2 for person 1.

    Who has not come to a game that was called off has lost it, as has he who lets his time run out without a move.
    """
    if absent := absent_from(log):
        return (0.0 if 0 in absent else 1.0, 0.0 if 1 in absent else 1.0), sum(1 << each for each in absent)
    scores, result = scores_of(log.result), log.result
    has_run_out = result is not None and result.reason == "time" and result.winner is not None
    loser = 1 - (result.winner or 0) if has_run_out and result is not None else None
    return scores, 1 << loser if loser is not None and not log.moves_made()[loser] else 0
