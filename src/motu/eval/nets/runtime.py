"""What runs a net: motu itself, ONNX Runtime and OpenVINO where they are installed (floor: eval).

A runtime answers float32 [batch, planes, rows, columns] with values [batch] and logits [batch, policy size]. Every call
is computed by one thread alone: pools of threads that wait for one another collapse as soon as a core is busy. Calls of
several threads are computed at a time. Which kind is the fastest `motu.eval.nets.choice` finds out.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import metadata
from typing import Literal, Protocol, get_args

import numpy as np
import numpy.typing as npt

from motu import _core
from motu.errors import NetError, one_line
from motu.version import VERSION

Floats = npt.NDArray[np.float32]

Kind = Literal["onnxruntime", "onnxruntime-int8", "openvino", "openvino-float32", "openvino-int8", "motu", "motu-int8"]
"""OpenVINO by itself computes in bfloat16 where it holds that to be right for the processor. Those of int8 run the file
in eight bits that lies beside a net, but for motu, which rounds the net itself. "motu" is there wherever motu is, and
"motu-int8" where the processor has instructions for it; both refuse nets that pool lines."""

KINDS: tuple[Kind, ...] = get_args(Kind)

OWN: Kind = "motu"

NEED_NETS = "need onnxruntime, which is not installed: pip install 'motu[nets]' brings it"
"""What is said where nothing runs a net."""
_FAST = "pip install 'motu[fast]' brings it"


class Runtime(Protocol):
    """A net that is ready to run; several threads may call it."""

    @property
    def kind(self) -> Kind:
        """What runs it."""

    @property
    def precision(self) -> str:
        """What it computes in: "float32", "bfloat16", "int8", or "int8, bfloat16" where not all is in eight bits."""

    @property
    def metadata(self) -> Mapping[str, str]:
        """What the file says besides the graph."""

    def run(self, planes: Floats) -> tuple[Floats, Floats]:
        """Return values [batch] and logits [batch, policy size] for planes [batch, planes, rows, columns]."""


def package_of(kind: Kind) -> str:
    """Return the package that a kind needs."""
    return kind.partition("-")[0]


def version_of(kind: Kind) -> str:
    """Return the version of what computes."""
    return VERSION if is_own(kind) else metadata.version(package_of(kind))


def is_own(kind: Kind) -> bool:
    """Return whether motu itself runs nets of a kind: searches ask it natively, and about one position at a time."""
    return package_of(kind) == OWN


def is_int8(kind: Kind) -> bool:
    """Return whether a kind runs a file in eight bits."""
    return kind.endswith("-int8") and not is_own(kind)


def installed_kinds() -> tuple[Kind, ...]:
    """Return the kinds whose packages are there, the usual one first: ONNX Runtime, or without it motu."""
    found = [kind for kind in KINDS if importlib.util.find_spec(_needs(kind)) is not None and _is_quick(kind)]
    return tuple(sorted(found, key=lambda kind: KINDS.index(kind) if kind != OWN else 0.5))


def expect_installed(kind: Kind) -> None:
    """Check that what a kind needs is installed.

    Raises:
        NetError: "net/runtime" with how it is installed.
    """
    if importlib.util.find_spec(_needs(kind)) is None:
        package = package_of(kind)
        need = NEED_NETS if package == package_of(KINDS[0]) else f"need {package}, which is not installed: {_FAST}"
        raise NetError(f"nets {need}", slug="net/runtime", text=package)


def _is_quick(kind: Kind) -> bool:
    """Return whether the processor has instructions for a kind that is good for nothing without."""
    return kind != "motu-int8" or not _core.net_kernels(bits=8)[0].startswith("plain")


def _needs(kind: Kind) -> str:
    """Return the package without which a kind is of no use; what a net's file says of itself is read by msgspec."""
    return "msgspec" if is_own(kind) else package_of(kind)


@dataclass(frozen=True, slots=True)
class Model:
    """A net's ONNX files."""

    exact: bytes
    """As it was trained."""
    where: str
    """The name of its file, for messages."""
    int8: bytes | None = None
    """The same in eight bits, where there is such a file."""

    def kinds(self) -> tuple[Kind, ...]:
        """Return the kinds that are installed and have a file to run; the first is the usual one."""
        return tuple(kind for kind in installed_kinds() if self.int8 is not None or not is_int8(kind))


ROUNDING = 0.02
"""How far a value may lie outside [-1, 1]: eight bits and bfloat16 round that much."""


@dataclass(frozen=True, slots=True)
class SoundRuntime:
    """A runtime whose answers are numbers that a search can work with: any file may hold any weights."""

    inner: Runtime
    """What computes the answers."""
    where: str
    """The name of the net's file, for messages."""

    @property
    def kind(self) -> Kind:
        """What runs the net."""
        return self.inner.kind

    @property
    def precision(self) -> str:
        """What the answers are computed in."""
        return self.inner.precision

    @property
    def metadata(self) -> Mapping[str, str]:
        """What the file says besides the graph."""
        return self.inner.metadata

    def run(self, planes: Floats) -> tuple[Floats, Floats]:
        """Return values [batch], in [-1, 1], and finite logits [batch, policy size].

        Raises:
            NetError: "net/answer" where the net answers anything else, or nothing.
        """
        try:
            values, logits = self.inner.run(planes)
        except Exception as error:  # those of the packages have no class in common
            raise NetError(
                f"the net '{self.where}' cannot be run: {one_line(error)}", slug="net/answer", text=self.where
            ) from error
        for what, found in (("values", values), ("logits", logits)):
            self._check_kind(what, found)
        # The largest of numbers of which one is NaN is NaN, which is not less than anything.
        if not np.abs(values).max(initial=0.0) <= 1.0 + ROUNDING:
            raise self._unsound("values", "numbers from -1 to 1", values)
        if not np.isfinite(logits).all():
            raise self._unsound("logits", "finite numbers", logits)
        return values.clip(-1.0, 1.0), logits

    def _check_kind(self, what: str, found: object) -> None:
        """Refuse what is no array of float32: a file may answer whatever it likes."""
        kind = found.dtype if isinstance(found, np.ndarray) else type(found).__name__
        if kind != np.float32:
            raise NetError(
                f"the net '{self.where}' is broken: its {what} are float32, and it answers {kind}",
                slug="net/answer",
                text=self.where,
            )

    def _unsound(self, what: str, right: str, found: Floats) -> NetError:
        bound = 1.0 + ROUNDING if what == "values" else np.finfo(np.float32).max
        wrong = found[~(np.abs(found) <= bound)]
        return NetError(
            f"the net '{self.where}' is broken: its {what} are {right}, and it answers {wrong[0]:g}",
            slug="net/answer",
            text=self.where,
        )


def open_runtime(model: Model, kind: Kind) -> Runtime:
    """Make a net ready to run.

    Args:
        model: What there is of it.
        kind: What is to run it.

    Returns:
        A runtime that refuses answers which are no values or logits, by "net/answer".

    Raises:
        NetError: "net/file" for what is no ONNX graph, "net/runtime" where a kind is not installed, does not run nets
            like this one, or is one of eight bits and there are none.
    """
    package, _, precision = kind.partition("-")
    data = model.int8 if is_int8(kind) else model.exact
    if data is None:
        raise NetError(
            f"there is no '{model.where}' in eight bits: motu nets quantise FILE OUT makes it",
            slug="net/runtime",
            text=kind,
        )
    expect_installed(kind)
    # Loaded when the first net is: whoever plays without nets pays nothing for them.
    module = importlib.import_module(f"motu.eval.nets.{package}_runtime")
    runtime: Runtime = module.open_model(data, model.where, precision)
    return runtime if is_own(kind) else SoundRuntime(runtime, model.where)
