"""What a training is to be, as a TOML file tells it (floor: train)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from motu.arena.openings import without_swap
from motu.boards import load_custom_board
from motu.errors import MotuError, TrainingError
from motu.games import Game, load_game

Section = TypeVar("Section")


@dataclass(frozen=True, slots=True)
class NetSettings:
    """The net. Cannot be changed when a training goes on."""

    name: str = "net"
    blocks: int = 6
    channels: int = 64
    pool_every: int = 3
    """Every so many blocks one pools over the whole board."""


@dataclass(frozen=True, slots=True)
class SelfPlaySettings:
    """How games are played."""

    boards: int = 128
    """Games of a group, whose leaves are judged together."""
    groups: int = 2
    """Of each kind of board: while a net judges one, the others move on."""
    threads: int = 1
    """Native threads that move games on."""
    int8: bool = False
    """Whether a central processor is given the net in eight bits, too, and plays with it where that is the fastest: on
    processors without AMX up to twice as fast. Its ranges are those of positions that the games came through before."""
    visits: int = 32
    """Of a search with full effort, whose policy is learnt."""
    fast_visits: int = 8
    """Of the other searches."""
    full_share: float = 0.5
    """Of the turns that have full effort."""
    considered: int = 16
    """Moves that sequential halving begins with."""
    value_scale: float = 0.5
    """How values count against the net's logits."""
    policy_temperature: float = 1.0
    """What the logits of the policy that is learnt are divided by. At 1 a net gets surer every time it learns from
    itself; above that, moves of nearly equal worth come to share it, as they should where dice decide much."""
    opening_share: float = 0.15
    """An opening has at most so many plies for each cell of the board."""
    opening_plies: int = 0
    """Or so many on any board, whichever is more. A share that suits large boards leaves small ones without openings:
    then every game begins alike, and a net forgets what it knew of the other ones."""
    opening_random: float = 0.5
    """Share of its plies that are drawn by chance alone, not from the net's policy."""
    opening_temperature: float = 1.5
    """Of that policy."""
    decided: float = 1.0
    """A turn is decided when the search before it found the result so sure (its value from -1 to 1, either way); 1:
    none is. Games are decided long before they end, and of what is sure there is little to learn."""
    decided_share: float = 0.2
    """Of these turns that are like the others; the rest is played with little effort, and nothing learns it."""
    decided_visits: int = 0
    """Of the searches of that rest; 0: as `fast_visits`."""
    longest: float = 8.0
    """Plies for each cell of the board after which a game with dice, which need not end, is broken off."""
    proof_nodes: int = 0
    """Of the search that proves the result of a position once its game is over, from the end backwards as far as that
    succeeds; 0: nothing is proved, and what came of the game is learnt. Atoll alone, other games pass over it."""


@dataclass(frozen=True, slots=True)
class LearningSettings:
    """How the net learns."""

    batch: int = 256
    """Positions of a step, all of one board."""
    rate: float = 1e-3
    """Of Adam."""
    warm_up: int = 200
    """Steps in which the rate rises."""
    weight_decay: float = 1e-4
    positions: int = 20_000
    """New ones of a generation: then the net learns, and the next generation begins."""
    reuse: float = 4.0
    """How often a position is learnt from, on average."""
    window: int = 400_000
    """Positions that are kept at most."""
    least_window: int = 40_000
    """Above that, the newest half of all is kept."""
    value_mix: float = 0.25
    """Share of the search's value in the target, beside the game's result."""
    owners_weight: float = 0.2
    """Of the loss for who owns the cells at the end."""
    plies_weight: float = 0.1
    """Of the loss for the plies to the end."""
    margin_weight: float = 0.1
    """Of the loss for the margin of the tie-break (Atmalof)."""
    averaging: float = 0.998
    """What plays is an average of the weights, each step's old share in which is this."""
    bfloat16: bool = False
    """Whether a central processor learns in bfloat16, as a graphics processor always does: about twice as fast where
    the processor multiplies matrices of such numbers by itself (AMX), and slower where it does not."""
    compile: bool = False
    """Whether torch compiles the net first, for self-play as well: worth a minute or more on a graphics processor."""


@dataclass(frozen=True, slots=True)
class MeasureSettings:
    """How strength is measured and nets are let through."""

    every: int = 5
    """Generations between two measurements; 0: none."""
    opponents: tuple[str, ...] = ("uct:400",)
    """Fixed ones, for the curve."""
    games: int = 20
    """Against each of them, on each board."""
    visits: int = 100
    """The net's, also where it plays against the best so far."""
    gate_games: int = 200
    """At most so many against the best net so far, on all boards together; 0: every net is let through."""
    gate_elo: float = 30.0
    """Let through is what is stronger by so much rather than by 0 (SPRT, 5 % each)."""
    solved: tuple[str, ...] = ()
    """Boards on which the net is compared with the exact results of openings and later positions."""
    solved_positions: int = 200
    """Later positions of each of them."""


@dataclass(frozen=True, slots=True)
class Config:
    """A whole training."""

    boards: Mapping[str, float]
    """Spec -> how often it is played, compared with the others. Without the pie rule: swap=false is set."""
    seed: int = 1
    net: NetSettings = field(default_factory=NetSettings)
    self_play: SelfPlaySettings = field(default_factory=SelfPlaySettings)
    learning: LearningSettings = field(default_factory=LearningSettings)
    measure: MeasureSettings = field(default_factory=MeasureSettings)

    @property
    def games(self) -> tuple[Game, ...]:
        """The boards' games, in their order."""
        return tuple(load_game(spec, load_custom_board) for spec in self.boards)


_SECTIONS: dict[str, type[Any]] = {
    "net": NetSettings,
    "self_play": SelfPlaySettings,
    "learning": LearningSettings,
    "measure": MeasureSettings,
}

_AT_LEAST_ONE = frozenset(
    {"boards", "groups", "threads", "visits", "considered", "batch", "positions", "window", "least_window"}
    | {"blocks", "channels", "pool_every", "games", "policy_temperature"}
)
_SHARES = frozenset(("full_share", "decided", "decided_share", "opening_random", "value_mix", "averaging"))


def read_config(path: Path) -> Config:
    """Read a file.

    Raises:
        TrainingError: "train/config" for what cannot be read, or is no training.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise _refusal(f"cannot read '{path}': {reason}", str(path)) from error
    return parse_config(text, str(path))


def parse_config(text: str, where: str = "config") -> Config:
    """Read a TOML text.

    Raises:
        TrainingError: "train/config".
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _refusal(f"{where} is no TOML: {error}", where) from error
    legal = ("seed", "boards", *_SECTIONS)
    for key in data:
        if key not in legal:
            raise _refusal(f"{where}: there is no '{key}'; right are {', '.join(legal)}", key, legal)
    sections = {name: _section(data.get(name, {}), kind, f"{where}, [{name}]") for name, kind in _SECTIONS.items()}
    for spec in sections["measure"].solved:
        _training_spec(spec, f"{where}, [measure]")
    seed = _checked("seed", data.get("seed", 1), int, where)
    return Config(boards=_boards(data.get("boards"), where), seed=seed, **sections)


def _section(data: object, kind: type[Section], where: str) -> Section:
    known = {each.name: each for each in fields(kind)}  # type: ignore[arg-type]
    if not isinstance(data, dict):
        raise _refusal(f"{where} is a table of values, not {data!r}", where)
    values = {}
    for key, value in data.items():
        if key not in known:
            raise _refusal(f"{where}: there is no '{key}'; right are {', '.join(known)}", key, tuple(known))
        values[key] = _checked(key, value, type(getattr(kind(), key)), where)
    return kind(**values)


def _checked(key: str, value: Any, kind: type[Any], where: str) -> Any:
    """Return a value of the kind that its default has, and within sense."""
    if kind is tuple:
        if not (isinstance(value, list) and all(isinstance(each, str) for each in value)):
            raise _refusal(f"{where}: {key} is a list of texts, not {value!r}", key)
        return tuple(value)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) is not kind:
        wanted = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}[kind]
        raise _refusal(f"{where}: {key} is {wanted}, not {value!r}", key)
    if kind in (int, float) and not _low(key) <= value <= _high(key):
        raise _refusal(f"{where}: {key} is from {_low(key)} to {_high(key)}, not {value}", key)
    return value


def _low(key: str) -> int:
    return 1 if key in _AT_LEAST_ONE else 0


def _high(key: str) -> int:
    if key in _SHARES:
        return 1
    return 2**63 - 1 if key == "seed" else 2**31 - 1  # what the native self-play counts with


def _boards(data: object, where: str) -> dict[str, float]:
    if not (isinstance(data, dict) and data):
        raise _refusal(f'{where} lacks [boards]: lines such as "hex(size=5)" = 1.0', where)
    boards: dict[str, float] = {}
    for text, weight in data.items():
        if type(weight) not in (int, float) or not 0 < weight < 1e6:
            raise _refusal(f"{where}: the weight of {text} is a number above 0, not {weight!r}", text)
        spec = _training_spec(text, where)
        boards[spec] = boards.get(spec, 0.0) + float(weight)
    names = {load_game(spec, load_custom_board).name for spec in boards}
    if len(names) > 1:
        raise _refusal(f"{where}: one net plays one game, not {' and '.join(sorted(names))}", where)
    return boards


def _training_spec(text: str, where: str) -> str:
    try:
        game = without_swap(load_game(text, load_custom_board))
    except MotuError as error:
        raise _refusal(f"{where}: {error.message}", text) from error
    return game.spec


def _refusal(message: str, text: str, legal: tuple[str, ...] = ()) -> TrainingError:
    return TrainingError(message, slug="train/config", text=text, legal=legal)
