"""What a list says of a game: kept beside its events, so that no list replays them (floor: server).

Invariant: a standing that is kept is the one of the events that are kept; both are written in one transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from motu.server.events import Participant, SeriesScore
from motu.server.game_log import GameLog
from motu.server.series import begins_ms, score_now
from motu.server.speeds import Speed, speed_of


class GameStanding(msgspec.Struct, frozen=True):
    """Who plays, how far a game has come, and how it ended."""

    seats: tuple[Participant, Participant]
    """Person 0, who begins, and person 1."""
    player: int | None
    """The person to act; None when the game is over."""
    is_swapped: bool
    """Whether person 0 has the second colour."""
    num_moves: int
    """Moves and announcements on the board, without those of an opening."""
    winner: int | None = None
    """The person who has won; None for a draw, and while the game goes on."""
    reason: str | None = None
    """Why the game is over; None while it goes on."""
    due_ms: int | None = None
    """When the time of the person to act is up, in milliseconds since 1970; None where no clock runs."""
    speed: Speed | None = None
    """How fast the game is; None for one of an older version in which nothing has happened since."""
    away: int | None = None
    """Who is on vacation: 1 for person 0 and 2 for person 1, added up."""
    rated: bool | None = None
    """Whether the result counts for ratings; None for a game of an older version in which nothing has happened
    since."""

    score: SeriesScore | None = None
    """How the series stands that the game belongs to; None where it belongs to none."""
    next_ms: int | None = None
    """When the next game of the series begins by itself; None where none does."""

    @property
    def is_over(self) -> bool:
        """Whether nobody may move any more."""
        return self.reason is not None


_SEATS: msgspec.json.Decoder[tuple[Participant, Participant]] = msgspec.json.Decoder(tuple[Participant, Participant])
_SCORE: msgspec.json.Decoder[SeriesScore] = msgspec.json.Decoder(SeriesScore)
COLUMNS = GameStanding.__struct_fields__
"""The columns of the table of games in which a standing is kept; NULL in all of them: not known yet."""


def standing_of(log: GameLog) -> GameStanding:
    """Return how a game stands."""
    result = log.result
    return GameStanding(
        log.seats,
        None if log.is_over else log.state.current_player(),
        log.state.is_swapped(),
        sum(log.moves_made()),
        None if result is None else result.winner,
        None if result is None else result.reason,
        log.due_ms,
        speed_of(log.created.clock, log.game),
        log.away[0] + 2 * log.away[1],
        log.created.rated,
        score_now(log.created, result),
        next_ms_of(log),
    )


def next_ms_of(log: GameLog) -> int | None:
    """Return when the next game of a series begins by itself, in milliseconds since 1970; None where none does."""
    return begins_ms(log.result, log.offers, log.ended_ms)


def standing_as_row(standing: GameStanding) -> dict[str, Any]:
    """Return a standing as its columns."""
    score = None if standing.score is None else msgspec.json.encode(standing.score).decode()
    seats = msgspec.json.encode(standing.seats).decode()
    return {**msgspec.structs.asdict(standing), "seats": seats, "score": score}


def standing_in_row(row: Mapping[str, Any]) -> GameStanding | None:
    """Return the standing in a row, or None where none has been kept yet, as older versions did, or none can be read.

    The events say how a game stands; this is only what a list need not work out again.
    """
    if row["seats"] is None:
        return None
    try:
        seats = _SEATS.decode(row["seats"])
        score = None if row["score"] is None else _SCORE.decode(row["score"])
    except msgspec.DecodeError:
        return None
    return GameStanding(**{**{name: row[name] for name in COLUMNS}, "seats": seats, "score": score})
