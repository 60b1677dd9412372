"""Nets run by motu itself, in the native module: nothing has to be installed (floor: eval).

It computes in 16 bits, or its blocks in 8, with exact sums, on the board's points alone, and answers with the same
numbers on every processor (`cpp/motu/core/nets/conv_net.hpp`). Searches ask it without Python in between.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from motu import _core
from motu.errors import NetError
from motu.eval.nets.runtime import Kind

Floats = npt.NDArray[np.float32]


class MotuRuntime:
    """A net that is ready to run; several threads may call it."""

    def __init__(self, model: bytes, where: str, precision: str = "") -> None:
        """Read a net.

        Args:
            model: An ONNX file's bytes, in float32.
            where: Its name, for messages.
            precision: "" for 16 bits; "int8" for 8 in its blocks, rounded anew for each position.

        Raises:
            NetError: "net/file" for what is none, "net/runtime" for a net that pools lines (Atmalof's) or is not one
                that `motu train` writes.
        """
        try:
            self.native = _core.NativeConvNet(model, of_blocks="" if precision == "int8" else None)
        except NetError as error:
            raise NetError(f"'{where}': {error}", slug=error.slug, text=where) from None
        self.kind: Kind = "motu-int8" if precision == "int8" else "motu"
        self.precision = "int8, int16" if precision == "int8" else "int16"
        self.metadata: Mapping[str, str] = self.native.metadata

    def run(self, planes: Floats) -> tuple[Floats, Floats]:
        """Return values [batch] and logits [batch, policy size], 0 off the board.

        Raises:
            NetError: "net/answer" where its weights are such that an answer is no number.
        """
        rows, columns = planes.shape[2:]
        bits = np.packbits(planes.reshape(*planes.shape[:2], -1) != 0, axis=2, bitorder="little")
        return self.native.run(bits, rows, columns)


def open_model(model: bytes, where: str, precision: str = "") -> MotuRuntime:
    """Open an ONNX file's bytes; the precision is "" or "int8"."""
    return MotuRuntime(model, where, precision)
