"""A child process that plays games, one at a time: appointments in, records out, as JSON lines (floor: arena).

It leads a session of its own, so that one signal ends it together with the programs it has started. When its stdin
ends, even in the middle of a game, nobody waits for it any more: it ends all of them itself.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any, TextIO

import msgspec

from motu.arena.entrants import Entrant
from motu.arena.manifest import LineUp, line_up_of
from motu.arena.referee import Fixture, play_game
from motu.arena.seats import Seat, take_seat
from motu.errors import MotuError
from motu.eval.nets.choice import Rates, believe, known_rates
from motu.solve.solved_tables import forget_tables, open_solved
from motu.wire import convert

COMMAND = (sys.executable, "-P", "-m", "motu.arena.worker")
"""How the process is started."""


class Appointment(msgspec.Struct, frozen=True):
    """What a worker is sent."""

    fixture: Fixture
    rates: dict[str, Rates]
    """As from `known_rates`: nets are run there by what runs them here."""


def write_appointment(fixture: Fixture) -> str:
    """Return a game that is to be played as a line of JSON."""
    # Not written by msgspec: a command line may hold halves of characters, for what is no UTF-8 in it.
    return json.dumps(msgspec.to_builtins(Appointment(fixture, known_rates()))) + "\n"


def read_appointment(line: str) -> Fixture:
    """Return the game that `write_appointment` wrote, and take over what runs nets."""
    appointment = convert(json.loads(line), Appointment)
    believe(appointment.rates)
    return appointment.fixture


class MatchWorker:
    """Keeps the players of the last game: external programs stay for the next one."""

    def __init__(self, say: Callable[[Mapping[str, Any]], None]) -> None:
        """Take the way back to the supervisor."""
        self._say = say
        self._seats: dict[Entrant, Seat] = {}

    def play(self, appointment: Fixture) -> None:
        """Play one game and send its record, or why it is not what was to be played."""
        if appointment.line_up is not None and (found := _prepare(appointment, appointment.line_up)):
            self._say({"differences": found})
            return
        for entrant in [known for known in self._seats if known not in appointment.entrants]:
            self._seats.pop(entrant).close()
        for entrant in appointment.entrants:
            if entrant not in self._seats:
                self._seats[entrant] = take_seat(entrant, appointment.times)
        first, second = appointment.entrants
        record = play_game(
            appointment, (self._seats[first], self._seats[second]), lambda person: self._say({"turn": person})
        )
        self._say({"record": record.to_json()})

    def close(self) -> None:
        """Have all players leave."""
        for seat in self._seats.values():
            seat.close()
        self._seats.clear()


def _prepare(appointment: Fixture, wanted: LineUp) -> list[str]:
    """Lay out the tables that may be asked, and no others; return what differs from what was to be played with."""
    game = appointment.game()
    if wanted.tables is None:
        forget_tables()
    else:
        open_solved(game)
    programs = {player.name: player.program for player in wanted.players}
    try:
        now = line_up_of(game, appointment.entrants, programs)
    except MotuError as error:  # a net or weights that were there when the match began
        return [error.message]
    return wanted.differences(now, "when the match began")


def main() -> None:
    """Play what stdin says, to its end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # a player that prints must not be heard as the worker
    lines: queue.Queue[str] = queue.Queue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    worker = MatchWorker(lambda message: _say(output, message))
    while True:
        worker.play(read_appointment(lines.get()))


def _say(output: TextIO, message: Mapping[str, Any]) -> None:
    try:
        output.write(json.dumps(message) + "\n")
        output.flush()
    except OSError:
        _end_all()


def _listen(lines: queue.Queue[str]) -> None:
    """Pass on what comes in; at its end, end the whole session of this process, even in the middle of a search."""
    for line in sys.stdin:
        lines.put(line)
    _end_all()


def _end_all() -> None:
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(0)


if __name__ == "__main__":
    main()
