"""`motu nets`: which nets there are, how they were trained, how good they are, and where they help (floor: cli)."""

from __future__ import annotations

from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motu.cli.application import BadInputError, one_line
from motu.cli.files import write_file
from motu.cli.output import remark, tell, write_json
from motu.cli.progress import ProgressBar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from motu.arena.net_trial import Conditions, Trial
    from motu.eval.nets import Net
    from motu.eval.nets.uses import Use
    from motu.games import Game
    from motu.train.judging import Judges

NAME = "nets"
SUMMARY = "Which nets there are, how they were trained, and where they help."
EXAMPLES = """\b
Examples:
  motu nets
  motu nets training/best.onnx --solved 'hex(size=4)' --solved 'hex(size=5)'
  motu nets training/best.onnx --solved 'hex(size=6)' --visits 1000
  motu nets training/best.onnx --quantise training/best.int8.onnx
  motu nets best.onnx small.onnx --measure 'hex(size=7)' --seconds 0.5
  motu nets --json"""

_SEED = 2026
"""Of the positions that nets are compared on."""


def run(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", help="Nets; those that are installed if not given.")
    ] = None,
    solved: Annotated[
        list[str] | None,
        typer.Option(metavar="SPEC", help="Compare them with exact results on a board that is small enough."),
    ] = None,
    positions: Annotated[
        int, typer.Option(metavar="N", min=0, max=100_000, help="So many besides the openings; 500 if not given.")
    ] = 500,
    visits: Annotated[
        int,
        typer.Option(
            metavar="N", min=0, max=1_000_000, help="With --solved: after a search of so many visits, not at a glance."
        ),
    ] = 0,
    connections: Annotated[
        bool, typer.Option("--connections", help="With --visits: the search has virtual connections, as in play.")
    ] = False,
    quantise: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Write the net in eight bits, and say what that costs.")
    ] = None,
    measure: Annotated[
        list[str] | None,
        typer.Option(metavar="SPEC", help="Find out by matches at equal time whether they help on a board."),
    ] = None,
    seconds: Annotated[float, typer.Option(metavar="S", help="With --measure: for a move; 1 if not given.")] = 1.0,
    games: Annotated[
        int, typer.Option(metavar="N", min=2, help="With --measure: of a match, at most; 400 if not given.")
    ] = 400,
    elo: Annotated[
        float, typer.Option(metavar="E", help="With --measure: tell so much more strength from none; 20 if not given.")
    ] = 20.0,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, help="With --measure: games at a time; 1 if not given.")] = 1,
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="With --measure: keep the games there, and go on with them.")
    ] = None,
    into: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="With --measure: where nets that help go; your own if not given."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """List nets with the games, evaluations and boards that they learnt from, each part of the training by its date.

    Where no files are named, the line nets come last, which play Atmalof.

    With --solved also: of how many openings and random later positions a net alone knows who wins, and in how many of
    those that can be won its first choice wins. Positions that are not solved soon are left out. Where there are dice:
    the mean error of its equities, how often its first choice is a best one, and what first choices give away. --visits
    has it look ahead first, without virtual connections unless --connections is given.

    With --measure each net plays against the best search so far, at first the one without a net. Who wins is used on
    that board from then on, by all of motu and without being asked for, and on the sizes between two boards where it
    has won. Where none wins, those that have lost are not used.
    """
    from motu.eval.nets import installed_nets, open_net

    paths = list(files or installed_nets())
    if quantise is not None:
        cost = _quantise(paths, quantise)
        _show_cost(quantise, cost, json=json)
        return
    nets, broken = ([(path, open_net(path)) for path in paths], {}) if files else _open_all(paths)
    if measure:
        if not files:
            raise BadInputError("--measure needs nets: motu nets FILE --measure SPEC")
        conditions = _conditions(seconds, games, elo, jobs, out)
        _show_trials(_measure(paths, measure, conditions, into), conditions, json=json)
        return
    if connections and not visits:
        raise BadInputError("--connections is for --visits N")
    judges = [_judges(net, visits, is_advised=connections) for _, net in nets]
    rights = [_compare(net, judge, solved or [], positions) for (_, net), judge in zip(nets, judges, strict=True)]
    uses = [_uses_of(path, broken) for path, _ in nets]
    if json:
        each = zip(nets, rights, uses, strict=True)
        found: dict[str, Any] = {"nets": [_data(path, net, right, use) for (path, net), right, use in each]}
        told = [{"file": str(path), "error": error} for path, error in broken.items()]
        write_json(found if files else found | {"broken": told, "line_nets": _line_net_data()})
        return
    for error in broken.values():
        remark(f"motu: left out: {one_line(error)}")
    if not nets:
        tell("no net comes with this motu; motu train makes them")
    for (path, net), right, use in zip(nets, rights, uses, strict=True):
        tell(*_lines(path, net), *_use_lines(use), *_right_lines(right))
    if not files:
        tell(*_line_net_lines())


# ------------------------------------------------------------------------------------------------------------- listing


def _open_all(paths: list[Path]) -> tuple[list[tuple[Path, Net]], dict[Path, str]]:
    """Return the nets that can be used, and of the other files what is wrong with them."""
    from motu.errors import NetError
    from motu.eval.nets import open_net

    nets, broken = [], {}
    for path in paths:
        try:
            nets.append((path, open_net(path)))
        except NetError as error:
            broken[path] = error.message
    return nets, broken


def _judges(net: Net, visits: int, *, is_advised: bool) -> Judges:
    """Return a net that looks ahead by so many visits, or itself for 0."""
    from motu.train.judging import LookingAhead

    return LookingAhead(net, visits, is_advised=is_advised) if visits else net


def _compare(net: Net, judges: Judges, specs: list[str], positions: int) -> dict[str, dict[str, float]]:
    """Return how often a net's judge is right, by the board."""
    from motu import load_game
    from motu.arena.openings import without_swap
    from motu.boards import load_custom_board
    from motu.train.truth import truth_of

    def agreement(spec: str) -> dict[str, float]:
        game = without_swap(load_game(spec, load_custom_board))
        net.check_game(game)
        return dict(truth_of(game, positions, _SEED).compare(judges).to_json())

    found = {}
    with ProgressBar("comparing", len(specs)) as progress:
        for number, spec in enumerate(specs):
            found[spec] = progress.run(lambda spec=spec: agreement(spec))  # type: ignore[misc]
            progress.reach(number + 1)
    return found


def _uses_of(path: Path, broken: dict[Path, str]) -> list[Use]:
    """Return the boards on which a file is used without being asked for; where nothing says it, note what is wrong."""
    from motu.errors import NetError
    from motu.eval.nets.installed import folders
    from motu.eval.nets.uses import FILE, read_uses

    if path.parent not in folders():
        return []
    try:
        return [use for use in read_uses(path.parent) if use.net == path.name]
    except NetError as error:
        broken[path.parent / FILE] = error.message
        return []


def _data(path: Path, net: Net, right: dict[str, dict[str, float]], uses: list[Use]) -> dict[str, Any]:
    told = {"file": str(path), "bytes": path.stat().st_size, "runtime": net.kind, "speedup": net.speedup}
    return told | {"solved": right, "uses": [asdict(use) for use in uses]} | asdict(net.info)


def _lines(path: Path, net: Net) -> list[str]:
    info, totals = net.info, net.info.totals
    size = path.stat().st_size / 1e6
    lines = [
        f"{info.name}: {info.game}, {info.blocks} blocks of {info.channels} channels, {info.precision}, {size:.2f} MB",
        f"  {path}{_beside(path)}",
        f"  run here by {net.kind}{_speedup(net)}",
        f"  {totals.games:,} games, {totals.evaluations:,} evaluations, {totals.steps:,} steps",
    ]
    for boards, steps in groupby(info.history, key=lambda step: step.boards):
        parts = list(steps)
        games = sum(step.games for step in parts)
        lines.append(f"  until {parts[-1].date}: {games:,} games on {', '.join(map(_brief, boards))}")
    return lines


def _speedup(net: Net) -> str:
    """Say how fast a net runs here, where that is known and not as everywhere."""
    return "" if net.speedup in (None, 1.0) else f", {net.speedup:.1f} times as fast as in onnxruntime"


def _brief(spec: str) -> str:
    """Return a board's shortest name; nets play without the pie rule. What this motu does not know stays as it is."""
    from motu.errors import MotuError
    from motu.games import brief_spec, parse_rules

    try:
        rules = parse_rules(spec)
    except MotuError:
        return spec
    return brief_spec(rules.with_swap(True))


def _line_net_lines() -> list[str]:
    """Return a line for each line net, the nets of Atmalof that come with motu."""
    from motu.eval.lines import line_nets
    from motu.games import brief_spec

    return [
        f"line net of Atmalof, {'all other boards' if net.rules is None else brief_spec(net.rules)}: "
        f"{net.games:,} games, {net.positions:,} positions, {net.size / 1e6:.2f} MB"
        for net in line_nets()
    ]


def _line_net_data() -> list[dict[str, Any]]:
    from motu.eval.lines import line_nets

    return [asdict(net) | {"rules": None if net.rules is None else str(net.rules)} for net in line_nets()]


def _beside(path: Path) -> str:
    """Say that a net is there in eight bits, too."""
    from motu.eval.nets.net import int8_file

    file = int8_file(path)
    return f", and in eight bits {file.name}, {file.stat().st_size / 1e6:.2f} MB" if file.is_file() else ""


def _use_lines(uses: list[Use]) -> list[str]:
    return [
        f"  {'used' if use.is_won else 'not used'} on {_brief(use.board)}{_where(use)}: {use.score:.1%} of {use.games}"
        f" games against {use.opponent} ({use.date})"
        for use in uses
    ]


def _where(use: Use) -> str:
    """Return where it is used or not used, if not everywhere."""
    if use.is_won and use.runtime == "onnxruntime":
        return ""
    if not use.speedup_bound:
        return f" where {use.runtime} runs it"
    bound = f" times as fast as in onnxruntime, or {'faster' if use.is_won else 'slower'}"
    return f" where it runs {use.speedup_bound:.1f}{bound}"


def _right_lines(rights: dict[str, dict[str, float]]) -> list[str]:
    return [f"  {spec}: {_right_line(right)}" for spec, right in rights.items()]


def _right_line(right: dict[str, float]) -> str:
    if "mean_error" in right:
        return (
            f"{right['positions']:.0f} positions, equities wrong by {right['mean_error']:.3f} on average, first choice"
            f" best {_share(right, 'choices_right', 'choices')}, gives away {right['mean_loss']:.3f}"
        )
    return (
        f"openings {_share(right, 'openings_right', 'openings')}, later positions"
        f" {_share(right, 'positions_right', 'positions')}, first choice {_share(right, 'moves_right', 'winning')}"
    )


def _share(right: dict[str, float], part: str, whole: str) -> str:
    return f"{right[part]:.0f} of {right[whole]:.0f} ({right[part] / max(right[whole], 1):.1%})"


# ---------------------------------------------------------------------------------------------------------- eight bits


def _quantise(paths: list[Path], out: Path) -> dict[str, float]:
    """Write a net in eight bits, and return what it costs against the exact one, whatever runs it otherwise."""
    from motu import load_game
    from motu.eval.nets import Net
    from motu.eval.nets.runtime import KINDS

    if len(paths) != 1:
        raise BadInputError("--quantise OUT is for one net: motu nets FILE --quantise OUT")
    try:
        from motu.train.quantise import compare, quantise
    except ModuleNotFoundError as error:
        raise BadInputError(
            f"eight bits need {error.name}, which is not installed: pip install 'motu[train]'", text=str(error.name)
        ) from error
    path = paths[0].expanduser()
    net = Net.load(path, KINDS[0])
    boards = [load_game(spec) for spec in net.info.totals.boards]
    if not boards:
        raise BadInputError(f"'{path}' does not say on which boards it was trained", text=str(path))

    def work() -> dict[str, float]:
        model = quantise(net, path.read_bytes(), boards)
        write_file(out, model)
        return compare(net, Net(model, str(out), KINDS[0]), boards).to_json()

    with ProgressBar("quantising") as progress:
        return progress.run(work)


def _show_cost(out: Path, cost: dict[str, float], *, json: bool) -> None:
    if json:
        write_json({"file": str(out), "bytes": out.stat().st_size, "cost": cost})
        return
    tell(
        f"{out}: int8, {out.stat().st_size / 1e6:.2f} MB; on {cost['positions']:,.0f} positions of its own games",
        f"  values differ by {cost['value']:.4f} on average, {cost['value_worst']:.3f} at worst;"
        f" the same winner in {cost['winner']:.1%}",
        f"  policies diverge by {cost['policy']:.4f} nats; the same first choice in {cost['first_choice']:.1%}",
        "  whether it is stronger in equal time: motu nets FLOAT INT8 --measure SPEC",
    )


# ----------------------------------------------------------------------------------------------------- where they help


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
    with ProgressBar("playing", conditions.games * len(nets)) as progress:
        for trial in try_nets(nets, game, conditions):
            last[trial.net] = trial
            progress.reach(sum(each.standing.played for each in last.values()))
    return list(last.values())


def _note(trials: list[Trial], conditions: Conditions, folder: Path) -> None:
    """Write down which net is used on a board from now on, or which are not; its file goes beside that."""
    from motu.eval.nets.uses import read_uses, with_finding, write_uses

    won = [trial for trial in trials if trial.is_won]
    if won:
        target = folder / won[-1].net.name
        if won[-1].net.resolve() != target.resolve():
            folder.mkdir(parents=True, exist_ok=True)
            write_file(target, won[-1].net.read_bytes())
            _take_eight_bits(won[-1].net, target)
    uses: Sequence[Use] = read_uses(folder)
    for trial in won[-1:] or [trial for trial in trials if trial.is_lost]:
        uses = with_finding(uses, trial.use(conditions))
    write_uses(folder, uses)


def _take_eight_bits(net: Path, target: Path) -> None:
    """Have the file in eight bits beside a net's copy, too; an older one goes."""
    from motu.eval.nets.net import int8_file

    beside = int8_file(target)
    if int8_file(net).is_file():
        write_file(beside, int8_file(net).read_bytes())
        return
    try:
        beside.unlink(missing_ok=True)
    except OSError as error:
        raise BadInputError(f"cannot remove '{beside}': {error.strerror}", text=str(beside)) from error


def _show_trials(trials: list[Trial], conditions: Conditions, *, json: bool) -> None:
    if json:
        told = [asdict(trial.use(conditions)) | {"net": str(trial.net)} for trial in trials]
        write_json({"trials": told})
        return
    for trial in trials:
        verdict = "stronger" if trial.is_won else "not shown to be stronger"
        tell(
            f"{trial.net} on {trial.board}: {verdict}; {trial.score:.1%} of {trial.standing.played} games"
            f" against {trial.opponent}"
        )
