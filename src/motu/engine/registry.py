"""What a text command is, and how its arguments are read (floor: engine)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from motu.engine.session import Session
from motu.errors import EngineError

Handler = Callable[[Session, Sequence[str]], str]
"""Carries a command out and returns its answer; raises a MotuError and changes nothing when it can't."""

COLOURS = {"b": 0, "black": 0, "r": 0, "red": 0, "w": 1, "white": 1, "blue": 1}
"""The words for colours; `b` is black everywhere, for that is what it says in GTP."""
MAX_SECONDS = 366 * 86_400
"""The most that a clock is set to."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the text protocol."""

    name: str
    """What is typed."""
    usage: str
    """Its arguments for people: upper case for what is to be filled in, brackets for what may be left out."""
    help: str
    """What it does, in a sentence."""
    handler: Handler
    """What carries it out."""

    def run(self, session: Session, arguments: Sequence[str]) -> str:
        """Check the number of arguments and carry the command out.

        Raises:
            MotuError: With what was wrong; nothing has changed then.
        """
        words = self.usage.split()
        least = sum(not word.startswith("[") for word in words)
        most = math.inf if self.usage.endswith("...") or self.usage.endswith("...]") else len(words)
        if not least <= len(arguments) <= most:
            raise syntax_error(f"{self.name} {self.usage}".rstrip() + " is right", " ".join(arguments))
        return self.handler(session, arguments)


def syntax_error(why: str, text: str) -> EngineError:
    """Return the error for arguments that cannot be read."""
    return EngineError(f"syntax error: {why}", slug="engine/syntax", text=text)


def read_colour(text: str) -> int:
    """Return the number of a colour.

    Raises:
        EngineError: "engine/syntax".
    """
    colour = COLOURS.get(text.lower())
    if colour is None:
        raise syntax_error(f"a colour is black (b, red, r) or white (w, blue), not '{text}'", text)
    return colour


def read_int(text: str, least: int, most: int) -> int:
    """Return a whole number between bounds.

    Raises:
        EngineError: "engine/syntax".
    """
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20) or not least <= int(text) <= most:
        raise syntax_error(f"a whole number from {least} to {most} is right, not '{text}'", text)
    return int(text)


def read_seconds(text: str) -> float:
    """Return a time of at most a year; Python's underscores and other scripts' digits are no numbers here.

    Raises:
        EngineError: "engine/syntax".
    """
    try:
        seconds = float(text) if text.isascii() and "_" not in text else math.nan
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= MAX_SECONDS:
        raise syntax_error(f"seconds are a number from 0 to {MAX_SECONDS:,}, which is a year, not '{text}'", text)
    return seconds


def read_bool(text: str) -> bool:
    """Return what 0 or 1 (false or true) says.

    Raises:
        EngineError: "engine/syntax".
    """
    words = {"0": False, "1": True, "false": False, "true": True}
    if text.lower() not in words:
        raise syntax_error(f"0 or 1 is right, not '{text}'", text)
    return words[text.lower()]
