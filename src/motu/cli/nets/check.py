"""`motu nets check`: how often nets are right on boards that are solved (floor: cli)."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.application import BadInputError
from motu.cli.output import remark, tell, write_json
from motu.cli.progress import ProgressBar

if TYPE_CHECKING:
    from motu.eval.nets import Net
    from motu.games import Game
    from motu.train.equities import Equities
    from motu.train.judging import Judges
    from motu.train.truth import SolvedSet

NAME = "check"
SUMMARY = "Compare nets with exact results."
EXAMPLES = """\b
Examples:
  motu nets check training/best.onnx --on 'hex(size=4)' --on 'hex(size=5)'
  motu nets check training/best.onnx --on 'hex(size=6)' --visits 1000"""

Right = dict[str, float]
"""How often a net is right on a board, as `truth.Comparison` tells it."""


def run(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Nets.")],
    on: Annotated[
        list[str],
        typer.Option("--on", metavar="SPEC", help="A board that is small enough; may be given several times."),
    ],
    positions: Annotated[
        int, typer.Option(metavar="N", min=0, max=100_000, help="Positions besides the openings; 500 if not given.")
    ] = 500,
    visits: Annotated[
        int, typer.Option(metavar="N", min=0, max=1_000_000, help="After a search of so many visits, not at a glance.")
    ] = 0,
    connections: Annotated[
        bool, typer.Option("--connections", help="With --visits: the search has virtual connections, as in play.")
    ] = False,
    seconds: Annotated[
        float, typer.Option(metavar="S", min=1, max=1e6, help="Solve a board for so long at most; 600 if not given.")
    ] = 600.0,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Compare nets with exact results.

    Of how many openings and random later positions a net alone knows who wins, and in how many of those that can be won
    its first choice wins. Positions that are not solved in time are left out. Where there are dice: the mean error of
    its equities, how often its first choice is a best one, and what first choices give away. --visits has it look ahead
    first, without virtual connections unless --connections is given.
    """
    from motu.eval.nets import open_net

    if connections and not visits:
        raise BadInputError("--connections is for --visits N")
    nets = [(path, open_net(path)) for path in files]
    judges = [_judges(net, visits, is_advised=connections) for _, net in nets]
    rights = _compare([net for _, net in nets], judges, on, positions, seconds)
    each = list(zip(nets, rights, strict=True))
    if json:
        write_json(
            {"nets": [{"file": str(path), "name": net.info.name, "solved": right} for (path, net), right in each]}
        )
        return
    for (path, net), right in each:
        tell(f"{net.info.name}: {path}", *(f"  {spec}: {_right_line(found)}" for spec, found in right.items()))


def _judges(net: Net, visits: int, *, is_advised: bool) -> Judges:
    """Return a net that looks ahead by so many visits, or itself for 0."""
    from motu.train.judging import LookingAhead

    return LookingAhead(net, visits, is_advised=is_advised) if visits else net


def _compare(
    nets: list[Net], judges: list[Judges], specs: list[str], positions: int, seconds: float
) -> list[dict[str, Right]]:
    """Return how often each net's judge is right, by the board."""
    from motu import load_game
    from motu.arena.openings import without_swap
    from motu.boards import load_custom_board

    games = [(spec, without_swap(load_game(spec, load_custom_board))) for spec in specs]
    for net in nets:
        for _, game in games:
            net.check_game(game)
    rights: list[dict[str, Right]] = [{} for _ in nets]
    with ProgressBar("comparing", len(specs), "boards") as progress:
        for number, (spec, game) in enumerate(games):
            truth = _solved(spec, game, positions, seconds, progress)
            for right, each in zip(rights, judges, strict=True):
                right[spec] = progress.run(partial(_compared, truth, each))
            progress.reach(number + 1)
    return rights


def _compared(truth: SolvedSet | Equities, judges: Judges) -> Right:
    return dict(truth.compare(judges).to_json())


def _solved(spec: str, game: Game, positions: int, seconds: float, progress: ProgressBar) -> SolvedSet | Equities:
    """Return what is known of a board, and say where there was no time for all of it.

    Raises:
        BadInputError: For a board of which nothing was solved.
    """
    from motu.train.truth import CHECK_SEED, Patience, SolvedSet, truth_of

    patience = Patience(min(Patience().position_s, seconds), seconds)
    truth = progress.run(lambda: truth_of(game, positions, CHECK_SEED, patience=patience, report=progress.say))
    if not isinstance(truth, SolvedSet):
        return truth
    if not truth.openings and not truth.positions:
        raise BadInputError(f"{spec} is too large: none of its positions was solved within {seconds:g} s", text=spec)
    if truth.is_cut_short:
        found = f"openings {len(truth.openings):,}, later positions {len(truth.positions):,}"
        remark(f"{spec}: no time for more ({found}); --seconds S gives it more than {seconds:g}")
    return truth


def _right_line(right: Right) -> str:
    if "mean_error" in right:
        return (
            f"{right['positions']:.0f} positions, equities wrong by {right['mean_error']:.3f} on average, first choice"
            f" best {_share(right, 'choices_right', 'choices')}, gives away {right['mean_loss']:.3f}"
        )
    return (
        f"openings {_share(right, 'openings_right', 'openings')}, later positions"
        f" {_share(right, 'positions_right', 'positions')}, first choice {_share(right, 'moves_right', 'winning')}"
    )


def _share(right: Right, part: str, whole: str) -> str:
    share = f" ({right[part] / right[whole]:.1%})" if right[whole] else ""
    return f"{right[part]:.0f} of {right[whole]:.0f}{share}"
