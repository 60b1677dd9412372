"""What goes over the wire: requests, answers and what sockets push (floor: server). docs/http.md describes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar.params import QueryParameter

from motu.errors import MotuError, one_line
from motu.games.dice import MAX_SEED
from motu.games.line import MAX_SPEC, Line, Move, Spec
from motu.games.play import Step
from motu.server.absence import absent_from
from motu.server.events import Beginning, Created, Event, Offered, OfferKind, Participant
from motu.server.game_log import GameLog
from motu.server.rooms import Room
from motu.server.sealed.views import SealsView, seals_view
from motu.server.seats import Role, is_remote, role_of, seat_of
from motu.server.views import PositionView

# Litestar reads its own bounds alone where an address is told by a plain type.
SpecAsked = Annotated[str, QueryParameter(max_length=MAX_SPEC)]
"""A spec in an address."""


class NewGame(Beginning, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game to begin."""

    seats: tuple[Participant, Participant]
    series: Annotated[str, msgspec.Meta(max_length=22)] = ""
    rated: bool = False
    """Whether the result is to count: for somebody with a name who plays one of the machine's accounts."""

    def created(self) -> Created:
        """Return the event that begins it."""
        return Created(**msgspec.structs.asdict(self))


class PlayMove(msgspec.Struct, forbid_unknown_fields=True):
    """A move to play; `seq` is the number its event will have, so that it can't reach another position."""

    move: Move
    seq: int


class TakeBack(msgspec.Struct, forbid_unknown_fields=True):
    """How many moves and rolls to keep."""

    keep: int
    seq: int


class Seed(msgspec.Struct, forbid_unknown_fields=True):
    """A player's share in the dice."""

    seed: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_SEED)]
    seq: int


class Resign(msgspec.Struct, forbid_unknown_fields=True):
    """Who gives up."""

    person: int
    seq: int


class Ask(msgspec.Struct, forbid_unknown_fields=True):
    """What one of two people asks of the other."""

    kind: OfferKind
    seq: int


class Reply(msgspec.Struct, forbid_unknown_fields=True):
    """What is said to that; whoever has asked withdraws it with false."""

    is_accepted: bool
    seq: int


class Positions(Line, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Positions to be looked at, of a game that nobody keeps."""

    all: bool = False
    """Whether all positions are wanted, from the first on, or only the last."""


class CustomBoardRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A custom board to be looked at."""

    spec: Spec
    board: dict[str, Any]


class StepView(msgspec.Struct, frozen=True, array_like=True):
    """A move or roll on the board, and who made it (-1 for a roll)."""

    text: str
    person: int


class ResultView(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended; also where the rules would let it go on."""

    winner: int | None
    reason: str
    absent: tuple[int, ...] = ()
    """Who has not come, so that it was called off. In a tournament he has lost it."""


class ClocksView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is left, in milliseconds, and whose clock runs (-1: nobody's)."""

    left: tuple[int, int]
    """With byo-yomi, the main time and all periods that are left together."""
    running: int
    free: int = 0
    """For so long the running clock still stands: a delay, or the time for a first move."""
    away: tuple[bool, bool] | None = None
    """Who is on vacation, where anybody is: his clock stands when it is his turn."""


class GameSnapshot(msgspec.Struct, frozen=True, tag="snapshot"):
    """A game as it stands."""

    id: str
    created_ms: int
    is_mine: bool
    created: Created
    seq: int
    """The number of the next event."""
    steps: tuple[StepView, ...]
    position: PositionView
    clocks: ClocksView | None
    result: ResultView | None
    secret: str | None
    seeds: tuple[str, ...]
    """What the players have mixed into the dice."""
    is_remote: bool
    """Whether two people at different screens play."""
    seat: int | None
    """Which of these two the guest is; None for all others."""
    offer: Offered | None
    """What one of them asks of the other."""
    declined: tuple[tuple[OfferKind, ...], tuple[OfferKind, ...]]
    """What each has asked in vain, and can't ask again before his next move."""
    next_game: str
    """The rematch; '' where there is none."""
    next_in_ms: int | None
    """After how long the next game of the series begins by itself; None where none does."""
    dice: SealsView | None
    """Where two people at different screens have sealed them."""


class Update(msgspec.Struct, frozen=True, tag="update"):
    """What has changed: the first `keep` steps stay, `added` follow."""

    seq: int
    events: tuple[Event, ...]
    keep: int
    added: tuple[StepView, ...]
    position: PositionView
    clocks: ClocksView | None
    result: ResultView | None
    secret: str | None
    offer: Offered | None
    declined: tuple[tuple[OfferKind, ...], tuple[OfferKind, ...]]
    next_game: str
    next_in_ms: int | None
    dice: SealsView | None


class Notice(msgspec.Struct, frozen=True, tag="notice"):
    """Something to tell the people at the board that is no event of the game."""

    slug: str
    text: str


class ChallengeNews(msgspec.Struct, frozen=True, tag="challenge_news"):
    """How a challenge stands."""

    state: str
    game: str | None
    """The game that has come of it."""


class ErrorView(msgspec.Struct, frozen=True):
    """Why a request was refused. The same shape everywhere."""

    slug: str
    error: str
    text: str = ""
    legal: tuple[str, ...] = ()


MAX_ERROR = 1000
"""Most characters of what a refusal says; whatever was read is part of it."""


def error_view(error: MotuError, text: str | None = None) -> ErrorView:
    """Return why a request was refused, in one line, cut to what can be shown: what it quotes may be anything."""
    message = one_line(error.message, MAX_ERROR - 1)
    return ErrorView(error.slug, message, (error.text if text is None else text)[:200], error.legal[:50])


def snapshot(room: Room, guest: str | None, created: Created) -> GameSnapshot:
    """Return a game as a guest sees it; `created` says how it began, with the names of now."""
    log = room.log
    return GameSnapshot(
        room.row.id,
        room.row.created_ms,
        role_of(room.row, guest) is not Role.SPECTATOR,
        created,
        log.next_seq,
        steps_view(log.steps),
        room.shown(),
        clocks_view(room),
        result_view(log),
        log.secret,
        log.seeds.texts,
        is_remote(room.row),
        seat_of(room.row, guest),
        log.offers.pending,
        log.offers.in_vain(),
        log.offers.next_game,
        room.next_in_ms(),
        seals_view(log),
    )


def update(room: Room, events: tuple[Event, ...], keep: int) -> Update:
    """Return what has changed since the game had so many steps in common with now."""
    log = room.log
    return Update(
        log.next_seq,
        events,
        keep,
        steps_view(log.steps[keep:]),
        room.shown(),
        clocks_view(room),
        result_view(log),
        log.secret,
        log.offers.pending,
        log.offers.in_vain(),
        log.offers.next_game,
        room.next_in_ms(),
        seals_view(log),
    )


def steps_view(steps: Sequence[Step]) -> tuple[StepView, ...]:
    """Return steps as they go over the wire."""
    return tuple(StepView(step.text, step.person) for step in steps)


def result_view(log: GameLog) -> ResultView | None:
    """Return how a game ended as it goes over the wire."""
    result = log.result
    return None if result is None else ResultView(result.winner, result.reason, absent_from(log))


def clocks_view(room: Room) -> ClocksView | None:
    """Return the clocks as they stand now."""
    left = room.left_ms()
    if left is None:
        return None
    away = room.log.away if any(room.log.away) else None
    return ClocksView(left, -1 if room.log.is_standing else room.log.acting, room.free_ms(), away)
