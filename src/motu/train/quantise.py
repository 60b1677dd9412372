"""Nets in eight bits: what a processor without AMX runs twice as fast (floor: train).

Static quantisation after the training (Jacob et al., "Quantization and Training of Neural Networks for Efficient
Integer-Arithmetic-Only Inference", 2018), by ONNX Runtime's own quantiser: weights in int8 with a scale for each
channel, activations in uint8 with ranges seen in games of the net against itself. Only the convolutions of the blocks
are quantised, which are nearly all of the work; what they are fed with and the heads keep their precision.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_static,
)

from motu.errors import NetError
from motu.eval.nets import Encoding, Judgement, Net
from motu.eval.nets.encoding import unpack
from motu.eval.nets.net_file import KEY, NetInfo
from motu.games import Game, State, dice

Floats = npt.NDArray[np.float32]

CALIBRATION = 512
"""Positions of each board that ranges are taken from."""
HELD_OUT = 1024
"""Other positions of each board, on which what it costs is measured."""
_GAMES = 32
"""Played side by side."""
_BY_CHANCE = 0.2
"""Share of their plies that chance alone decides, so that positions differ."""
_CHUNK = 64
_ALIKE = 0.02
"""Shares of the policy that differ by less are alike: images of a cell in a mirror differ by rounding."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What eight bits cost, against the net as it was."""

    positions: int
    value: float
    """Mean difference of values in [-1, 1]."""
    value_worst: float
    winner: float
    """Share of positions in which both say that the same side wins."""
    policy: float
    """Mean divergence of the policies (Kullback and Leibler), in nats."""
    first_choice: float
    """Share of positions in which the first choice is as good to the net as it was as its own, or nearly so."""

    def to_json(self) -> dict[str, float]:
        """Return the numbers by name."""
        return {name: round(number, 5) for name, number in asdict(self).items()}


def quantise(net: Net, model: bytes, games: Sequence[Game], seed: int = 1) -> bytes:
    """Return a net in eight bits.

    Args:
        net: In full precision.
        model: Its file.
        games: The boards whose positions decide the ranges.
        seed: Of these positions.

    Raises:
        NetError: "net/precision" for a net that has eight bits already, "net/game" for a board that it is not for.
    """
    if net.info.precision != "float32":
        raise NetError(f"'{net.where}' is in {net.info.precision} already", slug="net/precision", text=net.where)
    batches = [
        planes
        for number, game in enumerate(games)
        for planes in _batches(net, game, np.random.default_rng([seed, number]))
    ]
    return quantise_by(model, net.info, batches)


def quantise_by(model: bytes, info: NetInfo, batches: Sequence[Floats]) -> bytes:
    """Return a net in eight bits.

    Args:
        model: Its file in full precision.
        info: What it says of the net.
        batches: Planes [batch, planes, rows, columns] that decide the ranges.
    """
    graph = _named(model)
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "source.onnx"), Path(folder, "target.onnx")
        onnx.save(graph, source)
        quiet = logging.getLogger()
        level = quiet.level
        quiet.setLevel(logging.ERROR)  # it advises a step that is of no use to so plain a graph
        try:
            _quantise_file(source, target, batches, _trunk(graph))
        finally:
            quiet.setLevel(level)
        found = onnx.load(target)
    del found.metadata_props[:]
    onnx.helper.set_model_props(found, {KEY: replace(info, precision="int8").to_json()})
    data: bytes = found.SerializeToString()
    return data


def _quantise_file(source: Path, target: Path, batches: Sequence[Floats], nodes: Sequence[str]) -> None:
    quantize_static(
        source,
        target,
        _CalibrationReader(batches),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        nodes_to_quantize=list(nodes),
        calibrate_method=CalibrationMethod.MinMax,
    )


def compare(one: Net, other: Net, games: Sequence[Game], seed: int = 2) -> Loss:
    """Compare two nets on positions of games that the first has played.

    Args:
        one: The net as it was.
        other: The same in eight bits.
        games: The boards.
        seed: Of the positions; another one than that of `quantise` gives others.
    """
    found: list[tuple[float, bool, float, bool]] = []
    for number, game in enumerate(games):
        states = _positions(one, game, HELD_OUT, np.random.default_rng([seed, number]))
        for begin in range(0, len(states), _CHUNK):
            chunk = states[begin : begin + _CHUNK]
            judged = zip(one.judge(chunk), other.judge(chunk), strict=True)
            found += [_difference(before, after) for before, after in judged]
    values, winners, divergences, choices = map(np.array, zip(*found, strict=True))
    return Loss(
        positions=len(found),
        value=float(values.mean()),
        value_worst=float(values.max()),
        winner=float(winners.mean()),
        policy=float(divergences.mean()),
        first_choice=float(choices.mean()),
    )


def _difference(before: Judgement, after: Judgement) -> tuple[float, bool, float, bool]:
    shares = np.array(list(before.policy.values()))
    others = np.array([after.policy[action] for action in before.policy])
    divergence = float(np.sum(shares * (np.log(shares + 1e-9) - np.log(others + 1e-9))))
    same_winner = (before.value > 0) == (after.value > 0)
    same_choice = before.policy[after.best] > before.policy[before.best] - _ALIKE
    return abs(before.value - after.value), same_winner, divergence, same_choice


# ----------------------------------------------------------------------------------------------------------- the graph


def _named(model: bytes) -> onnx.ModelProto:
    """Return a graph whose nodes have names, by which the quantiser is told what to do."""
    graph = onnx.load_from_string(model)
    for number, node in enumerate(graph.graph.node):
        node.name = node.name or f"{node.op_type} {number}"
    return graph


def _trunk(model: onnx.ModelProto) -> list[str]:
    """Return the names of the blocks' convolutions: those over neighbours, but for the one that sees the planes."""
    shapes = {constant.name: tuple(constant.dims) for constant in model.graph.initializer}
    return [
        node.name
        for node in model.graph.node
        if node.op_type == "Conv" and shapes[node.input[1]][2:] != (1, 1) and node.input[0] != "planes"
    ]


class _CalibrationReader(CalibrationDataReader):
    """Hands positions to the quantiser."""

    def __init__(self, batches: Iterable[Floats]) -> None:
        self._batches = iter(batches)

    def get_next(self) -> dict[str, Floats] | None:
        batch = next(self._batches, None)
        return None if batch is None else {"planes": batch}


# ----------------------------------------------------------------------------------------------------------- positions


def _batches(net: Net, game: Game, source: np.random.Generator) -> Iterator[Floats]:
    """Yield planes [batch, planes, rows, columns] of positions of a game."""
    encoding = Encoding(game)
    bits = np.stack([encoding.encode(state) for state in _positions(net, game, CALIBRATION, source)])
    for begin in range(0, len(bits), _CHUNK):
        yield unpack(bits[begin : begin + _CHUNK], encoding.rows, encoding.columns)


def _positions(net: Net, game: Game, count: int, source: np.random.Generator) -> list[State]:
    """Return positions of games that a net's policy and chance have played, drawn from all of them."""
    found: list[State] = []
    while len(found) < count:
        states = [game.new_initial_state() for _ in range(_GAMES)]
        while states:
            found += [state.clone() for state in states]
            for state, judgement in zip(states, net.judge(states), strict=True):
                _move_on(state, judgement, source)
            states = [state for state in states if not state.is_terminal()]
    return [found[index] for index in source.permutation(len(found))[:count]]


def _move_on(state: State, judgement: Judgement, source: np.random.Generator) -> None:
    """Play to the next decision, or to the end."""
    shares = np.array(list(judgement.policy.values()))
    chances = None if source.random() < _BY_CHANCE else shares / shares.sum()
    state.apply_action(int(source.choice(list(judgement.policy), p=chances)))
    while not state.is_terminal() and state.is_chance_node():
        state.apply_action(dice.draw(state.chance_outcomes(), source))
