"""Writes a net as an ONNX file that `motu.eval.nets` reads (floor: train).

The graph is built from the parameters, layer by layer: it says no more than what play needs, its batch and board are of
any size, and what is constant in play (a kernel's taps, a block's scale) is multiplied into the weights.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor

from motu.eval.nets.net_file import KEY, NetInfo
from motu.train.network import ALONG, USUAL_CELLS, Block, LatticeConvolution, Network

Array = npt.NDArray[np.float32]

_OPSET = 17
_IR_VERSION = 8


def export_net(network: Network, info: NetInfo) -> bytes:
    """Return a net as the bytes of an ONNX file.

    Args:
        network: On any device; it stays as it is.
        info: What its metadata are to say.
    """
    graph = _Graph()
    _write_network(graph, network)
    size = "policy_size"
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "motu",
            [
                helper.make_tensor_value_info(
                    "planes", TensorProto.FLOAT, ["batch", network.shape.planes, "rows", "columns"]
                )
            ],
            [
                helper.make_tensor_value_info("value", TensorProto.FLOAT, ["batch"]),
                helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["batch", size]),
            ],
            graph.constants,
        ),
        opset_imports=[helper.make_opsetid("", _OPSET)],
        ir_version=_IR_VERSION,
        producer_name="motu",
    )
    helper.set_model_props(model, {KEY: info.to_json()})
    onnx.checker.check_model(model, full_check=True)
    data: bytes = model.SerializeToString()
    return data


class _Graph:
    """Nodes and constants, in the order in which they are computed."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, values: Array | npt.NDArray[np.int64]) -> str:
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(values, name))
        return name

    def node(self, kind: str, *inputs: str, output: str = "", **attributes: Any) -> str:
        output = output or f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def convolve(self, x: str, weight: Array, bias: Array) -> str:
        edge = weight.shape[2]
        pads = [edge // 2] * 4
        return self.node("Conv", x, self.constant(weight), self.constant(bias), kernel_shape=[edge, edge], pads=pads)

    def linear(self, x: str, layer: Any) -> str:
        return self.node("Gemm", x, self.constant(_array(layer.weight)), self.constant(_array(layer.bias)), transB=1)

    def scalar(self, value: float) -> str:
        return self.constant(np.array(value, np.float32))

    def spread(self, x: str) -> str:
        """[batch, channels] to [batch, channels, 1, 1]."""
        return self.node("Unsqueeze", x, self.constant(np.array([2, 3], np.int64)))


def _array(tensor: Tensor) -> Array:
    found: Array = tensor.detach().cpu().float().numpy()
    return found


def _write_network(graph: _Graph, network: Network) -> None:
    mask = _mask(graph, network.shape.planes)
    cells = graph.node("ReduceSum", mask, graph.constant(np.array([2, 3], np.int64)), keepdims=0)
    x = graph.node("Mul", graph.node("Relu", _lattice(graph, "planes", network.stem)), mask)
    for block in network.blocks:
        x = _block(graph, x, block, mask, cells)
    policy = graph.convolve(x, _array(network.policy_narrow.weight), _array(network.policy_narrow.bias))
    pooled = _pool(graph, graph.node("Mul", graph.node("Relu", policy), mask), cells)
    policy = graph.node("Relu", graph.node("Add", policy, graph.spread(graph.linear(pooled, network.policy_spread))))
    points = graph.convolve(policy, _array(network.policy_out.weight), _array(network.policy_out.bias))
    if network.lines_out is not None:
        within = graph.node("Mul", policy, mask)
        lines = [_lines(graph, within, network.lines_out, mask, along) for along in ALONG]
        points = graph.node("Concat", points, *(graph.node("Mul", line, mask) for line in lines), axis=1)
    graph.node("Flatten", points, output="policy", axis=1)
    values = graph.convolve(x, _array(network.value_narrow.weight), _array(network.value_narrow.bias))
    pooled = _pool(graph, graph.node("Mul", graph.node("Relu", values), mask), cells)
    verdict = graph.linear(graph.node("Relu", graph.linear(pooled, network.value_hidden)), network.value_out)
    won = graph.node("Gather", verdict, graph.constant(np.array(0, np.int64)), axis=1)
    graph.node("Tanh", graph.node("Mul", won, graph.scalar(0.5)), output="value")


def _mask(graph: _Graph, planes: int) -> str:
    """The board's plane, the first one, by a convolution.

    Whatever is multiplied with it takes its layout in OpenVINO, which computes convolutions with the channels last and
    cuts out a plane with the channels first: every product would be laid out anew twice. Without bfloat16 a net in
    eight bits takes 1.5 times as long with a plane that is cut out, one in float32 1.2 times (docs/nets.md).
    """
    weight = np.zeros((1, planes, 1, 1), np.float32)
    weight[:, 0] = 1
    return graph.node("Conv", "planes", graph.constant(weight), kernel_shape=[1, 1])


def _lattice(graph: _Graph, x: str, layer: LatticeConvolution, scale: float = 1.0) -> str:
    weight = _array(layer.weight * layer.get_buffer("taps"))
    return graph.convolve(x, weight * np.float32(scale), _array(layer.bias) * np.float32(scale))


def _block(graph: _Graph, x: str, block: Block, mask: str, cells: str) -> str:
    y = _lattice(graph, x, block.first)
    if block.narrow is not None:
        narrow = graph.convolve(x, _array(block.narrow.weight), _array(block.narrow.bias))
        narrow = graph.node("Mul", graph.node("Relu", narrow), mask)
        y = graph.node("Add", y, graph.spread(graph.linear(_pool(graph, narrow, cells), block.spread)))
        if block.spread_lines is not None:
            for along in ALONG:
                y = graph.node("Add", y, _lines(graph, narrow, block.spread_lines, mask, along))
    y = graph.node("Mul", graph.node("Relu", y), mask)
    y = _lattice(graph, y, block.second, float(block.scale.detach()))
    return graph.node("Mul", graph.node("Relu", graph.node("Add", x, y)), mask)


def _pool(graph: _Graph, x: str, cells: str) -> str:
    """`Board.pool`, word for word."""
    axes = graph.constant(np.array([2, 3], np.int64))
    mean = graph.node("Div", graph.node("ReduceSum", x, axes, keepdims=0), cells)
    root = graph.node("Mul", graph.node("Sqrt", cells), graph.scalar(1 / math.sqrt(USUAL_CELLS)))
    scaled = graph.node("Mul", mean, graph.node("Sub", root, graph.scalar(1.0)))
    return graph.node("Concat", mean, scaled, graph.node("ReduceMax", x, axes=[2, 3], keepdims=0), axis=1)


def _lines(graph: _Graph, x: str, layer: Any, mask: str, along: int) -> str:
    """`Board.pool_lines`, word for word, and what a layer makes of it."""
    axes = graph.constant(np.array([along], np.int64))
    cells = graph.node("Max", graph.node("ReduceSum", mask, axes), graph.scalar(1.0))
    mean = graph.node("Div", graph.node("ReduceSum", x, axes), cells)
    pooled = graph.node("Concat", mean, graph.node("ReduceMax", x, axes=[along]), axis=1)
    return graph.convolve(pooled, _array(layer.weight), _array(layer.bias))
