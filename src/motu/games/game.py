"""A game: rules, board, and positions to play it from (floor: games)."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar, cast
from weakref import WeakValueDictionary

from motu.boards import CustomBoard, ReadBoard
from motu.errors import PositionError, SpecError
from motu.games.rules import GameType, Rules
from motu.games.specs import parse_rules
from motu.games.state import State
from motu.numbers import as_whole, shown

MAX_FLAGS = 3
"""The largest value of a set-up's flags; each game says which it has."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """An automorphism of a game: playing images of actions leads to the image of the position."""

    cells: tuple[int, ...]
    """cell -> its image."""
    islands: tuple[int, ...]
    """island -> its image; empty on boards without."""
    actions: tuple[int, ...]
    """action -> its image."""
    swaps_colours: bool
    """Whether the image's stones and islands belong to the other colour."""
    row_faces: tuple[int, ...] = ()
    """Atmalof: outcome after a row announcement -> outcome after its image."""
    column_faces: tuple[int, ...] = ()
    """Atmalof: outcome after a column announcement -> outcome after its image."""


class Game:
    """Rules together with their board; immutable, shared by all its states. Made by `load_game`.

    Games are equal when the same moves mean the same on the same board: custom boards are compared cell by cell, not by
    the names of their files. Equal games have one native game, so their positions can be mixed freely. Games pickle
    with their boards.
    """

    num_players = 2
    """Always two."""

    def __init__(self, rules: Rules) -> None:
        """Make the game.

        Raises:
            RulesError: When the numbers make no game.
            BoardError: When a board breaks ATOLL-BOARD, or its data did not come along.
        """
        self.rules = _checked(rules)
        self.native, self.board = self.rules.build()

    @property
    def name(self) -> str:
        """The game's own name: "atoll", "atomorph" or "atmalof"."""
        return self.rules.name

    @property
    def type(self) -> GameType:
        """The game's row in the registry: what holds under all its rules."""
        return self.rules.type

    @cached_property
    def spec(self) -> str:
        """The canonical text: `load_game(game.spec)` is this game again.

        Of a custom board it names the file alone, which `load_game` does not read of itself: it says so.
        `load_game(game.spec, game.rules.custom)` is this game again, and so are a pickle and a record.
        """
        return str(self.rules)

    @property
    def colour_names(self) -> tuple[str, str]:
        """The colours of who begins and who answers."""
        return self.type.colour_names

    @cached_property
    def num_actions(self) -> int:
        """Actions are 0..num_actions-1."""
        return self.native.num_actions

    @cached_property
    def dense_actions(self) -> tuple[int, ...]:
        """The actions that can ever be legal, ascending: what the policy of a net has to have outputs for.

        Most games' actions are all of them. In Atmalof steps over the edge of the board never are, and in Atomorph with
        `corners=false` flips in the corners.
        """
        return tuple(self.native.dense_actions())

    @cached_property
    def dense_places(self) -> Mapping[int, int]:
        """Action -> its place in `dense_actions`."""
        return MappingProxyType({action: place for place, action in enumerate(self.dense_actions)})

    @cached_property
    def max_chance_outcomes(self) -> int:
        """Chance outcomes are 0..max_chance_outcomes-1; 0 for games without dice."""
        return self.native.max_chance_outcomes

    @cached_property
    def max_game_length(self) -> int | None:
        """So many actions a game has at most, rolls not counted; None where no bound is known.

        Atmalof may go on for ever, and of Atomorph's flips nobody has shown how many there can be.
        """
        return self.native.max_game_length

    min_utility = -1.0
    """The result of who has lost; see `State.returns`."""
    max_utility = 1.0
    """The result of who has won."""
    utility_sum = 0.0
    """The two results together, always."""

    @cached_property
    def observation_shape(self) -> tuple[int, int, int]:
        """(planes, rows, columns) of `State.observation`."""
        planes, rows, columns = self.native.observation_shape
        return planes, rows, columns

    @cached_property
    def observation_planes(self) -> tuple[str, ...]:
        """What each plane of `State.observation` shows."""
        return tuple(self.native.observation_planes)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """All automorphisms of the board, the identity first."""
        found = self.native.symmetries()
        faces = self.native.symmetric_faces() or [([], [])] * len(found)
        return tuple(
            Symmetry(
                tuple(native.cells),
                tuple(native.islands),
                tuple(native.actions),
                native.swaps_colours,
                tuple(row_faces),
                tuple(column_faces),
            )
            for native, (row_faces, column_faces) in zip(found, faces, strict=True)
        )

    def new_initial_state(self) -> State:
        """Begin a game."""
        return State(self)

    def new_state(self, stones: Mapping[str, str | int], to_move: str | int, flags: int = 0) -> State:
        """Set up a position by hand; there is no history and no pie rule.

        Args:
            stones: Cell name -> colour, by name ("black") or number (0, 1).
            to_move: The colour to act.
            flags: Atomorph only: 1 when the opponent's last turn flipped a contested stone, 2 when the mover has a
                stone to put back, 3 for both.

        Raises:
            PositionError: When the rules do not allow the position.
            BoardError: For a cell that is not on the board.
        """
        if not isinstance(stones, Mapping):
            raise PositionError(
                f"stones are named by cell, as in {{'a1': {self.colour_names[0]!r}}}, not {stones!r:.100}",
                text=f"{stones!r:.100}",
            )
        placed = [2] * self.board.num_cells
        named: dict[int, str] = {}
        for name, colour in stones.items():
            cell = self.board.index(name)
            if cell in named:
                raise PositionError(f"'{named[cell]}' and '{name}' are one cell: name it once", text=name)
            named[cell] = name
            placed[cell] = self._colour_number(colour)
        number = as_whole(flags)
        if number is None or not 0 <= number <= MAX_FLAGS:
            raise PositionError(f"flags are a number from 0 to {MAX_FLAGS}, not {shown(flags)}", text=str(flags))
        state = State(self)
        state._setup(placed, self._colour_number(to_move), number)  # noqa: SLF001  (states are set up through games only)
        return state

    def _colour_number(self, colour: str | int) -> int:
        names: tuple[Any, ...] = self.colour_names
        if isinstance(colour, str) and colour.lower() in names:
            return names.index(colour.lower())
        number = as_whole(colour)
        if number in (0, 1):
            return number
        raise PositionError(f"a colour is '{names[0]}' or '{names[1]}', not {shown(colour)}", text=str(colour))

    def __eq__(self, other: object) -> bool:
        """Compare rules and boards."""
        return self.native is other.native if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        """Return the same for equal games, in every process."""
        return hash(self.native.fingerprint)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the rules, the data of a custom board included."""
        return load_game, (self.rules,)

    def __copy__(self) -> Game:
        """Return the game itself: it never changes."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        """Return the game itself: it never changes."""
        return self

    def __repr__(self) -> str:
        """Return the spec in a call."""
        return f"load_game({self.spec!r})"


SomeGame = TypeVar("SomeGame", bound=Game)


def load_game(spec: str | Rules, board: CustomBoard | ReadBoard | None = None) -> Game:
    """Make a game from a spec text or a rules value. No file is read unless `board` says so.

    Args:
        spec: Such as "atoll", "hex(size=9x11)", "atmalof(rows=8,cols=8)", or motu.AtollRules(...).
        board: The data of the custom board that the spec names with `file`, or what finds it by that name:
            `motu.boards.load_custom_board` reads the file. Only for specs that you trust to name files.

    Raises:
        SpecError, RulesError, BoardError: With what was read and what would be right.

    >>> import motu
    >>> motu.load_game("atoll(size=gan)").board.num_cells
    38
    """
    rules = _checked(parse_rules(spec) if isinstance(spec, str) else spec)
    if board is not None:
        rules = rules.with_board(board)
    return kept_game(rules, Game)


def kept_game(rules: Rules, kind: type[SomeGame]) -> SomeGame:
    """Return the game of rules: the one that somebody holds, or a new one. Threads that ask at once get the same.

    Args:
        rules: What tells games apart; of custom boards their cells, so a changed file makes another game.
        kind: What makes it of the rules.
    """
    game = _games.get((kind, rules))
    if game is None:
        made = kind(rules)  # by each of the threads: what a game of one's own answers may take long
        with _keeping:
            game = _games.setdefault((kind, rules), made)
    return cast("SomeGame", game)


_games: WeakValueDictionary[tuple[type[Game], Rules], Game] = WeakValueDictionary()
"""Those that somebody holds."""
_keeping = threading.Lock()


def _checked(rules: object) -> Rules:
    """Return a rules value as it is.

    Raises:
        SpecError: For anything else.
    """
    if isinstance(rules, Rules):
        return rules
    raise SpecError(
        f"a game is a text such as 'hex(size=9)' or a rules value such as motu.AtollRules(size=7), not {rules!r:.200}",
        text=f"{rules!r:.200}",
    )
