"""Files that commands write (floor: cli)."""

from __future__ import annotations

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
