"""What runs a net: ONNX Runtime everywhere, OpenVINO where it is installed and faster (floor: eval).

A runtime answers float32 [batch, planes, rows, columns] with values [batch] and logits [batch, policy size], on the
calling thread alone: pools of threads that wait for one another collapse as soon as a core is busy.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal, Protocol, get_args

import numpy as np
import numpy.typing as npt

from motu.errors import NetError

Floats = npt.NDArray[np.float32]

Kind = Literal["onnxruntime", "openvino"]

CHOICE = "MOTU_NET_RUNTIME"
"""The environment's variable that decides for one kind."""


class Runtime(Protocol):
    """A net that is ready to run; several threads may call it."""

    @property
    def metadata(self) -> Mapping[str, str]:
        """What the file says besides the graph."""

    def run(self, planes: Floats) -> tuple[Floats, Floats]:
        """Return values [batch] and logits [batch, policy size] for planes [batch, planes, rows, columns]."""


def open_runtime(model: bytes, where: str, kind: Kind | None = None) -> Runtime:
    """Make a net ready to run.

    Args:
        model: An ONNX file.
        where: Its name, for messages.
        kind: What is to run it; the best for this processor unless told.

    Raises:
        NetError: "net/file" for what is no ONNX graph, "net/runtime" where a kind is not installed.
    """
    kind = kind or best_kind()
    if importlib.util.find_spec(kind) is None:
        raise NetError(f"nets need {kind}, which is not installed: pip install {kind}", slug="net/runtime", text=kind)
    # Loaded when the first net is: whoever plays without nets pays nothing for them.
    module = importlib.import_module(f"motu.eval.nets.{kind}_runtime")
    runtime: Runtime = module.open_model(model, where)
    return runtime


@lru_cache(maxsize=1)
def best_kind() -> Kind:
    """Return what runs nets fastest here: docs/nets.md has the figures.

    Raises:
        NetError: "net/runtime" where the environment asks for a kind that there is not.
    """
    chosen = os.environ.get(CHOICE, "")
    for kind in get_args(Kind):
        if chosen == kind:
            return kind  # type: ignore[no-any-return]
    if chosen:
        raise NetError(
            f"{CHOICE} is one of {', '.join(get_args(Kind))}, not '{chosen}'",
            slug="net/runtime",
            text=chosen,
            legal=get_args(Kind),
        )
    return "openvino" if _has_amx() and importlib.util.find_spec("openvino") is not None else "onnxruntime"


def _has_amx() -> bool:
    """Return whether the processor multiplies matrices of bfloat16, as Linux tells it."""
    try:
        return " amx_bf16" in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
