"""Answers travel as small as they can be: packed, to whom it suits, and scripts without comments (floor: server)."""

from __future__ import annotations

import gzip
import re
from typing import Any

import msgspec
import rjsmin
from litestar import Request, Response

LEVEL = 6


def takes_gzip(request: Request[Any, Any, Any]) -> bool:
    """Return whether a client says that it unpacks gzip."""
    taken = dict(map(_weighed, request.headers.get("accept-encoding", "").lower().split(",")))
    return taken.get("gzip", taken.get("*", False))


def _weighed(told: str) -> tuple[str, bool]:
    """Return an encoding of which a client tells, and whether he takes it: not with a weight of 0."""
    name, *parameters = (each.strip() for each in told.split(";"))
    return name, not any(re.fullmatch(r"q\s*=\s*0(\.0*)?", each) for each in parameters)


def pack(view: object) -> bytes:
    """Return a view as JSON, packed."""
    return gzip.compress(msgspec.json.encode(view), LEVEL, mtime=0)


def without_comments(script: bytes) -> bytes:
    """Return a script as it is sent: comments, types and indentation are for who reads the source.

    rjsmin takes blanks out of a template inside a template; scripts/lint_js finds what would change by it.
    """
    small: str = rjsmin.jsmin(script.decode())
    return small.encode()


def slim(style: bytes) -> bytes:
    """Return a style sheet as it is sent: without comments, and without what only makes it easy to read."""
    return re.sub(rb"\s*\n\s*", b"\n", re.sub(rb"/\*.*?\*/", b"", style, flags=re.DOTALL)).strip()


def packed_answer(request: Request[Any, Any, Any], packed: bytes, **headers: str) -> Response[Any]:
    """Return packed JSON as an answer, unpacked for those who ask for that."""
    told = {"vary": "accept-encoding", **{name.replace("_", "-"): value for name, value in headers.items()}}
    if takes_gzip(request):
        return Response(packed, media_type="application/json", headers={**told, "content-encoding": "gzip"})
    return Response(gzip.decompress(packed), media_type="application/json", headers=told)
