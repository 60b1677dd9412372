"""Puts the weights of a net's file back into a net that can learn (floor: train).

`motu.train.export` writes layer after layer in the order in which they are computed, and so they are found again. What
play does not need is not in the file: the head for the cells' owners begins anew. What was multiplied into a block's
last convolution, its scale, is taken out again, so that the weights are of the size that they are drawn with and steps
of learning have the same effect as in a net that was never exported.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
import torch
from google.protobuf.message import DecodeError
from onnx import numpy_helper

from motu.errors import NetError, TrainingError
from motu.eval.nets.net_file import NetInfo, read_info
from motu.train.growth import can_grow, grow
from motu.train.network import ALONG, Block, Network, Shape

_WITH_WEIGHTS = ("Conv", "Gemm")
_OF_LINEAR = 2
"""Axes of a linear layer's weights."""


@dataclass(frozen=True, slots=True)
class NetWeights:
    """What a net's file says of the net, and the weights of its layers in the order in which they are computed."""

    info: NetInfo
    layers: tuple[tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]], ...]
    """Weight and bias each."""

    def put_into(self, network: Network) -> None:
        """Give a net these weights, or let it begin with what they know where it is larger.

        Args:
            network: One of the same shape, or as it is drawn with more blocks or channels.

        Raises:
            TrainingError: "train/net" where it is smaller, or of another kind.
        """
        if self._fit(network):
            self._copy_into(network)
            return
        small = self._smaller(network.shape)
        if small is None or not (self._fit(small) and can_grow(small, network)):
            raise _refusal(
                f"the net '{self.info.name}' has blocks = {self.info.blocks}, channels = {self.info.channels},"
                f" pool_every = {self._pool_every()}; the configuration describes one that it cannot grow to: its"
                " blocks and channels must be as many or more, its pool_every the same",
                self.info.name,
            )
        self._copy_into(small)
        grow(small, network)

    def _smaller(self, shape: Shape) -> Network | None:
        """Return a net of the size that the file says it has, unless that is larger than `shape`."""
        blocks, channels = self.info.blocks, self.info.channels
        if blocks > shape.blocks or channels > shape.channels:
            return None
        return Network(replace(shape, blocks=blocks, channels=channels, pool_every=self._pool_every()))

    def _fit(self, network: Network) -> bool:
        shapes = [tuple(weight.shape) for weight, _ in self.layers]
        return shapes == [tuple(layer.weight.shape) for layer, _ in _layers(network)]

    def _copy_into(self, network: Network) -> None:
        wanted = tuple(_layers(network))
        with torch.no_grad():
            for (layer, block), (weight, bias) in zip(wanted, self.layers, strict=True):
                scale = _take_scale(block, weight) if block is not None else 1.0
                for parameter, found in ((layer.weight, weight), (layer.bias, bias)):
                    parameter.copy_(torch.from_numpy(found / scale))

    def _pool_every(self) -> int:
        """Return after how many blocks one pools; one more than there are where none does."""
        pools = next((number for number, (weight, _) in enumerate(self.layers) if weight.ndim == _OF_LINEAR), 0)
        return (pools - 1) // 2 if pools % 2 else self.info.blocks + 1  # the first may be the policy's: nothing pools


def read_weights(data: bytes, where: str) -> NetWeights:
    """Read the file of a net.

    Args:
        data: What `export_net` returned.
        where: The file, for messages.

    Raises:
        NetError: "net/file" where it is no net of motu.
        TrainingError: "train/net" where it is a net in eight bits, whose weights are rounded, or has other layers than
            `motu train` writes.
    """
    try:
        model = onnx.load_from_string(data)
    except DecodeError as error:
        raise NetError(f"'{where}' is no ONNX file", slug="net/file", text=where) from error
    info = read_info({each.key: each.value for each in model.metadata_props}, where)
    if info.precision != "float32":
        raise _refusal(f"'{where}' is a net in eight bits; learning goes on from the one in float32 beside it", where)
    constants = {each.name: each for each in model.graph.initializer}
    nodes = [node for node in model.graph.node if node.op_type in _WITH_WEIGHTS and not _is_mask(node, constants)]
    try:
        layers = tuple(
            (_array(constants[weight]), _array(constants[bias])) for _, weight, bias in (node.input for node in nodes)
        )
    except (KeyError, ValueError) as error:
        raise _refusal(f"'{where}' has layers that `motu train` does not write", where) from error
    return NetWeights(info, layers)


def _is_mask(node: onnx.NodeProto, constants: Mapping[str, onnx.TensorProto]) -> bool:
    """Return whether a node only finds the board among the planes; files of before 22 November 2026 have none."""
    weight = constants.get(node.input[1])
    return node.input[0] == "planes" and weight is not None and tuple(weight.dims[2:]) == (1, 1)


def _layers(network: Network) -> Iterator[tuple[Any, Block | None]]:
    """Yield layers in the order in which they are computed, with the block whose scale is multiplied into them."""
    lines = len(ALONG)
    yield network.stem, None
    for block in network.blocks:
        yield block.first, None
        if block.narrow is not None:
            yield from ((block.narrow, None), (block.spread, None))
            if block.spread_lines is not None:
                yield from [(block.spread_lines, None)] * lines
        yield block.second, block
    yield from ((layer, None) for layer in (network.policy_narrow, network.policy_spread, network.policy_out))
    if network.lines_out is not None:
        yield from [(network.lines_out, None)] * lines
    yield from ((layer, None) for layer in (network.value_narrow, network.value_hidden, network.value_out))


def _take_scale(block: Block, weight: npt.NDArray[np.float32]) -> float:
    """Set a block's scale to what its weights are larger than those that are drawn, and return it."""
    taps = float(block.second.get_buffer("taps").sum())
    drawn = math.sqrt(2 / (weight.shape[1] * taps))
    found = math.sqrt(float((weight.astype(np.float64) ** 2).sum()) / (weight.shape[0] * weight.shape[1] * taps))
    scale = found / drawn
    block.scale.fill_(scale)
    return scale or 1.0


def _array(constant: onnx.TensorProto) -> npt.NDArray[np.float32]:
    return np.asarray(numpy_helper.to_array(constant), np.float32)


def _refusal(message: str, text: str) -> TrainingError:
    return TrainingError(message, slug="train/net", text=text)
