"""Nets run by ONNX Runtime; the only module that imports it (floor: eval)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import onnxruntime

from motu.errors import NetError, one_line
from motu.eval.nets.runtime import Kind

Floats = npt.NDArray[np.float32]


class OnnxRuntime:
    """A session on one thread."""

    def __init__(self, model: bytes, where: str, precision: str = "") -> None:
        """Open a graph, which says itself how it computes.

        Args:
            model: An ONNX file's bytes.
            where: Its name, for messages.
            precision: "int8" for a file in eight bits, else "".

        Raises:
            NetError: "net/file" for what is none.
        """
        self.kind: Kind = "onnxruntime-int8" if precision == "int8" else "onnxruntime"
        self.precision = precision or "float32"
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            # Its fallback tries the same once more, and says so on stdout, where answers of programs stand.
            self._session = onnxruntime.InferenceSession(
                model, options, providers=["CPUExecutionProvider"], enable_fallback=0
            )
            self.metadata: Mapping[str, str] = dict(self._session.get_modelmeta().custom_metadata_map)
        except Exception as error:  # its errors have no class in common
            raise NetError(f"'{where}' is no net: {one_line(error)}", slug="net/file", text=where) from error

    def run(self, planes: Floats) -> tuple[Floats, Floats]:
        """Return values [batch] and logits [batch, policy size]."""
        values, logits = self._session.run(["value", "policy"], {"planes": planes})
        return values, logits


def open_model(model: bytes, where: str, precision: str = "") -> OnnxRuntime:
    """Open an ONNX file's bytes; the precision is "" or "int8"."""
    return OnnxRuntime(model, where, precision)
