"""Those who sit at the board: motu's own players, and external programs behind GTP (floor: arena)."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Any, Protocol

from motu.arena.entrants import Entrant
from motu.arena.program import START_S, Program, printable
from motu.errors import EngineError
from motu.games import Game, State
from motu.games.play import SWAP, SWAP_PIECES, SWAP_WORDS
from motu.search.players import Player, make_player

COLOURS = ("black", "white")
_FINEST_S = 0.001


@dataclass(frozen=True, slots=True)
class Times:
    """How long a player may take."""

    move: float = 300.0
    """Seconds for one move; whoever needs more has lost."""
    clock: float = 0.0
    """Seconds of an external program for all its moves of a game; 0 for no clock."""
    period: float = 0.0
    """Seconds that it has for every move when these are used up; 0 where it has lost then."""


@dataclass(frozen=True, slots=True)
class MoveTime:
    """What somebody else's clock leaves an external program for one turn; seconds."""

    most: float
    """Who has not moved then hangs."""
    left: float = 0.0
    """Of the main time."""


class Seat(Protocol):
    """One who plays; he is told everything that happens at the board but his own moves."""

    def begin(self, game: Game, seed: int) -> None:
        """Begin a game; equal seeds may make equal games."""

    def tell(self, colour: int, move: str) -> None:
        """Say what was played for a colour: by the other one, or as a part of the opening."""

    def tell_roll(self, face: int) -> None:
        """Say what the die shows, 1 and up."""

    def choose(self, state: State) -> str:
        """Return a move for the position, or "resign".

        Raises:
            MotuError: When there is none to be had.
        """

    def settings(self) -> dict[str, Any]:
        """Return what a record should say of the player."""

    def close(self) -> None:
        """Leave the board for good."""

    @property
    def value(self) -> float | None:
        """What he expected, in [-1, 1] for himself, when he last chose a move; None where he does not say."""


class OwnSeat:
    """A player of motu's own, made anew for each game."""

    def __init__(self, text: str) -> None:
        """Take a text for `make_player`."""
        self._text = text
        self._player: Player | None = None
        self._value: float | None = None

    def begin(self, game: Game, seed: int) -> None:  # noqa: ARG002 - a seat's signature
        """Make the player; the game follows from the positions."""
        self._player = make_player(self._text, seed)
        self._value = None

    def tell(self, colour: int, move: str) -> None:
        """Do nothing: the position says it."""

    def tell_roll(self, face: int) -> None:
        """Do nothing: the position says it."""

    def choose(self, state: State) -> str:
        """Have the player choose."""
        if self._player is None:
            raise EngineError("no game has begun", slug="engine/no-move")
        choice = self._player.choose(state)
        self._value = choice.value
        return state.action_to_string(choice.action)

    @property
    def value(self) -> float | None:
        """What the player said with its last move."""
        return self._value

    def settings(self) -> dict[str, Any]:
        """Return the player's text."""
        return {"player": self._text}

    def close(self) -> None:
        """Forget the player."""
        self._player = None


class ProgramSeat:
    """An external program; started when it is first needed and again after every failure."""

    def __init__(self, entrant: Entrant, times: Times | None = None, *, is_apart: bool = False) -> None:
        """Take the program; nothing is started yet. Apart, it hears no Ctrl-C."""
        self._entrant, self._is_apart = entrant, is_apart
        self._times = times or Times()
        self._program: Program | None = None
        self._commands: frozenset[str] = frozenset()
        self._settings: dict[str, Any] = {}
        self._left = 0.0
        self._turn: MoveTime | None = None

    def begin(self, game: Game, seed: int) -> None:
        """Set the program up for a game.

        Raises:
            EngineError: "engine/program-…", also "engine/program-unsuitable" when it doesn't know such games.
        """
        self.start()
        for command in self._greeting(game, seed):
            self._ask(command)
        if "motu-spec" not in self._commands and "param_game" in self._commands:
            # Who refuses this either has the pie rule anyway, or will be found out when it is used.
            self._ask(f"param_game allow_swap {int(getattr(game.rules, 'swap', False))}", may_refuse=True)
        self._left = self._times.clock

    def start(self) -> None:
        """Start the program, unless it runs, and ask what it knows.

        Raises:
            EngineError: "engine/program-…" where there is none, or it does not answer as such programs do.
        """
        if self._program is None:
            self._start()

    def tell(self, colour: int, move: str) -> None:
        """Have the program play a move; in Hex the swap has the name that Hex programs know."""
        self._ask(f"play {COLOURS[colour]} {SWAP_PIECES if move == SWAP else move}")

    def tell_roll(self, face: int) -> None:
        """Tell the program what the die shows."""
        self._ask(f"roll {face}")

    def choose(self, state: State) -> str:
        """Ask the program for a move, which it plays on its own board, too.

        Raises:
            EngineError: "engine/program-…"; "engine/program-timeout" also when its clock has run down.
        """
        colour = COLOURS[state.to_move()]
        if self._has_clock() and "time_left" in self._commands:
            self._ask(f"time_left {colour} {self._time_left()}")
        allowed = min(self._times.move, self._left) if self._times.clock else self._times.move
        if self._turn is not None:
            allowed = self._turn.most
        begin = time.monotonic()
        answer = self._ask(f"genmove {colour}", allowed).lower()
        self._left -= time.monotonic() - begin
        return SWAP if answer in SWAP_WORDS else answer

    @property
    def value(self) -> None:
        """Nothing: GTP has no word for it."""

    def set_turn(self, times: Times, turn: MoveTime) -> None:
        """Say what there is for a game that is begun now, and for the next move."""
        self._times, self._turn = times, turn

    def _has_clock(self) -> bool:
        return self._times.clock > 0 or self._times.period > 0

    def _time_left(self) -> str:
        """Return what is left on the clock, and for how many moves."""
        left, period = self._left if self._turn is None else self._turn.left, self._times.period
        is_fine = "motu-spec" in self._commands
        if "time_settings" not in self._commands:  # it knows of no periods
            left, period = left + period, 0.0
        is_over = period > 0 and left < (_FINEST_S if is_fine else 1.0)
        seconds = period if is_over else left
        return f"{f'{seconds:.3f}' if is_fine else int(seconds)} {int(is_over)}"

    def _seconds(self, seconds: float) -> str:
        """Return a time as a game is set up with: GTP knows whole seconds, motu more."""
        if "motu-spec" in self._commands:
            return f"{seconds:.3f}".rstrip("0").rstrip(".")
        return str(max(1, int(seconds))) if seconds else "0"

    def settings(self) -> dict[str, Any]:
        """Return the command line, and what the program says of itself."""
        return {"command": self._entrant.text} | self._settings

    def close(self) -> None:
        """Have the program leave."""
        program, self._program = self._program, None
        if program is not None:
            program.close()

    @property
    def program(self) -> Program | None:
        """The running program, if it runs."""
        return self._program

    def _ask(self, command: str, seconds: float = START_S, *, may_refuse: bool = False) -> str:
        """Ask; a program that has failed is ended, so that the next game starts it anew."""
        if self._program is None:
            raise EngineError(f"'{self._entrant.name}' is not running", slug="engine/program-crashed")
        try:
            return self._program.ask(command, seconds)
        except EngineError as error:
            if may_refuse and error.slug == "engine/program-refused":
                return ""
            program, self._program = self._program, None
            program.kill()
            raise

    def _start(self) -> None:
        self._program = Program(self._entrant.command, is_apart=self._is_apart)
        self._commands = frozenset(self._ask("list_commands").split())
        self._settings = {}
        for word in ("name", "version"):
            if word in self._commands:
                self._settings[word] = printable(self._ask(word), 100)

    def _greeting(self, game: Game, seed: int) -> list[str]:
        """Return the commands that set up a game."""
        commands = [f"set_random_seed {seed}"] if "set_random_seed" in self._commands else []
        if "motu-spec" in self._commands:
            commands.append(f"motu-spec {game.spec}")
        else:
            commands += self._hex_board(game)
        main, period = self._times.clock, self._times.period
        if self._has_clock() and "time_settings" in self._commands:
            commands.append(f"time_settings {self._seconds(main)} {self._seconds(period)} {int(period > 0)}")
        elif self._has_clock() and "param_game" in self._commands:
            commands.append(f"param_game game_time {self._seconds(main + period)}")
        return commands

    def _hex_board(self, game: Game) -> list[str]:
        if game.rules.hex_size is None:
            raise EngineError(
                f"'{self._entrant.name}' knows no command motu-spec, so it can play Hex alone, not {game.spec}",
                slug="engine/program-unsuitable",
                text=game.spec,
            )
        width, height = game.rules.hex_size
        size = f"boardsize {width}" if width == height else f"boardsize {width} {height}"
        return [size, *(["clear_board"] if "clear_board" in self._commands else [])]


def take_seat(entrant: Entrant, times: Times | None = None) -> Seat:
    """Return a seat for one who takes part."""
    return ProgramSeat(entrant, times) if entrant.command else OwnSeat(entrant.text)


def try_out(entrant: Entrant, game: Game) -> str:
    """Start an external program, set a game up and have it leave: what cannot work should fail before the first game.

    Returns:
        Its name and version, as far as it tells them.

    Raises:
        EngineError: "engine/program-…" with the reason.
    """
    seat = take_seat(entrant)
    try:
        seat.begin(game, random.getrandbits(31))
        told = seat.settings()
        return " ".join(str(told[word]) for word in ("name", "version") if word in told)
    finally:
        seat.close()
