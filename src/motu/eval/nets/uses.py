"""On which boards a net is used without being asked for (floor: eval).

Only where a match at equal time has shown that it helps: `motu nets --measure` plays it and writes the answer down, in
a file `uses.json` beside the net. Two folders are looked through: one's own, then that of the nets that come with motu.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from pathlib import Path

from motu.errors import NetError
from motu.eval.nets.installed import folders, installed_nets, open_net
from motu.eval.nets.net import Net
from motu.eval.nets.runtime import KINDS, Kind
from motu.files import replace_file
from motu.games import AtmalofRules, Game

FILE = "uses.json"
FORMAT = 1
"""Of the file; raised when what stands there changes."""

AS_FAST = 0.8
"""A net that is so many times as fast as in its match counts as it does: a fifth less is some 40 Elo, where the matches
that nets won showed 100 and more, and two measurements on busy machines differ by half as much."""


@dataclass(frozen=True, slots=True)
class Use:
    """A board on which a net has won its match."""

    board: str
    """The game's spec, without the pie rule: of that a net knows nothing."""
    net: str
    """The file's name, in the same folder."""
    seconds: float
    """Both players had for a move."""
    opponent: str
    """The player that it has beaten."""
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

    def counts_for(self, kind: Kind, speedup: float | None) -> bool:
        """Return whether a net that runs here by a kind, with such a speedup, is about as fast as in the match."""
        if self.runtime == KINDS[0]:
            return True
        if self.speedup == 0 or speedup is None:
            return self.runtime == kind
        return speedup >= AS_FAST * self.speedup

    @property
    def least_speedup(self) -> float:
        """From this on the match counts; 0 where that is not known."""
        return AS_FAST * self.speedup


def board_of(game: Game) -> str | None:
    """Return what a use calls a board; None for a custom one, whose name says nothing of its shape."""
    rules = game.rules
    if isinstance(rules, AtmalofRules):
        return str(rules)
    return None if getattr(rules, "custom", None) is not None else str(replace(rules, swap=False))


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
        wanted = {"str": (str,), "int": (int,), "float": (int, float)}[str(field.type)]
        if not isinstance(value, wanted) or isinstance(value, bool):
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


def uses_for(game: Game) -> Iterator[tuple[Path, Use]]:
    """Yield the uses for a game, and their folders; of a folder those first that want the fastest runtimes.

    Raises:
        NetError: As `read_uses`.
    """
    board = board_of(game)
    for folder in folders():
        for use in sorted(read_uses(folder), key=lambda use: (use.runtime == KINDS[0], -use.speedup)):
            if use.board == board:
                yield folder, use


def with_finding(uses: Iterable[Use], board: str, runtime: Kind, speedup: float | None, found: Use | None) -> list[Use]:
    """Return the uses after a measurement on a board.

    What matches with other runtimes have found stays. Only where no net has won, what would be used here all the same
    goes, too.

    Args:
        uses: Those of before.
        board: As of a `Use`.
        runtime: What ran the nets.
        speedup: As of a `Net`.
        found: The net that has won, or None.
    """

    def is_gone(use: Use) -> bool:
        if use.board != board:
            return False
        return use.runtime == runtime or (found is None and use.counts_for(runtime, speedup))

    kept = [use for use in uses if not is_gone(use)]
    return kept if found is None else [*kept, found]


def find_net(game: Game) -> Net:
    """Return the net that is there for a game: the one that is used for it here, or else any that is for it.

    Raises:
        NetError: "net/missing" where there is none, and what opening it raises.
    """
    found = _used_net(game)
    if found is not None:
        return found
    for path in installed_nets():
        net = open_net(path)
        if net.info.game == game.name:
            net.check_game(game)
            return net
    raise NetError(
        f"no net for {game.name} comes with this motu: evaluator=net:FILE names one of your own",
        slug="net/missing",
        text=game.name,
        legal=("net:FILE",),
    )


def default_net(game: Game) -> Net | None:
    """Return the net that is used for a game without being asked for; None where there is none.

    A net that cannot be used is warned about, once, and done without.
    """
    try:
        return _used_net(game)
    except NetError as error:
        warnings.warn(f"playing without a net: {error.message}", RuntimeWarning, stacklevel=2)
        return None


def _used_net(game: Game) -> Net | None:
    for folder, use in uses_for(game):
        net = open_net(folder / use.net)
        net.check_game(game)
        if use.counts_for(net.kind, net.speedup):
            return net
    return None
