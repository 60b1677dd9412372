"""A game that begins: whether it can, its id, its secret, how its dice are sealed, its first rolls (floor: server)."""

from __future__ import annotations

import secrets
from dataclasses import replace

import msgspec

from motu.games import dice
from motu.games.sealed_dice import house_commitment
from motu.server.consequences import roll_on
from motu.server.events import Created, Event, ServerError
from motu.server.game_log import GameLog
from motu.server.room import Room
from motu.server.sealed.seals import terms_for
from motu.server.speeds import grace_of, speed_of
from motu.server.store import GameRow
from motu.server.wall_time import WallTime

ID_BYTES = 9
"""Random bytes in a game's id: 12 characters, and no two alike in the life of the world."""


def check_playable(created: Created) -> GameLog:
    """Return the game that begins this way.

    Raises:
        MotuError: With what was read and what would be right.
    """
    log = GameLog(Event(0, 0, created))
    if log.is_over:
        raise ServerError("the game would be over before it begins", slug="server/opening")
    return log


def new_room(
    log: GameLog,
    owner: str,
    wall: WallTime,
    persons: tuple[str, str] | tuple[None, None] = (None, None),
    *,
    is_public: bool = False,
) -> Room:
    """Return a game that begins now; nothing of it is kept yet.

    Args:
        log: What is played, as `check_playable` returns it.
        owner: The guest who makes it at one screen; empty for two people at different ones.
        wall: What time it is.
        persons: These two, who begins and who plays second; None at one screen.
        is_public: Whether the lobby lists it.
    """
    created = log.created
    secret = dice.new_secret()
    has_dice = log.game.max_chance_outcomes > 0
    game_id, now = secrets.token_urlsafe(ID_BYTES), wall.now()
    grace_ms = 0 if persons[0] is None else grace_of(speed_of(created.clock, log.game))
    promise, sealed = dice.commitment(secret) if has_dice else "", None
    if has_dice and persons[0] is not None and _may_seal(log):
        promise, sealed = house_commitment(game_id, secret), terms_for(game_id, created.clock)
    created = msgspec.structs.replace(created, spec=log.game.spec, dice=promise, sealed=sealed, grace_ms=grace_ms)
    first = Event(0, now.at_ms, created)
    log.begin(first)
    known = game_id, owner, log.game.spec, secret, first.at_ms, first.at_ms, 1
    row = GameRow(*known, is_over=False, person0=persons[0], person1=persons[1], is_public=is_public)
    roll_on(row, log, first.at_ms)
    row = replace(row, next_seq=log.next_seq, is_over=log.is_over)
    return Room(row, log, wall, now.steady_ms)


def _may_seal(log: GameLog) -> bool:
    """Return whether whoever plays a game at two screens can seal its dice: people can, their programs can't."""
    return log.is_between_people and not any(seat.is_bot for seat in log.seats)
