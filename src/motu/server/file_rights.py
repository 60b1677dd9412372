"""Whether this user may write where games are kept, and what helps if not (floor: server)."""

from __future__ import annotations

import getpass
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from motu.files import real_file

_BESIDE = ("-wal", "-shm")
"""What SQLite writes beside a file."""


def what_cannot_be_written(path: Path) -> str:
    """Return what keeps this user from writing a database of SQLite, and what to do; '' if nothing does.

    A file system that nobody may write to is none of that: the system says so in its own words.
    """
    file = real_file(path)
    beside = (*(file.with_name(file.name + end) for end in _BESIDE), file.with_suffix(".lock"))
    found = [each for each in (file.parent, file, *beside) if _is_denied(each)]
    if not found:
        return ""
    kind = "the folder" if found[0] == file.parent else "the file"
    return f"the user {_user()} may not write {kind} {found[0]}; {_advice(found)}"


def _is_denied(path: Path) -> bool:
    # `exists` of pathlib fails where a folder above may not be looked into.
    exists = os.path.exists(path)  # noqa: PTH110
    return exists and not os.access(path, os.W_OK | (os.X_OK if path.is_dir() else os.R_OK))


def _user() -> str:
    if sys.platform == "win32":
        return getpass.getuser()  # elsewhere it goes by the environment, which may name somebody else
    import pwd  # noqa: PLC0415 - Windows has none

    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:  # a container's user has a number alone
        return str(os.getuid())


def _advice(paths: Sequence[Path]) -> str:
    """Return what lets this user write these; nothing is said of what else may lie beside them."""
    if sys.platform == "win32":
        return "let that user write there"
    others = [each for each in paths if each.stat().st_uid != os.getuid()]
    named = " ".join(shlex.quote(str(each)) for each in others or paths)
    return f"'sudo chown {_user()} {named}' gives it to that user" if others else f"'chmod u+rwX {named}' lets it"
