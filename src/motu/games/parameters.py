"""What a spec can say of each game, as data for help texts and forms (floor: games)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from motu.games.rules import AtmalofRules, AtollRules, AtomorphRules

ParameterKind = Literal["number", "choice", "switch", "file"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A key of a spec."""

    key: str
    kind: ParameterKind
    default: str
    """As a spec writes it; '' where it follows from the others."""
    meaning: str
    """One line for people."""
    choices: tuple[str, ...] = ()
    """Of a choice, the default first."""
    least: int = 0
    """Of a number."""
    most: int = 0
    """Of a number: the largest that is worth offering; rules may allow more."""
    values: str = ""
    """What may stand after the equals sign where kind and choices don't say it, the default first."""

    @property
    def text(self) -> str:
        """What may stand after the equals sign, the default first."""
        if self.values:
            return self.values
        if self.kind == "switch":
            return "true | false" if self.default == "true" else "false | true"
        return " | ".join(self.choices) if self.choices else self.default


_SWAP = Parameter("swap", "switch", "true", "the pie rule: may the second player swap colours?")

PARAMETERS: dict[str, tuple[Parameter, ...]] = {
    AtollRules.name: (
        Parameter(
            "board",
            "choice",
            "square",
            "the board's shape; Hex is on a rhombus",
            choices=("square", "rhombus", "hexagon", "triangle"),
        ),
        Parameter(
            "size",
            "number",
            "11",
            "columns, or cells a side; 9x11 on a rhombus only",
            least=2,
            most=27,
            values="11, gan, nauru, …, 9x11",
        ),
        Parameter(
            "islands",
            "number",
            "",
            "a multiple of four that suits the shape",
            least=4,
            most=48,
            values="8, 4, 12, …",
        ),
        _SWAP,
        Parameter("file", "file", "", "a board of your own in place of these three", values="FILE"),
    ),
    AtomorphRules.name: (
        Parameter("size", "number", "11", "points a side", least=3, most=25, values="11, 3 to 25"),
        Parameter("contested", "choice", "ko", "never: contested stones are never flipped", choices=("ko", "never")),
        Parameter("corners", "switch", "true", "false: corner stones are never flipped"),
        Parameter("return_stone", "switch", "false", "true: a flipped stone is put back by its owner"),
        _SWAP,
    ),
    AtmalofRules.name: (
        Parameter("rows", "number", "6", "rows that the die covers", least=1, most=20),
        Parameter("cols", "number", "6", "columns that the die covers", least=1, most=20),
        Parameter("extra_rows", "number", "1", "rows beyond them", least=0, most=5),
        Parameter("extra_cols", "number", "1", "columns beyond them", least=0, most=5),
        Parameter("line", "number", "5", "how many in a row win", least=3, most=12),
        Parameter("pieces", "number", "22", "pieces a side; four for every nine squares", least=1, most=200),
        Parameter(
            "tiebreak",
            "choice",
            "either",
            "who has to have all pieces on the board at the end",
            choices=("either", "both"),
        ),
    ),
}
"""The keys of each game's specs, in the order of its rules."""
