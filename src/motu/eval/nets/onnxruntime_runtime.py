"""Nets run by ONNX Runtime; the only module that imports it (floor: eval)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import numpy.typing as npt
import onnxruntime

from motu.errors import NetError

Floats = npt.NDArray[np.float32]


class OnnxRuntime:
    """A session on one thread."""

    kind: Final = "onnxruntime"

    def __init__(self, model: bytes, where: str) -> None:
        """Open a graph.

        Raises:
            NetError: "net/file" for what is none.
        """
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # its errors have no class in common
            raise NetError(f"'{where}' is no net: {error}", slug="net/file", text=where) from error
        self.metadata: Mapping[str, str] = dict(self._session.get_modelmeta().custom_metadata_map)

    def run(self, planes: Floats) -> tuple[Floats, Floats]:
        """Return values [batch] and logits [batch, policy size]."""
        values, logits = self._session.run(["value", "policy"], {"planes": planes})
        return values, logits


def open_model(model: bytes, where: str, _precision: str = "") -> OnnxRuntime:
    """Open an ONNX file's bytes; it computes as the file says."""
    return OnnxRuntime(model, where)
