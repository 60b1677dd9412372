"""`motu train-lines`: train the net that judges Atmalof positions, and write the curve of its strength (floor: cli)."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motu.cli.application import BadInputError
from motu.cli.files import write_file
from motu.cli.output import write
from motu.cli.progress import ProgressBar
from motu.numbers import counted

if TYPE_CHECKING:
    from motu.eval.lines import LineTrainer
    from motu.games import Game

NAME = "train-lines"
SUMMARY = "Train the net that judges Atmalof."
EXAMPLES = """\b
Examples:
  motu train-lines atmalof --games 500000 --seed 1 --out atmalof.lines
  motu train-lines junior --games 20000 --check 5000 --out junior.lines
  motu train-lines atmalof junior kvinigu --games 90000 --out general.lines"""

_BATCH = 200
"""Games between two looks at the progress bar."""
_CHECK_SEED = 20_040_101
"""The seed of the dice of checks: the same ones every time."""


@dataclass(slots=True)
class Run:
    """One training and its files."""

    trainer: LineTrainer
    game: Game
    """What checks are played on."""
    out: Path
    pairs: int
    seconds: float = 0.0
    """CPU time of the training itself, checks left out."""
    previous: bytes | None = None
    """Weights at the check before."""

    @property
    def checkpoint(self) -> Path:
        """All that training goes on from."""
        return self.out.with_name(self.out.name + ".checkpoint")

    @property
    def curve(self) -> Path:
        """One JSON line a check."""
        return self.out.with_name(self.out.name + ".curve.jsonl")


def run(
    specs: Annotated[
        list[str],
        typer.Argument(metavar="SPEC", help="An Atmalof game; with several, which take turns, weights for all rules."),
    ],
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games altogether.")] = 100_000,
    seed: Annotated[int, typer.Option(metavar="S", min=0, max=2**63 - 1, help="Of all that is drawn.")] = 1,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the weights go.")] = Path("weights.lines"),
    check: Annotated[
        int, typer.Option(metavar="N", min=1, help="Measure and save after every N games; 10000 if not given.")
    ] = 10_000,
    pairs: Annotated[
        int, typer.Option(metavar="N", min=2, help="Pairs of games of a measurement; 500 if not given.")
    ] = 500,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from FILE.checkpoint.")] = False,
    half_life: Annotated[
        float, typer.Option(metavar="N", min=1, help="Games after which steps are half as long; 200000 if not given.")
    ] = 200_000,
) -> None:
    """Train by self-play from a seed: the same seed, the same weights.

    Every so many games the net plays against the general weights that come with motu, and against itself at the check
    before, with duplicate dice; FILE.curve.jsonl gets a line each time. Ctrl-C leaves FILE.checkpoint, from which
    --resume goes on as if nothing had happened.
    """
    from motu import load_game
    from motu.eval.lines import LineTrainer, LineTrainingOptions
    from motu.search.configuration import evaluator_names

    opened = [load_game(spec) for spec in specs]
    for game in opened:
        if "lines" not in evaluator_names(game):
            raise BadInputError(f"only Atmalof has lines to train on, not {game.spec}", text=game.spec)
    trainer = LineTrainer(opened, LineTrainingOptions(seed=seed, half_life=half_life))
    training = Run(trainer, opened[0], out, pairs)
    if out.is_dir():
        raise BadInputError(f"'{out}' is a folder; --out names the file of the weights", text=str(out))
    if not out.parent.is_dir():
        raise BadInputError(f"there is no folder {out.parent} for {out.name}", text=str(out))
    if resume:
        _resume(training)
    else:
        _check_free(training)
    _train(training, games, check)


def _check_free(training: Run) -> None:
    """Refuse to begin where another training has left something: it may have taken days."""
    found = next((each for each in (training.checkpoint, training.curve, training.out) if each.exists()), None)
    if found is None:
        return
    if found != training.checkpoint:
        raise BadInputError(f"'{found}' is there already: name another FILE with --out", text=str(found))
    told = f"'{found}' holds a training{_length(training.curve)}"
    raise BadInputError(f"{told}: --resume goes on with it, or name another FILE with --out", text=str(found))


def _length(curve: Path) -> str:
    """Return of how many games a training is, as far as its curve says it."""
    try:
        games = int(json.loads(curve.read_text("utf-8").splitlines()[-1])["games"])
    except (OSError, ValueError, LookupError, TypeError):
        return ""
    return f" of {counted(games, 'game')}"


def _resume(training: Run) -> None:
    from motu.eval.lines import naming

    try:
        with naming(training.checkpoint):
            training.trainer.restore(training.checkpoint.read_bytes())
        lines = training.curve.read_text("utf-8").splitlines() if training.curve.exists() else []
    except OSError as error:
        raise BadInputError(
            f"cannot go on from {training.checkpoint}: {error.strerror}", text=str(training.checkpoint)
        ) from error
    if lines:
        training.seconds = float(json.loads(lines[-1])["seconds"])
        training.previous = training.out.read_bytes() if training.out.exists() else None


def _train(training: Run, games: int, check: int) -> None:
    trainer = training.trainer
    begin = trainer.games
    with ProgressBar("training", games, "games", begin) as progress:
        try:
            while trainer.games < games:
                left = min(check - trainer.games % check, games - trainer.games, _BATCH)
                training.seconds += progress.run(partial(_timed, trainer, left))
                progress.reach(trainer.games)
                if trainer.games % check == 0 or trainer.games >= games:
                    record = progress.run(partial(_measured, training))
                    _save(training, record)
                    write(_line(record))
                    score = record["general"]["score"]
                    progress.note(lambda score=score: f"{score:.1%} against general")  # type: ignore[misc]
        except KeyboardInterrupt:
            trainer.stop()
            write_file(training.checkpoint, trainer.checkpoint())
            raise
    write(f"{training.out}: weights after {counted(trainer.games, 'game')}")


def _timed(trainer: LineTrainer, games: int) -> float:
    begin = time.thread_time()
    trainer.train(games)
    return time.thread_time() - begin


def _measured(training: Run) -> dict[str, Any]:
    """Return the curve's line for the weights as they are."""
    from motu.arena.ratings import strength_from
    from motu.eval.lines import play_match

    trainer = training.trainer
    record: dict[str, Any] = {
        "games": trainer.games,
        "positions": trainer.positions,
        "seconds": round(training.seconds, 1),
        "spec": training.game.spec,
    }
    weights = trainer.weights()
    opponents: dict[str, bytes | None] = {"general": None}
    if training.previous is not None:
        opponents["previous"] = training.previous
    for name, opponent in opponents.items():
        match = play_match(training.game, weights, opponent, training.pairs, _CHECK_SEED)
        variance = match.standard_error**2 * (training.pairs - 1)
        strength = strength_from(match.score, variance, training.pairs)
        record[name] = {
            "games": 2 * training.pairs,
            "score": round(match.score, 4),
            "interval": [round(end, 4) for end in strength.interval],
        }
    training.previous = weights
    return record


def _save(training: Run, record: dict[str, Any]) -> None:
    write_file(training.out, training.trainer.weights())
    with training.curve.open("a", encoding="utf-8") as curve:
        curve.write(json.dumps(record) + "\n")
    write_file(training.checkpoint, training.trainer.checkpoint())


def _line(record: dict[str, Any]) -> str:
    low, high = record["general"]["interval"]
    return (
        f"{record['games']:>10,} games {record['seconds']:>9,.0f} s   against the general weights "
        f"{record['general']['score']:.1%} ({low:.1%} to {high:.1%})"
    )
