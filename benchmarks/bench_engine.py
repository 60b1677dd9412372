"""How soon the protocols answer: real processes, wall time from the last byte of a request to the line that answers it.

The bound is 100 ms for the first result of an analysis. Rounds over all positions in turn, medians and the slowest. Run
by `scripts/bench`, or `python benchmarks/bench_engine.py [--json]`.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

ROUNDS = 9
BOUND_MS = 100.0
POSITIONS = {
    "hex 11": ("hex", "f6 g5 e7"),
    "hex 19": ("hex(size=19)", ""),
    "atoll nauru": ("nauru", "g7 swap h12"),
    "atoll kiritimati": ("kiritimati", ""),
    "atomorph 11": ("atomorph", "f6 e5"),
    "atmalof": ("atmalof", "r4=6 c2=1 r3=3"),
    "atmalof, a roll": ("atmalof", "r4=6 c2=1 r3"),
}


class Engine:
    """A process that reads and writes lines."""

    def __init__(self, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "motu", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout

    def write(self, line: str) -> float:
        """Send a line and return when that was, in seconds."""
        self._stdin.write(line + "\n")
        self._stdin.flush()
        return time.perf_counter()

    def read(self) -> str:
        """Wait for a line."""
        return self._stdout.readline()

    def read_final(self) -> dict[str, Any]:
        """Wait for a final answer of the analysis engine."""
        while True:
            answer: dict[str, Any] = json.loads(self.read())
            if answer.get("isDuringSearch") is False:
                return answer

    def close(self) -> None:
        """Let the process end."""
        self._process.communicate(timeout=60)


@contextmanager
def engine(*arguments: str) -> Iterator[Engine]:
    """A process that is warm: it has answered once."""
    running = Engine(*arguments)
    try:
        yield running
    finally:
        running.close()


def milliseconds_since(begin: float) -> float:
    """Return the wall time since a moment of `time.perf_counter`."""
    return 1000 * (time.perf_counter() - begin)


def analysis_latencies() -> Iterator[tuple[str, str, float]]:
    """Yield (what, position, milliseconds) of first partial results and of the ends that `terminate` asks for."""
    with engine("engine", "--json", "--threads", "1") as asked:
        asked.write('{"id":"warm","spec":"hex","maxVisits":10}')
        asked.read_final()
        for number in range(ROUNDS):
            for name, (spec, moves) in POSITIONS.items():
                query = {"id": f"{number}", "spec": spec, "moves": moves, "maxTime": 30, "reportDuringSearchEvery": 60}
                begin = asked.write(json.dumps(query))
                first = json.loads(asked.read())
                assert first["isDuringSearch"]
                yield "first line", name, milliseconds_since(begin)
                begin = asked.write('{"id":"t","action":"terminate_all"}')
                asked.read_final()
                yield "terminate", name, milliseconds_since(begin)


def command_latencies() -> Iterator[tuple[str, str, float]]:
    """Yield (what, position, milliseconds) of commands of the text protocol that don't search."""
    with engine("gtp", "--player", "mcts:100") as asked:
        for _ in range(ROUNDS):
            for name, (spec, moves) in POSITIONS.items():
                for what, command in (("motu-spec", f"motu-spec {spec}"), ("play-game", f"play-game {moves}")):
                    begin = asked.write(command)
                    while asked.read() != "\n":
                        pass
                    yield f"gtp {what}", name, milliseconds_since(begin)


def cold_start() -> Iterator[tuple[str, str, float]]:
    """Yield how long a new process takes to its first line, the interpreter's start included."""
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        with engine("analyze", "hex", "--json", "--every", "60", "--seconds", "0.2") as started:
            started.read()
            yield "new process, first line", "hex 11", milliseconds_since(begin)


def measure() -> list[dict[str, object]]:
    """Measure everything, and return a row for each thing and position."""
    found: dict[tuple[str, str], list[float]] = {}
    for source in (analysis_latencies, command_latencies, cold_start):
        for what, name, spent in source():
            found.setdefault((what, name), []).append(spent)
    return [_row(what, name, values) for (what, name), values in sorted(found.items())]


def _row(what: str, name: str, values: list[float]) -> dict[str, object]:
    row: dict[str, object] = {"what": what, "position": name, "median ms": round(statistics.median(values), 1)}
    row["slowest ms"] = round(max(values), 1)
    if what == "first line":
        row["within the bound"] = f"{sum(value <= BOUND_MS for value in values)} of {len(values)}"
    return row


def main() -> None:
    """Print one line a row, or JSON lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="JSON lines")
    as_json = parser.parse_args().json
    for row in measure():
        print(json.dumps(row) if as_json else "  ".join(f"{key}: {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
