"""Looks for faults: sequences of steps are taken in child processes, and each fault found is made small.

A step is plain data. The child writes it to a file before it takes it, so whatever ends the child - a signal, the
sanitizers, a step that takes too long - leaves the steps that led there, and they can be taken again.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import re
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn, Protocol

Step = list[Any]
"""A step's name and what it takes: texts, numbers, lists of them."""

SHRINKING_S = 90.0
"""How long a finding is made smaller."""
FIRST_STEP = 3
"""How many times as long the first step of a sequence may take as another: under the sanitizers, on a machine with much
else to do, a process takes a minute and more to start."""
ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""What a hunt is broken off with."""
_FAULT = 3
"""The exit code of a child that has found a fault itself."""
_BEGIN: Step = ["begin"]


class Log:
    """The child's account of what it is about to do."""

    def __init__(self, path: Path, patience: float) -> None:
        self._file = path.open("w", encoding="utf-8")
        self._patience = patience
        self._is_first = True

    def begin(self) -> None:
        """Say that a sequence begins: nothing from before is needed."""
        self.step(_BEGIN)
        self._is_first = True

    def step(self, step: Step) -> None:
        """Say what comes next, and give it so long; then Python's stacks are written and the child ends.

        The first step of a sequence waits for a process to start as well, and has longer.
        """
        self._file.write(json.dumps(step) + "\n")
        self._file.flush()
        faulthandler.dump_traceback_later(self._patience * (FIRST_STEP if self._is_first else 1), exit=True)
        self._is_first = False

    def fault(self, text: str) -> NoReturn:
        """End the child: what the last step did is wrong."""
        print(text, file=sys.stderr, flush=True)
        os._exit(_FAULT)


class Surface(Protocol):
    """Something that can be used in many ways."""

    patience: float
    """Seconds that a step may take."""

    def explore(self, seed: int, log: Log) -> None:
        """Take sequences of steps that follow from the seed."""

    def replay(self, steps: Sequence[Step], log: Log) -> None:
        """Take these steps; those that lack something are passed over."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a child ended."""

    kind: str
    """"well", "fault", "hang", or "SIGSEGV" and the like."""
    text: str
    """What it said."""
    sequences: list[list[Step]]

    @property
    def signature(self) -> str:
        """What two endings with the same cause have in common, as a rule."""
        summary = re.search(r"^SUMMARY: (.*)", self.text, re.MULTILINE)
        if summary is not None:
            return re.sub(r"0x[0-9a-f]+|\(BuildId.*", "", summary[1])
        if self.kind == "fault":
            first = next(iter(self.text.strip().splitlines()), "")
            places = re.findall(r'File ".*?/motu/([^"]+)", line (\d+), in (\S+)', self.text)
            if places and not first.startswith("AssertionError"):
                return f"{first.partition(':')[0]} at {':'.join(places[-1])}"
            return re.sub(r"\(.*", "", re.sub(r"\d+", "#", first))[:160]
        frames = re.findall(r'File ".*?([^/"]+)", line (\d+) in (\S+)', self.text)
        return f"{self.kind} in " + " < ".join(f"{file}:{line} {name}" for file, line, name in frames[:2])


@dataclass(slots=True)
class Finding:
    """A fault, and the least that leads to it."""

    ending: Ending
    steps: list[Step]
    times: int = 1


@dataclass(slots=True)
class Account:
    """What a hunt has done."""

    rounds: int = 0
    sequences: int = 0
    steps: int = 0
    findings: dict[str, Finding] = field(default_factory=dict)
    is_broken_off: bool = False
    """Whether a signal has ended it."""


def in_child(work: Callable[[Log], None], patience: float) -> Ending:
    """Work in a child process until it ends, or no step has begun for too long."""
    with tempfile.TemporaryDirectory(prefix="motu-fuzz-") as folder:
        log, words = Path(folder, "steps"), Path(folder, "words")
        sys.stdout.flush()
        pid = 0
        try:
            with _held_signals():
                pid = os.fork()
                if pid == 0:
                    _work(work, log, words, Path(folder), patience)
            kind = _wait(pid, log, (FIRST_STEP + 2) * patience)
        except KeyboardInterrupt:
            if pid:
                _end_all(pid)
            raise
        text = words.read_text("utf-8", "replace") if words.exists() else ""
        if kind != "fault" and "Timeout (" in text:
            kind = "hang"
        return Ending(kind, text, _sequences(log))


@contextlib.contextmanager
def _held_signals() -> Iterator[None]:
    """Let signals wait: one that is raised in what Python does after a fork would be lost."""
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING_SIGNALS)


def _work(work: Callable[[Log], None], log: Path, words: Path, folder: Path, patience: float) -> NoReturn:
    """Be the child; it has a folder of its own to work in."""
    for name in ENDING_SIGNALS:
        signal.signal(name, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING_SIGNALS)
    os.setpgid(0, 0)
    out = os.open(words, os.O_WRONLY | os.O_CREAT)
    os.dup2(out, 1)
    os.dup2(out, 2)
    faulthandler.enable(all_threads=False)
    own = folder / "own"
    own.mkdir()
    os.chdir(own)
    os.environ["XDG_DATA_HOME"] = str(own / "data")
    diary = Log(log, patience)
    try:
        work(diary)
    except BaseException:  # noqa: BLE001 - whatever it is, the parent reads of it
        error = sys.exc_info()[1]
        diary.fault(f"{type(error).__name__}: {error}\n{traceback.format_exc()}")
    os._exit(0)


def _wait(pid: int, log: Path, silence: float) -> str:
    while True:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            break
        time.sleep(0.01)
        with contextlib.suppress(FileNotFoundError):
            if time.time() - log.stat().st_mtime > silence:
                _end_all(pid)
                return "hang"
    with contextlib.suppress(ProcessLookupError):  # what the child has left running
        os.killpg(pid, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        return signal.Signals(-code).name
    return {0: "well", _FAULT: "fault"}.get(code, f"exit {code}")


def _end_all(pid: int) -> None:
    """End a child that still runs, and whatever it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)  # it may not lead a group yet
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def _sequences(log: Path) -> list[list[Step]]:
    found: list[list[Step]] = [[]]
    with contextlib.suppress(FileNotFoundError):
        for line in log.read_text("utf-8").splitlines(keepends=True):
            if not line.endswith("\n"):
                break  # the child was ended while it wrote
            step = json.loads(line)
            if step == _BEGIN:
                found.append([])
            else:
                found[-1].append(step)
    return [each for each in found if each]


def hunt(surface: Surface, seeds: Iterator[int], until: float) -> Account:
    """Explore with one seed after the other until the time is over; tell of each finding at once.

    KeyboardInterrupt ends it early: the account says so, and has all rounds that were whole.
    """
    account = Account()
    try:
        for seed in seeds:
            if account.rounds and time.monotonic() > until:
                break
            _explore(surface, seed, account)
    except KeyboardInterrupt:
        account.is_broken_off = True
    return account


def _explore(surface: Surface, seed: int, account: Account) -> None:
    """Take a round, and make what it finds small."""
    ending = in_child(lambda log: surface.explore(seed, log), surface.patience)
    account.rounds += 1
    account.sequences += len(ending.sequences)
    account.steps += sum(map(len, ending.sequences))
    if ending.kind == "well":
        return
    known = account.findings.get(ending.signature)
    if known is not None:
        known.times += 1
        return
    print(f"round {seed}: {ending.kind}: {ending.signature}", flush=True)
    # Kept before it is made small, which takes long and may be broken off.
    whole = [step for sequence in ending.sequences for step in sequence]
    finding = account.findings[ending.signature] = Finding(ending, whole)
    finding.steps = shrunk(surface, ending)


def shrunk(surface: Surface, ending: Ending) -> list[Step]:
    """Return fewer steps that end alike: of the last sequence, if that is enough, else of all."""
    whole = [step for sequence in ending.sequences for step in sequence]
    deadline = time.monotonic() + SHRINKING_S

    def ends_alike(steps: Sequence[Step]) -> bool:
        again = in_child(lambda log: surface.replay(steps, log), surface.patience)
        return again.kind == ending.kind and (ending.kind != "fault" or again.signature == ending.signature)

    last = ending.sequences[-1] if ending.sequences else []
    steps = last if ends_alike(last) else whole
    size = max(1, len(steps) // 2)
    while time.monotonic() < deadline:
        begin, is_smaller = 0, False
        while begin < len(steps) and time.monotonic() < deadline:
            fewer = steps[:begin] + steps[begin + size :]
            if fewer and ends_alike(fewer):
                steps, is_smaller = fewer, True
            else:
                begin += size
        if size == 1 and not is_smaller:
            break
        size = max(1, size // 2)
    return steps
