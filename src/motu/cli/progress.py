"""Long work: run beside the main thread, so that Ctrl-C is heard at once, with a progress bar after two seconds.

Floor: cli. A native call keeps Python's signal handlers waiting until it returns; a thread of its own doesn't. Python
loses what a handler raises while something is being dropped or forked, so a bar notes each Ctrl-C besides.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Generic, NoReturn, Self, TypeVar

if TYPE_CHECKING:
    import rich.progress

PATIENCE_S = 2.0
"""How long people wait without being told anything."""

_TICK_S = 0.1
_NOTE_S = 1.0
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
    """A bar on stderr for work of several steps; it shows on terminals only, and only when the work takes long.

    It tells how much of it is done, how fast, how long the rest will take, and what has come out so far (`note`).
    """

    def __init__(self, title: str, total: float | None = None, unit: str = "", begin: float = 0.0) -> None:
        """Begin.

        Args:
            title: What is being done.
            total: How many steps there are; None when nobody knows.
            unit: What is counted: "games"; without one the share that is done is told in percent.
            begin: Steps that were done before, by another run: they say nothing of how fast this one is.
        """
        self._title = title
        self._note: Callable[[], str] | None = None
        self._noted = ""
        self._note_due = 0.0
        self._total = total
        self._unit = unit
        self._before = begin
        self._completed = begin
        self._begin = time.monotonic()
        self._bar: rich.progress.Progress | None = None
        self._showing = threading.Lock()
        self.is_wanted = bool(sys.stderr.isatty())
        """Whether anybody could see it."""
        self._timer: threading.Timer | None = None
        self._is_hearing = False
        self._is_stopped = False
        """Whether Ctrl-C has come and nobody has taken notice."""

    def __enter__(self) -> Self:
        # Who has another handler wants something else of Ctrl-C, and other threads have no handlers.
        if threading.current_thread() is threading.main_thread():
            self._is_hearing = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if self._is_hearing:
            signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._is_hearing:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if self._timer is not None:
            self._timer.cancel()
        if self._bar is not None:
            self._bar.stop()

    def _hear(self, number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG002 - what handlers are given
        self._is_stopped = True
        raise KeyboardInterrupt

    def run(self, call: Callable[[], Result], stop: Callable[[], None] | None = None) -> Result:
        """Return the result of a call that may take long; KeyboardInterrupt comes through at once.

        Args:
            call: The work.
            stop: What makes the call end soon. Where it is given, it is called on KeyboardInterrupt, which then comes
                through when the call has put its work away; a second one comes through at once.
        """
        job = _Job(call)
        try:
            self._wait(job)
        except KeyboardInterrupt:
            self._is_stopped = False
            if stop is not None:
                stop()
                self._wait(job)
            raise
        return job.result()

    def run_to_end(self, call: Callable[[], Result], stop: Callable[[], None]) -> tuple[Result, bool]:
        """Return the result of a call that may take long, and whether Ctrl-C has ended it before its time.

        Args:
            call: The work.
            stop: What makes the call return soon with what it has; a second Ctrl-C comes through at once.
        """
        job = _Job(call)
        is_broken_off = False
        try:
            self._wait(job)
        except KeyboardInterrupt:
            self._is_stopped = False
            is_broken_off = True
            stop()
            self._wait(job)
        return job.result(), is_broken_off

    def _wait(self, job: _Job[Result]) -> None:
        """Show how far it is until a job is done; raise what Ctrl-C has raised in vain."""
        while not job.wait(_TICK_S):
            if self._is_stopped:
                raise KeyboardInterrupt
            self._show()

    def watch(self) -> None:
        """Let the bar show by itself in time, for work in the main thread that says nothing for long."""
        if self.is_wanted:
            timer = threading.Timer(PATIENCE_S + _TICK_S, self._show)
            timer.daemon = True
            timer.start()
            self._timer = timer

    def advance(self, steps: float = 1.0) -> None:
        """Note that so many steps are done."""
        self.reach(self._completed + steps)

    def reach(self, completed: float) -> None:
        """Note how many steps are done altogether."""
        self._completed = completed
        self._show()

    def reach_quietly(self, completed: float) -> None:
        """Note how many steps are done altogether; any thread may."""
        self._completed = completed

    def say(self, title: str) -> None:
        """Change what is being done; any thread may."""
        self._title = title

    def note(self, note: Callable[[], str]) -> None:
        """Tell what has come out so far: the score of a match. It is asked once a second at most, if the bar shows."""
        self._note = note

    def _show(self) -> None:
        if not self.is_wanted or time.monotonic() - self._begin < PATIENCE_S:
            return
        with self._showing:  # the timer and the work may both come first, and two bars would draw over each other
            if self._bar is None:
                self._bar = _bar(self._told, has_end=self._total is not None)
                self._bar.add_task(self._title, total=self._total)
                # Ctrl-C comes to the main thread, and would leave a bar that is half begun to be drawn over and over.
                starter = threading.Thread(target=self._bar.start, daemon=True)
                starter.start()
                starter.join()
        self._bar.update(self._bar.task_ids[0], completed=self._completed, description=self._title)

    def _told(self) -> str:
        """Return what stands behind the bar; asked whenever it is drawn."""
        elapsed = time.monotonic() - self._begin
        if self._note is not None and elapsed >= self._note_due:
            self._noted = self._note()
            self._note_due = elapsed + _NOTE_S
        facts = facts_of(self._completed, self._total, elapsed, self._unit, self._before)
        return "  ".join(part for part in (facts, self._noted) if part)


def facts_of(completed: float, total: float | None, elapsed: float, unit: str = "", before: float = 0.0) -> str:
    """Return how much of some work is done, how fast it goes, and how long the rest will take, in a few words.

    Args:
        completed: Steps that are done.
        total: How many there are; None when nobody knows.
        elapsed: Seconds since this run began.
        unit: What is counted; without one the share is told.
        before: Of the completed ones, those that were done before this run.
    """
    done = completed - before
    facts = [_clock(elapsed)]
    if unit:
        count = f"{completed:,.0f}" if total is None else f"{completed:,.0f}/{total:,.0f}"
        facts.insert(0, f"{count} {unit}")
        if done > 0:
            facts.append(_rate(done / elapsed))
    elif total:
        facts.insert(0, f"{completed / total:.0%}")
    if total is not None and done > 0 and completed < total:
        facts.append(f"{_clock((total - completed) * elapsed / done)} left")
    return " · ".join(facts)


def _rate(rate: float) -> str:
    """Return steps a second, or, where they are slow, how long one takes."""
    if rate < 1:
        return f"{1 / rate:,.1f} s each" if rate > 0.1 else f"{_clock(1 / rate)} each"
    return f"{rate:,.1f}/s" if rate < 100 else f"{rate:,.0f}/s"


def _clock(seconds: float) -> str:
    """Return a stretch of time as clocks show it: 0:07, 12:40, 1:02:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _bar(told: Callable[[], str], *, has_end: bool) -> rich.progress.Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, SpinnerColumn, TextColumn
    from rich.table import Column
    from rich.text import Text

    class Facts(ProgressColumn):
        def render(self, task: rich.progress.Task) -> Text:  # noqa: ARG002 - it has one task
            return Text(told())

    facts = Facts(Column(no_wrap=True, overflow="ellipsis"))
    columns: list[ProgressColumn] = [SpinnerColumn(), TextColumn("{task.description}", markup=False)]
    columns += [BarColumn(bar_width=12)] if has_end else []
    # What goes to a file or a pipe is nothing that could be in the bar's way, and must get there.
    is_above = bool(sys.stdout.isatty())
    return Progress(*columns, facts, console=Console(stderr=True), transient=True, redirect_stdout=is_above)


def work_goes_on() -> bool:
    """Return whether a job that nobody waits for any more is still running."""
    return any(thread.name == _THREAD_NAME for thread in threading.enumerate())
