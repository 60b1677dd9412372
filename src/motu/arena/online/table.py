"""One game of a bot: what the server says of it, told to the program, and its moves sent (floor: arena)."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from motu.arena.entrants import Entrant
from motu.arena.online.client import BotClient, RefusedError
from motu.arena.online.turn_time import MOVE_SECONDS, turn_time
from motu.arena.seats import ProgramSeat, Times
from motu.errors import EngineError
from motu.games import PRESETS
from motu.games.line import Line
from motu.games.specs import brief_spec, parse_rules

RESIGN = "resign"
HEARD = "heard"
"""Of news: when they came, by this process's clock; since then that of the game runs."""
_ROLL = -1
Say = Callable[[str], None]


def expect_program(command: str) -> None:
    """Start a program, see that it speaks GTP, and have it leave.

    Raises:
        EngineError: "engine/program-…" for one that there is not, or that does not answer as such programs do.
    """
    seat = _seat_of(command)
    try:
        seat.start()
    finally:
        seat.close()


def _seat_of(command: str) -> ProgramSeat:
    return ProgramSeat(Entrant("bot", f"gtp:{command}"), Times(MOVE_SECONDS), is_apart=True)


class BotTable:
    """Plays one game; called by one thread at a time."""

    def __init__(self, client: BotClient, command: str, say: Say) -> None:
        """Play with a program; it is started by `set_up`, or with the first move that it must find."""
        self._client, self._say = client, say
        self._seat = _seat_of(command)
        self._told: list[tuple[str, int]] | None = None
        self._num_failures = 0
        self._abandoned = threading.Event()

    def close(self) -> None:
        """Have the program leave."""
        self._seat.close()

    @property
    def is_abandoned(self) -> bool:
        """Whether its program was ended from outside: nothing that fails then is its fault."""
        return self._abandoned.is_set()

    def abandon(self) -> None:
        """End the program at once, whatever it does, for nobody wants its answer any more; any thread may say so."""
        self._abandoned.set()
        if (program := self._seat.program) is not None:
            program.end_process()

    def set_up(self, spec: str) -> None:
        """Start the program and set a game up, to see whether it plays such games.

        Raises:
            EngineError: "engine/program-…"; "engine/program-unsuitable" and "-refused" where it plays none.
        """
        self._seat.begin(Line(spec=spec).game(), random.getrandbits(31))

    def take_turn(self, news: dict[str, Any]) -> None:
        """Find a move for a game as the stream tells it, and send it.

        A program that fails is started anew once in the game; then the game is given up.

        Raises:
            LostError: When the server can't be reached.
        """
        news = {HEARD: time.monotonic()} | news
        while not self._abandoned.is_set():
            try:
                self._play(news)
            except EngineError as error:
                if self._abandoned.is_set():
                    return
                self._told = None
                self._seat.close()
                self._num_failures += 1
                if self._num_failures > 1:
                    self.give_up(news, error.message)
                    return
                self._say(f"game {news['game']}: the program is started anew: {error.message}")
            else:
                return

    def _play(self, news: dict[str, Any]) -> None:
        """Have the program move once.

        Raises:
            EngineError: "engine/program-…"; "engine/no-move" for what the server finds to be no legal move.
        """
        move = self._ask(news)
        if move == RESIGN:
            self._resign(news)
            return
        try:
            self._client.post(f"/api/games/{news['game']}/moves", {"move": move, "seq": news["seq"]})
        except RefusedError as error:
            self._told = None
            if error.slug.startswith(("move/", "notation/", "server/roll")):
                raise EngineError(f"it plays '{move}': {error.message}", slug="engine/no-move", text=move) from error
            if error.slug not in ("server/seq", "server/over", "server/not-your-turn"):
                raise

    def _ask(self, news: dict[str, Any]) -> str:
        created, steps = news["created"], [(text, person) for text, person in news["steps"]]
        line = Line(spec=created["spec"])
        if self._told is None or steps[: len(self._told)] != self._told:
            self._seat.start()
            self._set_turn(news)
            self._seat.begin(line.game(), random.getrandbits(31))
            self._told = []
        state = line.start()
        for number, (text, person) in enumerate(steps):
            colour = state.to_move()
            state.play(text)
            if number >= len(self._told):
                self._tell(text, person, colour)
        self._told = steps
        self._set_turn(news)
        move = self._seat.choose(state)
        if move != RESIGN:
            self._told = [*steps, (move, news["seat"])]
        return move

    def _set_turn(self, news: dict[str, Any]) -> None:
        waited = time.monotonic() - news[HEARD]
        self._seat.set_turn(*turn_time(news, waited, is_last=self._num_failures > 0))

    def _tell(self, text: str, person: int, colour: int) -> None:
        if person == _ROLL:
            self._seat.tell_roll(int(text.rpartition("=")[2]))
        else:
            self._seat.tell(colour, text)

    def give_up(self, news: dict[str, Any], why: str) -> None:
        """Resign a game in which no move is to be had, and say why.

        Raises:
            LostError: When the server can't be reached.
        """
        self._say(f"game {news['game']}: given up, for the program has failed: {why}")
        self._resign(news)

    def _resign(self, news: dict[str, Any]) -> None:
        try:
            self._client.post(f"/api/games/{news['game']}/resign", {"person": news["seat"], "seq": news["seq"]})
        except RefusedError as error:
            self._say(f"game {news['game']}: {error.message}")


def names_of_games() -> tuple[str, ...]:
    """Return the names that `plays` knows."""
    return tuple(PRESETS)


def plays(spec: str, games: Sequence[str]) -> bool:
    """Return whether a bot that plays these games plays this spec; without any it plays all.

    Hex is a game of Atoll: who names Atoll plays both.
    """
    game = Line(spec=spec).game()
    names = {game.name, brief_spec(game.rules).partition("(")[0]}
    names.update(name for name in PRESETS if parse_rules(name) == game.rules)
    return not games or not names.isdisjoint(games)
