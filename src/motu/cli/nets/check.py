"""`motu nets check`: how often nets are right on boards that are solved (floor: cli)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.application import BadInputError
from motu.cli.output import tell, write_json
from motu.cli.progress import ProgressBar

if TYPE_CHECKING:
    from motu.eval.nets import Net
    from motu.train.judging import Judges

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
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Compare nets with exact results.

    Of how many openings and random later positions a net alone knows who wins, and in how many of those that can be won
    its first choice wins. Positions that are not solved soon are left out. Where there are dice: the mean error of its
    equities, how often its first choice is a best one, and what first choices give away. --visits has it look ahead
    first, without virtual connections unless --connections is given.
    """
    from motu.eval.nets import open_net

    if connections and not visits:
        raise BadInputError("--connections is for --visits N")
    nets = [(path, open_net(path)) for path in files]
    rights = [_compare(net, _judges(net, visits, is_advised=connections), on, positions) for _, net in nets]
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


def _compare(net: Net, judges: Judges, specs: list[str], positions: int) -> dict[str, Right]:
    """Return how often a net's judge is right, by the board."""
    from motu import load_game
    from motu.arena.openings import without_swap
    from motu.boards import load_custom_board
    from motu.train.truth import CHECK_SEED, truth_of

    def agreement(spec: str) -> Right:
        game = without_swap(load_game(spec, load_custom_board))
        net.check_game(game)
        return dict(truth_of(game, positions, CHECK_SEED).compare(judges).to_json())

    found = {}
    with ProgressBar("comparing", len(specs), "boards") as progress:
        for number, spec in enumerate(specs):
            found[spec] = progress.run(lambda spec=spec: agreement(spec))  # type: ignore[misc]
            progress.reach(number + 1)
    return found


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
    return f"{right[part]:.0f} of {right[whole]:.0f} ({right[part] / max(right[whole], 1):.1%})"
