"""What processes tell each other, as it travels (floor: server)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from motu.server.events import Event


class Appended(msgspec.Struct, frozen=True, tag="appended", omit_defaults=True):
    """Something has happened in a game, and is kept."""

    by: str
    """The process that says so; its number is the same in all messages."""
    game: str
    seq: int
    """The number of the next event after it."""
    events: tuple[Event, ...] = ()
    """What it was; left out where it is too long."""


class Told(msgspec.Struct, frozen=True, tag="told"):
    """Something to be passed on as it is to whoever listens to a game, or to anything else that has an address."""

    by: str
    topic: str
    message: msgspec.Raw


class Looking(msgspec.Struct, frozen=True, tag="looking"):
    """Who looks at some games at that process; no longer anybody where the list is empty."""

    by: str
    games: dict[str, tuple[str, ...]]


class Deleted(msgspec.Struct, frozen=True, tag="deleted"):
    """Games that are no more."""

    by: str
    games: tuple[str, ...]


MOST_SHOWN = 200
"""Guests at one game that a process tells of."""
Message = Appended | Told | Looking | Deleted
_MESSAGES: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


def decode_message(data: bytes) -> Message | None:
    """Return a message, or None for one of a version that says other things."""
    try:
        return _MESSAGES.decode(data)
    except msgspec.MsgspecError:
        return None


def appended(by: str, game: str, events: Sequence[Event], most_bytes: int) -> bytes:
    """Return the message that something has happened; what is too long for the bus is left out."""
    seq = events[-1].seq + 1
    whole = msgspec.json.encode(Appended(by, game, seq, tuple(events)))
    return whole if len(whole) <= most_bytes else msgspec.json.encode(Appended(by, game, seq))


def looking(by: str, games: Mapping[str, Sequence[str]], most_bytes: int) -> Iterator[bytes]:
    """Yield messages that say who looks at games, as few as do."""
    some: dict[str, tuple[str, ...]] = {}
    size = room = most_bytes - 100
    for game, guests in games.items():
        shown = tuple(guests)[:MOST_SHOWN]
        needed = len(game) + sum(len(guest) + 3 for guest in shown) + 8
        if some and needed > size:
            yield msgspec.json.encode(Looking(by, some))
            some, size = {}, room
        some[game] = shown
        size -= needed
    if some:
        yield msgspec.json.encode(Looking(by, some))
