"""A game of the server as a record: who played, with which engines, its clock and its dice (floor: server)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from motu.games.record import Record
from motu.games.record_parts import RecordPlayer
from motu.server.events import Participant
from motu.server.game_log import GameLog
from motu.server.record_names import iso_time
from motu.server.time_controls import in_record


def record_of(log: GameLog, seats: tuple[Participant, Participant] | None = None) -> Record:
    """Return the game as a record; `seats` say what the two are called, where that is not what was written."""
    called = enumerate(seats or log.seats)
    record = log.play.record([_player(seat, log.engines.of(person, log.steps)) for person, seat in called])
    record = replace(record, started=iso_time(log.events[0].at_ms))
    if log.created.clock is not None:
        record = replace(record, extra={**record.extra, **in_record(log.created.clock)})
    if not log.created.dice:
        return record
    dice: dict[str, Any] = {"commitment": log.created.dice, "seeds": list(log.seeds.texts), "secret": log.secret}
    if log.seals is not None:
        dice = log.seals.to_json(log.secret)
    if log.created.moves:  # rolls of the opening were nobody's
        dice["from"] = log.created.replay().ply()
    return replace(record, extra={**record.extra, "dice": dice})


def _player(seat: Participant, engines: Sequence[Mapping[str, Any]]) -> RecordPlayer:
    if seat.kind == "person":
        return RecordPlayer("deleted account" if seat.is_gone else seat.name, "engine" if seat.is_bot else "human")
    told: dict[str, Any] = {"level": seat.level} if seat.kind == "level" else {"seconds": seat.seconds}
    usual = f"motu level {seat.level}" if seat.kind == "level" else f"motu at full strength, {seat.seconds:g} s"
    return RecordPlayer(seat.name or usual, "engine", settings=told | _engines_json(engines))


def _engines_json(engines: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the one engine of a game as `engine`, several, in their order, as `engines`."""
    if len(engines) > 1:
        return {"engines": [dict(engine) for engine in engines]}
    return {"engine": dict(engines[0])} if engines else {}
