"""Nets run by OpenVINO; the only module that imports it (floor: eval; extra: fast).

On processors with AMX it computes in bfloat16 unless told otherwise: a value then has two or three decimal places.
"""

from __future__ import annotations

import atexit
import weakref
from collections import deque
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import openvino

from motu.errors import NetError
from motu.eval.nets.net_file import KEY
from motu.eval.nets.runtime import Kind

Floats = npt.NDArray[np.float32]

_PLACE = "framework"
"""Where OpenVINO keeps the metadata of an ONNX graph."""

_KINDS: Mapping[str, Kind] = {"": "openvino", "float32": "openvino-float32", "int8": "openvino-int8"}

_CORE = openvino.Core()
_OPEN: weakref.WeakSet[OpenVino] = weakref.WeakSet()


class OpenVino:
    """A compiled model and its requests, of which each call has one to itself.

    They belong to no thread: one that ended together with the interpreter would drop its request without the lock.
    """

    def __init__(self, model: bytes, where: str, precision: str = "") -> None:
        """Compile a graph for one thread.

        Args:
            model: An ONNX file's bytes.
            where: Its name, for messages.
            precision: "float32", "int8" for a file in eight bits, or "" for what OpenVINO holds to be right here.

        Raises:
            NetError: "net/file" for what is none.
        """
        try:
            graph = _CORE.read_model(model, b"")
            options: dict[str, object] = {"INFERENCE_NUM_THREADS": 1}
            if precision == "float32":
                options["INFERENCE_PRECISION_HINT"] = "f32"
            self._model = _CORE.compile_model(graph, "CPU", options)
        except RuntimeError as error:
            raise NetError(f"'{where}' is no net: {error}", slug="net/file", text=where) from error
        self.kind: Kind = _KINDS[precision]
        self._idle: deque[openvino.InferRequest] = deque()
        self.metadata: Mapping[str, str] = _metadata_of(graph)
        _OPEN.add(self)

    def run(self, planes: Floats) -> tuple[Floats, Floats]:
        """Return values [batch] and logits [batch, policy size]."""
        count = len(planes)
        try:
            request = self._idle.pop()
        except IndexError:
            request = self._model.create_infer_request()
        answers = request.infer([_filled_up(planes)], share_inputs=True)
        values, logits = answers["value"][:count].copy(), answers["policy"][:count].copy()
        self._idle.append(request)
        return values, logits

    def close(self) -> None:
        """Let go of the model and of all requests."""
        self._idle.clear()
        del self._model


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
