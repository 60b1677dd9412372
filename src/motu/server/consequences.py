"""What follows at once from what happens in a game: rolls, dice sealed anew, a move back, the secret (floor: server).

Nothing is kept here, and nobody is told: `follow` plays on in a log that is a copy.
"""

from __future__ import annotations

from motu.games import dice
from motu.server.events import Answered, Event, Happening, Revealed, Rolled, ServerError, TakenBack
from motu.server.game_log import GameLog
from motu.server.room import Room
from motu.server.store import GameRow
from motu.server.wall_time import Moment


def follow(room: Room, log: GameLog, what: Happening, now: Moment) -> list[Event]:
    """Let something happen in a log, and what follows: the rolls, and at the end what they follow from."""
    event, asked = Event(log.next_seq, now.at_ms, what), log.offers.pending
    log.apply(event)
    happened = [event, *roll_on(room.row, log, event.at_ms)]
    if (anew := log.sealed_anew(what, asked, room.spent_in_turn_ms(now.steady_ms) or 0)) is not None:
        happened.append(Event(log.next_seq, event.at_ms, anew))
        log.apply(happened[-1])
    if isinstance(what, Answered) and what.is_accepted and asked is not None and asked.keep is not None:
        happened.append(Event(log.next_seq, event.at_ms, TakenBack(asked.keep, room.spent_in_turn_ms(now.steady_ms))))
        log.apply(happened[-1])
    # At one screen people go on against the machine after the end; what they take back there hurts nobody.
    is_final = log.is_between_people or room.row.person0 is not None
    if log.is_over and log.created.dice and log.secret is None and is_final:
        happened.append(Event(log.next_seq, event.at_ms, Revealed(room.row.secret)))
        log.apply(happened[-1])
    return happened


def roll_on(row: GameRow, log: GameLog, at_ms: int) -> list[Event]:
    """Roll as long as a die is to be rolled."""
    happened = []
    while log.awaits_roll:
        happened.append(Event(log.next_seq, at_ms, Rolled(_roll(row, log))))
        log.apply(happened[-1])
    return happened


def _roll(row: GameRow, log: GameLog) -> int:
    if log.state.announced() is None:
        raise ServerError("no line is announced", slug="server/log")
    if log.seals is not None:
        return log.seals.roll(row.secret, log.state)
    return dice.SecretDice(row.secret, log.seeds.texts).roll(log.state) + 1
