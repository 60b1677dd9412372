"""What a net's file says about the net (floor: eval).

A net is an ONNX graph: input `planes` float32 [batch, planes, rows, columns], outputs `value` [batch] in [-1, 1] for
who moves and `policy` [batch, policy planes * rows * columns], logits. Its metadata hold one JSON text, `motu`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from motu.errors import NetError

FORMAT = 1
"""The format of the metadata; raised when what stands there changes."""

KEY = "motu"
"""The key of the metadata."""


@dataclass(frozen=True, slots=True)
class TrainingStep:
    """A part of a net's training, in one go."""

    date: str
    """The date of its end, as 2026-11-21."""
    games: int
    """Games of self-play."""
    evaluations: int
    """Positions that the net judged for them."""
    steps: int
    """Steps of the optimiser."""
    boards: tuple[str, ...] = ()
    """Specs of the games that were played."""


@dataclass(frozen=True, slots=True)
class NetInfo:
    """What a net is for, and where it comes from."""

    name: str
    game: str
    """ "atoll"; Hex is Atoll."""
    lattice: str
    """ "hex" or "square": the grid its convolutions follow."""
    planes: tuple[str, ...]
    """What it wants to see: those of the game's `Encoding`."""
    blocks: int
    channels: int
    rules_version: int
    history: tuple[TrainingStep, ...] = field(default=(), repr=False)
    """How it was trained, the first part first. A printed description leaves it out: it is longer than all else."""
    precision: str = "float32"
    """The precision of the weights: "float32", as in files that say nothing of it, or "int8"."""

    @property
    def totals(self) -> TrainingStep:
        """The whole training as one step."""
        boards = tuple(dict.fromkeys(board for step in self.history for board in step.boards))
        return TrainingStep(
            date=self.history[-1].date if self.history else "",
            games=sum(step.games for step in self.history),
            evaluations=sum(step.evaluations for step in self.history),
            steps=sum(step.steps for step in self.history),
            boards=boards,
        )

    def to_json(self) -> str:
        """Write what `read_info` reads."""
        return json.dumps({"format": FORMAT} | asdict(self), ensure_ascii=False)


def read_info(metadata: Mapping[str, str], where: str) -> NetInfo:
    """Read the metadata of a net's file.

    Args:
        metadata: Of the ONNX graph.
        where: The file, for messages.

    Raises:
        NetError: "net/file" where they are not those of a net of motu.
    """
    import msgspec

    from motu.wire import convert

    try:
        data = json.loads(metadata[KEY])
        if data["format"] != FORMAT:
            raise NetError(f"'{where}' is a net of another version of motu", slug="net/file", text=where)
        return convert(data, NetInfo)
    except (KeyError, TypeError, ValueError, RecursionError, msgspec.ValidationError) as error:
        if isinstance(error, NetError):
            raise
        raise NetError(
            f"'{where}' is no net of motu: its metadata lack what `motu train` writes", slug="net/file", text=where
        ) from error
