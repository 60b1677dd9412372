"""Files that commands write (floor: cli)."""

from __future__ import annotations

from pathlib import Path

from motu.cli.application import BadInputError


def write_file(path: Path, data: bytes) -> None:
    """Write a file so that nobody ever finds half of it, and what stood there before stays until all is written.

    Raises:
        BadInputError: With the path and the reason.
    """
    try:
        target = path.expanduser().resolve()
        if target.exists() and not target.is_file():  # a terminal, a pipe: nothing to put in its place
            target.write_bytes(data)
            return
        part = target.with_name(target.name + ".part")
        part.write_bytes(data)
        part.replace(target)
    except OSError as error:
        raise BadInputError(f"cannot write '{path}': {error.strerror}", text=str(path)) from error
