"""Mutation testing of Python: faults are put into the code, one at a time, and the tests are to notice.

    python scripts/mutate_python.py src/motu/games --map build/coverage/python --sample 60 --seed 1

Which tests run a line comes from the map that `scripts/coverage` makes: coverage.py's data with a context for each
test, and the log of the run, which has their durations. pytest collects the tests once; every mutant then gets a
process forked from that one, in which the code objects of the mutated function are exchanged, and runs the tests that
touch the line, quickest first, until one fails. So a mutant costs what its tests cost and no imports. What stands
outside of functions is not mutated: it ran before the exchange.

Of all mutants of the files a sample is drawn, the same one for the same seed. A mutant counts as caught when a test
fails that passes without it, or when the tests take many times as long as they did. What no test touches has survived.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import re
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from coverage import CoverageData
from python_mutants import Mutant, find_mutants

SLACK_SECONDS = 20
"""Beyond five times what the tests took, until a mutant counts as caught by hanging."""

SOURCE = Path(__file__).resolve().parents[1] / "src/motu"
PACKAGE = Path((find_spec("motu") or sys.exit("motu is not installed")).origin).parent
"""What is imported: an installed copy of the source, as a rule."""
MISTAKE = 99
"""The status of a process in which not the tests failed, but this program."""


def imported(mutant: Mutant) -> str:
    """Return the file from which the mutant's module is imported."""
    return str(PACKAGE / Path(mutant.path).resolve().relative_to(SOURCE))


def mutated_text(mutant: Mutant) -> str:
    """Return the file's text with the fault in it."""
    data = Path(mutant.path).read_bytes()
    return (data[: mutant.begin] + mutant.after.encode() + data[mutant.end :]).decode()


def exchange_code(mutant: Mutant) -> int:
    """Put the mutant's code into all living functions that have the original's; return how many there were."""
    path = imported(mutant)
    original = compile(Path(path).read_text(), path, "exec", dont_inherit=True)
    mutated = compile(mutated_text(mutant), path, "exec", dont_inherit=True)
    changed = {old: new for old, new in _pairs(original, mutated) if old.co_code != new.co_code or old != new}
    count = 0
    gc.unfreeze()  # the tests freeze all that was there when they were found, and what is frozen is not told
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename == path:
            replacement = changed.get(thing.__code__)
            if replacement is not None and replacement.co_freevars == thing.__code__.co_freevars:
                thing.__code__ = replacement
                count += 1
    return count


def _pairs(original: CodeType, mutated: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    old = [const for const in original.co_consts if isinstance(const, CodeType)]
    new = [const for const in mutated.co_consts if isinstance(const, CodeType)]
    if len(old) == len(new):  # else the fault took a lambda with it, and the function around it is enough
        for one, other in zip(old, new, strict=True):
            yield one, other
            yield from _pairs(one, other)


class _Map:
    """Which tests run a line, and how long each of them takes."""

    def __init__(self, folder: Path) -> None:
        self._data = CoverageData(str(folder / "coverage.data"))
        self._data.read()
        log = (folder / "pytest.log").read_text()
        timed = re.findall(r"^([\d.]+)s (?:call|setup) +(\S.*)$", log, re.MULTILINE)
        self.durations: defaultdict[str, float] = defaultdict(float)
        for seconds, test in timed:
            self.durations[test] += float(seconds)
        self._lines: dict[str, dict[int, list[str]]] = {}

    def tests_of(self, mutant: Mutant) -> list[str]:
        """List the tests that run the mutant's line, quickest first."""
        path = imported(mutant)
        if path not in self._lines:
            self._lines[path] = self._data.contexts_by_lineno(path)
        lines = self._lines[path]
        contexts = {name for line in (mutant.line, mutant.statement) for name in lines.get(line, [])}
        tests = {name.rpartition("|")[0] for name in contexts if name}
        return sorted(tests, key=lambda test: (self.durations[test], test))


class _Runner:
    """The plugin that runs mutants instead of tests once pytest has collected these."""

    def __init__(self, mutants: Sequence[Mutant], options: argparse.Namespace) -> None:
        self._mutants, self._sample, self._budget = mutants, options.sample or len(mutants), options.budget
        self._map, self._out = _Map(options.map), options.out
        self._failed = ""
        self._sound: dict[str, bool] = {}
        self.done: list[Mutant] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self) -> None:
        from hypothesis import Phase, settings  # noqa: PLC0415 (pytest wants to be the first to import it)

        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", database=None, derandomize=True, phases=phases)
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        with self._out.open("w") as out:
            for mutant in self._mutants:
                if len(self.done) == self._sample:
                    break
                self._judge(mutant, items)
                if mutant.verdict != "dropped":
                    self.done.append(mutant)
                    out.write(json.dumps(asdict(mutant)) + "\n")
                    out.flush()
        return True

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self._failed:
            self._failed = report.nodeid

    def _judge(self, mutant: Mutant, items: dict[str, pytest.Item]) -> None:
        tests = [items[test] for test in self._map.tests_of(mutant) if test in items]
        began = time.monotonic()
        mutant.tests = len(tests)
        mutant.verdict, mutant.killer = self._run(mutant, tests) if tests else ("survived", "no test touches it")
        mutant.seconds = round(time.monotonic() - began, 1)
        mark = {"caught": ".", "survived": "S", "dropped": "-"}[mutant.verdict]
        change = f"{mutant.path}:{mutant.line} {mutant.before!r} -> {mutant.after!r}"
        print(f"{mark} {change} [{mutant.killer}] {mutant.seconds} s", flush=True)

    def _run(self, mutant: Mutant, tests: list[pytest.Item]) -> tuple[str, str]:
        chosen, total = [], 0.0
        for test in tests:
            total += self._map.durations[test.nodeid] + 0.01
            if chosen and total > self._budget:
                break
            chosen.append(test)
        while chosen:
            status, failed = self._fork(mutant, chosen, 5 * total + SLACK_SECONDS)
            if status == "dropped" or not failed:
                return status, "" if status == "dropped" else f"{len(chosen)} of {len(tests)} tests"
            if failed == "timeout" or self._is_sound(failed, chosen):
                return "caught", failed
            chosen = [test for test in chosen if test.nodeid != failed]
        return "survived", "every test that failed does so without it"

    def _is_sound(self, nodeid: str, tests: list[pytest.Item]) -> bool:
        """Tell whether a test passes without any mutant."""
        if nodeid not in self._sound:
            only = [test for test in tests if test.nodeid == nodeid]
            self._sound[nodeid] = not self._fork(None, only, 600)[1]
        return self._sound[nodeid]

    def _fork(self, mutant: Mutant | None, tests: list[pytest.Item], limit: float) -> tuple[str, str]:
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            os.setsid()
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            try:
                self._be_child(mutant, tests, writer)
            finally:
                os._exit(MISTAKE)
        os.close(writer)
        signal.signal(signal.SIGALRM, lambda *_: os.killpg(child, signal.SIGKILL))
        signal.setitimer(signal.ITIMER_REAL, limit)
        with os.fdopen(reader) as pipe:
            answer = pipe.read()
        _, status = os.waitpid(child, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # what the tests left running
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == MISTAKE:
            raise SystemExit(f"the mutant could not be put in place: {mutant}")
        if answer == "dropped":
            return "dropped", ""
        if status != 0:
            return "caught", "timeout" if os.WIFSIGNALED(status) else "the process died"
        return ("caught", answer) if answer else ("survived", "")

    def _be_child(self, mutant: Mutant | None, tests: list[pytest.Item], writer: int) -> None:
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        if mutant is not None and not exchange_code(mutant):
            os.write(writer, b"dropped")
            os._exit(0)
        self._failed = ""
        tests[0].config.pluginmanager.unregister(name="terminalreporter")
        for test, following in zip(tests, [*tests[1:], None], strict=True):
            test.ihook.pytest_runtest_protocol(item=test, nextitem=following)
            if self._failed:
                break
        os.write(writer, self._failed.encode())
        os._exit(0)


def report(mutants: Sequence[Mutant]) -> None:
    """Print how many of the mutants were caught, and the survivors."""
    verdicts = Counter(mutant.verdict for mutant in mutants)
    caught = verdicts["caught"]
    print(f"\n{len(mutants)} mutants, {caught} caught ({100 * caught / max(1, len(mutants)):.0f} %)")
    for mutant in mutants:
        if mutant.verdict == "survived":
            print(f"  {mutant.path}:{mutant.line}: {mutant.before} -> {mutant.after} [{mutant.killer}]")


def main() -> int:
    """Draw the sample, judge it, print what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("paths", nargs="+", type=Path, help="files and folders to mutate")
    parser.add_argument("--map", type=Path, default=Path("build/coverage/python"), help="what scripts/coverage wrote")
    parser.add_argument("--sample", type=int, default=60, help="how many mutants; 0: all")
    parser.add_argument("--skip", type=int, default=0, help="how many of the first to leave out: a run's that ended")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--budget", type=float, default=60, help="seconds of tests a mutant")
    parser.add_argument("--out", type=Path, default=Path("build/mutants.jsonl"), help="gets a line a mutant")
    parser.add_argument("--only", default="", help="a file written by --out: its survivors alone, again")
    parser.add_argument("--tests", nargs="*", default=["tests"], help="files and folders of tests")
    options = parser.parse_args()
    files = sorted({file for path in options.paths for file in ([path] if path.is_file() else path.rglob("*.py"))})
    mutants = find_mutants(files)
    random.Random(options.seed).shuffle(mutants)
    if options.only:
        rows = [json.loads(line) for line in Path(options.only).read_text().splitlines()]
        kept = {(r["path"], r["before"], r["after"], r["line"]) for r in rows if r["verdict"] == "survived"}
        mutants = [m for m in mutants if (m.path, m.before, m.after, m.line) in kept]
    print(f"{len(mutants)} mutants in {len(files)} files", flush=True)
    del mutants[: options.skip]
    options.out.parent.mkdir(parents=True, exist_ok=True)
    runner = _Runner(mutants, options)
    arguments = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov", "-m", "not slow", "--no-header"]
    code = pytest.main([*arguments, *options.tests], plugins=[runner])
    report(runner.done)
    return 0 if code in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED} else int(code)


if __name__ == "__main__":
    sys.exit(main())
