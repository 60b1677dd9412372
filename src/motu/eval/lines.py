"""Lines of pieces in Atmalof: threats, the chances of a turn, and the net that judges positions (floor: eval).

The net is the evaluator "lines" of searches. Weights for the usual rules and general ones come with motu; `use_weights`
takes others into use, and `LineTrainer` makes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

from motu import _core
from motu.errors import EngineError
from motu.files import read_file
from motu.games import AtmalofRules, Game, State

__all__ = [
    "LineNetInfo",
    "LineTrainer",
    "LineTrainingOptions",
    "MatchScore",
    "Threat",
    "TurnChance",
    "forget_weights",
    "line_file_for",
    "line_files",
    "line_nets",
    "line_threats",
    "line_values",
    "play_itself",
    "play_match",
    "turn_chance",
    "use_weights",
]


GENERAL = _core.GENERAL_LINE_FILE
"""The name of the file that plays rules without one of their own."""
MAX_WEIGHTS_BYTES = 1 << 30
"""Most bytes of a file of weights."""


@dataclass(frozen=True, slots=True)
class TurnChance:
    """The chance to win with one turn."""

    chance: float
    """In 0..1: 1 by a step, else the best announcement's share of winning faces."""
    action: int | None
    """The action that has it, the first of equals; None for no chance."""


@dataclass(frozen=True, slots=True)
class Threat:
    """A window that lacks one piece of a line."""

    squares: tuple[int, ...]
    """The window, from its first square to its last."""
    square: int
    """The vacant one."""
    drop_chance: float
    """In 0..1: of the better announcement; 0 where no drop reaches, or no piece is left."""
    steppers: tuple[int, ...]
    """Own pieces outside the window with a step to the square; one is enough for a sure win."""
    blockers: tuple[int, ...]
    """Enemy pieces with a step to the square: one can end the threat."""


@dataclass(frozen=True, slots=True)
class LineTrainingOptions:
    """How the net is trained; the defaults are those that the weights which come with motu were trained with."""

    decay: float = 0.7
    """Lambda of TD(lambda), in 0..1."""
    rate: float = 0.02
    """Step of a weight that has seen few positions."""
    half_life: float = 200_000.0
    """Games after which steps are half as long."""
    exploration: float = 0.05
    """Share of turns played at random, in 0..1."""
    random_plies: int = 8
    """At most so many random turns begin a game."""
    max_plies: int = 300
    """Where a game that goes on and on is given up."""
    seed: int = 1


@dataclass(frozen=True, slots=True)
class LineNetInfo:
    """A line net that comes with motu."""

    rules: AtmalofRules | None
    """What it is for; None: for all rules that have no net of their own."""
    games: int
    """Games of self-play that it learnt from; 0 where its file does not tell."""
    positions: int
    """That came up in them; 0 likewise."""
    size: int
    """The size of its file, in bytes."""


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Results of nets that look one turn ahead: of the first of two, or of who begins."""

    wins: int
    draws: int
    losses: int
    unfinished: int
    """Games cut off after 400 turns; half a point each."""
    score: float
    """In 0..1."""
    standard_error: float
    """The standard error of the score, from pairs of games with the same dice where two nets have played."""


def turn_chance(state: State, colour: int) -> TurnChance:
    """Return the chance that a colour (0 or 1) wins with one turn, were it to act now.

    Raises:
        EngineError: "engine/not-atmalof" for another game.
    """
    chance, action = _core.turn_chance(state, _colour(colour))
    return TurnChance(chance, action if action >= 0 else None)


def line_threats(state: State, colour: int) -> tuple[Threat, ...]:
    """Return the threats of a colour (0 or 1), window by window.

    Raises:
        EngineError: "engine/not-atmalof" for another game.
    """
    return tuple(
        Threat(
            tuple(_core.line_window(state.game.native, threat.window)),
            threat.square,
            threat.drop_chance,
            tuple(threat.steppers),
            tuple(threat.blockers),
        )
        for threat in _core.line_threats(state, _colour(colour))
    )


def line_values(state: State) -> tuple[float, ...]:
    """Return what the net thinks of each legal action, in their order; before a roll, of each face.

    Values are expected results in [-1, 1] for the person whose turn it is, an announcement's the mean over its faces.

    Raises:
        EngineError: "engine/not-atmalof" for another game, "engine/no-move" at the end of a game.
    """
    return tuple(_core.line_values(state))


def line_nets() -> tuple[LineNetInfo, ...]:
    """Return the line nets that come with motu, the general one last."""
    found = [LineNetInfo(_rules_of(net), net.games, net.positions, net.size) for net in _core.shipped_lines()]
    return tuple(sorted(found, key=lambda net: (net.rules is None, str(net.rules))))


@cache
def line_files() -> Mapping[str, bytes]:
    """Return the files of the line nets that come with motu, by names that say for which rules they are."""
    return {net.name: net.bytes for net in _core.shipped_lines()}


def line_file_for(game: Game) -> str | None:
    """Return the name of the file whose net plays a game: the one for exactly these rules, else the general one.

    None for a game that is not Atmalof.
    """
    if not isinstance(game.rules, AtmalofRules):
        return None
    own = _core.line_file_name(game.native)
    return own if own in line_files() else GENERAL


def _rules_of(net: _core.ShippedLines) -> AtmalofRules | None:
    if not net.rules:
        return None
    rows, cols, extra_rows, extra_cols, line, pieces = net.rules
    tiebreak = "both" if net.tiebreak_both else "either"
    return AtmalofRules(rows, cols, extra_rows, extra_cols, line, pieces, tiebreak)


def use_weights(path: str | Path) -> None:
    """Take the weights of a file into use, for the rules that it was trained for, in searches that begin from now on.

    Raises:
        EngineError: "engine/weights" for a file that cannot be read or holds no weights.
    """
    data = read_weights(path)
    with naming(path):
        _core.use_line_weights(data)


def forget_weights() -> None:
    """Use the weights that came with motu again."""
    _core.forget_line_weights()


def read_weights(path: str | Path) -> bytes:
    """Return a file's bytes.

    Raises:
        EngineError: "engine/weights" when the file cannot be read.
    """
    try:
        return read_file(path, MAX_WEIGHTS_BYTES)
    except OSError as error:
        raise EngineError(
            f"cannot read the weights '{path}': {error.strerror}", slug="engine/weights", text=str(path)
        ) from error


@contextmanager
def naming(path: str | Path) -> Iterator[None]:
    """Put a file's name before what is said of the weights in it."""
    try:
        yield
    except EngineError as error:
        if error.slug != "engine/weights":
            raise
        raise EngineError(f"{Path(path).name}: {error.message}", slug=error.slug, text=str(path)) from error


def play_match(game: Game, first: bytes, second: bytes | None, pairs: int, seed: int = 1) -> MatchScore:
    """Let two nets play pairs of games with the same dice and exchanged seats, looking one turn ahead.

    Args:
        game: What is played.
        first: Weights of the net whose results are returned.
        second: Its opponent's; None for the general weights that come with motu.
        pairs: How many pairs.
        seed: Of the dice.

    Raises:
        EngineError: "engine/weights" for bytes that are no weights for this game.
    """
    return _score_of(_core.play_line_match(game.native, first, second, pairs, seed))


def play_itself(game: Game, weights: bytes, games: int, seed: int = 1) -> MatchScore:
    """Let a net play itself, looking one turn ahead, each game with dice of its own: what beginning is worth.

    Args:
        game: What is played.
        weights: The net's, as `line_files` and `LineTrainer.weights` give them.
        games: How many games.
        seed: Of the dice; other seeds, other games.

    Returns:
        The results of who begins.

    Raises:
        EngineError: "engine/weights" for bytes that are no weights for this game.
    """
    return _score_of(_core.play_line_games(game.native, weights, games, seed))


def _score_of(match: _core.LineMatch) -> MatchScore:
    return MatchScore(match.wins, match.draws, match.losses, match.unfinished, match.score, match.standard_error)


class LineTrainer:
    """Self-play that trains the line net; everything about it follows from the games, the options and the seed."""

    def __init__(self, games: Sequence[Game], training: LineTrainingOptions | None = None) -> None:
        """Begin.

        Args:
            games: One: weights for its rules. Several, which take turns: general weights, for all rules.
            training: How to train.

        Raises:
            EngineError: "engine/not-atmalof" for another game, "engine/options" for options out of range.
        """
        training = training or LineTrainingOptions()
        options = _core.LineTraining()
        for field in fields(training):
            setattr(options, field.name, getattr(training, field.name))
        self._native = _core.NativeLineTrainer([game.native for game in games], options)

    @property
    def games(self) -> int:
        """Games played so far."""
        return self._native.games

    @property
    def positions(self) -> int:
        """Positions learnt from so far."""
        return self._native.positions

    def train(self, games: int) -> None:
        """Play so many games more; the same ones whether in one call or many."""
        self._native.train(games)

    def stop(self) -> None:
        """End the training that is going on in another thread after its game, and every later one at once."""
        self._native.stop()

    def weights(self) -> bytes:
        """Return what was learnt, as a file of weights holds it."""
        return self._native.weights()

    def checkpoint(self) -> bytes:
        """Return all that training goes on from."""
        return self._native.checkpoint()

    def restore(self, checkpoint: bytes) -> None:
        """Go on from a checkpoint of the same games and options.

        Raises:
            EngineError: "engine/weights" for anything else.
        """
        self._native.restore(checkpoint)


def _colour(colour: int) -> int:
    if colour not in (0, 1):
        text = f"{colour!r:.100}"
        raise EngineError(f"a colour is 0 or 1, not {text}", slug="engine/colour", text=text, legal=("0", "1"))
    return colour
