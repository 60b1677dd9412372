"""What matches have shown of nets: on which boards they help (floor: eval).

`motu nets --measure` plays them and writes the answer down, in a file `uses.json`; that of a net that has won lies
beside the net. `selection` looks there for the net that is used.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from pathlib import Path

from motu.errors import NetError
from motu.eval.nets.runtime import KINDS
from motu.files import replace_file
from motu.games import Game

FILE = "uses.json"
FORMAT = 1
"""Of the file; raised when what stands there means something else."""

AS_FAST = 0.8
"""A net that is so many times as fast as in its match counts as it does: a fifth less is some 40 Elo, where the matches
that nets won showed 100 and more, and two measurements on busy machines differ by half as much."""


@dataclass(frozen=True, slots=True)
class Use:
    """What a match of a net has shown of a board: whether it is used there without being asked for."""

    board: str
    """The game's spec, without the pie rule: of that a net knows nothing."""
    net: str
    """The file's name; of a net that has won in the same folder."""
    seconds: float
    """Both players had for a move."""
    opponent: str
    """The player that it has met."""
    games: int
    score: float
    """In [0, 1]."""
    date: str
    """As 2026-11-21."""
    runtime: str = "onnxruntime"
    """What ran the net in that match. ONNX Runtime is there everywhere; a match that a faster one has won says nothing
    of machines where that one is missing, or slower."""
    speedup: float = 0.0
    """How many times as fast that was as ONNX Runtime in float32 on the same processor; 0: not known. The other player
    needs no such thing, so this is what a match depends on, whatever the processor."""
    is_won: bool = True
    """Whether it has won. If not it is not used on the board, whatever other boards say."""

    def counts_for(self, kind: str, speedup: float | None) -> bool:
        """Return whether the match says something of the net as it runs here, by a kind and with such a speedup.

        One that it has won does where it is about as fast as then, or faster; one that it has not won, where it is
        about as fast, or slower.
        """
        if self.is_won and self.runtime == KINDS[0]:
            return True
        then = 1.0 if self.runtime == KINDS[0] else self.speedup
        if then == 0 or speedup is None:
            return self.runtime == kind
        return speedup >= AS_FAST * then if self.is_won else then >= AS_FAST * speedup

    @property
    def speedup_bound(self) -> float:
        """From this on a match that was won counts, up to this one that was not; 0 where that is not known."""
        if self.is_won:
            return AS_FAST * self.speedup
        return (1.0 if self.runtime == KINDS[0] else self.speedup) / AS_FAST


def board_of(game: Game) -> str | None:
    """Return what a use calls a board; None for a custom one, whose name says nothing of its shape."""
    return None if game.rules.custom is not None else str(game.rules.with_swap(False))


def read_uses(folder: Path) -> tuple[Use, ...]:
    """Return what a folder's file says; nothing where there is none.

    Raises:
        NetError: "net/uses" for a file that is something else.
    """
    file = folder / FILE
    try:
        return _read(file, file.stat().st_mtime_ns)
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise NetError(
            f"'{file}' does not say which nets are used where; motu nets --measure writes it",
            slug="net/uses",
            text=str(file),
        ) from error


@lru_cache(maxsize=8)
def _read(file: Path, _changed: int) -> tuple[Use, ...]:
    data = json.loads(file.read_text(encoding="utf-8"))
    if data["format"] != FORMAT:
        raise ValueError("another version of motu")
    return tuple(_use(each) for each in data["uses"])


def _use(data: dict[str, object]) -> Use:
    use = Use(**data)  # type: ignore[arg-type]  # looked at below
    for field in fields(Use):
        value = getattr(use, field.name)
        wanted = {"str": (str,), "int": (int,), "float": (int, float), "bool": (bool,)}[str(field.type)]
        if not isinstance(value, wanted) or (isinstance(value, bool) and bool not in wanted):
            raise TypeError(field.name)
    if use.runtime not in KINDS:
        raise ValueError(use.runtime)
    if not 0 <= use.speedup < float("inf"):
        raise ValueError(use.speedup)
    if Path(use.net).name != use.net:
        raise ValueError("a net lies beside the file")
    return use


def write_uses(folder: Path, uses: Iterable[Use]) -> None:
    """Write a folder's file, whole or not at all, by board.

    Raises:
        NetError: "net/uses" where it cannot be written.
    """
    told = {"format": FORMAT, "uses": [asdict(use) for use in sorted(uses, key=lambda use: use.board)]}
    file = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(file, (json.dumps(told, indent=1) + "\n").encode())
    except OSError as error:
        raise NetError(f"cannot write '{file}': {error.strerror}", slug="net/uses", text=str(file)) from error


def with_finding(uses: Iterable[Use], found: Use) -> list[Use]:
    """Return the uses after a match.

    A net that has won takes the place of what had won with the same runtime. What matches with other runtimes have
    found stays, unless this one says the opposite of the same net as it runs here.

    Args:
        uses: Those of before.
        found: What the match has shown.
    """

    def is_gone(use: Use) -> bool:
        if use.board != found.board:
            return False
        is_same = use.runtime == found.runtime
        if use.net != found.net:
            return is_same and use.is_won and found.is_won
        return is_same or (use.is_won != found.is_won and use.counts_for(found.runtime, found.speedup or None))

    return [*(use for use in uses if not is_gone(use)), found]
