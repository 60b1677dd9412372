"""What a spec can say of a game, as data for reading it, for help texts and for forms (floor: games)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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
    """The choices, the default first; nothing for a number."""
    least: int = 0
    """The least that a number may be."""
    most: int = 0
    """The largest number that is worth offering; rules may allow more."""
    step: int = 1
    """From one number that is worth offering to the next."""
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


SWAP = Parameter("swap", "switch", "true", "the pie rule: may the second player swap colours?")
"""The same in every game that has the pie rule."""
