"""How the tests of the arena name players and programs, and play single games."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

from motu.arena.entrants import Entrant, parse_entrants
from motu.arena.program import Program
from motu.arena.referee import Fixture, play_game
from motu.arena.seats import Times, take_seat
from motu.games.record import Record

HEX_PROGRAM = Path(__file__).with_name("hex_program.py")
PATIENCE_S = 60.0


def command(mode: str = "") -> list[str]:
    return [sys.executable, str(HEX_PROGRAM), mode]


def program(mode: str = "") -> Program:
    return Program(command(mode))


def text_of(mode: str = "", name: str = "") -> str:
    """The text by which a match knows the program in a mode."""
    return f"{name or mode.replace(':', ' ') or 'plain'}=gtp:{shlex.join(command(mode))}"


def play(spec: str, first: str, second: str, *, seats: Any = None, **details: Any) -> Record:
    """Play one game between two texts and return the record."""
    entrants: tuple[Entrant, ...] = parse_entrants((first, second))
    details = {"seeds": (1, 2), "dice": "dice"} | details
    appointment = Fixture(spec, (entrants[0], entrants[1]), **details)
    times = details.get("times", Times())
    seats = seats or tuple(take_seat(entrant, times) for entrant in entrants)
    try:
        return play_game(appointment, seats)
    finally:
        for seat in seats:
            seat.close()


def note_of(record: Record) -> str:
    return str(record.extra["arena"].get("note", ""))
