"""The log as text, for whoever reads it as it comes (floor: server)."""

from __future__ import annotations

import logging
import sys

from uvicorn.logging import DefaultFormatter


def log_as_text() -> None:
    """Write what the web server tells to stderr, each line after its level; all other handlers stay as they are.

    uvicorn's own settings would close every handler of the process, and some libraries' handlers take along what others
    know as stderr.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(DefaultFormatter("%(levelprefix)s %(message)s"))
    logger = logging.getLogger("uvicorn")
    logger.handlers[:] = [handler]
    logger.propagate = False
