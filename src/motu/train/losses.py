"""What a net is to answer, and how wrong it is (floor: train)."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from motu.eval.nets import Encoding
from motu.train.config import LearningSettings
from motu.train.devices import to_device
from motu.train.network import Answers
from motu.train.replay import Samples

_USUAL_MARGIN = 4.0
"""What margins are told against."""


@dataclass(frozen=True, slots=True)
class Targets:
    """A batch on the device."""

    planes: Tensor
    """float [batch, planes, rows, columns]."""
    policy: Tensor
    """[batch, policy size], sums of 1."""
    is_learnt: Tensor
    """bool [batch, policy size] points of the policy that are learnt: those on the board, or of legal actions alone."""
    is_full: Tensor
    """[batch] 1 where the policy is to be learnt, else 0."""
    won: Tensor
    """[batch] probability of a win for who moves; with dice an estimate of it, which may lie outside [0, 1]."""
    owners: Tensor
    """[batch, rows, columns] 1 own at the end, 0 the opponent's, a half for cells that stayed empty."""
    plies: Tensor
    """[batch] to the end, as a share of the board's cells."""
    margin: Tensor
    """[batch] as the net is to answer it."""
    is_finished: Tensor
    """[batch] 1 where the game came to its end, so that owners, plies and margin are to be learnt, else 0."""

    @property
    def mask(self) -> Tensor:
        """[batch, rows, columns] 1 on the board."""
        return self.planes[:, 0]


def unpack_bits(bits: Tensor, rows: int, columns: int) -> Tensor:
    """Return planes float [batch, planes, rows, columns] for uint8 [batch, planes, bytes]: bits cross, planes don't."""
    shifts = torch.arange(8, device=bits.device, dtype=torch.uint8)
    planes = (bits[..., None] >> shifts) & 1
    return planes.flatten(2)[..., : rows * columns].unflatten(2, (rows, columns)).float()


def targets_of(samples: Samples, encoding: Encoding, settings: LearningSettings, device: torch.device) -> Targets:
    """Bring a batch to the device.

    Args:
        samples: As self-play hands them out.
        encoding: Of their board.
        settings: For the mixture of result and search's value.
        device: Where the net is.
    """

    def on_device(name: str) -> Tensor:
        return to_device(samples[name], device)

    def of_dice(name: str, without: Tensor) -> Tensor:
        return on_device(name).float() if name in samples else without

    rows, columns = encoding.rows, encoding.columns
    planes = unpack_bits(on_device("planes"), rows, columns)
    owners = unpack_bits(on_device("owners"), rows, columns)
    policy = on_device("policy").float()
    on_board = (planes[:, 0] > 0).flatten(1).repeat(1, encoding.policy_planes)
    result = on_device("result").float()
    mix = settings.value_mix
    value = mix * on_device("value").clamp(-1, 1) + (1 - mix) * of_dice("equity", result)
    return Targets(
        planes,
        policy / policy.sum(dim=1, keepdim=True),
        policy > 0 if encoding.has_lines else on_board,
        on_device("is_full").float(),
        (value + 1) / 2,
        (owners[:, 0] - owners[:, 1] + 1) / 2,
        on_device("plies").float() / planes[:, 0].sum(dim=(1, 2)),
        torch.tanh(of_dice("margin", torch.zeros_like(result)) / _USUAL_MARGIN),
        of_dice("is_finished", torch.ones_like(result)),
    )


def losses_of(answers: Answers, targets: Targets) -> dict[str, Tensor]:
    """Return the losses by name.

    The policy's is its divergence from the search's, in nats; the value's and the owners' are
    cross entropies in nats, a position and a cell; those of the plies and of the margin are Huber's.
    """
    log_policy = functional.log_softmax(answers.policy.masked_fill(~targets.is_learnt, -1e9), dim=1)
    surprise = -(targets.policy * (log_policy - torch.log(targets.policy + 1e-9))).sum(dim=1)
    owners = functional.binary_cross_entropy_with_logits(answers.owners, targets.owners, reduction="none")
    finished = targets.is_finished
    weights = targets.mask * finished[:, None, None]

    def error_of(answer: Tensor, target: Tensor) -> Tensor:
        errors = functional.smooth_l1_loss(answer, target, beta=0.1, reduction="none")
        return (errors * finished).sum() / finished.sum().clamp(min=1)

    return {
        "policy": (surprise * targets.is_full).sum() / targets.is_full.sum().clamp(min=1),
        "value": functional.binary_cross_entropy_with_logits(answers.value, targets.won),
        "owners": (owners * weights).sum() / weights.sum().clamp(min=1),
        "plies": error_of(answers.plies, targets.plies),
        "margin": error_of(answers.margin, targets.margin),
    }


def total_loss(losses: dict[str, Tensor], settings: LearningSettings) -> Tensor:
    """Return what is made smaller."""
    main = losses["policy"] + losses["value"]
    end = settings.plies_weight * losses["plies"] + settings.margin_weight * losses["margin"]
    return main + settings.owners_weight * losses["owners"] + end
