"""Nets run by OpenVINO; the only module that imports it (floor: eval; extra: fast).

On processors with AMX it computes in bfloat16 unless told otherwise: a value then has two or three decimal places.

OpenVINO computes on threads of its own, its streams. They are not bound to cores: every process would bind them to the
first ones, and two processes that have a net each would share a core while another one is idle.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
import weakref
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

# Importing OpenVINO would tell its makers so, by a process that it forks: nobody has been asked, and a fork of a
# program with threads may hang for ever with the pipes of its parent. Without that package OpenVINO does without.
sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]

import openvino  # noqa: E402

from motu.errors import NetError, one_line  # noqa: E402
from motu.eval.nets.net_file import KEY  # noqa: E402
from motu.eval.nets.runtime import Kind  # noqa: E402

Floats = npt.NDArray[np.float32]

_PLACE = "framework"
"""Where OpenVINO keeps the metadata of an ONNX graph."""

_KINDS: Mapping[str, Kind] = {"": "openvino", "float32": "openvino-float32", "int8": "openvino-int8"}

_CORE = openvino.Core()
_OPEN: weakref.WeakSet[OpenVino] = weakref.WeakSet()


@dataclass(slots=True)
class _Compiled:
    """A graph made ready, and its requests, of which each call has one to itself.

    They belong to no thread: one that ended together with the interpreter would drop its request without the lock.
    """

    model: openvino.CompiledModel
    streams: int
    """Calls that are computed at a time; others wait."""
    idle: deque[openvino.InferRequest] = field(default_factory=deque)

    def infer(self, planes: Floats) -> tuple[Floats, Floats]:
        try:
            request = self.idle.pop()
        except IndexError:
            request = self.model.create_infer_request()
        answers = request.infer([planes], share_inputs=True)
        values, logits = answers["value"].copy(), answers["policy"].copy()
        self.idle.append(request)
        return values, logits


class OpenVino:
    """A graph with as many streams as have been needed at a time.

    It begins with one: whoever calls alone loses a tenth with two, which take turns.
    """

    def __init__(self, model: bytes, where: str, precision: str = "") -> None:
        """Compile a graph.

        Args:
            model: An ONNX file's bytes.
            where: Its name, for messages.
            precision: "float32", "int8" for a file in eight bits, or "" for what OpenVINO holds to be right here.

        Raises:
            NetError: "net/file" for what is none.
        """
        self._options = {"INFERENCE_PRECISION_HINT": "f32"} if precision == "float32" else {}
        try:
            self._graph = _CORE.read_model(model, b"")
            self._compiled = self._compile(1)
        except RuntimeError as error:
            raise NetError(f"'{where}' is no net: {one_line(error)}", slug="net/file", text=where) from error
        self.kind: Kind = _KINDS[precision]
        self.precision = ", ".join(dict.fromkeys((precision, _precision_of(self._compiled.model)))).removeprefix(", ")
        self.metadata: Mapping[str, str] = _metadata_of(self._graph)
        self._lock = threading.Lock()
        self._running = 0
        _OPEN.add(self)

    @property
    def streams(self) -> int:
        """How many calls are computed at a time."""
        return self._compiled.streams

    def run(self, planes: Floats) -> tuple[Floats, Floats]:
        """Return values [batch] and logits [batch, policy size]."""
        count = len(planes)
        with self._lock:
            self._running += 1
        try:
            values, logits = self._wide_enough().infer(_filled_up(planes))
        finally:
            with self._lock:
                self._running -= 1
        return values[:count], logits[:count]

    def _wide_enough(self) -> _Compiled:
        with self._lock:
            streams = self._compiled.streams
            if streams < min(self._running, _cores()):
                self._compiled = self._compile(min(2 * streams, _cores()))
            return self._compiled

    def close(self) -> None:
        """Let go of the model and of all requests."""
        del self._compiled

    def _compile(self, streams: int) -> _Compiled:
        options = {"INFERENCE_NUM_THREADS": streams, "NUM_STREAMS": streams, "ENABLE_CPU_PINNING": False}
        return _Compiled(_CORE.compile_model(self._graph, "CPU", options | self._options), streams)


def _precision_of(model: openvino.CompiledModel) -> str:
    """Return what OpenVINO has chosen to compute in on this processor."""
    chosen = model.get_property("INFERENCE_PRECISION_HINT").get_type_name()
    return {"bf16": "bfloat16", "f16": "float16", "f32": "float32"}.get(chosen, str(chosen))


def _cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _filled_up(planes: Floats) -> Floats:
    """Return a batch as long as the next power of two: OpenVINO takes longer for a new length than for more answers."""
    missing = (1 << (len(planes) - 1).bit_length()) - len(planes)
    return np.concatenate((planes, np.repeat(planes[-1:], missing, axis=0))) if missing else planes


@atexit.register
def _close_all() -> None:
    """Close what is open while OpenVINO's own threads are still there: later it would end the process by a signal."""
    for net in tuple(_OPEN):
        net.close()


def _metadata_of(graph: openvino.Model) -> Mapping[str, str]:
    return {KEY: graph.get_rt_info([_PLACE, KEY]).value} if graph.has_rt_info([_PLACE, KEY]) else {}


def open_model(model: bytes, where: str, precision: str = "") -> OpenVino:
    """Open an ONNX file's bytes; the precision is "", "float32" or "int8"."""
    return OpenVino(model, where, precision)
