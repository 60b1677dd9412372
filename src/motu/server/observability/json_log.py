"""The log as JSON, a line each (floor: server): by the standard library, of which our log is made already.

Invariant: no line holds a cookie, a token, a path or a query; an address only where the operator has asked for it.
"""

from __future__ import annotations

import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

import msgspec

from motu.server.observability.requests import SeenRequest, log_context

_REQUEST_FIELD = "motu_seen"
_log = logging.getLogger("motu.server.requests")


class JsonFormatter(logging.Formatter):
    """Makes a line of JSON of whatever is logged."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as one line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **log_context(),
            **getattr(record, _REQUEST_FIELD, {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["exception"] = "".join(traceback.format_exception(record.exc_info[1]))
        return msgspec.json.encode(line).decode()


class RequestLog:
    """Writes down every request."""

    def __init__(self, *, has_addresses: bool = False) -> None:
        """Leave out from where they come, unless `has_addresses`."""
        self._has_addresses = has_addresses

    def opened(self, route: str) -> None:
        """Write nothing yet."""

    def closed(self, route: str) -> None:
        """Write nothing yet."""

    def ended(self, seen: SeenRequest) -> None:
        """Write what came of a request."""
        fields: dict[str, Any] = {
            "request": seen.id,
            "method": seen.method,
            "route": seen.route,
            "ms": round(1000 * seen.seconds, 1),
        }
        if seen.status:
            fields["status"] = seen.status
        if seen.game is not None:
            fields["game"] = seen.game
        if self._has_addresses and seen.address is not None:
            fields["address"] = seen.address.removeprefix("at ")
        what = "request" if seen.kind == "http" else "socket"
        _log.info(what, extra={_REQUEST_FIELD: fields})


def log_as_json() -> None:
    """Let everything that is logged in this process be lines of JSON on stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("motu").setLevel(logging.INFO)
