"""Files that are replaced whole, and where this user's files lie (floor: files)."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

MAX_TEXT_BYTES = 1 << 20
"""Most bytes of a file that a person writes, such as settings."""

_NAME = "motu"
_FAR = 1 << 40
"""Beyond the end of every file, in bytes."""


def data_folder() -> Path:
    """Return where this user's games, nets and tables lie unless told: where other programs of the system keep such."""
    return _folder("XDG_DATA_HOME", ".local/share", "Library/Application Support")


def settings_folder() -> Path:
    """Return where this user's settings lie."""
    return _folder("XDG_CONFIG_HOME", ".config", "Library/Application Support")


def cache_folder() -> Path:
    """Return where things lie that can be made anew."""
    found = _folder("XDG_CACHE_HOME", ".cache", "Library/Caches")
    return found / "Cache" if sys.platform == "win32" else found


def _folder(variable: str, unix: str, mac: str) -> Path:
    """Return a folder of motu's as platformdirs names it, which would be a dependency of the rules for three lines."""
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", "")
        return (Path(local) if local.strip() else Path.home() / "AppData" / "Local") / _NAME
    told = os.environ.get(variable, "").strip()
    if told and Path(told).is_absolute():
        return Path(told) / _NAME
    return Path.home() / (mac if sys.platform == "darwin" else unix) / _NAME


def real_file(path: Path) -> Path:
    """Return what a path leads to, through links: there lies what belongs beside it, and stands what replaces it.

    A link that leads nowhere, or in a circle, is followed as far as it goes.
    """
    return Path(os.path.realpath(path))


def read_file(path: str | os.PathLike[str], most: int) -> bytes:
    """Return what a file holds; a device such as /dev/zero, which tells no size, takes no more memory than that.

    Args:
        path: The file.
        most: The most bytes that it may hold.

    Raises:
        OSError: As the system says it; EFBIG where it holds more.
        ValueError: The path has a character that no path can have.
    """
    with Path(path).open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most:,} bytes", os.fspath(path))
    return data


def replace_file(path: Path, data: bytes) -> None:
    """Write a file as `replacing` does.

    Raises:
        OSError: As the system says it; what stood there before is still there.
        ValueError: The path has a character that no path can have.
    """
    with replacing(path) as file:
        file.write(data)


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Write a file so that nobody ever finds half of it, and what stood there before stays until all is written.

    What a link points to is replaced, not the link, and permissions stay. A terminal or a pipe, which nothing can take
    the place of, is written to.

    Raises:
        OSError: As the system says it; what stood there before is still there, as it is after any other error.
        ValueError: The path has a character that no path can have.
    """
    target = path.resolve()
    if target.exists() and not target.is_file():
        with target.open("wb") as file:
            yield file
        return
    part = target.with_name(f".{target.name}.{secrets.token_hex(8)}")
    try:
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            part.chmod(target.stat().st_mode & 0o777)
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def hold_alone(file: BinaryIO) -> None:
    """Keep a file from all others that ask for it in this way, until it is closed.

    Raises:
        OSError: Somebody has it, or the file system knows no locks.
    """
    if sys.platform == "win32":
        place = file.tell()
        file.seek(_FAR)  # what is locked there nobody can read either, so it lies beyond every end
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        finally:
            file.seek(place)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
