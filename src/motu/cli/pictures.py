"""Pictures that commands write (floor: cli)."""

from __future__ import annotations

from pathlib import Path

from motu.cli.files import write_file
from motu.cli.output import remark, write_document


def write_picture(picture: str, name: str) -> None:
    """Write an SVG to a file and say so, or to stdout for `-`.

    Raises:
        BadInputError: When the file cannot be written.
    """
    if name == "-":
        write_document(picture)
        return
    write_file(Path(name), picture.encode())
    remark(f"written: {name}")
