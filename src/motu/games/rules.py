"""Rules as frozen values, each with its canonical text, and what a game is (floor: games).

A rule value says everything that decides how a game is played; `str(rules)` is its spec, and
`parse_rules(str(rules)) == rules`. Whether numbers make a playable game is for the native core to say, when the game is
made. Each game has its rules in its room (`motu.games.rooms`); other places know `Rules` and `GameType` alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from motu import _core
from motu.boards import Board, CustomBoard, ReadBoard
from motu.errors import RulesError
from motu.games.parameters import Parameter
from motu.numbers import as_whole, shown

RULES_VERSION = 1
"""Stored in every record; goes up when the same moves could mean another game."""


@dataclass(frozen=True, slots=True)
class Rules(ABC):
    """The rules of a game. Each game derives a frozen, slotted dataclass, of which the fields are the spec's keys.

    What only some games have is here too, with the value that says that a game has none of it. So other floors ask
    for what they want to know instead of asking which game this is.
    """

    name: ClassVar[str]
    """The game's own name, such as "atoll"."""
    type: ClassVar[GameType]
    """What holds for the game under all its rules."""

    @property
    def swap(self) -> bool:
        """Whether the pie rule is in force."""
        return False

    @property
    def size(self) -> int | tuple[int, int] | None:
        """What a spec calls the board's size; None for custom boards and where there is no such number."""
        return None

    @property
    def line(self) -> int:
        """How many in a row win; 0 where rows don't win."""
        return 0

    @property
    def pieces(self) -> int | None:
        """How many pieces each side has; None where stones are never used up."""
        return None

    @property
    def file(self) -> str | None:
        """A custom board's file, as the spec names it."""
        return None

    @property
    def custom(self) -> CustomBoard | None:
        """The custom board's data, where they are at hand."""
        return None

    @property
    def hex_size(self) -> tuple[int, int] | None:
        """Columns and rows of the board where these are the rules of Hex, else None."""
        return None

    def with_swap(self, swap: bool) -> Self:
        """Return the same rules with the pie rule or without; a game that has none stays as it is."""
        return self

    def with_file(self, file: str) -> Self:
        """Return the rules of a custom board under another file name; rules of other boards as they are."""
        return self

    def with_board(self, board: CustomBoard | ReadBoard) -> Self:
        """Return the rules with the data of the custom board that they name; rules of other boards as they are."""
        return self

    @abstractmethod
    def resized(self, columns: int, rows: int) -> Self:
        """Return the same game on a board of another size.

        Raises:
            RulesError: When it has no such board.
        """

    @abstractmethod
    def build(self) -> tuple[_core.NativeGame, Board]:
        """Return the native game and its board.

        Raises:
            RulesError: When the numbers make no game.
            BoardError: When a board breaks ATOLL-BOARD, or its data did not come along.
        """

    @abstractmethod
    def aim(self, board: Board) -> str:
        """Return what wins, for the terminal: what follows "Aim:" in one sentence or two."""

    @abstractmethod
    def kinds_of_moves(self, board: Board, cell: int) -> Sequence[tuple[str, str]]:
        """Return an example of each kind of move and what it does, for the terminal.

        Args:
            board: Of the game.
            cell: What the examples are about.
        """

    def __str__(self) -> str:
        """Return the canonical spec."""
        values = ",".join(f"{each.key}={spec_value(getattr(self, each.key))}" for each in self.type.parameters)
        return f"{self.name}({values})"


@dataclass(frozen=True, slots=True)
class Preset:
    """A name that a spec may begin with."""

    name: str
    rules: type[Rules]
    summary: str
    """One line for people."""

    @property
    def defaults(self) -> tuple[tuple[str, Any], ...]:
        """What the name sets; the spec's own keys come after."""
        return tuple(dict(_core.spec_presets(self.rules.name))[self.name].items())


@dataclass(frozen=True, slots=True)
class GameType:
    """A game's row in the registry: what holds under all its rules. `rules.type` is the row of a rules value."""

    rules: type[Rules]
    presets: tuple[Preset, ...]
    """The names that a spec may begin with, the game's own first."""
    parameters: tuple[Parameter, ...]
    """The keys of a spec, in the order of the rules' fields."""
    has_swap: bool = True
    """Whether there is a pie rule to switch on."""
    has_dice: bool = False
    """Whether turns announce lines and roll for the square."""
    has_flips: bool = False
    """Whether weak stones can be flipped, so that a position has flags as well (`Game.new_state`)."""
    has_moves: bool = False
    """Whether stones may go elsewhere. Where they don't and nothing is flipped, they stay as they are to the end."""
    is_all_in_stones: bool = False
    """Whether the stones and whose turn it is say all of a position, so that it may as well be the other's turn."""
    has_one_winner_when_full: bool = False
    """Whether exactly one side has won on a board full of stones, so that playouts are fills of the empty cells."""
    is_own: bool = False
    """Whether these are games of somebody's own in Python, which have neither board nor text."""
    leading_key: str = ""
    """The key that decides the defaults of others, where there is one."""
    derived_keys: tuple[str, ...] = ()
    """The keys whose values follow from others unless told."""

    def __post_init__(self) -> None:
        """Tell the rules of their row."""
        self.rules.type = self

    @property
    def name(self) -> str:
        """The game's own name."""
        return self.rules.name

    @property
    def colour_names(self) -> tuple[str, str]:
        """The colours of who begins and who answers; of a game of one's own motu knows none, and counts them."""
        return ("first", "second") if self.is_own else _core.colour_names(self.name)


# --- what rooms need to check and write their rules


def spec_value(value: object) -> str:
    """Return a value as specs have it; a text must need no quotes."""
    if isinstance(value, tuple):
        return "x".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def quoted(text: str) -> str:
    """Return a spec value, in double quotes where its characters would be read as something else."""
    if text and all(char.isalnum() or char in "_-./\\:~+" for char in text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def is_whole(value: object) -> bool:
    """Return whether a value is a whole number that rules can have: no truth value, and below 10000."""
    number = None if isinstance(value, bool) else as_whole(value)
    return number is not None and abs(number) < 10_000


def settle(rules: Rules) -> None:
    """Fill in what follows from the values that were given, and refuse values that make no rules: the core knows.

    Raises:
        RulesError: "rules/invalid".
    """
    given = {}
    for each in rules.type.parameters:
        value = getattr(rules, each.key)
        if value is not None:
            given[each.key] = str(value) if each.kind in ("choice", "file") else value
    for key, value in _core.settled_rules(rules.name, given).items():
        object.__setattr__(rules, key, value)


def check_ints(rules: Rules, *names: str) -> None:
    """Keep fields that are whole numbers as Python's own, and refuse others.

    Raises:
        RulesError: "rules/invalid".
    """
    for name in names:
        value = getattr(rules, name)
        if not is_whole(value):
            raise rules_error(f"{name} is a whole number below 10000, not {shown(value)}", str(value))
        object.__setattr__(rules, name, as_whole(value))


def check_bools(rules: Rules, *names: str) -> None:
    """Refuse fields that are not True or False.

    Raises:
        RulesError: "rules/invalid".
    """
    for name in names:
        value = getattr(rules, name)
        if not isinstance(value, bool):
            raise rules_error(f"{name} is true or false, not {value!r}", str(value))


def rules_error(message: str, text: str) -> RulesError:
    """Return the refusal of what was read."""
    return RulesError(message, text=text)
