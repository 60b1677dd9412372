"""Grows a small net into a larger one that answers the same, so that learning goes on from there (floor: train).

After Chen, Goodfellow and Shlens, "Net2Net: Accelerating Learning via Knowledge Transfer" (2016). New blocks begin as
nothing, as all blocks do. New channels see what they are drawn to see, but what the old ones and the answers make of
them begins at zero.
"""

from __future__ import annotations

import torch
from torch import Tensor

from motu.train.network import ALONG, Network

_POOLED = {"spread": 3, "policy_spread": 3, "value_hidden": 3, "spread_lines": len(ALONG), "lines_out": len(ALONG)}
"""Layers that are told several numbers of each channel, and how many."""


def can_grow(small: Network, large: Network) -> bool:
    """Return whether the one is the other with blocks or channels left out."""
    least, most = small.shape, large.shape
    pools = [block.narrow is not None for block in small.blocks]
    return (
        least.blocks <= most.blocks
        and least.channels <= most.channels
        and pools == [block.narrow is not None for block in large.blocks][: least.blocks]
        and (least.planes, least.policy_planes, least.lattice, least.has_lines)
        == (most.planes, most.policy_planes, most.lattice, most.has_lines)
    )


def grow(small: Network, large: Network) -> None:
    """Make a larger net answer as a smaller one does.

    Args:
        small: What it is to know.
        large: A net as it is drawn, to which `small` can grow.
    """
    known = dict(small.named_parameters())
    with torch.no_grad():
        for name, parameter in large.named_parameters():
            if name in known:
                _widen(known[name], parameter, _POOLED.get(name.split(".")[-2], 1) if "." in name else 1)


def _widen(narrow: Tensor, wide: Tensor, numbers: int) -> None:
    """Write the old weights into the new ones: the old outputs see the old inputs as before, and nothing else.

    Args:
        narrow: [outputs, inputs, ...] or [outputs].
        wide: The same, larger.
        numbers: How many of the inputs tell of one channel; those of all channels lie together, one number after the
            other.
    """
    outputs = narrow.shape[0]
    if narrow.ndim == 1:
        wide[:outputs] = narrow
        return
    inputs = wide[:outputs].unflatten(1, (numbers, -1))
    inputs.zero_()
    inputs[:, :, : narrow.shape[1] // numbers] = narrow.unflatten(1, (numbers, -1))
