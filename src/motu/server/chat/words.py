"""What may be said: phrases that every reader has in his language, and words of one's own (floor: server)."""

from __future__ import annotations

import unicodedata
from itertools import groupby
from typing import Literal, get_args

from motu.server.events import ServerError

Phrase = Literal[
    "hello",
    "have-fun",
    "good-move",
    "wow",
    "oops",
    "thinking",
    "one-moment",
    "back",
    "take-your-time",
    "good-game",
    "thanks",
    "sorry",
    "yes",
    "no",
    "again",
    "must-go",
    "bye",
]
"""What everybody may say, also without a name; pages have the words."""
PHRASES: tuple[Phrase, ...] = get_args(Phrase)
MAX_TEXT = 200
"""Characters of a line in words of one's own."""
MAX_MARKS = 4
"""Accents and the like that may stand on one letter."""
_JOINERS = frozenset("\u200c\u200d")
"""They make nothing invisible: letters of Persian and pictures of families need them."""


def clean_text(text: str) -> str:
    """Return words as they are kept: in one line, composed, with single spaces.

    Raises:
        ServerError: "chat/text" for what can't be shown, or is nothing.
    """
    cleaned = " ".join(unicodedata.normalize("NFC", text).split())
    if not cleaned.strip("".join(_JOINERS)):
        raise ServerError("there is nothing in this line", slug="chat/text")
    if any(not (each.isprintable() or each in _JOINERS) for each in cleaned):
        raise ServerError("a line has no control characters, and none that turn the others round", slug="chat/text")
    marks = groupby(unicodedata.normalize("NFD", cleaned), lambda each: unicodedata.combining(each) > 0)
    if any(is_mark and len([*each]) > MAX_MARKS for is_mark, each in marks):
        raise ServerError(f"a letter has at most {MAX_MARKS} accents", slug="chat/text")
    return cleaned
