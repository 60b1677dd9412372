"""What a training is to be, as a TOML file tells it (floor: train)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec

from motu.arena.openings import without_swap
from motu.boards import load_custom_board
from motu.errors import MotuError, TrainingError
from motu.files import MAX_TEXT_BYTES, read_file
from motu.games import Game, load_game
from motu.solve import SOLVERS
from motu.wire import Fault, read_data

MOST = 2**31 - 1
"""What the native self-play counts with."""

Count = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
Number = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
FromOne = Annotated[float, msgspec.Meta(ge=1, le=MOST)]
Amount = Annotated[float, msgspec.Meta(ge=0, le=MOST)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Part = Annotated[float, msgspec.Meta(ge=0, le=0.9)]
Weight = Annotated[float, msgspec.Meta(gt=0, lt=1e6, description="a weight, a number above 0")]
Section = msgspec.Meta(description="a table of values")


class NetSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The net. Cannot be changed when a training goes on."""

    name: str = "net"
    blocks: Count = 6
    channels: Count = 64
    pool_every: Count = 3
    """Every so many blocks one pools over the whole board."""


class SelfPlaySettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How games are played."""

    boards: Count = 128
    """Games of a group, whose leaves are judged together."""
    groups: Count = 2
    """Groups of boards of each kind: while a net judges one, the others move on."""
    threads: Count = 1
    """Native threads that move games on."""
    int8: bool = False
    """Whether a central processor is given the net in eight bits, too, and plays with it where that is the fastest: on
    processors without AMX up to twice as fast. Its ranges are those of positions that the games came through before."""
    visits: Count = 32
    """Visits of a search with full effort, whose policy is learnt."""
    fast_visits: Number = 8
    """Visits of the other searches."""
    full_share: Share = 0.5
    """The share of turns that are searched with full effort."""
    considered: Count = 16
    """Moves that sequential halving begins with."""
    value_scale: Amount = 0.5
    """How values count against the net's logits."""
    policy_temperature: FromOne = 1.0
    """What the logits of the policy that is learnt are divided by. At 1 a net gets surer every time it learns from
    itself; above that, moves of nearly equal worth come to share it, as they should where dice decide much."""
    opening_share: Amount = 0.15
    """An opening has at most so many plies for each cell of the board."""
    opening_plies: Number = 0
    """Or so many on any board, whichever is more. A share that suits large boards leaves small ones without openings:
    then every game begins alike, and a net forgets what it knew of the other ones."""
    opening_random: Share = 0.5
    """Share of its plies that are drawn by chance alone, not from the net's policy."""
    opening_temperature: Amount = 1.5
    """The temperature of that policy."""
    scattered_share: Share = 0.0
    """The share of games that begin with stones scattered over the board: an opening drawn by chance alone, of any
    length up to the whole board. It teaches positions that no game comes to."""
    decided: Share = 1.0
    """A turn is decided when the search before it found the result so sure (its value from -1 to 1, either way); 1:
    none is. Games are decided long before they end, and of what is sure there is little to learn."""
    decided_share: Share = 0.2
    """The share of these turns that are played like the others; the rest has little effort and is not learnt from."""
    decided_visits: Number = 0
    """Visits of the searches of that rest; 0: as `fast_visits`."""
    longest: Amount = 8.0
    """Plies for each cell of the board after which a game with dice, which need not end, is broken off."""
    proof_nodes: Number = 0
    """Nodes of the search that proves a position's result once its game is over, from the end backwards as far as that
    succeeds; 0: nothing is proved, and what came of the game is learnt. Atoll alone, other games pass over it."""


class LearningSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the net learns."""

    batch: Count = 256
    """Positions of a step, all of one board."""
    rate: Amount = 1e-3
    """The learning rate of Adam."""
    warm_up: Number = 200
    """Steps in which the rate rises."""
    cool_down: Share = 0.0
    """The last share of a training that is told when to end, by minutes or generations: over it the rate falls evenly,
    to nothing at the end. 0: it does not fall."""
    weight_decay: Amount = 1e-4
    positions: Count = 20_000
    """New ones of a generation: then the net learns, and the next generation begins."""
    reuse: Amount = 4.0
    """How often a position is learnt from, on average."""
    window: Count = 400_000
    """Positions that are kept at most."""
    least_window: Count = 40_000
    """Above that, the newest half of all is kept."""
    value_mix: Share = 0.25
    """Share of the search's value in the target, beside the game's result."""
    owners_weight: Amount = 0.2
    """The weight of the loss for who owns the cells at the end."""
    plies_weight: Amount = 0.1
    """The weight of the loss for the plies to the end."""
    margin_weight: Amount = 0.1
    """The weight of the loss for the margin of the tie-break (Atmalof)."""
    averaging: Share = 0.998
    """What plays is an average of the weights, each step's old share in which is this."""
    bfloat16: bool = False
    """Whether a central processor learns in bfloat16, as a graphics processor always does: about twice as fast where
    the processor multiplies matrices of such numbers by itself (AMX), and slower where it does not."""
    compile: bool = False
    """Whether torch compiles the net first, for self-play as well: worth a minute or more on a graphics processor."""


class SolvedSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Positions drawn at random whose results are proved: of them the net learns who wins, besides what games teach."""

    share: Part = 0.0
    """Of the steps, those that learn from them; 0: none."""
    boards: dict[str, Weight] = {}
    """Spec -> how often it is learnt from, compared with the others; each is one of the training's."""
    positions: Number = 2_000
    """New ones of a generation, on all these boards together."""
    nodes: Count = 3_000
    """Of one proof; what takes more is left out."""
    window: Count = 100_000
    """Positions that are kept at most."""


class MeasureSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How strength is measured and nets are let through."""

    every: Number = 5
    """Generations between two measurements; 0: none."""
    opponents: tuple[str, ...] = ("uct:400",)
    """Fixed ones, for the curve."""
    games: Count = 20
    """Against each of them, on each board."""
    visits: Count = 100
    """The net's, also where it plays against the best so far."""
    gate_games: Number = 200
    """At most so many against the best net so far, on all boards together; 0: every net is let through."""
    gate_elo: Amount = 30.0
    """Let through is what is stronger by so much rather than by 0 (SPRT, 5 % each)."""
    solved: tuple[str, ...] = ()
    """Boards on which the net is compared with the exact results of openings and later positions."""
    solved_positions: Number = 200
    """Later positions of each of them."""


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole training."""

    boards: dict[str, Weight]
    """Spec -> how often it is played, compared with the others. Without the pie rule: swap=false is set."""
    seed: Seed = 1
    net: Annotated[NetSettings, Section] = NetSettings()
    self_play: Annotated[SelfPlaySettings, Section] = SelfPlaySettings()
    learning: Annotated[LearningSettings, Section] = LearningSettings()
    solved: Annotated[SolvedSettings, Section] = SolvedSettings()
    measure: Annotated[MeasureSettings, Section] = MeasureSettings()

    @property
    def games(self) -> tuple[Game, ...]:
        """The boards' games, in their order."""
        return tuple(load_game(spec, load_custom_board) for spec in self.boards)


def read_config(path: Path) -> Config:
    """Read a file.

    Raises:
        TrainingError: "train/config" for what cannot be read, or is no training.
    """
    try:
        text = read_file(path, MAX_TEXT_BYTES).decode()
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
    if not (isinstance(data.get("boards"), dict) and data["boards"]):
        raise _refusal(f'{where} lacks [boards]: lines such as "hex(size=5)" = 1.0', where)
    config = read_data(data, Config, lambda fault: _of_fault(fault, where))
    for spec in config.measure.solved:
        _training_spec(spec, f"{where}, [measure]")
    boards = _boards(config.boards, where)
    return msgspec.structs.replace(config, boards=boards, solved=_solved(config.solved, boards, f"{where}, [solved]"))


def _solved(settings: SolvedSettings, trained: Mapping[str, float], where: str) -> SolvedSettings:
    if not settings.share:
        return settings
    if not settings.boards:
        raise _refusal(f'{where} lacks boards: lines such as "hex(size=5)" = 1.0 under [solved.boards]', where)
    boards = _boards(settings.boards, where)
    for spec in boards:
        if spec not in trained:
            raise _refusal(f"{where}: {spec} is none of the training's boards", spec, tuple(trained))
        game = load_game(spec, load_custom_board)
        if game.type.has_dice or game.name not in SOLVERS:
            raise _refusal(f"{where}: who wins a position of {game.name} is not proved", spec)
    return msgspec.structs.replace(settings, boards=boards)


def _of_fault(fault: Fault, where: str) -> TrainingError:
    place = f"{where}, [{fault.path}]" if fault.unknown and fault.path else where
    return _refusal(f"{place}: {fault.sentence()}", fault.unknown or fault.path, fault.legal)


def _boards(weights: Mapping[str, float], where: str) -> dict[str, float]:
    boards: dict[str, float] = {}
    for text, weight in weights.items():
        spec = _training_spec(text, where)
        boards[spec] = boards.get(spec, 0.0) + weight
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
