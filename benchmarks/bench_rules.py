"""How fast the rules are from Python: against the same loop over OpenSpiel where it is installed, in the same run.

CPU time, subjects taken in turn for several rounds, medians. Run by `scripts/bench`, or
`python benchmarks/bench_rules.py [--json]`. The native figures come from the programs in `cpp/motu/bench`.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import statistics
import subprocess
import sys
import time
import timeit
from collections.abc import Callable
from random import random
from typing import Any

import motu

ROUNDS = 7
HEAVY = ("torch", "litestar", "onnxruntime", "openvino")


def play_from_python(new_state: Callable[[], Any], games: int = 300) -> float:
    """Return playouts per CPU second of the loop: legal_actions, choice, apply_action."""
    begin = time.process_time()
    for _ in range(games):
        state = new_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(random() * len(legal))])
    return games / (time.process_time() - begin)


def import_seconds() -> float:
    """Return what `import motu` adds to an interpreter's start, and make sure that nothing heavy comes with it."""
    check = f"import motu, sys; assert not set({HEAVY!r}) & set(sys.modules)"

    def user_seconds(code: str) -> float:
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - begin

    pairs = [(user_seconds(check), user_seconds("pass")) for _ in range(ROUNDS)]
    return statistics.median(whole - empty for whole, empty in pairs)


def call_nanoseconds() -> dict[str, float]:
    """Return the best of several timings of single calls, in nanoseconds."""
    state = motu.load_game("hex").new_initial_state()
    calls: dict[str, Callable[[], object]] = {
        "current_player": state.current_player,
        "is_terminal": state.is_terminal,
        "to_move": state.to_move,
    }
    return {
        name: min(timeit.repeat(call, number=200_000, repeat=ROUNDS)) / 200_000 * 1e9 for name, call in calls.items()
    }


def measure() -> list[dict[str, object]]:
    """Measure everything once, subjects in turn."""
    subjects: dict[str, Callable[[], Any]] = {
        "hex 11 from Python": motu.load_game("hex(swap=false)").new_initial_state,
        "atoll 11 from Python": motu.load_game("atoll(swap=false)").new_initial_state,
    }
    if importlib.util.find_spec("pyspiel") is not None:
        spiel = importlib.import_module("pyspiel")
        subjects["OpenSpiel hex 11 from Python"] = spiel.load_game("hex(board_size=11)").new_initial_state
    rates: dict[str, list[float]] = {name: [] for name in subjects}
    for _ in range(ROUNDS):
        for name, new_state in subjects.items():
            rates[name].append(play_from_python(new_state))
    reference = statistics.median(rates.get("OpenSpiel hex 11 from Python", [float("nan")]))
    rows: list[dict[str, object]] = [
        {"what": name, "playouts/s": round(rate), "of_openspiel": round(rate / reference, 2)}
        for name, rate in ((name, statistics.median(values)) for name, values in rates.items())
    ]
    rows += [{"what": f"call {name}", "ns": round(value, 1)} for name, value in call_nanoseconds().items()]
    rows.append({"what": "import motu", "seconds": round(import_seconds(), 3)})
    return rows


def main() -> None:
    """Print one line a row, or JSON lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="JSON lines")
    as_json = parser.parse_args().json
    for row in measure():
        print(json.dumps(row) if as_json else "  ".join(f"{key}: {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
