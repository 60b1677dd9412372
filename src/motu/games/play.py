"""A game in progress: its position, the steps that led there, and how it ended (floor: games).

Whoever runs a game holds a `Play`: the GTP session, the server's game, the match in the terminal, the arena's referee.
It knows the rules and nothing of clocks, dice or of who sits at the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace

from motu.errors import UndoError
from motu.games.game import Game
from motu.games.kinds import expect_state
from motu.games.record import Record
from motu.games.record_parts import RecordPlayer, Result
from motu.games.state import State, person_to_act

RESIGN = "resign"
"""The word for giving up, in the place of a move."""
SWAP = "swap"
"""The move of the pie rule, in motu's notation."""
SWAP_PIECES = "swap-pieces"
"""What Hex programs call it."""
SWAP_WORDS = frozenset({SWAP, SWAP_PIECES, "swap-sides"})
"""All that programs call it. Whatever its name, the stones stay where they are, and white moves next."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move, an announcement with or without its roll, or a roll: what is taken back at a time."""

    text: str
    """As it was played, in small letters; a roll alone is "=3"."""
    count: int
    """How many of the state's actions it was."""
    person: int
    """Who moved; -1 for a roll."""
    spent_ms: int = 0
    """Thinking time in ms; 0 for a roll."""
    before: State | None = None
    """The position to which taking it back returns, where that is another than the one before its actions."""


class Play:
    """A game in progress or ended; whatever it refuses leaves it as it was."""

    def __init__(self, state: State) -> None:
        """Begin at a position, which from now on belongs to the game; what was played before it stays played."""
        self._state = expect_state(state)
        self._steps: list[Step] = []
        self._ended: Result | None = None

    @staticmethod
    def of_record(record: Record, moves: int | None = None) -> Play:
        """Return a recorded game, played up to so many moves, with the times that the record has.

        Raises:
            MotuError: For a record that the rules contradict.
        """
        game = Play(record.start())
        times = record.times or (0,) * len(record.moves)
        for move, spent in list(zip(record.moves, times, strict=True))[:moves]:
            game.play(move, spent)
        return game

    def fork(self) -> Play:
        """Return an independent copy, on which to try what would happen."""
        other = copy(self)
        other._state, other._steps = self._state.clone(), [_copied(step) for step in self._steps]  # noqa: SLF001
        return other

    # --- what it says

    @property
    def state(self) -> State:
        """The position now; it belongs to the game and is changed by its methods alone."""
        return self._state

    @property
    def game(self) -> Game:
        """What is played."""
        return self._state.game

    @property
    def steps(self) -> Sequence[Step]:
        """What was played and not taken back, in order."""
        return self._steps

    @property
    def result(self) -> Result | None:
        """How the game ended, by what happened off the board or else by the rules; None while it goes on."""
        if self._ended is not None:
            return self._ended
        outcome = self._state.outcome()
        return None if outcome is None else Result(outcome.winner, outcome.reason)

    @property
    def is_over(self) -> bool:
        """Whether the rules, or what happened off the board, have ended the game."""
        return self._ended is not None or self._state.is_terminal()

    @property
    def resigned(self) -> int | None:
        """The person who gave up, if one has."""
        if self._ended is None or self._ended.reason != RESIGN or self._ended.winner is None:
            return None
        return 1 - self._ended.winner

    @property
    def person(self) -> int:
        """The person, 0 or 1, who is to act or to roll."""
        return person_to_act(self._state)

    def times(self) -> tuple[int, ...]:
        """Return the thinking time in ms for each move, an announcement with its roll being one."""
        return tuple(step.spent_ms for step in self._steps if step.person >= 0)

    def times_spent(self) -> tuple[int, int]:
        """Return the milliseconds that both persons have used."""
        return self._sum(0), self._sum(1)

    def moves_made(self) -> tuple[int, int]:
        """Return how many moves both persons have made, announcements included."""
        persons = [step.person for step in self._steps]
        return persons.count(0), persons.count(1)

    def record(
        self, players: Sequence[str | RecordPlayer] = ("", ""), *, has_times: bool = False, started: str | None = None
    ) -> Record:
        """Return the game so far as a record.

        Args:
            players: Person 0 and person 1, or only their names.
            has_times: Whether it says how long each move took.
            started: ISO 8601 date, or date and time.
        """
        times = self.times() if has_times else None
        return Record.from_state(self._state, players=players, result=self.result, times=times, started=started)

    # --- what happens to it

    def play(self, move: str, spent_ms: int = 0) -> Step:
        """Play a move, an announcement with or without its roll, or a roll; a game that somebody gave up goes on.

        Args:
            move: Its text.
            spent_ms: How long it took to decide, in ms.

        Raises:
            MotuError: What `State.play` raises.
        """
        person = self._state.current_player()
        return self._keep(Step(move.lower(), self._state.play(move), person, spent_ms))

    def roll(self, face: int) -> Step:
        """Let the awaited die show a face, 1 and up.

        Raises:
            MotuError: When no die is to be rolled, or has no such face.
        """
        return self.play(f"={face}")

    def play_from(self, position: State, move: str) -> Step:
        """Play a move in another position, which takes the place of this one until the move is taken back.

        Args:
            position: Of the same game; from now on it belongs to the game. The present one is right, too.
            move: Its text.

        Raises:
            MotuError: What `State.play` raises.
        """
        if position is self._state:
            return self.play(move)
        person = position.current_player()
        step = Step(move.lower(), position.play(move), person, before=self._state)
        self._state = position
        return self._keep(step)

    def resign(self, person: int) -> None:
        """Let a person, 0 or 1, give up."""
        self.end(Result(1 - person, RESIGN))

    def end(self, result: Result) -> None:
        """End the game for what happened off the board."""
        self._ended = result

    def take_back(self, keep: int) -> None:
        """Go back to the first `keep` steps; what ended the game off the board is forgotten.

        Raises:
            UndoError: When there are fewer steps, or `keep` is negative.
        """
        if not 0 <= keep <= len(self._steps):
            raise UndoError(f"cannot undo: there are {len(self._steps)} steps, not {keep}")
        while len(self._steps) > keep:
            self._undo(self._steps.pop())
        self._ended = None

    # --- its parts

    def _keep(self, step: Step) -> Step:
        self._steps.append(step)
        self._ended = None
        return step

    def _undo(self, step: Step) -> None:
        if step.before is not None:
            self._state = step.before
            return
        for _ in range(step.count):
            self._state.undo()

    def _sum(self, person: int) -> int:
        return sum(step.spent_ms for step in self._steps if step.person == person)


def _copied(step: Step) -> Step:
    return step if step.before is None else replace(step, before=step.before.clone())
