"""What runs a net for self-play on a graphics processor: torch (floor: train).

Bits go there, and planes are made there. Nothing waits but who asks for the answers: while one batch is judged, the
next one is on its way, and the games of the one before go on.
"""

from __future__ import annotations

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


class TorchJudge:
    """A net on a device; also on a central processor, where it computes in float32."""

    depth = DEPTH

    def __init__(self, network: Network, device: torch.device, *, compiles: bool = False) -> None:
        """Take a net that is on the device and is not changed meanwhile.

        Args:
            network: The net.
            device: Where it is.
            compiles: Whether torch is to compile it first, which takes a minute for each board.
        """
        self._network = network.eval()
        self._call = torch.compile(self._network, dynamic=False) if compiles else self._network
        self._device = device

    @torch.inference_mode()
    def begin(self, bits: Bits, encoding: Encoding) -> Answers:
        """Send a batch off."""
        there = to_device(bits, self._device)
        with torch.autocast(self._device.type, torch.bfloat16, enabled=self._device.type == "cuda"):
            planes = unpack_bits(there, encoding.rows, encoding.columns).to(memory_format=torch.channels_last)
            answers = self._call(planes)
        parts = (torch.tanh(answers.value.float() / 2), answers.policy.float())
        if self._device.type != "cuda":
            return lambda: _arrays(parts)
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
