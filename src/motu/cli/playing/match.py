"""One game between two seats: position, clock, result and record (floor: cli). It asks nobody and tells nobody."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from motu.cli.application import BadInputError

if TYPE_CHECKING:
    from motu import Game, Record, State
    from motu.games.record_parts import RecordPlayer, Result
    from motu.search.players import Choice

HUMAN = "human"

Seats = tuple[str, str]
"""Who plays, by person: "human", or a text for `motu.search.players.make_player`."""


class Match:
    """A game that is being played; everything that is known of it goes into its record."""

    def __init__(self, base: Record, seats: Seats, seed: int | None = None) -> None:
        """Sit down.

        Args:
            base: The record so far; what it says beyond moves, times, players and result is kept.
            seats: Who plays on.
            seed: Makes the engines' choices repeatable where their limits are.
        """
        from motu.games.play import Play

        self.seats = seats
        self._play = Play.of_record(base)
        self._seed = seed
        self._has_times = base.times is not None or not base.moves
        self._base = replace(base, players=_players(base, seats, seed))

    @property
    def state(self) -> State:
        """The position now."""
        return self._play.state

    @property
    def is_over(self) -> bool:
        """Whether the rules or a resignation have ended the game."""
        return self._play.is_over

    @property
    def has_humans(self) -> bool:
        """Whether anybody is there to be asked."""
        return HUMAN in self.seats

    @property
    def person(self) -> int:
        """The person who is to act, or to roll."""
        return self._play.person

    @property
    def colour(self) -> str:
        """The colour to act."""
        return self.state.game.colour_names[self.state.to_move()]

    @property
    def seat(self) -> str:
        """Who is to act."""
        return self.seats[self.person]

    def play(self, move: str, seconds: float) -> None:
        """Play a move, an announcement with its roll in one.

        Args:
            move: Its text.
            seconds: How long it took to decide.

        Raises:
            MotuError: When it is none; nothing has changed then.
        """
        self._play.play(move, round(1000 * seconds))

    def undo(self) -> None:
        """Go back to the last decision of a human.

        Raises:
            BadInputError: When no human has decided anything yet.
        """
        steps = self._play.steps
        if self._play.resigned is not None:
            self._play.take_back(len(steps))
            return
        for keep in reversed(range(len(steps))):
            if steps[keep].person >= 0 and self.seats[steps[keep].person] == HUMAN:
                self._play.take_back(keep)
                return
        raise BadInputError("there is no move of yours to take back")

    def resign(self) -> None:
        """End the game: whoever is to act gives up."""
        self._play.resign(self.person)

    def result(self) -> Result:
        """Return how the game stands or ended."""
        from motu.games.record_parts import Result

        return self._play.result or Result()

    def record(self) -> Record:
        """Return the game so far."""
        times = (self._play.times() or None) if self._has_times else None
        return replace(self._base, moves=tuple(self.state.moves()), times=times, result=self.result())

    def decide(self) -> Choice:
        """Return what the engine to act decides. It may take long."""
        return self.consult(self.seat)

    def consult(self, engine: str) -> Choice:
        """Return what any engine would do here. It may take long."""
        from motu.search.players import make_player

        seed = None
        if self._seed is not None:
            # The seed depends on the position alone, so that a resumed game goes on as it would have gone on.
            seed = random.Random(f"{self._seed} {engine} {len(self.state.history())}").getrandbits(32)
        return make_player(engine, seed).choose(self.state.clone())


def new_record(state: State) -> Record:
    """Return the record of a game that begins now."""
    from motu import Record

    return Record.from_state(state, started=datetime.now(UTC).astimezone().isoformat(timespec="seconds"))


def seats_of(record: Record) -> Seats:
    """Return who played, as far as they can play on here.

    Raises:
        EngineError: "engine/unknown-player" for an engine that motu doesn't have.
    """
    first, second = record.players
    return _seat_of(first), _seat_of(second)


def seed_of(record: Record) -> int | None:
    """Return the seed that the record's game was played with, if there was one."""
    for player in record.players:
        seed = (player.settings or {}).get("seed")
        if isinstance(seed, int) and not isinstance(seed, bool):
            return seed
    return None


def check_seat(text: str) -> str:
    """Return a seat as `Match` wants it.

    Raises:
        EngineError: "engine/unknown-player" with what would be right.
    """
    from motu.errors import EngineError
    from motu.search.players import make_player

    if text.strip().lower() == HUMAN:
        return HUMAN
    try:
        return make_player(text).name
    except EngineError as error:
        message = error.message.replace("right are random", "right are human, random")
        raise EngineError(message, slug=error.slug, text=error.text, legal=(HUMAN, *error.legal)) from None


def _seat_of(player: RecordPlayer) -> str:
    return HUMAN if player.kind == "human" else check_seat(player.name)


def _players(base: Record, seats: Seats, seed: int | None) -> tuple[RecordPlayer, RecordPlayer]:
    game = base.game()
    first, second = (_player(player, seat, seed, game) for player, seat in zip(base.players, seats, strict=True))
    return first, second


def _player(known: RecordPlayer, seat: str, seed: int | None, game: Game) -> RecordPlayer:
    """Return a seat as the record names it; somebody who sits there already keeps name and rating."""
    from motu.games.record_parts import RecordPlayer
    from motu.search.manifest import player_json

    if seat == HUMAN:
        return known if known.kind == "human" else RecordPlayer()
    settings: dict[str, Any] = {} if seed is None else {"seed": seed}
    return RecordPlayer(seat, "engine", settings=settings | {"engine": player_json(seat, game)})
