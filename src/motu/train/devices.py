"""Graphics and central processors (floor: train)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from motu.errors import TrainingError
from motu.train.config import LearningSettings

DEVICES = ("cpu", "cuda")


def device_named(name: str) -> torch.device:
    """Return a device, ready for use.

    Raises:
        TrainingError: "train/device" for one that there is not.
    """
    if name not in DEVICES:
        raise TrainingError(f"a device is cpu or cuda, not '{name}'", slug="train/device", text=name)
    if name == "cuda" and not torch.cuda.is_available():
        raise TrainingError("there is no graphics processor that torch can use: --device cpu", slug="train/device")
    # On one central processor a training is repeatable; on a graphics processor it is quick.
    torch.use_deterministic_algorithms(name == "cpu")
    # Filling all new memory first, which comes with that, costs a fifth of the time; nothing here reads such memory.
    torch.utils.deterministic.fill_uninitialized_memory = False
    torch.backends.cudnn.benchmark = name == "cuda"
    return torch.device(name)


def compiles_on(device: torch.device, settings: LearningSettings) -> bool:
    """Return whether torch is to compile nets: never for a central processor, where a training is repeatable."""
    return settings.compile and device.type == "cuda"


def to_device(array: npt.NDArray[np.generic], device: torch.device) -> Tensor:
    """Bring an array to a device; to a graphics processor from pinned memory, without waiting.

    Of unsigned numbers of 16 bits torch knows next to nothing: they become 32.
    """
    tensor = torch.from_numpy(array.astype(np.int32) if array.dtype == np.uint16 else array)
    return tensor.pin_memory().to(device, non_blocking=True) if device.type == "cuda" else tensor.to(device)
