"""Chat as it goes over the wire (floor: server)."""

from __future__ import annotations

import msgspec

from motu.server.chat.lines import ChatLine
from motu.server.chat.rights import Circle
from motu.server.chat.words import Phrase
from motu.server.room import Room
from motu.server.seats import seat_of


class ChatLineView(msgspec.Struct, frozen=True):
    """Something that was said, as a guest sees it."""

    seq: int
    """Its number at this game."""
    at_ms: int
    circle: Circle
    name: str
    """Who has said it: his name, or what he is called at the board; '' for another guest."""
    seat: int | None
    """Where he sits, if he plays."""
    is_mine: bool
    text: str
    """In his own words; '' for a phrase."""
    phrase: Phrase | None


class ChatView(msgspec.Struct, frozen=True):
    """What has been said at a game, as far as a guest hears it."""

    circles: tuple[Circle, ...]
    """Where he hears and may speak."""
    has_words: bool
    """Whether he may say more than phrases: he has a name."""
    lines: tuple[ChatLineView, ...]


class ChatNews(msgspec.Struct, frozen=True, tag="chat"):
    """What has just been said."""

    lines: tuple[ChatLineView, ...]


def line_view(room: Room, line: ChatLine, name: str, guest: str | None) -> ChatLineView:
    """Return a line as a guest sees it; `name` is that of an account, or ''."""
    seat = seat_of(room.row, line.person)
    called = name or ("" if seat is None else room.log.seats[seat].name)
    is_mine = line.person == guest
    return ChatLineView(line.seq, line.at_ms, line.circle, called, seat, is_mine, line.text or "", line.phrase)
