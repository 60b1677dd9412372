"""Pictures that commands write (floor: cli)."""

from __future__ import annotations

from pathlib import Path

from motu.cli.application import BadInputError
from motu.cli.output import remark, write_document


def write_picture(picture: str, name: str) -> None:
    """Write an SVG to a file and say so, or to stdout for `-`.

    Raises:
        BadInputError: When the file cannot be written.
    """
    if name == "-":
        write_document(picture)
        return
    try:
        Path(name).write_text(picture, encoding="utf-8")
    except OSError as error:
        raise BadInputError(f"cannot write '{name}': {error.strerror}", text=name) from error
    remark(f"written: {name}")
