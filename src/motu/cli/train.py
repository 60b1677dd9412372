"""`motu train`: teach a net by self-play (floor: cli)."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from motu.cli.application import INTERRUPTED, BadInputError
from motu.cli.output import remark, write
from motu.cli.progress import ProgressBar

if TYPE_CHECKING:
    from motu.train.config import Config
    from motu.train.loop import TrainingRun, Workers

NAME = "train"
SUMMARY = "Teach a net by self-play."
EXAMPLES = """\b
Examples:
  motu train hex.toml --out runs/hex --minutes 30
  motu train hex.toml --out runs/hex --resume runs/hex/checkpoint.pt
  motu train large.toml --out runs/large --learn-from runs/hex/checkpoint.pt
  motu train mine.toml --out runs/mine --begin-with atoll-medium
  motu train atoll.toml --out runs/atoll --device cuda
  motu train atoll.toml --out runs/atoll --cluster local --workers 8"""


class _Stop:
    """Whether to stop: after so many minutes, or when Ctrl-C is pressed or the system asks."""

    def __init__(self, minutes: float) -> None:
        self._seconds = minutes * 60
        self._end = time.monotonic() + self._seconds if minutes else float("inf")
        self.is_interrupted = False

    def __call__(self) -> bool:
        return self.is_interrupted or time.monotonic() >= self._end

    def share_left(self) -> float:
        """Return how much of the minutes is left, from 1 down to 0; always 1 where none are given."""
        return max(self._end - time.monotonic(), 0.0) / self._seconds if self._seconds else 1.0

    def interrupt(self, _number: int, _frame: FrameType | None) -> None:
        """Stop soon; a second Ctrl-C stops at once."""
        if self.is_interrupted:
            raise KeyboardInterrupt
        self.is_interrupted = True

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        """Take signals over for a while."""
        before = {number: signal.signal(number, self.interrupt) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


class _Beginning(NamedTuple):
    """What a training goes on from: a checkpoint alone, or a net, positions, both or neither."""

    resume: Path | None
    learn_from: Path | None
    begin_with: Path | None


def run(
    config: Annotated[Path, typer.Argument(metavar="CONFIG", help="A TOML file; docs/nets.md says what stands there.")],
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where all goes.")] = Path("training"),
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="CHECKPOINT", help="Go on from there; see FOLDER/checkpoint.pt.")
    ] = None,
    learn_from: Annotated[
        Path | None,
        typer.Option(
            "--learn-from", metavar="CHECKPOINT", help="A new net; first it learns what that training played."
        ),
    ] = None,
    begin_with: Annotated[
        str | None,
        typer.Option("--begin-with", metavar="NET", help="Begin with a net, which may be smaller: its file or name."),
    ] = None,
    minutes: Annotated[
        float, typer.Option("--minutes", metavar="M", min=0, help="Stop after M minutes; 0: never.")
    ] = 0.0,
    generations: Annotated[
        int, typer.Option("--generations", metavar="N", min=0, help="Stop after N generations; 0: never.")
    ] = 0,
    device: Annotated[str, typer.Option("--device", metavar="D", help="cpu or cuda; cpu if not given.")] = "cpu",
    cluster: Annotated[
        str | None,
        typer.Option("--cluster", metavar="WHERE", help="Play on a Ray cluster: local, auto or HOST:PORT."),
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", metavar="N", min=0, help="With --cluster: so many; 0: one a processor.")
    ] = 0,
) -> None:
    """Play, learn and measure, again and again, until Ctrl-C or the limits.

    A line tells of each generation; FOLDER/report.html has the curves. Whenever it stops, FOLDER/checkpoint.pt goes on.
    """
    if workers and cluster is None:
        raise BadInputError("--workers N is for --cluster WHERE", text=str(workers))
    if resume is not None and (learn_from is not None or begin_with is not None):
        raise BadInputError("--resume goes on with all that a checkpoint has: without --learn-from and --begin-with")
    from motu.eval.nets.installed import net_named

    stop = _Stop(minutes)
    with contextlib.ExitStack() as stack:
        beginning = _Beginning(resume, learn_from, None if begin_with is None else net_named(begin_with))
        training = _open(config, out, beginning, device, lambda read: _workers(stack, read, cluster, workers))
        stack.enter_context(stop.listening())
        bar = stack.enter_context(ProgressBar("generation 1", generations or None, "generations"))
        bar.watch()
        for number, generation in enumerate(training.run(generations, stop, stop.share_left), start=1):
            write(generation.line())
            bar.say(f"generation {number + 1}")
            bar.reach(number)
    if training.checkpoint.is_file():
        remark(f"stopped; --resume {training.checkpoint} goes on")
    else:
        remark("stopped before there was anything to keep")
    if stop.is_interrupted:
        raise typer.Exit(INTERRUPTED)


def _open(
    config: Path,
    out: Path,
    beginning: _Beginning,
    device: str,
    hire: Callable[[Config], Workers | None],
) -> TrainingRun:
    try:
        from motu.train.config import read_config
        from motu.train.loop import TrainingRun
    except ModuleNotFoundError as error:
        raise BadInputError(
            f"training needs {error.name}, which is not installed: pip install 'motu[train]'", text=str(error.name)
        ) from error
    read = read_config(config)
    return TrainingRun(read, out, **beginning._asdict(), device=device, workers=hire(read))


def _workers(stack: contextlib.ExitStack, config: Config, address: str | None, workers: int) -> Workers | None:
    """Return the cluster's workers until the stack is closed; None where no cluster is asked for."""
    if address is None:
        return None
    try:
        from motu.train.cluster import cluster
    except ModuleNotFoundError as error:
        raise BadInputError(
            f"--cluster needs {error.name}, which is not installed: pip install 'motu[cluster]'", text=str(error.name)
        ) from error
    return stack.enter_context(cluster(config, address, workers, config.seed + int(time.time())))
