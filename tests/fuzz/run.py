"""The command behind `scripts/fuzz`: hunts on a surface, says what came of it, and takes a finding's steps again."""

from __future__ import annotations

import argparse
import importlib
import itertools
import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

import motu
from fuzz.hunt import Account, Finding, Surface, heed_signals, hunt, in_child

SURFACES = ("library", "gtp", "json", "files", "server", "lab", "practice")
"""Each a module `fuzz.on_NAME` with a function `surface()`."""


def surface_named(name: str, without: frozenset[str]) -> Surface:
    """Return a surface, with some kinds of steps left out."""
    made: Surface = importlib.import_module(f"fuzz.on_{name}").surface(without)
    return made


def main() -> int:
    """Hunt, or replay; 1 where something was found."""
    asked = _arguments()
    _set_environment()
    surface = surface_named(asked.surface, frozenset(asked.without))
    surface.patience *= asked.patience
    heed_signals()
    print(f"motu {motu.__version__} of {Path(motu.__file__).parent}", flush=True)
    if asked.replay is not None:
        steps = json.loads(asked.replay.read_text("utf-8"))["steps"]
        ending = in_child(lambda log: surface.replay(steps, log), surface.patience)
        print(f"{ending.kind}\n{ending.text}")
        return int(ending.kind != "well")
    begin = time.monotonic()
    rounds = itertools.count(asked.seed) if asked.rounds is None else range(asked.seed, asked.seed + asked.rounds)
    until = begin + 60 * asked.minutes if asked.rounds is None else float("inf")
    account = hunt(surface, iter(rounds), until)
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)  # the account is told whatever comes
    for number, finding in enumerate(account.findings.values(), start=1):
        _tell(finding, asked.keep / f"{asked.surface}-{number}.json", asked.surface)
    print(_summary(asked.surface, account, time.monotonic() - begin), flush=True)
    return int(bool(account.findings))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/fuzz", description="Looks for faults on one surface of motu.")
    parser.add_argument("surface", choices=SURFACES)
    parser.add_argument("--minutes", type=float, default=1.0, help="how long")
    parser.add_argument("--rounds", type=int, help="so many child processes, however long they take")
    parser.add_argument("--seed", type=int, default=1, help="of the first round; each round has the next one")
    parser.add_argument("--patience", type=float, default=1.0, help="factor of the seconds that a step may take")
    parser.add_argument("--without", nargs="*", default=[], metavar="STEP", help="leave out these kinds of steps")
    parser.add_argument("--keep", type=Path, default=Path("build/fuzz"), help="where findings are written")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="take a finding's steps again")
    return parser.parse_args()


def _set_environment() -> None:
    """Have what the user has solved, taught and measured decide nothing."""
    os.environ["MOTU_NETS"] = str(Path(__file__).parents[1] / "nets" / "none")
    os.environ["XDG_DATA_HOME"] = tempfile.gettempdir() + "/motu-fuzz-nothing"
    os.environ["MOTU_NET_RUNTIME"] = "motu"


def _tell(finding: Finding, path: Path, surface: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"steps": finding.steps, "text": finding.ending.text}, indent=1), "utf-8")
    print(f"\n== {finding.ending.kind}, {finding.times} times: {finding.ending.signature}")
    for step in finding.steps[-40:]:
        print("  ", json.dumps(step)[:300])
    print(finding.ending.text.strip()[-1500:])
    print(f"again: bash scripts/fuzz {surface} --replay {path}")


def _summary(name: str, account: Account, seconds: float) -> str:
    return (
        f"{name}: {account.steps:,} steps in {account.sequences:,} sequences and {account.rounds:,} rounds, "
        f"{seconds:.0f} s: {len(account.findings)} findings"
        f"{' (broken off)' if account.is_broken_off else ''}"
    )


if __name__ == "__main__":
    sys.exit(main())
