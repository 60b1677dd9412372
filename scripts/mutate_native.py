"""Mutation testing of the C++ core: faults are put into the code, all in one program, and the tests are to notice.

    python scripts/mutate_native.py cpp/motu/atoll --objects build/mutants --sample 60 --seed 1

Of all mutants of the files a sample is drawn, the same one for the same seed. Every one of it is written into a copy of
its file behind a switch, `(is_on(7) ? a <= b : a < b)`, so that one build holds them all; what does not compile is left
out and the next one drawn. The copies are compiled and linked with the other objects of a build folder of CMake's that
has the tests (`scripts/mutate` makes it, without optimisation across files). Each test case then runs once, and the
program notes which mutants it has passed by; and each mutant runs the test cases that pass it by, quickest first, until
one fails. Taking many times as long as without it counts as failing. Headers are not mutated.

    … --at cpp/motu/atoll/fill.cpp:124        every fault of a line, for those who write the test
    … --only build/mutants-native.jsonl       what survived the last time
    … --tests "*/atoll/tests/*"               C++ tests in these files alone: quicker
    … --python tests/solve/test_x.py …        what no C++ test noticed, once more by Python's tests in these files
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

from native_mutants import Mutant, find_mutants

SLACK_SECONDS = 10
"""Beyond five times what the tests took, until a mutant counts as caught by hanging."""
PARTS = {"tests": ("motu_core", "motu_core_tests"), "module": ("motu_core", "_core", "nanobind-static")}
"""The targets of CMake's whose objects make up the test program, and the module for Python."""
SWITCH = Path(__file__).with_name("mutants_switch.hpp").resolve()


class _Program:
    """The test program with all mutants in it."""

    def __init__(self, objects: Path, tests: str) -> None:
        self._tests = [f"--source-file={tests}"] if tests else []
        self._work = objects / "mutated"
        self._work.mkdir(exist_ok=True)
        entries = json.loads((objects / "compile_commands.json").read_text())
        self._commands = {Path(entry["file"]).resolve(): entry for entry in entries}
        self.program = self._work / "tests"
        self.mutants: list[Mutant] = []
        self._count = 0

    def compile(self, queue: list[Mutant], sample: int) -> None:
        """Put the first mutants of the queue that can be compiled into copies of their files."""
        taken: list[Mutant] = []
        while queue and len(taken) < sample:
            changed = self._draw(queue, taken, sample)
            while changed:
                path = min(changed)
                refused = self._refused(path, [mutant for mutant in taken if mutant.path == path])
                taken = [mutant for mutant in taken if mutant not in refused]
                changed -= set() if refused else {path}
        self.mutants += taken

    def _draw(self, queue: list[Mutant], taken: list[Mutant], sample: int) -> set[str]:
        """Move mutants from the queue to those taken, none inside another; return the files that changed by it."""
        changed = set()
        while queue and len(taken) < sample:
            mutant = queue.pop(0)
            if any(m.path == mutant.path and m.begin < mutant.end and mutant.begin < m.end for m in taken):
                continue
            mutant.number, self._count = self._count, self._count + 1
            taken.append(mutant)
            changed.add(mutant.path)
        return changed

    def _refused(self, path: str, mutants: list[Mutant]) -> list[Mutant]:
        """Compile a file's copy; list the mutants to which the compiler objects."""
        text, spans = _with_switches(path, mutants)
        copy = self._work / path.replace("/", "_")
        copy.write_text(text)
        entry = self._commands[Path(path).resolve()]
        command = [word for word in shlex.split(entry["command"]) if word not in {"--coverage", "-fprofile-abs-path"}]
        while command and command[0].endswith("ccache"):
            command.pop(0)
        output = command.index("-o")
        command[output + 1] = str(copy.with_suffix(".o").resolve())
        command[command.index("-c") + 1] = str(copy.resolve())
        command += ["-w", "-fmax-errors=0", "-include", str(SWITCH)]
        result = subprocess.run(command, cwd=entry["directory"], capture_output=True, text=True, check=False)
        if result.returncode == 0:
            return []
        lines = {int(line) for line in re.findall(rf"{re.escape(copy.name)}:(\d+):\d+: error", result.stderr)}
        lines |= {int(line) for line in re.findall(rf"{re.escape(copy.name)}:(\d+):\d+:   required", result.stderr)}
        refused = [m for m, (first, last) in zip(mutants, spans, strict=True) if any(first <= n <= last for n in lines)]
        if not refused:
            raise SystemExit(f"{path} does not compile, and no mutant is to blame:\n{result.stderr[:3000]}")
        return refused

    def link(self) -> None:
        """Link the test program."""
        self._compile_switchboard()
        coverage = ["--coverage"] if any("--coverage" in entry["command"] for entry in self._commands.values()) else []
        command = ["g++", *coverage, "-o", str(self.program), *self._objects("tests"), "-pthread"]
        subprocess.run(command, check=True)

    def link_module(self) -> Path:
        """Link a copy of the module, and put it into a copy of the package; return the folder to import that from."""
        package = self._work / "python/motu"
        shutil.rmtree(package, ignore_errors=True)
        package.mkdir(parents=True)
        for part in Path("src/motu").resolve().iterdir():
            if not part.name.startswith("_core"):
                (package / part.name).symlink_to(part)
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        command = ["g++", "-shared", "-o", str(package / f"_core{suffix}"), *self._objects("module"), "-pthread"]
        subprocess.run(command, check=True)
        return package.parent

    def _compile_switchboard(self) -> None:
        command = ["g++", "-std=gnu++20", "-O1", "-fPIC", "-w", "-DMUTANTS_SWITCHBOARD", "-x", "c++", "-c", str(SWITCH)]
        subprocess.run([*command, "-o", str(self._work / "switchboard.o")], check=True)

    def _objects(self, what: str) -> list[str]:
        """List the objects of a program, with the copies in place of what is mutated."""
        mutated = {Path(mutant.path).resolve() for mutant in self.mutants}
        objects = [(self._work / "switchboard.o").resolve()]
        for path, entry in self._commands.items():
            words = shlex.split(entry["command"])
            output = Path(entry["directory"], words[words.index("-o") + 1]).resolve()
            if not any(f"/{target}.dir/" in str(output) for target in PARTS[what]):
                continue
            copy = (self._work / os.path.relpath(path).replace("/", "_")).with_suffix(".o").resolve()
            objects.append(copy if path in mutated else output)
        return list(map(str, objects))

    def run(self, names: Sequence[str], limit: float, **environment: str) -> int:
        """Run test cases; return the program's status, -1 when it took too long."""
        filters = ",".join(re.sub(r"([\\,])", r"\\\1", name) for name in names)
        command = [str(self.program), f"--test-case={filters}", "--abort-after=1"]
        try:
            return subprocess.run(
                command, env=os.environ | environment, timeout=limit, check=False,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
            ).returncode  # fmt: skip
        except subprocess.TimeoutExpired:
            return -1

    def test_cases(self) -> list[str]:
        """List the names of the test cases."""
        command = [self.program, "--list-test-cases", *self._tests]
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        lines = [line for line in output.splitlines() if not line.startswith(("[doctest]", "==="))]
        return sorted(set(lines))


def _with_switches(path: str, mutants: list[Mutant]) -> tuple[str, list[tuple[int, int]]]:
    """Return a file's text with all switches in it, and the lines on which each of them stands."""
    data = Path(path).read_bytes()
    text, at, spans = "", 0, {}
    for mutant in sorted(mutants, key=lambda mutant: mutant.begin):
        text += data[at : mutant.begin].decode()
        first = text.count("\n") + 1
        text += mutant.form.replace("@", f"::mutants::is_on({mutant.number})", 1)
        spans[mutant.number] = (first, text.count("\n") + 1)
        at = mutant.end
    return text + data[at:].decode(), [spans[mutant.number] for mutant in mutants]


class _Judge:
    def __init__(self, program: _Program, budget: float) -> None:
        self._program, self._budget = program, budget
        self.durations: dict[str, float] = {}
        self.passing: dict[int, list[str]] = {}

    def trace(self, limit: float) -> None:
        """Run every test case once, without a mutant, and note which mutants it passes by."""
        file = self._program.program.with_suffix(".passed")
        for name in self._program.test_cases():
            file.unlink(missing_ok=True)
            began = time.monotonic()
            status = self._program.run([name], limit, MUTANTS_PASSED=str(file))
            self.durations[name] = time.monotonic() - began
            if status != 0:
                print(f"left out, it fails or takes over {limit:.0f} s as it is: {name}", flush=True)
                continue
            for number in set(file.read_text().split()):
                self.passing.setdefault(int(number), []).append(name)

    def judge(self, mutant: Mutant) -> Mutant:
        names = sorted(self.passing.get(mutant.number, []), key=lambda name: self.durations[name])
        mutant.tests = len(names)
        began = time.monotonic()
        mutant.verdict, mutant.killer = "survived", "no test touches it"
        count = 0
        for batch in self._batches(names):
            limit = 5 * sum(self.durations[name] for name in batch) + SLACK_SECONDS
            status = self._program.run(batch, limit, MUTANT=str(mutant.number))
            if status != 0:
                mutant.verdict = "caught"
                mutant.killer = "timeout" if status == -1 else f"{batch[0]} … {len(batch)} tests"
                break
            count += len(batch)
            mutant.killer = f"{count} of {len(names)} tests"
        mutant.seconds = round(time.monotonic() - began, 1)
        return mutant

    def _batches(self, names: list[str]) -> Iterator[list[str]]:
        """Share tests out, quickest first, among runs of growing length, until the budget is spent."""
        batch, seconds, total, size = [], 0.0, 0.0, 0.5
        for name in names:
            if total and total + self.durations[name] > self._budget:
                break
            batch.append(name)
            seconds += self.durations[name]
            total += self.durations[name]
            if seconds > size:
                yield batch
                batch, seconds, size = [], 0.0, size * 3
        if batch:
            yield batch


class _PythonJudge:
    """What Python's tests in some files say of mutants that no C++ test has noticed."""

    def __init__(self, folder: Path, files: Sequence[str]) -> None:
        self._folder, self._files = folder, files
        self._durations: dict[str, float] = {}
        self._passing: dict[int, list[str]] = {}

    def trace(self) -> None:
        """Run every file once, without a mutant, and note which mutants it passes by."""
        passed = (self._folder / "passed").resolve()
        for file in self._files:
            passed.unlink(missing_ok=True)
            began = time.monotonic()
            status = self._run([file], None, MUTANTS_PASSED=str(passed))
            self._durations[file] = time.monotonic() - began
            if status != 0:
                print(f"left out, it fails as it is: {file}", flush=True)
                continue
            for number in set(passed.read_text().split()):
                self._passing.setdefault(int(number), []).append(file)

    def judge(self, mutant: Mutant) -> Mutant:
        for file in sorted(self._passing.get(mutant.number, []), key=lambda file: self._durations[file]):
            status = self._run([file], 5 * self._durations[file] + SLACK_SECONDS, MUTANT=str(mutant.number))
            if status != 0:
                mutant.verdict, mutant.killer = "caught", "timeout in Python" if status == -1 else file
                break
        return mutant

    def _run(self, files: Sequence[str], limit: float | None, **environment: str) -> int:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not slow", *files]
        environment |= {"PYTHONPATH": str(self._folder.resolve())}
        try:
            return subprocess.run(
                command, env=os.environ | environment, timeout=limit, check=False,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
            ).returncode  # fmt: skip
        except subprocess.TimeoutExpired:
            return -1


def _key(row: dict[str, object]) -> tuple[object, ...]:
    return tuple(row[name] for name in ("path", "begin", "end", "after", "verdict"))


def _files_of(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    return sorted(file for file in path.rglob("*.cpp") if not {"tests", "bindings"} & set(file.parts))


def draw(program: _Program, options: argparse.Namespace) -> None:
    """Draw the samples and compile them."""
    again = {_key(json.loads(line)) for line in options.only.read_text().splitlines()} if options.only else set()
    places = {(path, int(line)) for path, line in (place.rsplit(":", 1) for place in options.at)}
    named = {Path(path) for path, _ in places} | {Path(str(key[0])) for key in again if key[-1] == "survived"}
    for path in options.paths or sorted(named):
        files = _files_of(path)
        found = [mutant for file in files for mutant in find_mutants(file)]
        random.Random(options.seed).shuffle(found)
        if options.only:
            found = [mutant for mutant in found if _key(asdict(mutant) | {"verdict": "survived"}) in again]
        if places:
            found = [mutant for mutant in found if (mutant.path, mutant.line) in places]
        print(f"{path}: {len(found)} mutants in {len(files)} files", flush=True)
        program.compile(found, len(found) if options.only or places else options.sample)


def judge_all(program: _Program, options: argparse.Namespace) -> None:
    """Run the tests against every mutant, and write down what came of it."""
    judge = _Judge(program, options.budget)
    judge.trace(options.longest)
    by_python = _PythonJudge(program.link_module(), options.python) if options.python else None
    if by_python:
        by_python.trace()

    def judged(mutant: Mutant) -> Mutant:
        mutant = judge.judge(mutant)
        return by_python.judge(mutant) if by_python and mutant.verdict == "survived" else mutant

    with ThreadPoolExecutor(options.jobs) as pool, options.out.open("w") as out:
        for mutant in pool.map(judged, program.mutants):
            mark = "." if mutant.verdict == "caught" else "S"
            change = f"{mutant.before!r} -> {mutant.after!r}"
            print(f"{mark} {mutant.path}:{mutant.line} {change} [{mutant.killer}]", flush=True)
            out.write(json.dumps(asdict(mutant)) + "\n")
            out.flush()


def report(mutants: Sequence[Mutant]) -> None:
    """Print for each folder how many of its mutants were caught."""
    for folder in sorted({str(Path(mutant.path).parent) for mutant in mutants}):
        own = [mutant for mutant in mutants if str(Path(mutant.path).parent) == folder]
        caught = sum(mutant.verdict == "caught" for mutant in own)
        print(f"{folder}: {len(own)} mutants, {caught} caught ({100 * caught / len(own):.0f} %)")


def main() -> int:
    """Draw the samples, build them into one program, judge them, print what came of it."""
    parser = argparse.ArgumentParser(prog="mutate native", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("paths", nargs="*", type=Path, help="files and folders to mutate")
    parser.add_argument("--at", nargs="+", default=[], metavar="FILE:LINE", help="all mutants of these lines alone")
    parser.add_argument("--only", type=Path, help="a file written by --out: its survivors alone, again")
    parser.add_argument("--objects", type=Path, default=Path("build/mutants"), help="a build folder with the tests")
    parser.add_argument("--sample", type=int, default=60, help="how many mutants a path")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--budget", type=float, default=60, help="seconds of tests a mutant")
    parser.add_argument("--longest", type=float, default=60, help="seconds beyond which a test case is left out")
    parser.add_argument("--tests", default="", metavar="PATTERN,…", help="C++ tests in these files alone")
    parser.add_argument("--python", nargs="+", default=[], metavar="FILE", help="Python tests for what C++'s let by")
    parser.add_argument("--jobs", type=int, default=1, help="mutants judged at a time")
    parser.add_argument("--out", type=Path, default=Path("build/mutants-native.jsonl"), help="gets a line a mutant")
    options = parser.parse_args()
    if not (options.paths or options.at or options.only):
        parser.error("what is to be mutated? files or folders, --at FILE:LINE or --only FILE")
    program = _Program(options.objects, options.tests)
    draw(program, options)
    if not program.mutants:
        parser.error("there are no such mutants")
    program.link()
    judge_all(program, options)
    report(program.mutants)
    return 0


if __name__ == "__main__":
    sys.exit(main())
