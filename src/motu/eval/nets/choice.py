"""Which runtime is the fastest for a net on this processor, and how fast: measured once, and remembered (floor: eval).

The answers lie in the user's cache, by processor, versions, the net's shape and how many positions it is asked about
at a time: one runtime gains more by long batches than another. What cannot be read there is measured
anew, and what cannot be written is remembered as long as the process lives.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from motu.errors import NetError
from motu.eval.nets.net_file import NetInfo, read_info
from motu.eval.nets.runtime import KINDS, Floats, Kind, Model, Runtime, is_int8, open_runtime, package_of

CHOICE = "MOTU_NET_RUNTIME"
"""The environment's variable that decides for one kind."""

MEASURING_S = 0.5
"""So long the runtimes run in turn; opening them takes about as long."""

SEARCH_BATCH = 16
"""Positions that a search asks about at a time."""

_EDGE = 9
"""Rows of what is measured: a board of usual size, so that rates of all nets are of the same one."""

_FEATURES = ("amx", "avx", "asimd", "bf16", "i8mm", "sve")
"""What the names of a processor's abilities that matter begin with, as Linux tells them."""


@dataclass(frozen=True, slots=True)
class Measured:
    """How fast the kinds are."""

    rates: Mapping[Kind, float]
    """Positions a second."""

    @property
    def fastest(self) -> Kind:
        """The kind with the highest rate."""
        return max(self.rates, key=lambda kind: self.rates[kind])


_lock = threading.Lock()
_known: dict[str, Measured] = {}


@dataclass(frozen=True, slots=True)
class Opened:
    """A net that is ready to run."""

    runtime: Runtime
    rate: float | None
    """Positions a second; None where nobody has looked (`rate_of`)."""


def open_fastest(model: Model, batch: int = SEARCH_BATCH) -> Opened:
    """Make a net ready to run with what runs it fastest here, or with what the environment asks for.

    Args:
        model: The net.
        batch: Positions that it will be asked about at a time, at least 1.

    Raises:
        NetError: "net/file" for what is no net of motu, "net/runtime" for a kind that there is not.
    """
    asked = asked_kind()
    if asked is not None:
        return Opened(open_runtime(model, asked), None)
    usual = open_runtime(model, KINDS[0])
    kinds = tuple(kind for kind in model.kinds() if multiplies_eight_bits() or not is_int8(kind))
    if len(kinds) == 1:
        return Opened(usual, None)
    info = read_info(usual.metadata, model.where)
    with _lock:
        found = _remembered(
            key_of(info, kinds, batch),
            kinds,
            lambda: measure(lambda each: open_runtime(model, each), info, kinds, batch),
        )
    if found.fastest != KINDS[0]:
        # What could be opened once may be gone: the usual one never is.
        with contextlib.suppress(NetError):
            return Opened(open_runtime(model, found.fastest), found.rates[found.fastest])
    return Opened(usual, found.rates[KINDS[0]])


def rate_of(runtime: Runtime, info: NetInfo) -> float:
    """Return how many positions a second a net that is open judges in a search's batches: measured once, too.

    Raises:
        NetError: Where what it answers is no answer.
    """
    kinds = (runtime.kind,)
    with _lock:
        found = _remembered(key_of(info, kinds), kinds, lambda: measure(lambda _: runtime, info, kinds))
    return found.rates[runtime.kind]


def asked_kind() -> Kind | None:
    """Return the kind that the environment asks for.

    Raises:
        NetError: "net/runtime" for one that there is not.
    """
    asked = os.environ.get(CHOICE, "")
    for kind in KINDS:
        if asked == kind:
            return kind
    if asked:
        raise NetError(
            f"{CHOICE} is one of {', '.join(KINDS)}, not '{asked}'", slug="net/runtime", text=asked, legal=KINDS
        )
    return None


def measure(
    open_kind: Callable[[Kind], Runtime],
    info: NetInfo,
    kinds: Sequence[Kind],
    batch: int = SEARCH_BATCH,
    clock: Callable[[], float] = time.thread_time,
) -> Measured:
    """Let runtimes answer the same positions in turn, and take the shortest time of each.

    Args:
        open_kind: Opens the net; a kind that refuses it is left out.
        info: Of the net.
        kinds: The first is what runs nets everywhere; others may refuse it.
        batch: Positions that are asked about at a time.
        clock: Returns seconds.

    Raises:
        NetError: Where the first kind refuses the net, or what it answers is no answer.
    """
    planes = _positions(info, batch)
    runtimes = {kinds[0]: open_kind(kinds[0])}
    runtimes[kinds[0]].run(planes)  # the first time is not like the others
    for kind in kinds[1:]:
        with contextlib.suppress(NetError):
            runtime = open_kind(kind)
            runtime.run(planes)
            runtimes[kind] = runtime
    shortest = dict.fromkeys(runtimes, float("inf"))
    end = clock() + MEASURING_S
    is_first = True
    while is_first or clock() < end:
        is_first = False
        for kind, runtime in runtimes.items():
            begin = clock()
            runtime.run(planes)
            shortest[kind] = min(shortest[kind], clock() - begin)
    return Measured({kind: batch / max(seconds, 1e-9) for kind, seconds in shortest.items()})


def _positions(info: NetInfo, batch: int) -> Floats:
    """Return a batch of nothing in particular, on a board that fills its grid."""
    source = np.random.default_rng(1)
    planes = (source.random((batch, len(info.planes), _EDGE, _EDGE)) < 0.25).astype(np.float32)
    planes[:, 0] = 1
    return planes


# ---------------------------------------------------------------------------------------------------------- remembering


def known_rates() -> dict[str, dict[str, float]]:
    """Return what this process has measured or read, by what it depends on: positions a second of each kind."""
    with _lock:
        return {key: {str(kind): rate for kind, rate in found.rates.items()} for key, found in _known.items()}


def believe(rates: Mapping[str, Mapping[str, float]]) -> None:
    """Take over what another process returned from `known_rates`, so that both choose alike."""
    with _lock:
        for key, told in rates.items():
            found = _measured_in({"rates": dict(told)}, [kind for kind in KINDS if kind in told])
            if found is not None:
                _known[key] = found


def cache_file() -> Path:
    """Return where the answers lie."""
    return Path(platformdirs.user_cache_dir("motu", appauthor=False)) / "net-runtimes.json"


def key_of(info: NetInfo, kinds: Sequence[Kind], batch: int = SEARCH_BATCH) -> str:
    """Return what an answer depends on: the processor, the versions, the net's shape, the batch, what was compared."""
    packages = dict.fromkeys(map(package_of, kinds))
    versions = ", ".join(f"{package} {metadata.version(package)}" for package in packages)
    shape = f"{info.lattice}, {len(info.planes)} planes, {info.blocks} x {info.channels}, {info.precision}"
    return f"{processor()}; {versions}; {shape}; by {batch}; {', '.join(kinds)}"


def multiplies_eight_bits() -> bool:
    """Return whether the processor adds up products of eight bits exactly.

    Those of x86 that lack the instructions for it add pairs of them in 16 bits, which overflow, and a net then plays
    something else.
    """
    if platform.machine().lower() in ("arm64", "aarch64"):
        return True
    return any("vnni" in each or each == "amx_int8" for each in _abilities(_told_of_processor()))


def processor() -> str:
    """Return the processor's name and what it can do, as far as the system tells."""
    told = _told_of_processor()
    wanted = sorted(each for each in _abilities(told) if each.startswith(_FEATURES))
    name = told.get("model name") or platform.processor() or platform.machine()
    return " ".join((name, *wanted))


def _told_of_processor() -> dict[str, str]:
    told: dict[str, str] = {}
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            name, _, value = line.partition(":")
            told.setdefault(name.strip().lower(), value.strip())
    return told


def _abilities(told: Mapping[str, str]) -> list[str]:
    return (told.get("flags") or told.get("features") or "").split()


def _remembered(key: str, kinds: Sequence[Kind], find_out: Callable[[], Measured]) -> Measured:
    """Return the answer that is known, or find it out and remember it."""
    if key not in _known:
        answers = _read(cache_file())
        found = _measured_in(answers.get(key), kinds)
        if found is None:
            found = find_out()
            rates = {each: round(rate, 1) for each, rate in found.rates.items()}
            _write(cache_file(), answers | {key: {"kind": found.fastest, "rates": rates}})
        _known[key] = found
    return _known[key]


def _measured_in(answer: object, kinds: Sequence[Kind]) -> Measured | None:
    """Return the rates that an answer has; None where it is something else, or lacks that of the first kind."""
    rates = answer.get("rates") if isinstance(answer, dict) else None
    if not isinstance(rates, dict):
        return None
    found: dict[Kind, float] = {kind: float(rates[kind]) for kind in kinds if _is_rate(rates.get(kind))}
    return Measured(found) if kinds and kinds[0] in found else None


def _is_rate(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < float("inf")


def _read(file: Path) -> dict[str, Any]:
    """Return the answers that a file has; none where it is missing, or is something else."""
    try:
        answers = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return answers if isinstance(answers, dict) else {}


def _write(file: Path, answers: Mapping[str, object]) -> None:
    """Write all answers, whole or not at all."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        number, part = tempfile.mkstemp(dir=file.parent, prefix=file.name)
        with os.fdopen(number, "w", encoding="utf-8") as out:
            json.dump(answers, out, indent=1)
        Path(part).replace(file)
