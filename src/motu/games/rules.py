"""Rules as frozen values, each with its canonical text (floor: games).

A rule value says everything that decides how a game is played; `str(rules)` is its spec, and
`parse_rules(str(rules)) == rules`. Whether numbers make a playable game is for the native core to say, when the game is
made.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar, Literal

from motu.boards import CustomBoard
from motu.errors import RulesError

RULES_VERSION = 1
"""Stored in every record; goes up when the same moves could mean another game."""

AtollShape = Literal["square", "rhombus", "hexagon", "triangle"]

SHAPE_DEFAULTS: dict[str, tuple[int, int]] = {
    "square": (11, 8),
    "rhombus": (11, 4),
    "hexagon": (7, 12),
    "triangle": (13, 12),
}
"""Size and number of islands where a spec names only the shape."""


@dataclass(frozen=True, slots=True)
class AtollRules:
    """Atoll on a built-in or a custom board; Hex is the rhombus with four islands."""

    name: ClassVar[str] = "atoll"

    board: str = "square"
    """square, rhombus, hexagon or triangle; "custom" when `file` is given."""
    size: int | tuple[int, int] | None = None
    """Columns of a square or a rhombus (or both its sides), cells a side of the others; None: the shape's default."""
    islands: int | None = None
    """All islands together, a multiple of four; the shape's default if None."""
    swap: bool = True
    """Whether the pie rule is in force."""
    file: str | None = None
    """A custom board's file, as the spec names it."""
    custom: CustomBoard | None = None
    """The custom board's data, where they are at hand already (a record carries them); otherwise the file is read."""

    def __post_init__(self) -> None:
        """Fill in the shape's defaults and check types.

        Raises:
            RulesError: For an unknown shape, wrong types, or a shape together with a file.
        """
        _check_bools(self, "swap")
        if self.file is not None or self.custom is not None:
            self._settle_custom()
            return
        if self.board not in SHAPE_DEFAULTS:
            raise _error(
                f"board is one of {', '.join(SHAPE_DEFAULTS)} (or give a file), not '{self.board}'", str(self.board)
            )
        size, islands = SHAPE_DEFAULTS[self.board]
        object.__setattr__(self, "size", self._checked_size(size))
        object.__setattr__(self, "islands", islands if self.islands is None else self.islands)
        _check_ints(self, "islands")

    def _settle_custom(self) -> None:
        if self.board not in ("square", "custom") or self.size is not None or self.islands is not None:
            raise _error(
                "a custom board comes whole: give file and swap, but no board, size or islands", str(self.file)
            )
        object.__setattr__(self, "board", "custom")
        if self.file is None:
            object.__setattr__(self, "file", "board.json")

    def _checked_size(self, default: int) -> int | tuple[int, int]:
        size: object = default if self.size is None else self.size
        if isinstance(size, int) and _is_int(size):
            return size
        if not (isinstance(size, tuple) and len(size) == 2 and all(_is_int(side) for side in size)):
            raise _error(f"size is a whole number (or columns x rows on a rhombus), not {size!r}", str(size))
        columns, rows = size
        if self.board != "rhombus" and columns != rows:
            raise _error(
                f"size={columns}x{rows} is for a rhombus; a {self.board} has one size, as in size={columns}", str(size)
            )
        return columns if columns == rows else (columns, rows)

    @property
    def columns_and_rows(self) -> tuple[int, int]:
        """The two sides of a rhombus."""
        if isinstance(self.size, tuple):
            return self.size
        assert self.size is not None  # noqa: S101  (settled in __post_init__ for every board that is not custom)
        return self.size, self.size

    def __str__(self) -> str:
        """Return the canonical spec."""
        swap = spec_value(self.swap)
        if self.file is not None:
            return f"atoll(file={quoted(self.file)},swap={swap})"
        return f"atoll(board={self.board},size={spec_value(self.size)},islands={self.islands},swap={swap})"


@dataclass(frozen=True, slots=True)
class AtomorphRules:
    """Atomorph with its three variant switches and the pie rule."""

    name: ClassVar[str] = "atomorph"

    size: int = 11
    """Points a side, 3 to 25."""
    contested: str = "ko"
    """"ko": no contested flip right after one; "never": contested stones are never flipped."""
    corners: bool = True
    """Whether stones in the corners can be flipped."""
    return_stone: bool = False
    """Whether a removed stone is put back at the beginning of its owner's next turn."""
    swap: bool = True
    """Whether the pie rule is in force."""

    def __post_init__(self) -> None:
        """Check types.

        Raises:
            RulesError: For a wrong type or an unknown `contested`.
        """
        _check_ints(self, "size")
        _check_bools(self, "corners", "return_stone", "swap")
        if self.contested not in ("ko", "never"):
            raise _error(f"contested is 'ko' or 'never', not '{self.contested}'", str(self.contested))

    def __str__(self) -> str:
        """Return the canonical spec."""
        return _spec(self)


@dataclass(frozen=True, slots=True)
class AtmalofRules:
    """Atmalof and its whole family."""

    name: ClassVar[str] = "atmalof"

    rows: int = 6
    """Rows of the basic rectangle, and faces of the die after a column announcement."""
    cols: int = 6
    """Columns of the basic rectangle, and faces of the die after a row announcement."""
    extra_rows: int = 1
    """Rows beyond it."""
    extra_cols: int = 1
    """Columns beyond it."""
    line: int = 5
    """How many in a row win."""
    pieces: int | None = None
    """Pieces a side; 4/9 of the squares, rounded up, if None."""
    tiebreak: str = "either"
    """"either": the game ends when one player has all pieces on the board; "both" (kvinigu): when both have."""

    def __post_init__(self) -> None:
        """Fill in the number of pieces and check types.

        Raises:
            RulesError: For a wrong type or an unknown tie-break.
        """
        _check_ints(self, "rows", "cols", "extra_rows", "extra_cols", "line")
        if self.rows < 1 or self.cols < 1:
            raise _error(f"rows and cols are at least 1, not {self.rows} and {self.cols}", f"{self.rows}x{self.cols}")
        if self.pieces is None:
            squares = (self.rows + self.extra_rows) * (self.cols + self.extra_cols)
            object.__setattr__(self, "pieces", -(-4 * squares // 9))
        _check_ints(self, "pieces")
        # The native core reads 0 as "the default", which is settled here already.
        if self.pieces is not None and self.pieces < 1:
            raise _error(f"pieces is the number of pieces a side, at least 1, not {self.pieces}", str(self.pieces))
        if self.tiebreak not in ("either", "both"):
            raise _error(f"tiebreak is 'either' or 'both', not '{self.tiebreak}'", str(self.tiebreak))

    def __str__(self) -> str:
        """Return the canonical spec."""
        return _spec(self)


Rules = AtollRules | AtomorphRules | AtmalofRules


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


def _spec(rules: AtomorphRules | AtmalofRules) -> str:
    values = ",".join(f"{field.name}={spec_value(getattr(rules, field.name))}" for field in fields(rules))
    return f"{rules.name}({values})"


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10_000


def _check_ints(rules: Rules, *names: str) -> None:
    for name in names:
        value = getattr(rules, name)
        if not _is_int(value):
            raise _error(f"{name} is a whole number below 10000, not {value!r}", str(value))


def _check_bools(rules: Rules, *names: str) -> None:
    for name in names:
        value = getattr(rules, name)
        if not isinstance(value, bool):
            raise _error(f"{name} is true or false, not {value!r}", str(value))


def _error(message: str, text: str) -> RulesError:
    return RulesError(message, text=text)
