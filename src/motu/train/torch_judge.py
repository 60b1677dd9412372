"""What runs a net for self-play on a graphics processor: torch (floor: train).

Bits go there, and planes are made there. Nothing waits but who asks for the answers: while one batch is judged, the
next one is on its way, and the games of the one before go on. There a batch is some three hundred small pieces of work,
and to start them one by one takes Python longer than the processor takes to do them; so they are recorded once for each
shape of batch, as a CUDA graph, and started together from then on.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from motu.eval.nets import Encoding
from motu.eval.nets.encoding import Bits
from motu.train.devices import to_device
from motu.train.judges import Answers, Floats
from motu.train.losses import unpack_bits
from motu.train.network import Network

DEPTH = 2
"""One batch is judged, one is on its way."""
_WARM_UP = 3
"""Batches before the one that is recorded: cuDNN chooses its ways in them."""

Parts = tuple[Tensor, Tensor]
"""Values [batch] and logits [batch, policy size], float32."""


class TorchJudge:
    """A net on a device; also on a central processor, where it computes in float32."""

    depth = DEPTH

    def __init__(self, network: Network, device: torch.device, *, compiles: bool = False) -> None:
        """Take a net that is on the device; its weights may change between batches, but stay where they are.

        Args:
            network: The net.
            device: Where it is.
            compiles: Whether torch is to compile it first, which takes a minute for each board.
        """
        self._network = network.eval()
        self._call = torch.compile(self._network, dynamic=False) if compiles else self._network
        self._device = device
        self._recorded: dict[tuple[int, ...], _Recorded] = {}

    @torch.inference_mode()
    def begin(self, bits: Bits, encoding: Encoding) -> Answers:
        """Send a batch off."""
        there = to_device(bits, self._device)
        if self._device.type != "cuda":
            parts = self._judge(there, encoding)
            return lambda: _arrays(parts)
        shape = (encoding.rows, encoding.columns, *bits.shape)
        if shape not in self._recorded:
            self._recorded[shape] = _Recorded(lambda fixed: self._judge(fixed, encoding), there)
        return _on_its_way(self._recorded[shape](there))

    def _judge(self, bits: Tensor, encoding: Encoding) -> Parts:
        # A recording holds no weights that were rounded before it: autocast keeps none.
        is_cuda = self._device.type == "cuda"
        with torch.autocast(self._device.type, torch.bfloat16, enabled=is_cuda, cache_enabled=False):
            planes = unpack_bits(bits, encoding.rows, encoding.columns).to(memory_format=torch.channels_last)
            answers = self._call(planes)
        return torch.tanh(answers.value.float() / 2), answers.policy.float()


class _Recorded:
    """Work on a graphics processor for input of one shape, as a CUDA graph."""

    def __init__(self, work: Callable[[Tensor], Parts], example: Tensor) -> None:
        """Record it. Its input and its output stay in one place each, so calls follow each other on one stream."""
        self._input = example.clone()
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(_WARM_UP):
                work(self._input)
        torch.cuda.current_stream().wait_stream(side)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._output = work(self._input)

    def __call__(self, there: Tensor) -> Parts:
        """Start it for an input; the output is good until the next call's work begins."""
        self._input.copy_(there)
        self._graph.replay()
        return self._output


def _on_its_way(parts: Parts) -> Answers:
    """Have answers copied to pinned memory of the central processor, and return what waits for that."""
    here = tuple(torch.empty(part.shape, dtype=part.dtype, pin_memory=True) for part in parts)
    for target, part in zip(here, parts, strict=True):
        target.copy_(part, non_blocking=True)
    done = torch.cuda.Event()
    done.record()

    def wait() -> tuple[Floats, Floats]:
        done.synchronize()
        return _arrays(here)

    return wait


def _arrays(parts: tuple[Tensor, ...]) -> tuple[Floats, Floats]:
    values, logits = parts
    return values.contiguous().numpy(), logits.contiguous().numpy()
