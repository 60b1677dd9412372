"""What a page will ask the server for, named in its document, so that it does not wait for the scripts (floor: server).

Only what is sure to be asked for: a browser complains of what it has fetched for nothing.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from urllib.parse import parse_qs, quote

from motu.server.game_log import GameLog

HOME = "js/views/home.js"
_SPEC = re.compile(rb"\bspec: ?'([\w-]+)'")
_LIKE_BROWSERS = "!~*'()"
"""What `encodeURIComponent` leaves as it is besides letters, digits and -_. ."""


def data_of(contents: Mapping[str, bytes], path: str, query: str) -> list[str]:
    """Return the addresses that a page asks which is not a game's."""
    if path == "/":
        return [_board(spec.decode()) for spec in dict.fromkeys(_SPEC.findall(contents[HOME]))]
    if path.split("/")[1] == "puzzles":
        return ["/api/puzzles"]
    spec = parse_qs(query).get("spec")
    return [_board(spec[0])] if path == "/study" and spec else []


def data_of_game(game_id: str, log: GameLog) -> list[str]:
    """Return the addresses that the pages of a game ask; a custom board comes to each of them another way."""
    return [f"/api/games/{game_id}", *([] if log.created.board else [_board(log.created.spec)])]


def data_links(addresses: Sequence[str]) -> bytes:
    """Return the links that make a browser ask at once, after scripts and texts; `fetch` then takes what has come."""
    lines = [
        f'\n<link rel="preload" as="fetch" fetchpriority="low" crossorigin href="{html.escape(each)}">'
        for each in addresses
    ]
    return "".join(lines).encode()


def _board(spec: str) -> str:
    return f"/api/boards?spec={quote(spec, safe=_LIKE_BROWSERS)}"
