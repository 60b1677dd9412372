"""One game: the referee asks in turn, checks every move against the rules, rolls, and writes the record.

Floor: arena. Invariant: whatever the players do, `play_game` returns a record that replays.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from motu.arena.entrants import Entrant
from motu.arena.manifest import LineUp
from motu.arena.program import printable
from motu.arena.seats import Seat, Times
from motu.boards import CustomBoard
from motu.errors import EngineError, MotuError
from motu.games import Game, State, load_game
from motu.games.dice import PairDice
from motu.games.play import RESIGN, Play
from motu.games.record import Record
from motu.games.record_parts import RecordPlayer, Result

_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game that is to be played: all that decides how it goes, as far as the players let themselves be decided."""

    spec: str
    entrants: tuple[Entrant, Entrant]
    """Person 0, who begins, and person 1."""
    seeds: tuple[int, int]
    """What the players' random numbers begin with, by person."""
    dice: str
    """What the faces follow from; equal in both games of a pair."""
    opening: tuple[str, ...] = ()
    """Moves that are played before anybody is asked."""
    plies: int = 1000
    """After so many the game is broken off as unfinished."""
    times: Times = Times()  # noqa: RUF009 - frozen
    label: Mapping[str, Any] | None = None
    """What the record says under "arena"."""
    line_up: LineUp | None = None
    """What the two must play with; None: whatever there is."""

    board: CustomBoard | None = None
    """The data of a custom board, exactly when the spec names one."""
    keeps_values: bool = False
    """Whether the record says under "values" what the players made of each position they chose a move in."""

    def game(self) -> Game:
        """Return the game that is to be played."""
        return load_game(self.spec, self.board)


class _Lost(Exception):  # noqa: N818 - an event of the game, no error of ours
    """The game is lost off the board."""

    def __init__(self, person: int, reason: str, note: str) -> None:
        super().__init__(note)
        self.person, self.reason, self.note = person, reason, note


class Referee:
    """Runs one game between two seats."""

    def __init__(
        self, appointment: Fixture, seats: tuple[Seat, Seat], watch: Callable[[int], None] | None = None
    ) -> None:
        """Prepare a game.

        Args:
            appointment: What is to be played.
            seats: Person 0 and person 1.
            watch: Called with the person who is asked next, before anything that may take long.
        """
        self._appointment = appointment
        self._seats = seats
        self._watch = watch if watch is not None else lambda _: None
        self._game = appointment.game()
        self._play = Play(self._game.new_initial_state())
        self._dice = PairDice(appointment.dice)
        self._values: dict[int, float] = {}
        """By the number of the move: its player's own expectation, turned to person 0's."""
        self._started = datetime.now(UTC).isoformat(timespec="seconds")

    def play(self) -> Record:
        """Play the game to its end and return its record."""
        note = ""
        try:
            self._begin()
            while not self._play.is_over and self._state.ply() < self._appointment.plies:
                self._step()
        except _Lost as lost:
            note = lost.note
            # What goes wrong after the last move, while the other one is told of it, changes nothing any more.
            if not self._play.is_over:
                self._play.end(Result(1 - lost.person, lost.reason))
        if not self._play.is_over:
            note = f"broken off after {self._state.ply()} plies"
        return self._record(note)

    @property
    def _state(self) -> State:
        return self._play.state

    def _begin(self) -> None:
        for person in (0, 1):
            self._begin_seat(person)
        for move in self._appointment.opening:
            self._play_opening(move)

    def _begin_seat(self, person: int) -> None:
        seed = self._appointment.seeds[person]
        self._answered(person, lambda: self._seats[person].begin(self._game, seed))

    def _play_opening(self, text: str) -> None:
        colour = self._state.to_move()
        move, _, face = text.partition("=")
        self._play.play(text)
        for person in (0, 1):
            self._tell(person, colour, move)
            if face:
                self._tell_roll(person, int(face))

    def _step(self) -> None:
        if self._state.is_chance_node():
            outcome = self._dice.roll(self._state)
            self._play.roll(outcome + 1)
            for person in (0, 1):
                self._tell_roll(person, outcome + 1)
            return
        colour, person = self._state.to_move(), self._state.current_player()
        begin = time.monotonic()
        text = self._answered(person, lambda: self._seats[person].choose(self._state.clone()))
        seconds = time.monotonic() - begin
        if seconds > self._appointment.times.move:
            raise _Lost(person, "time", f"{self._name(person)} needs {seconds:.2f} s for a move")
        move = self._checked(person, text)
        if (value := self._seats[person].value) is not None:
            self._values[len(self._state.moves())] = round(-value if person else value, 4)
        self._play.play(move, round(1000 * seconds))
        self._tell(1 - person, colour, move)

    def _checked(self, person: int, text: str) -> str:
        """Return the legal move that a text names; anything else has lost the game."""
        if text == RESIGN:
            raise _Lost(person, "resign", "")
        try:
            action = self._state.string_to_action(text)
        except MotuError as error:
            raise _Lost(person, "forfeit", f"{self._name(person)} answers {text[:_SHOWN]!r}: {error.message}") from None
        if not self._state.is_legal(action):
            where = " ".join(self._state.moves()[-1:]) or "nothing"
            raise _Lost(person, "forfeit", f"{self._name(person)} plays {text[:_SHOWN]!r} after {where}: not legal")
        return self._state.action_to_string(action)

    def _tell(self, person: int, colour: int, move: str) -> None:
        self._answered(person, lambda: self._seats[person].tell(colour, move))

    def _tell_roll(self, person: int, face: int) -> None:
        self._answered(person, lambda: self._seats[person].tell_roll(face))

    def _answered(self, person: int, call: Callable[[], Any]) -> Any:
        """Return what a seat answers; whatever keeps it from answering has lost the game for it."""
        self._watch(person)
        try:
            return call()
        except EngineError as error:
            reason = "time" if error.slug == "engine/program-timeout" else "forfeit"
            raise _Lost(person, reason, error.message) from None
        except Exception as error:  # noqa: BLE001 - a player's fault must not end the match
            raise _Lost(
                person, "forfeit", f"{self._name(person)} failed with {type(error).__name__}: {error}"
            ) from None

    def _name(self, person: int) -> str:
        return self._appointment.entrants[person].name

    def _record(self, note: str) -> Record:
        players = tuple(
            RecordPlayer(entrant.name, "engine", settings=seat.settings())
            for entrant, seat in zip(self._appointment.entrants, self._seats, strict=True)
        )
        record = self._play.record(players, has_times=True, started=self._started)
        label = label_of(self._appointment, note)
        if self._appointment.keeps_values:
            label["values"] = [self._values.get(number) for number in range(len(record.moves))]
        return replace(record, extra={"arena": label})


def label_of(appointment: Fixture, note: str) -> dict[str, Any]:
    """Return what a record says of the match it belongs to, with a note on what happened off the board."""
    label = dict(appointment.label or {})
    if appointment.opening:
        label["opening"] = len(appointment.opening)
    if note:
        label["note"] = printable(note)
    return label


def forfeited(appointment: Fixture, person: int, reason: str, note: str) -> Record:
    """Return the record of a game that a person has lost without a game to show for it."""
    players = tuple(
        RecordPlayer(entrant.name, "engine", settings={"player": entrant.text}) for entrant in appointment.entrants
    )
    state = appointment.game().new_initial_state()
    record = Record.from_state(state, players=players, result=Result(1 - person, reason))
    return replace(record, extra={"arena": label_of(appointment, note)})


def play_game(appointment: Fixture, seats: tuple[Seat, Seat], watch: Callable[[int], None] | None = None) -> Record:
    """Play one game and return its record; see `Referee`."""
    return Referee(appointment, seats, watch).play()
