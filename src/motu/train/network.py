"""The net: masked convolutions on the lattice with global pooling, one for boards of all shapes (floor: train).

After KataGo (Wu, "Accelerating Self-Play Learning in Go", 2019, section 3.3): residual blocks, some of which pool over
the whole board, and heads for more than is needed in play. On the hexagonal lattice a 3 × 3 kernel keeps seven of its
nine taps. Where actions are of whole rows and columns (Atmalof's announcements), blocks that pool and the policy pool
these, too, rows and columns with the same weights. Residual branches begin at zero (Bachlechner et al., "ReZero is All
You Need", 2020), which needs no normalisation: what the net says of a position depends on no other position, and not on
its place in a batch.

Tensors are [batch, channels, rows, columns]; plane 0 of the input is the board, and everything off it stays 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

HEX_TAPS = ((0.0, 1.0, 1.0), (1.0, 1.0, 1.0), (1.0, 1.0, 0.0))
"""A cell and its six neighbours in axial coordinates, rows growing with r."""
SQUARE_TAPS = ((1.0,) * 3,) * 3

USUAL_CELLS = 64.0
"""What sizes of boards are told against."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What decides a net's parameters."""

    planes: int
    """Planes of the input."""
    blocks: int = 6
    channels: int = 64
    pool_every: int = 3
    """Every so many blocks one pools, the last of them."""
    policy_planes: int = 1
    lattice: str = "hex"
    """ "hex" or "square"."""
    has_lines: bool = False
    """Whether rows and columns are pooled, and the policy's last two planes are theirs; a square lattice's alone."""


class Answers(NamedTuple):
    """What the net says, from the side of who moves."""

    policy: Tensor
    """Logits [batch, policy planes * rows * columns]; those off the board or of occupied cells mean nothing."""
    value: Tensor
    """Logits [batch]: sigmoid is the probability of a win, tanh of half of it the value."""
    owners: Tensor
    """Logits [batch, rows, columns] of own cells at the end."""
    plies: Tensor
    """[batch] plies to the end as a share of the board's cells."""
    margin: Tensor
    """[batch] tanh of a quarter of the margin that decides at the end, where a game has one; else 0."""


class LatticeConvolution(nn.Module):
    """A 3 × 3 convolution with the lattice's taps and a bias."""

    def __init__(self, inputs: int, outputs: int, lattice: str) -> None:
        """Draw weights for rectified inputs (He et al., 2015)."""
        super().__init__()
        taps = torch.tensor(HEX_TAPS if lattice == "hex" else SQUARE_TAPS)
        self.register_buffer("taps", taps, persistent=False)
        self.weight = nn.Parameter(torch.randn(outputs, inputs, 3, 3) * math.sqrt(2 / (inputs * float(taps.sum()))))
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, x: Tensor) -> Tensor:
        """Convolve; what is off the board is the caller's to mask."""
        return functional.conv2d(x, self.weight * self.get_buffer("taps"), self.bias, padding=1)


class BoardMask(NamedTuple):
    """The part of a batch's planes that is board."""

    mask: Tensor
    """[batch, 1, rows, columns] 1 on the board, 0 off it."""
    cells: Tensor
    """[batch, 1] cells of the board."""

    def pool(self, x: Tensor) -> Tensor:
        """Return mean, mean weighted by the board's size, and maximum of rectified channels: [batch, 3 * channels]."""
        mean = x.sum(dim=(2, 3), dtype=self.cells.dtype) / self.cells
        scaled = mean * (torch.sqrt(self.cells / USUAL_CELLS) - 1)
        return torch.cat((mean, scaled, x.amax(dim=(2, 3))), dim=1)

    def pool_lines(self, x: Tensor, along: int) -> Tensor:
        """Return mean and maximum of rectified channels along an axis, 3 for rows: [batch, 2 * channels, rows, 1]."""
        cells = self.mask.sum(dim=along, keepdim=True).clamp(min=1)
        return torch.cat((x.sum(dim=along, keepdim=True) / cells, x.amax(dim=along, keepdim=True)), dim=1)


ALONG = (3, 2)
"""The axes along which lines lie: of rows, then of columns."""


class Block(nn.Module):
    """A residual block, which may pool."""

    def __init__(self, shape: Shape, *, pools: bool) -> None:
        """Make the layers; pooling takes a third of the channels."""
        super().__init__()
        channels = shape.channels
        self.first = LatticeConvolution(channels, channels, shape.lattice)
        self.second = LatticeConvolution(channels, channels, shape.lattice)
        self.scale = nn.Parameter(torch.zeros(1))
        self.narrow = nn.Conv2d(channels, channels // 3, 1) if pools else None
        self.spread = nn.Linear(3 * (channels // 3), channels) if pools else None
        self.spread_lines = nn.Conv2d(2 * (channels // 3), channels, 1) if pools and shape.has_lines else None

    def forward(self, x: Tensor, board: BoardMask) -> Tensor:
        """Add what the block sees to its rectified input."""
        y = self.first(x)
        if self.narrow is not None and self.spread is not None:
            narrow = torch.relu(self.narrow(x)) * board.mask
            y = y + self.spread(board.pool(narrow))[:, :, None, None]
            if self.spread_lines is not None:
                for along in ALONG:
                    y = y + self.spread_lines(board.pool_lines(narrow, along))
        y = self.second(torch.relu(y) * board.mask)
        return torch.relu(x + self.scale.to(y.dtype) * y) * board.mask


class Network(nn.Module):
    """The whole net."""

    def __init__(self, shape: Shape) -> None:
        """Draw the parameters from torch's generator."""
        super().__init__()
        self.shape = shape
        channels, narrow = shape.channels, max(shape.channels // 2, 8)
        self.stem = LatticeConvolution(shape.planes, channels, shape.lattice)
        self.blocks = nn.ModuleList(
            Block(shape, pools=index % shape.pool_every == shape.pool_every - 1) for index in range(shape.blocks)
        )
        self.policy_narrow = nn.Conv2d(channels, narrow, 1)
        self.policy_spread = nn.Linear(3 * narrow, narrow)
        self.policy_out = nn.Conv2d(narrow, shape.policy_planes - (len(ALONG) if shape.has_lines else 0), 1)
        self.lines_out = nn.Conv2d(2 * narrow, 1, 1) if shape.has_lines else None
        self.value_narrow = nn.Conv2d(channels, narrow, 1)
        self.value_hidden = nn.Linear(3 * narrow, channels)
        self.value_out = nn.Linear(channels, 3 if shape.has_lines else 2)
        self.owners_out = nn.Conv2d(narrow, 1, 1)
        outputs = (self.policy_out, self.value_out, self.owners_out, self.lines_out)
        for layer in (layer for layer in outputs if layer is not None):
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)

    def forward(self, planes: Tensor) -> Answers:
        """Judge positions.

        Args:
            planes: float [batch, planes, rows, columns] of 0 and 1.
        """
        stem = torch.relu(self.stem(planes))
        mask = planes[:, :1].to(stem.dtype)  # of lower precision under autocast: a mask in float32 would undo that
        board = BoardMask(mask, planes[:, :1].sum(dim=(2, 3)))
        x = stem * mask
        for block in self.blocks:
            x = block(x, board)
        policy = self._policy(x, board)
        values = torch.relu(self.value_narrow(x)) * mask
        verdict = self.value_out(torch.relu(self.value_hidden(board.pool(values))))
        margin = verdict[:, 2] if self.shape.has_lines else torch.zeros_like(verdict[:, 1])
        return Answers(policy.flatten(1), verdict[:, 0], self.owners_out(values)[:, 0], verdict[:, 1], margin)

    def _policy(self, x: Tensor, board: BoardMask) -> Tensor:
        """Return logits [batch, policy planes, rows, columns]."""
        policy = self.policy_narrow(x)
        pooled = board.pool(torch.relu(policy) * board.mask)
        policy = torch.relu(policy + self.policy_spread(pooled)[:, :, None, None])
        points = self.policy_out(policy)
        if self.lines_out is None:
            return points
        within = policy * board.mask
        lines = [self.lines_out(board.pool_lines(within, along)) * board.mask for along in ALONG]
        return torch.cat((points, *lines), dim=1)
