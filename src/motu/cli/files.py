"""Files that commands write (floor: cli)."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from motu.cli.application import BadInputError
from motu.files import replace_file


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole, as `replace_file` does.

    Raises:
        BadInputError: With the path and the reason.
    """
    try:
        replace_file(path.expanduser(), data)
    except OSError as error:
        raise BadInputError(f"cannot write '{path}': {error.strerror}", text=str(path)) from error


def expect_place(path: Path) -> None:
    """Refuse at once a file that could not be written when long work is done.

    Raises:
        BadInputError: As of `write_file`.
    """
    place = path.expanduser().resolve()
    if place.is_dir():
        raise BadInputError(f"cannot write '{path}': {os.strerror(errno.EISDIR)}", text=str(path))
    try:
        with tempfile.TemporaryFile(dir=place.parent):
            pass
    except OSError as error:
        raise BadInputError(f"cannot write '{path}': {error.strerror}", text=str(path)) from error
