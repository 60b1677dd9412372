"""Which runtime is the fastest for a net on this processor, and how fast: measured once, and remembered (floor: eval).

The answers lie in the user's cache, by processor, versions, the net's shape and how many positions it is asked about
at a time: one runtime gains more by long batches than another. What cannot be read there is measured
anew, and what cannot be written is remembered as long as the process lives.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import platform
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from motu.errors import NetError
from motu.eval.nets.net_file import NetInfo, read_info
from motu.eval.nets.runtime import KINDS, Floats, Kind, Model, Runtime, is_int8, open_runtime, package_of, version_of
from motu.files import cache_folder, replace_file

CHOICE = "MOTU_NET_RUNTIME"
"""The environment's variable that decides for one kind."""

MEASURING_S = 0.5
"""How long the runtimes run in turn; opening them takes about as long."""

SEARCH_BATCH = 16
"""Positions that a search asks about at a time."""

_EDGE = 9
"""Rows of what is measured: a board of usual size, so that rates of all nets are of the same one."""

_FEATURES = ("amx", "avx", "asimd", "bf16", "i8mm", "sve")
"""What the names of a processor's abilities that matter begin with, as Linux tells them."""


Rates = dict[Kind, float]
"""How many positions a second the kinds judge."""

_lock = threading.Lock()
_known: dict[str, Rates] = {}


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
    kinds = tuple(kind for kind in model.kinds() if multiplies_eight_bits() or not is_int8(kind))
    usual = open_runtime(model, kinds[0] if kinds else KINDS[0])
    if len(kinds) == 1:
        return Opened(usual, None)
    info = read_info(usual.metadata, model.where)
    rates = _remembered(info, kinds, batch, lambda each: open_runtime(model, each))
    fastest = max(rates, key=rates.__getitem__)
    if fastest != usual.kind:
        # What could be opened once may be gone: the usual one never is.
        with contextlib.suppress(NetError):
            return Opened(open_runtime(model, fastest), rates[fastest])
    return Opened(usual, rates[usual.kind])


def rate_of(runtime: Runtime, info: NetInfo) -> float:
    """Return how many positions a second a net that is open judges in a search's batches: measured once, too.

    Raises:
        NetError: Where what it answers is no answer.
    """
    return _remembered(info, (runtime.kind,), SEARCH_BATCH, lambda _: runtime)[runtime.kind]


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
) -> Rates:
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
    return {kind: batch / max(seconds, 1e-9) for kind, seconds in shortest.items()}


def _positions(info: NetInfo, batch: int) -> Floats:
    """Return a batch of nothing in particular, on a board that fills its grid."""
    source = np.random.default_rng(1)
    planes = (source.random((batch, len(info.planes), _EDGE, _EDGE)) < 0.25).astype(np.float32)
    planes[:, 0] = 1
    return planes


# ---------------------------------------------------------------------------------------------------------- remembering


def known_rates() -> dict[str, Rates]:
    """Return what this process has measured or read, by what it depends on."""
    with _lock:
        return dict(_known)


def believe(rates: Mapping[str, Rates]) -> None:
    """Take over what another process returned from `known_rates`, so that both choose alike."""
    with _lock:
        _known.update(rates)


def cache_file() -> Path:
    """Return where the answers lie."""
    return cache_folder() / "net-runtimes.json"


def key_of(info: NetInfo, kinds: Sequence[Kind], batch: int = SEARCH_BATCH) -> str:
    """Return what an answer depends on: the processor, the versions, the net's shape, the batch, what was compared."""
    versions = ", ".join(dict.fromkeys(f"{package_of(kind)} {version_of(kind)}" for kind in kinds))
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


def _remembered(info: NetInfo, kinds: Sequence[Kind], batch: int, open_kind: Callable[[Kind], Runtime]) -> Rates:
    """Return the rates that are known, or find them out and remember them."""
    key = key_of(info, kinds, batch)
    with _lock:
        if key not in _known:
            answers = _read(cache_file())
            rates = answers.get(key, {})
            if kinds[0] not in rates:
                rates = measure(open_kind, info, kinds, batch)
                _write(cache_file(), answers | {key: {kind: round(rate, 1) for kind, rate in rates.items()}})
            _known[key] = rates
        return _known[key]


def _read(file: Path) -> dict[str, Rates]:
    """Return the answers that a file has; none where it is missing, or is something else."""
    try:
        found = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) and all(map(_are_rates, found.values())) else {}


def _are_rates(found: Any) -> bool:
    return isinstance(found, dict) and all(
        kind in KINDS and type(rate) in (int, float) and 0 < rate < math.inf for kind, rate in found.items()
    )


def _write(file: Path, answers: Mapping[str, Rates]) -> None:
    """Write all answers, whole or not at all."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, json.dumps(answers, indent=1, ensure_ascii=False).encode())
