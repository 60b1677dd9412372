"""`motu bench`: how fast this machine plays (floor: cli). For comparisons with peers see benchmarks/."""

from __future__ import annotations

import math
import platform
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.application import DEFAULT_SPEC, BadInputError
from motu.cli.output import write, write_json
from motu.cli.progress import ProgressBar

if TYPE_CHECKING:
    from motu import State

NAME = "bench"
SUMMARY = "How fast this machine plays."
EXAMPLES = """\b
Examples:
  motu bench
  motu bench atmalof --seconds 5
  motu bench 'hex(size=11)' --json
  motu bench --signature"""

_SEED = 1
_MAX_PLIES = 10_000
"""Where random games stop that no rule would stop."""
_FIRST_BATCH = 16

Batch = Callable[[int], int]
"""Plays so many games and returns how many plies they took."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What is measured."""

    name: str
    """A key for programs."""
    what: str
    """One line for people."""
    batch: Batch
    counts_plies: bool = True


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured."""

    measure: Measure
    games: int
    plies: int
    seconds: float
    """CPU time of the working thread."""

    def as_json(self) -> dict[str, object]:
        """Return the figures for programs."""
        data: dict[str, object] = {
            "what": self.measure.what,
            "games": self.games,
            "cpu_seconds": round(self.seconds, 6),
            "games_per_second": round(self.games / self.seconds),
        }
        if self.measure.counts_plies:
            data |= {"plies": self.plies, "plies_per_second": round(self.plies / self.seconds)}
        return data

    def line(self) -> str:
        """Return the figures for people."""
        plies = f"{self.plies / self.seconds:>14,.0f}" if self.measure.counts_plies else f"{'':>14}"
        return f"{self.games / self.seconds:>12,.0f} {plies}  {self.measure.what}"


def run(
    spec: Annotated[str, typer.Argument(metavar="SPEC", help="The game; hex if not given.")] = DEFAULT_SPEC,
    seconds: Annotated[
        float, typer.Option(metavar="S", min=0.01, max=3600, help="CPU time for each measurement; 1 if not given.")
    ] = 1.0,
    signature: Annotated[
        bool,
        typer.Option("--signature", help="Print one number that depends on every search's decisions."),
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Measure random play from the first move to the end on one core, in CPU time: natively and driven from Python."""
    if signature:
        _write_signature(json)
        return
    from motu import load_game
    from motu.boards import load_custom_board

    if not math.isfinite(seconds):
        raise BadInputError(f"--seconds is a number of seconds, not {seconds}", text=str(seconds))
    state = load_game(spec, load_custom_board).new_initial_state()
    measures = _measures(state)
    speeds: list[Speed] = []
    with ProgressBar("measuring", len(measures) * seconds) as progress:
        try:
            for measure in measures:
                speeds.append(progress.run(partial(_measured, measure, seconds)))
                progress.advance(seconds)
        except KeyboardInterrupt:
            _tell(state, speeds, seconds, json=json)
            raise
    _tell(state, speeds, seconds, json=json)


def _tell(state: State, speeds: list[Speed], seconds: float, *, json: bool) -> None:
    """Tell what was measured, if anything was."""
    if not speeds:
        return
    machine = f"Python {platform.python_version()}, {platform.machine()}, {_processor()}"
    if json:
        figures = {speed.measure.name: speed.as_json() for speed in speeds}
        write_json({"spec": state.game.spec, "seconds": seconds, "machine": machine, "measures": figures})
        return
    write(state.game.spec, f"one core, CPU time, {seconds:g} s each; {machine}", "")
    write(f"{'games/s':>12} {'plies/s':>14}", *(speed.line() for speed in speeds))


def _write_signature(json: bool) -> None:
    from motu.testing.signature import parts, signature

    found = list(parts())
    if json:
        write_json({"signature": signature(found), "parts": {part.name: part.number for part in found}})
    else:
        write(str(signature(found)))


def _measures(state: State) -> list[Measure]:
    what = "random games, native: legality and win test at every ply, all undone"
    found = [Measure("native", what, _native_batch(state))]
    if state.game.type.has_one_winner_when_full:
        what = "random fills, native: the empty cells dealt out at random, then the winner"
        found.append(Measure("fill", what, _fill_batch(state), counts_plies=False))
    what = "random games driven from Python: legal_actions, choice, apply_action"
    return [*found, Measure("python", what, _python_batch(state))]


def _native_batch(state: State) -> Batch:
    from motu import _core

    return lambda games: _core.random_playouts(state, games, _SEED, _MAX_PLIES).plies


def _fill_batch(state: State) -> Batch:
    from motu import _core

    def fill(games: int) -> int:
        _core.random_fills(state, games, _SEED)
        return 0

    return fill


def _python_batch(start: State) -> Batch:
    choose = random.Random(_SEED).choice

    def play(games: int) -> int:
        plies = 0
        for _ in range(games):
            state = start.clone()
            while not state.is_terminal() and state.ply() < _MAX_PLIES:
                state.apply_action(choose(state.legal_actions()))
            plies += state.ply()
        return plies

    return play


def _measured(measure: Measure, seconds: float) -> Speed:
    """Play batches, each as large as all before it together, until the time is over."""
    games = plies = 0
    batch = _FIRST_BATCH
    measure.batch(1)
    begin = time.thread_time()
    spent = 0.0
    while spent < seconds:
        plies += measure.batch(batch)
        games += batch
        spent = time.thread_time() - begin
        left = seconds - spent
        batch = max(1, min(games, int(games * left / max(spent, 1e-6))))
    return Speed(measure, games, plies, spent)


def _processor() -> str:
    """Return what the processor calls itself, where that is to be found."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:  # noqa: PTH123 - no path of ours
            names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
            return next(names, "unknown processor")
    except OSError:
        return platform.processor() or "unknown processor"
