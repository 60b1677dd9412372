"""`motu nets measure`: on which boards nets help, found out by matches and written down (floor: cli)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motu.cli.application import BadInputError
from motu.cli.files import write_file
from motu.cli.output import tell, write_json
from motu.cli.progress import ProgressBar
from motu.numbers import counted

if TYPE_CHECKING:
    from motu.arena.net_trial import Conditions, Trial
    from motu.games import Game

NAME = "measure"
SUMMARY = "Find out by matches whether nets help on a board."
EXAMPLES = """\b
Examples:
  motu nets measure best.onnx small.onnx --on 'hex(size=7)' --seconds 0.5"""


def run(
    files: Annotated[list[Path], typer.Argument(metavar="NET", help="The nets' files.")],
    on: Annotated[list[str], typer.Option("--on", metavar="SPEC", help="A board; may be given several times.")],
    seconds: Annotated[float, typer.Option(metavar="S", help="For a move; 1 if not given.")] = 1.0,
    games: Annotated[int, typer.Option(metavar="N", min=2, help="Of a match, at most; 400 if not given.")] = 400,
    elo: Annotated[
        float, typer.Option(metavar="E", help="Tell so much more strength from none; 20 if not given.")
    ] = 20.0,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, help="Games at a time; 1 if not given.")] = 1,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep the games there, and go on with them.")
    ] = None,
    into: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where nets that help go; your own if not given.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Find out by matches at equal time whether nets help on a board.

    Each net plays against the best search so far, at first the one without a net. Who wins is used on that board from
    then on, by all of motu and without being asked for, wherever it runs about as fast as here, and on the sizes
    between two boards where it has won. Where none wins, those that have lost are not used.
    """
    conditions = _conditions(seconds, games, elo, jobs, out)
    trials = _measure(files, on, conditions, into)
    if json:
        write_json({"trials": [_data(trial, conditions) for trial in trials]})
        return
    for trial in trials:
        verdict = "stronger" if trial.is_won else "not shown to be stronger"
        tell(
            f"{trial.net} on {trial.board}: {verdict}; {trial.score:.1%} of {counted(trial.standing.played, 'game')}"
            f" against {trial.opponent}"
        )


def _conditions(seconds: float, games: int, elo: float, jobs: int, out: Path | None) -> Conditions:
    from motu.arena.net_trial import Conditions

    if not 0 < seconds <= 1e4:
        raise BadInputError(f"--seconds is a number of seconds above 0, not {seconds:g}")
    if not 0 < elo <= 1000:
        raise BadInputError(f"--elo is a difference above 0, not {elo:g}")
    return Conditions(seconds=seconds, games=games, elo=elo, jobs=jobs, folder=out)


def _measure(nets: list[Path], specs: list[str], conditions: Conditions, into: Path | None) -> list[Trial]:
    """Play all matches, write down who is used where, and return them."""
    from motu import load_game
    from motu.boards import load_custom_board
    from motu.eval.nets.installed import own_folder

    found: list[Trial] = []
    for game in [load_game(spec, load_custom_board) for spec in specs]:
        trials = _trials(nets, game, conditions)
        _note(trials, conditions, into or own_folder())
        found += trials
    return found


def _trials(nets: list[Path], game: Game, conditions: Conditions) -> list[Trial]:
    """Return the match of each net on a board."""
    from motu.arena.net_trial import try_nets

    last: dict[Path, Trial] = {}
    with ProgressBar("playing", conditions.games * len(nets), "games") as progress:
        for trial in try_nets(nets, game, conditions):
            last[trial.net] = trial
            progress.reach(sum(each.standing.played for each in last.values()))
    return list(last.values())


def _note(trials: list[Trial], conditions: Conditions, folder: Path) -> None:
    """Write down which net is used on a board from now on, or which are not; its file goes beside that."""
    from motu.arena.net_rows import with_finding
    from motu.eval.nets import open_net
    from motu.eval.nets.table import read_table, write_table

    won = [trial for trial in trials if trial.is_won][-1:]
    for trial in won:
        _take(trial.net, folder)
    rows = list(read_table(folder))
    for trial in won or [trial for trial in trials if trial.is_lost]:
        rows = with_finding(rows, trial.row(conditions), lambda name: open_net(folder / name).rate)
    write_table(folder, rows)


def _take(net: Path, folder: Path) -> None:
    """Have a net's file in a folder, and the one in eight bits beside it, too; an older one of those goes."""
    from motu.eval.nets.net import int8_file

    target = folder / net.name
    if net.resolve() == target.resolve():
        return
    folder.mkdir(parents=True, exist_ok=True)
    write_file(target, net.read_bytes())
    beside = int8_file(target)
    if int8_file(net).is_file():
        write_file(beside, int8_file(net).read_bytes())
        return
    try:
        beside.unlink(missing_ok=True)
    except OSError as error:
        raise BadInputError(f"cannot remove '{beside}': {error.strerror}", text=str(beside)) from error


def _data(trial: Trial, conditions: Conditions) -> dict[str, Any]:
    import msgspec

    match: dict[str, Any] = msgspec.to_builtins(trial.match(conditions))
    told = {"board": trial.board, "net": str(trial.net), "is_won": trial.is_won, "is_lost": trial.is_lost}
    return told | match
