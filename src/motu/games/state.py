"""A position of any game (floor: games). The rules are native; this adds the game it belongs to and what is not hot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from motu import _core
from motu.drawing.text import draw_text
from motu.numbers import shown

if TYPE_CHECKING:
    from motu.games.game import Game
    from motu.games.record import Record

CHANCE = -1
"""What `current_player` returns when a die is to be rolled."""
TERMINAL = -4
"""What `current_player` returns when the game is over."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winner: int | None
    """The winning person, 0 or 1, or None for a draw."""
    reason: str
    """"connected", "line", "tiebreak" or "stuck" (see docs/records.md for those that only records have); "ended" in
    games of one's own."""


class State(_core.NativeState):
    """A position, and how it came about. Made by `Game.new_initial_state`.

    States are equal when they are the same position of equal games, however each came about: same stones, same person
    to act, same rights. They pickle whole, with what was set up and all that was played. As keys of a dictionary use
    copies that nobody plays on (`clone`): a state that changes is another key.

    Persons are 0 (who began) and 1; colours are 0 (black, red) and 1 (white, blue). The two agree until somebody swaps.
    The methods that a loop calls are native; their own docstrings say what they return. Whatever is refused changes
    nothing, and says why:

    Raises:
        InvalidMoveError, IllegalMoveError, GameOverError: From `play` and `apply_action`.
        ActionRangeError: For a number that is no action.
        UndoError: From `undo` at the beginning.
    """

    game: Game
    """The game this is a position of."""

    def __init__(self, game: Game, source: _core.NativeState | None = None) -> None:
        """Begin a game, or copy `source`, which must be a position of the same game.

        Raises:
            PositionError: "position/other-game" for a source of another game.
        """
        native = getattr(game, "native", None)
        if native is None:
            raise TypeError(f"a state is made of a game, as in motu.load_game('gan'), not of {game!r:.200}")
        if source is None:
            super().__init__(native)
        else:
            super().__init__(native, source)
        self.game = game

    def clone(self) -> State:
        """Return an independent copy, history included."""
        return State(self.game, self)

    def __copy__(self) -> State:
        """Clone."""
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        """Clone; the game is immutable and shared."""
        return self.clone()

    def __eq__(self, other: object) -> bool:
        """Compare positions, not how they came about."""
        return self._is_same_position(other) if isinstance(other, State) else NotImplemented

    def __hash__(self) -> int:
        """Return `hash()`, which changes when somebody plays on."""
        return hash(self.hash())

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the game, what was set up, and all actions and outcomes."""
        own = {name: value for name, value in vars(self).items() if name != "game"}
        played = [action for action, _ in self.history()]
        return _replayed, (type(self), self.game, self.setup_numbers(), played), own or None

    def setup_numbers(self) -> tuple[list[int], int, int] | None:
        """Return what the game began from where that was set up by hand, else None.

        Returns:
            One entry a cell (0 or 1 for a colour, 2 for empty), the colour that was to act, and the game's own flags as
            for `Game.new_state`.
        """
        start = self.clone()
        while start.history():
            start.undo()
        flags = start.ban() + 2 * start.to_return() if self.game.type.has_flips else 0
        if flags == 0 and start == State(self.game):
            return None
        return start.stones(), start.to_move(), flags

    def outcome(self) -> Outcome | None:
        """Return who won and why, or None while the game goes on."""
        if not self.is_terminal():
            return None
        winner = self._winner()
        return Outcome(None if winner < 0 else winner, self._reason())

    def colour(self, player: int) -> str:
        """Return the colour that a person holds now.

        "black" or "white", in Atmalof "red" or "blue", in a game of one's own "first" or "second".

        Raises:
            ValueError: If `player` is not 0 or 1.
        """
        if player not in (0, 1):
            raise ValueError(f"persons are 0 and 1, not {shown(player)}")
        return self.game.colour_names[player ^ self.is_swapped()]

    def play_all(self, moves: Iterable[str]) -> State:
        """Play texts one after the other and return this state; all or nothing.

        Raises:
            MotuError: The first refused move's error.
            TypeError: For a move that is no text. After any error, whatever `moves` itself or a game of one's own
                raises included, the state is as it was before the call.
        """
        applied = 0
        try:
            for move in moves:
                applied += self.play(move)
        except BaseException:
            for _ in range(applied):
                self.undo()
            raise
        return self

    # --- what only one game has

    def weak(self) -> list[int]:
        """Return the weak stones of both colours (Atomorph), ascending cells."""
        return self._weak()

    def contested(self) -> list[int]:
        """Return the contested stones of both colours (Atomorph), ascending cells."""
        return self._contested()

    def ban(self) -> bool:
        """Return whether the mover must not flip contested stones now (Atomorph)."""
        return self._ban()

    def to_return(self) -> bool:
        """Return whether the mover has a stone to put back first (Atomorph with return_stone)."""
        return self._to_return()

    def announced(self) -> str | None:
        """Return the line whose roll is awaited (Atmalof), as "r4" or "c2", or None."""
        line = self._announced()
        if line < 0:
            return None
        height = self.game.board.height
        return f"r{line + 1}" if line < height else f"c{line - height + 1}"

    def pieces(self) -> tuple[int, int]:
        """Return how many pieces red and blue have on the board (Atmalof)."""
        return self._pieces()

    def short_lines(self) -> tuple[int, int]:
        """Return red's and blue's lines of one less than wins: what the tie-break counts (Atmalof)."""
        return self._short_lines()

    # --- text and records

    def named_stones(self) -> Mapping[str, str]:
        """Return the occupied cells by name with the names of their stones' colours."""
        colours = self.game.colour_names
        return {
            name: colours[stone] for name, stone in zip(self.game.board.names, self.stones(), strict=True) if stone < 2
        }

    def record(self, players: Sequence[str] = ("", "")) -> Record:
        """Return the game so far as a record.

        Args:
            players: The names of person 0 and person 1.
        """
        # Records replay games, so they stand above states; this one method looks up.
        from motu.games.record import Record  # noqa: PLC0415

        return Record.from_state(self, players=players)

    def _repr_svg_(self) -> str | None:
        """Return the board as a picture, for notebooks; None where none is known."""
        # Pictures are seldom wanted, and their modules take longer to load than the rules.
        from motu.drawing.svg import draw_svg  # noqa: PLC0415

        return draw_svg(self)

    def __str__(self) -> str:
        """Return the board as readable text."""
        return draw_text(self)

    def __repr__(self) -> str:
        """Return the spec and the moves."""
        return f"<State {self.game.spec}: {' '.join(self.moves()) or 'no moves'}>"


def person_to_act(state: _core.NativeState) -> int:
    """Return the person, 0 or 1, who is to move or, where `current_player` is CHANCE, to roll; at the end the next."""
    return state.to_move() ^ int(state.is_swapped())


def _replayed(kind: type[State], game: Game, setup: tuple[list[int], int, int] | None, played: Sequence[int]) -> State:
    """Return a state as it was pickled."""
    state = kind(game)
    if setup is not None:
        state._setup(*setup)  # noqa: SLF001  (its own)
    for action in played:
        state.apply_action(action)
    return state
