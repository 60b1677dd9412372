"""A net that learns (floor: train)."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from torch.optim.swa_utils import get_ema_multi_avg_fn

from motu.eval.nets import Encoding
from motu.train.config import LearningSettings, NetSettings
from motu.train.devices import compiles_on
from motu.train.losses import losses_of, targets_of, total_loss
from motu.train.network import Network, Shape
from motu.train.replay import Source

_LARGEST_GRADIENT = 5.0


def make_network(settings: NetSettings, encoding: Encoding) -> Network:
    """Return a net for boards that look so, with weights from torch's generator."""
    return Network(
        Shape(
            planes=len(encoding.planes),
            blocks=settings.blocks,
            channels=settings.channels,
            pool_every=settings.pool_every,
            policy_planes=encoding.policy_planes,
            lattice=encoding.lattice,
            has_lines=encoding.has_lines,
        )
    )


class Learner:
    """The weights that learn, their average that plays, and the optimiser."""

    def __init__(self, network: Network, settings: LearningSettings, device: torch.device) -> None:
        """Begin with a net as it is."""
        self._settings = settings
        self._device = device
        self.network = network.to(device)
        self._is_bfloat16 = device.type == "cuda" or settings.bfloat16
        if self._is_bfloat16:
            self.network = self.network.to(memory_format=torch.channels_last)
        self._call = torch.compile(self.network) if compiles_on(device, settings) else self.network
        self.average = copy.deepcopy(self.network).eval()
        self.steps = 0
        self.rate_share = 1.0
        """What the learning rate is multiplied by."""
        self._optimizer = torch.optim.AdamW(
            self.network.parameters(),
            lr=settings.rate,
            weight_decay=settings.weight_decay,
            fused=device.type == "cuda",
        )

    @property
    def rate(self) -> float:
        """The learning rate of the last step."""
        return self._settings.rate * min(1.0, self.steps / max(self._settings.warm_up, 1)) * self.rate_share

    def learn(
        self,
        window: Source,
        encodings: Sequence[Encoding],
        steps: int,
        source: np.random.Generator,
        is_stopped: Callable[[], bool],
    ) -> dict[str, float]:
        """Take steps, and return the mean losses by name; "solved" is that of values of solved positions.

        Args:
            window: The positions.
            encodings: Of the boards, by number.
            steps: How many; fewer when stopped.
            source: Draws the positions.
            is_stopped: Asked after every step.
        """
        sums: dict[str, torch.Tensor] = {}  # on the device: nothing waits for a loss before the last step
        counts: Counter[str] = Counter()
        done = 0
        self.network.train()
        while done < steps and not (done and is_stopped()):
            batch = window.draw(self._settings.batch, source)
            targets = targets_of(batch.samples, encodings[batch.board], self._settings, self._device)
            with torch.autocast(self._device.type, torch.bfloat16, enabled=self._is_bfloat16):
                answers = self._call(targets.planes)
            losses = losses_of(type(answers)(*(each.float() for each in answers)), targets)
            self._step(total_loss(losses, self._settings))
            for name, loss in ({"solved": losses["value"]} if batch.is_solved else losses).items():
                sums[name] = loss.detach().double() + sums.get(name, 0.0)
                counts[name] += 1
            done += 1
        return {name: float(total) / counts[name] for name, total in sums.items()}

    def _step(self, loss: torch.Tensor) -> None:
        self.steps += 1
        for group in self._optimizer.param_groups:
            group["lr"] = self.rate
        self._optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), _LARGEST_GRADIENT)
        self._optimizer.step()
        share = min(self._settings.averaging, self.steps / (self.steps + 10))
        get_ema_multi_avg_fn(share)(list(self.average.parameters()), list(self.network.parameters()), self.steps)

    def state(self) -> dict[str, Any]:
        """Return all there is, for `restore`."""
        return {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "steps": self.steps,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Take over what `state` returned, of a net of the same shape."""
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        # A checkpoint may come from another device; how its optimiser was run there is of no use here.
        groups = [{**group, "fused": self._device.type == "cuda"} for group in state["optimizer"]["param_groups"]]
        self._optimizer.load_state_dict({**state["optimizer"], "param_groups": groups})
        self.steps = int(state["steps"])
