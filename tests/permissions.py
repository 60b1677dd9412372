"""Permissions of files that hold for root, too: tests often run as root, who may write everywhere."""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Iterator

_VERSION_3 = 0x20080522
_OVERRIDES = 1 << 1 | 1 << 2
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH: to write, and to read, whatever the permissions say."""


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Set(ctypes.Structure):
    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


@contextlib.contextmanager
def permissions_that_hold() -> Iterator[None]:
    """Let this thread write and read only what the permissions of files allow, whoever it is; see capabilities(7)."""
    sets = (_Set * 2)()
    _call("capget", sets)
    before = sets[0].effective
    sets[0].effective = before & ~_OVERRIDES
    _call("capset", sets)
    try:
        yield
    finally:
        sets[0].effective = before
        _call("capset", sets)


def _call(name: str, sets: ctypes.Array[_Set]) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc[name](ctypes.byref(_Header(_VERSION_3, 0)), sets) != 0:
        raise OSError(ctypes.get_errno(), name)
