"""The script that runs before anything is painted: it stands in the document, so nothing waits for it (floor: server).

Invariant: it is the only script that does, and the policy of every answer names it by its hash.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files

from motu.server.packing import without_comments

EARLY = "js/early.js"


@cache
def early_script() -> bytes:
    """Return the script as it stands in the document."""
    return without_comments(files("motu.web").joinpath(EARLY).read_bytes())


@cache
def early_hash() -> str:
    """Return by what a content policy knows it (CSP3, section 2.3.1)."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(early_script()).digest()).decode()}'"
