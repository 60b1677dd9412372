"""Processes and threads that let others go before them, where the system can (floor: server)."""

from __future__ import annotations

import contextlib
import os
import sys
import threading


def calm_process(pid: int, niceness: int) -> None:
    """Let other processes go before this one.

    Args:
        pid: Its number.
        niceness: 0 to 19, what `nice` takes; never less than this process has itself.
    """
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, pid, max(niceness, os.getpriority(os.PRIO_PROCESS, 0)))


def calm_thread(by: int) -> None:
    """Let other threads go before the one that calls; only Linux knows a thread by a number that is no process's.

    Args:
        by: How much nicer it becomes than it is.
    """
    if sys.platform == "linux":
        nicest = min(19, os.getpriority(os.PRIO_PROCESS, 0) + by)
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nicest)
