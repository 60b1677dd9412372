"""What commands write: boards, lines and JSON to stdout, remarks to stderr (floor: cli)."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from motu import State

BOARD_SIGNS = "●○◆◇▪▫·┊┄□"


def write(*lines: str) -> None:
    """Write lines to stdout, at once: somebody may be waiting for them."""
    print(*lines, sep="\n", flush=True)


def tell(*lines: str) -> None:
    """Write lines for people: on a terminal, broken between words where they would not fit."""
    if is_terminal(sys.stdout):
        lines = tuple(piece for line in lines for piece in wrapped([line], "") or [""])
    write(*lines)


def write_document(text: str) -> None:
    """Write a whole file to stdout: always UTF-8, as in a file, whatever the terminal speaks."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


def remark(line: str) -> None:
    """Write a line that is no result to stderr."""
    print(line, file=sys.stderr, flush=True)


def write_json(value: Mapping[str, object]) -> None:
    """Write an object to stdout as JSON that every terminal and every reader takes.

    Raises:
        ValueError: For NaN and infinity, of which JSON knows nothing; nothing is written then.
    """
    print(json.dumps(value, indent=2, allow_nan=False))


def write_json_line(value: Mapping[str, object]) -> None:
    """Write an object to stdout as one line of JSON, at once: whoever reads it may be waiting.

    Raises:
        ValueError: As `write_json`.
    """
    write(json.dumps(value, separators=(",", ":"), allow_nan=False))


def write_board(state: State, *, coordinates: bool = True, ascii_only: bool = False) -> None:
    """Write a position as a text board: in colours on a terminal, in ASCII where the terminal knows nothing else."""
    from motu.drawing.text import draw_text

    styled = has_colours(sys.stdout)
    text = draw_text(state, coordinates=coordinates, ascii_only=ascii_only or not can_write(BOARD_SIGNS), styled=styled)
    if not styled:
        write(text)
        return
    from rich.console import Console

    Console(highlight=False, emoji=False).print(text, soft_wrap=True)


def is_terminal(stream: TextIO) -> bool:
    """Return whether a person sits at the stream."""
    return bool(stream.isatty())


def has_colours(stream: TextIO) -> bool:
    """Return whether to write in colours: only to terminals, and never against NO_COLOR (https://no-color.org)."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def can_write(signs: str) -> bool:
    """Return whether stdout's encoding has the signs."""
    try:
        signs.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def wrapped(words: Iterable[str], indent: str = "  ") -> list[str]:
    """Return words as lines that fit the terminal."""
    import shutil
    import textwrap

    width = min(shutil.get_terminal_size().columns, 100)
    lines = textwrap.TextWrapper(width, indent, indent, break_on_hyphens=False, break_long_words=False)
    return lines.wrap(" ".join(words))
