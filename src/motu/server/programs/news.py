"""What a program's stream says (floor: server): one JSON object a line, each with the whole of what it tells."""

from __future__ import annotations

from typing import Literal

import msgspec

from motu.server.events import Created, Offered
from motu.server.messages import ClocksView, ResultView, StepView, clocks_view, result_view, steps_view
from motu.server.room import Room
from motu.server.seats import seat_of

NewsOfGame = Literal["began", "turn", "offer", "over"]


class Hint(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a stream should look again; what it then says, the database knows."""

    game: str = ""
    challenge: str = ""
    opened: str = ""
    """A stream that takes the place of all others of the account."""
    is_end: bool = False
    """Whether every stream of the account ends, for it is no longer what it was."""


class GameNews(msgspec.Struct, frozen=True):
    """A game as it stands: it began, it is one's turn, the opponent asks for something, or it is over."""

    type: NewsOfGame
    game: str
    seq: int
    """The number that the next event will have: a move's, for one."""
    seat: int
    """Which person one is."""
    created: Created
    steps: tuple[StepView, ...]
    is_turn: bool
    legal: tuple[str, ...]
    """All moves that may be played, where it is one's turn."""
    clocks: ClocksView | None
    offer: Offered | None
    result: ResultView | None
    next_game: str


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """All that waited has been told; from now on, what happens."""

    account: str
    """One's name."""
    games: tuple[str, ...]
    """All games that go on, whoever is to move."""


class Replaced(msgspec.Struct, frozen=True, tag="replaced"):
    """Another stream of the account was opened; this one ends."""


def news_of(room: Room, account_id: str, created: Created, *, is_known: bool) -> GameNews | None:
    """Return what is to be said of a game to one of its two players, if anything is; `created` has the names of now."""
    log, seat = room.log, seat_of(room.row, account_id)
    if seat is None:
        return None
    is_turn = not log.is_over and log.state.current_player() == seat
    offer = log.offers.pending
    kind: NewsOfGame
    if log.is_over:
        kind = "over"
    elif not is_known:
        kind = "began"
    elif offer is not None and offer.person != seat:
        kind = "offer"
    elif is_turn:
        kind = "turn"
    else:
        return None
    legal = tuple(log.state.legal_moves()) if is_turn else ()
    known = room.row.id, log.next_seq, seat, created, steps_view(log.steps), is_turn, legal
    return GameNews(kind, *known, clocks_view(room), offer, result_view(log), log.offers.next_game)
