"""What a net is to answer, and how wrong it is (floor: train)."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from motu.eval.nets import Encoding
from motu.train.config import LearningSettings
from motu.train.network import Answers
from motu.train.replay import Samples


@dataclass(frozen=True, slots=True)
class Targets:
    """A batch on the device."""

    planes: Tensor
    """float [batch, planes, rows, columns]."""
    policy: Tensor
    """[batch, policy size], sums of 1."""
    is_full: Tensor
    """[batch] 1 where the policy is to be learnt, else 0."""
    won: Tensor
    """[batch] probability of a win for who moves."""
    owners: Tensor
    """[batch, rows, columns] 1 own at the end, 0 the opponent's, a half for cells that stayed empty."""
    plies: Tensor
    """[batch] to the end, as a share of the board's cells."""

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
        return torch.from_numpy(samples[name]).to(device)

    rows, columns = encoding.rows, encoding.columns
    planes = unpack_bits(on_device("planes"), rows, columns)
    owners = unpack_bits(on_device("owners"), rows, columns)
    policy = on_device("policy").float()
    mix = settings.value_mix
    value = mix * on_device("value") + (1 - mix) * on_device("result").float()
    return Targets(
        planes,
        policy / policy.sum(dim=1, keepdim=True),
        on_device("is_full").float(),
        (value.clamp(-1, 1) + 1) / 2,
        (owners[:, 0] - owners[:, 1] + 1) / 2,
        on_device("plies").float() / planes[:, 0].sum(dim=(1, 2)),
    )


def losses_of(answers: Answers, targets: Targets) -> dict[str, Tensor]:
    """Return the losses by name.

    The policy's is its divergence from the search's, in nats; the value's and the owners' are cross entropies in nats,
    a position and a cell; that of the plies is Huber's.
    """
    mask = targets.mask
    planes = answers.policy.shape[1] // mask[0].numel()
    is_off = (mask.flatten(1) == 0).repeat(1, planes)
    log_policy = functional.log_softmax(answers.policy.masked_fill(is_off, -1e9), dim=1)
    surprise = -(targets.policy * (log_policy - torch.log(targets.policy + 1e-9))).sum(dim=1)
    owners = functional.binary_cross_entropy_with_logits(answers.owners, targets.owners, reduction="none")
    return {
        "policy": (surprise * targets.is_full).sum() / targets.is_full.sum().clamp(min=1),
        "value": functional.binary_cross_entropy_with_logits(answers.value, targets.won),
        "owners": (owners * mask).sum() / mask.sum(),
        "plies": functional.smooth_l1_loss(answers.plies, targets.plies, beta=0.1),
    }


def total_loss(losses: dict[str, Tensor], settings: LearningSettings) -> Tensor:
    """Return what is made smaller."""
    main = losses["policy"] + losses["value"]
    return main + settings.owners_weight * losses["owners"] + settings.plies_weight * losses["plies"]
