"""What is answered when a request fails in a way that nobody meant: the engine goes on (floor: engine)."""

from __future__ import annotations

import logging

from motu.errors import EngineError, MotuError

_log = logging.getLogger("motu.engine")


def told_of(error: Exception) -> MotuError:
    """Return what is said of an error: its own words, or what became of the request.

    A fault of motu itself is logged whole, on stderr unless somebody has set up something else.
    """
    match error:
        case MotuError():
            return error
        case RecursionError():
            return EngineError("the request is nested too deep", slug="engine/json")
        case MemoryError():
            return EngineError("there is not enough memory for this request", slug="engine/memory")
        case _:
            _log.error("a fault of motu itself, please report it", exc_info=error)
            return EngineError(f"a fault of motu itself: {error!r}")
