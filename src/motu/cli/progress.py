"""Long work: run beside the main thread, so that Ctrl-C is heard at once, with a progress bar after two seconds.

Floor: cli. A native call keeps Python's signal handlers waiting until it returns; a thread of its own doesn't.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Generic, Self, TypeVar

if TYPE_CHECKING:
    import rich.progress

PATIENCE_S = 2.0
"""How long people wait without being told anything."""

_TICK_S = 0.1
_THREAD_NAME = "motu-work"

Result = TypeVar("Result")


class _Job(Generic[Result]):
    """One call in a thread of its own."""

    def __init__(self, call: Callable[[], Result]) -> None:
        self._call = call
        self._done = threading.Event()
        self._result: list[Result] = []
        self._error: BaseException | None = None
        threading.Thread(target=self._run, name=_THREAD_NAME, daemon=True).start()

    def _run(self) -> None:
        try:
            self._result.append(self._call())
        except BaseException as error:  # noqa: BLE001 - raised again where the result is asked for
            self._error = error
        self._done.set()

    def wait(self, seconds: float) -> bool:
        """Return whether the job is done, after so many seconds at most."""
        return self._done.wait(seconds)

    def result(self) -> Result:
        """Return what the call returned, or raise what it raised."""
        if self._error is not None:
            raise self._error
        return self._result[0]


class ProgressBar:
    """A bar on stderr for work of several steps; it shows on terminals only, and only when the work takes long."""

    def __init__(self, title: str, total: float | None = None) -> None:
        """Begin.

        Args:
            title: What is being done.
            total: How many steps there are; None when nobody knows.
        """
        self._title = title
        self._total = total
        self._completed = 0.0
        self._begin = time.monotonic()
        self._bar: rich.progress.Progress | None = None
        self._wanted = bool(sys.stderr.isatty())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def run(self, call: Callable[[], Result], stop: Callable[[], None] | None = None) -> Result:
        """Return the result of a call that may take long; KeyboardInterrupt comes through at once.

        Args:
            call: The work.
            stop: What makes the call end soon. Where it is given, it is called on KeyboardInterrupt, which then comes
                through when the call has put its work away; a second one comes through at once.
        """
        job = _Job(call)
        try:
            while not job.wait(_TICK_S):
                self._show()
        except KeyboardInterrupt:
            if stop is not None:
                stop()
                while not job.wait(_TICK_S):
                    self._show()
            raise
        return job.result()

    def advance(self, steps: float = 1.0) -> None:
        """Note that so many steps are done."""
        self.reach(self._completed + steps)

    def reach(self, completed: float) -> None:
        """Note how many steps are done altogether."""
        self._completed = completed
        self._show()

    def say(self, title: str) -> None:
        """Change what is being done; any thread may."""
        self._title = title

    def _show(self) -> None:
        if not self._wanted or time.monotonic() - self._begin < PATIENCE_S:
            return
        if self._bar is None:
            self._bar = _bar()
            task = self._bar.add_task(self._title, total=self._total)
            self._bar.tasks[task].start_time = self._begin  # the bar came late, the work did not
            self._bar.start()
        self._bar.update(self._bar.task_ids[0], completed=self._completed, description=self._title)


def _bar() -> rich.progress.Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


def work_goes_on() -> bool:
    """Return whether a job that nobody waits for any more is still running."""
    return any(thread.name == _THREAD_NAME for thread in threading.enumerate())
