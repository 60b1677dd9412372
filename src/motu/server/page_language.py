"""In which language a page is asked for (floor: server)."""

from __future__ import annotations

import re
from collections.abc import Collection
from urllib.parse import parse_qs

MAX_WISHES = 20
"""Languages of a request that are looked at."""
_WISH = re.compile(r"\s*([A-Za-z]{2,3})(?:-[A-Za-z0-9-]*)?\s*(?:;\s*q=([0-9.]+)\s*)?")


def language_of(query: str, accepted: str, known: Collection[str]) -> str:
    """Return the language in which something is said of a page: what its address asks for, then its reader; or English.

    Args:
        query: What stands behind the page's address; `lang=eo` asks for Esperanto.
        accepted: The header "accept-language", or "".
        known: The languages that there are.
    """
    asked = parse_qs(query).get("lang", [""])[0].lower()
    wanted = [asked.partition("-")[0], *_wishes(accepted)]
    return next((language for language in wanted if language in known), "en")


def _wishes(accepted: str) -> list[str]:
    """Return the languages of the header, the one most wished for first."""
    found = [_WISH.fullmatch(each) for each in accepted.split(",")[:MAX_WISHES]]
    wishes = [(_weight(match[2]), match[1].lower()) for match in found if match]
    return [language for weight, language in sorted(wishes, key=lambda wish: -wish[0]) if weight > 0]


def _weight(text: str | None) -> float:
    try:
        return 1.0 if text is None else float(text)
    except ValueError:
        return 0.0
