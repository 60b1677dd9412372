"""Games of one's own in Python, for the searches of the native core (floor: games).

A position is a Python object that never changes: what it is asked is in `OwnPosition`. The core keeps positions in a
state, asks each of them once when it comes about, and takes the interpreter's lock for that alone. So it is some tens
of thousands of positions a second rather than millions, and threads help little; but trees, rollouts, undo, limits and
players are the same as those of motu's own games.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn, Protocol, cast

import numpy as np

from motu import _core
from motu.boards import Board
from motu.errors import PositionError
from motu.games.game import Game, kept_game
from motu.games.rules import GameType, Rules, rules_error
from motu.games.state import State
from motu.numbers import as_whole, expect_number

_MOST_ACTIONS = 1 << 20
_MOST_SHAPE = 1 << 12


class OwnPosition(Hashable, Protocol):
    """What a position of a game of one's own answers: two persons, no dice, no hidden knowledge.

    It never changes, equal positions compare equal, and it can be hashed: a frozen dataclass is all of that. It doesn't
    hold on to games or states. More methods are asked where there are any: `move_text(action)` for what people type and
    read, also of moves that were played before, `observation(person)` for evaluators, and `str()` for what
    `print(state)` shows.
    """

    def current_player(self) -> int:
        """Return who is to act, 0 or 1, or `motu.TERMINAL` where the game is over."""

    def legal_actions(self) -> Iterable[int]:
        """Return what may be done: numbers from 0 on, at least one. Asked while the game goes on."""

    def after(self, action: int) -> OwnPosition:
        """Return the position that a legal action leads to; this one stays as it is."""

    def result(self) -> float:
        """Return 1 where person 0 has won, -1 where he has lost, 0 for a draw. Asked when the game is over."""


@dataclass(frozen=True, slots=True)
class OwnRules(Rules):
    """What `own_game` was told."""

    name: ClassVar[str] = "own"

    start: OwnPosition
    title: str
    num_actions: int
    observation_shape: tuple[int, int, int]
    max_game_length: int | None

    def resized(self, columns: int, rows: int) -> NoReturn:
        """Refuse: only its owner knows other sizes."""
        raise rules_error(f"{self.title} has no size that motu knows of", f"{columns}x{rows}")

    def build(self) -> tuple[_core.NativeGame, Board]:
        """Return the native game, and a board without cells."""
        native = _core.own_game(self.start, self.title, self.num_actions, self.observation_shape, self.max_game_length)
        return native, Board("squares", (), (), np.zeros((0, 2)), np.zeros((0, 4, 2)), ())

    def aim(self, board: Board) -> str:  # noqa: ARG002 - nothing is known of it
        """Return that its owner knows."""
        return f"as {self.title} has it."

    def kinds_of_moves(self, board: Board, cell: int) -> Sequence[tuple[str, str]]:  # noqa: ARG002
        """Return none."""
        return ()

    def __str__(self) -> str:
        """Return the title; no spec makes this game."""
        return self.title


OWN = GameType(OwnRules, presets=(), parameters=(), has_swap=False, is_own=True)
"""The row of all games of somebody's own; none of the registry's, since no text makes them."""


class OwnGame(Game):
    """A game of one's own; made by `own_game`."""

    rules: OwnRules

    def new_initial_state(self) -> OwnState:
        """Begin a game."""
        return OwnState(self)

    def new_state(self, stones: Mapping[str, str | int], to_move: str | int, flags: int = 0) -> NoReturn:  # noqa: ARG002
        """Refuse: a game from another position is another game.

        Raises:
            PositionError: Always.
        """
        raise PositionError(f"{self.spec} begins where it begins: own_game of another position is another game")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle what it was made of, the first position included."""
        rules = self.rules
        told = rules.title, rules.observation_shape, rules.max_game_length
        return _made_again, (rules.start, rules.num_actions, *told)

    def __repr__(self) -> str:
        """Return the first position in a call."""
        return f"own_game({self.rules.start!r}, {self.num_actions})"


class OwnState(State):
    """A position of a game of one's own with its past."""

    game: OwnGame

    @property
    def position(self) -> OwnPosition:
        """The object that this position is."""
        return cast("OwnPosition", self._position())

    def clone(self) -> OwnState:
        """Return an independent copy, history included."""
        return OwnState(self.game, self)

    def setup_numbers(self) -> None:
        """Return None: nothing is set up by hand."""
        return

    def named_stones(self) -> Mapping[str, str]:
        """Return nothing: there is no board that motu knows of."""
        return {}

    def record(self, players: Sequence[str] = ("", "")) -> NoReturn:  # noqa: ARG002
        """Refuse: a record is replayed by its spec, and this game has none.

        Raises:
            PositionError: Always.
        """
        raise PositionError(f"{self.game.spec} has no records: keep the start and the actions of `history()` yourself")

    def __eq__(self, other: object) -> bool:
        """Compare the positions of one game, not how they came about."""
        if not isinstance(other, State):
            return NotImplemented
        return isinstance(other, OwnState) and self.game == other.game and self.position == other.position

    __hash__ = State.__hash__

    def _repr_svg_(self) -> None:
        """Return None: no picture is known."""
        return

    def __str__(self) -> str:
        """Return what the position says of itself."""
        return str(self.position)


def own_game(
    start: OwnPosition,
    num_actions: int,
    *,
    name: str = "",
    observation_shape: tuple[int, int, int] = (0, 0, 0),
    max_game_length: int | None = None,
) -> OwnGame:
    """Make a game of one's own of its first position.

    `motu.SearchTree` and the players "random", "uct", "mcts" and "expectimax" play it, `motu.playouts` and `motu.perft`
    count it. What needs a board, a text that names the game or millions of positions a second (records, pictures, nets,
    solvers, `VectorEnv`, matches) does not. What a position raises comes out of the call that asked it, and leaves the
    state as it was.

    Args:
        start: The first position, see `OwnPosition`.
        num_actions: Actions are 0..num_actions-1 in every position.
        name: For messages; the name of the position's class unless told.
        observation_shape: (planes, rows, columns) of what `observation(person)` of a position returns, where evaluators
            of one's own are to see it.
        max_game_length: So many actions a game has at most, where that is known.

    Returns:
        The same game for equal arguments, as long as somebody holds it.

    Raises:
        ValueError, TypeError: For numbers out of range, and for answers of the first position that are none.

    >>> import motu
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Nim:  # who takes the last match wins; one to three at a time
    ...     matches: int
    ...     player: int = 0
    ...
    ...     def current_player(self):
    ...         return self.player if self.matches else motu.TERMINAL
    ...
    ...     def legal_actions(self):
    ...         return range(min(3, self.matches))
    ...
    ...     def after(self, action):
    ...         return Nim(self.matches - action - 1, 1 - self.player)
    ...
    ...     def result(self):
    ...         return 1 if self.player == 1 else -1
    >>> game = motu.own_game(Nim(21), 3)
    >>> analysis = motu.SearchTree(game.new_initial_state(), "rollout").search(motu.Limits(visits=5000))
    >>> analysis.best.action, analysis.proof
    (0, 'win')
    """
    num_actions = expect_number("num_actions", num_actions, 1, _MOST_ACTIONS)
    if max_game_length is not None:
        max_game_length = expect_number("max_game_length", max_game_length, 1, (1 << 31) - 1)
    rules = OwnRules(start, name or type(start).__name__, num_actions, _shape(observation_shape), max_game_length)
    return kept_game(rules, OwnGame)


def _shape(sizes: object) -> tuple[int, int, int]:
    """Return the shape of observations as Python's own numbers.

    Raises:
        ValueError: For what is none.
    """
    numbers = [as_whole(size) for size in sizes] if isinstance(sizes, Iterable) else []
    known = [number for number in numbers if number is not None and 0 <= number <= _MOST_SHAPE]
    if len(numbers) != 3 or len(known) != 3:
        raise ValueError(f"observation_shape is (planes, rows, columns), not {sizes!r:.100}")
    return known[0], known[1], known[2]


def _made_again(start: OwnPosition, num_actions: int, *told: Any) -> OwnGame:
    """Return a game as it was pickled."""
    name, shape, longest = told
    return own_game(start, num_actions, name=name, observation_shape=shape, max_game_length=longest)
