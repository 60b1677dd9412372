"""The limits of one call of Atomorph's solver and how far it is (floor: solve)."""

from __future__ import annotations

import threading
import time

from motu import _core
from motu.solve.solution import OnProgress, Progress, SolveLimits


class FlipWork:
    """The limits of one call and how far it is."""

    def __init__(self, limits: SolveLimits, on_progress: OnProgress | None, is_stopped: threading.Event) -> None:
        self.limits = limits
        self.nodes = 0
        self._on_progress = on_progress
        self._is_stopped = is_stopped
        self._begin = time.monotonic()
        self._cpu = time.process_time()
        self._last = self._begin
        self._native: _core.NativeFlipSolver | None = None
        self._first_node = 0
        self._spent = 0

    @property
    def cpu_seconds(self) -> float:
        """Of all threads, since the call began."""
        return time.process_time() - self._cpu

    def begin_search(self, native: _core.NativeFlipSolver) -> None:
        """Count from here on what this solver looks at."""
        self._native = native
        self._first_node = native.nodes
        self._spent = self.nodes

    def _count(self) -> None:
        if self._native is not None:
            self.nodes = self._spent + self._native.nodes - self._first_node

    def is_over(self) -> bool:
        """Say whether time or nodes are used up, or somebody has stopped it."""
        self._count()
        return self._must_stop() or (self.limits.nodes is not None and self.nodes >= self.limits.nodes)

    def nodes_left(self) -> int:
        """Return a bound for the native search: 0 is none."""
        self._count()
        return 0 if self.limits.nodes is None else max(1, self.limits.nodes - self.nodes)

    def report(self, nodes: int, proof: int, disproof: int) -> bool:
        """Tell how far a search is; returns whether it is to go on."""
        self._tell(self._spent + nodes - self._first_node, f"proof number {proof:,}, disproof number {disproof:,}")
        return not self._must_stop()

    def report_table(self, done: float) -> bool:
        """Tell how far a table is, from 0 to 1; returns whether it is to go on."""
        self._tell(0, f"table of all positions, {done:.0%}")
        return not self._must_stop()

    def _must_stop(self) -> bool:
        is_late = self.limits.seconds is not None and time.monotonic() - self._begin >= self.limits.seconds
        return is_late or self._is_stopped.is_set()

    def _tell(self, nodes: int, text: str) -> None:
        now = time.monotonic()
        if self._on_progress is None or now - self._last < 0.1:
            return
        self._last = now
        self._on_progress(Progress(nodes, now - self._begin, text))
