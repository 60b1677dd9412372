"""Files that are replaced whole (floor: files)."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def replace_file(path: Path, data: bytes) -> None:
    """Write a file so that nobody ever finds half of it, and what stood there before stays until all is written.

    What a link points to is replaced, not the link, and permissions stay. A terminal or a pipe, which nothing can take
    the place of, is written to.

    Raises:
        OSError: As the system says it; what stood there before is still there.
        ValueError: The path has a character that no path can have.
    """
    target = path.resolve()
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    part = target.with_name(f".{target.name}.{secrets.token_hex(8)}")
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            part.chmod(target.stat().st_mode & 0o777)
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
