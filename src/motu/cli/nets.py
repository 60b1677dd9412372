"""`motu nets`: which nets there are, how they were trained, and how often they are right (floor: cli)."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from motu.cli.output import tell, write_json
from motu.cli.progress import Progress

if TYPE_CHECKING:
    from motu.eval.nets import Net, NetInfo

NAME = "nets"
SUMMARY = "Which nets there are, and how they were trained."
EXAMPLES = """\b
Examples:
  motu nets
  motu nets training/best.onnx --solved 'hex(size=4)' --solved 'hex(size=5)'
  motu nets --json"""

_SEED = 2026
"""Of the positions that nets are compared on."""


def run(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", help="Nets; those that come with motu if not given.")
    ] = None,
    solved: Annotated[
        list[str] | None,
        typer.Option(metavar="SPEC", help="Compare them with exact results on a board that is small enough."),
    ] = None,
    positions: Annotated[
        int, typer.Option(metavar="N", min=0, max=100_000, help="So many besides the openings; 500 if not given.")
    ] = 500,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """List nets with the games, evaluations and boards that they learnt from, each part of the training by its date.

    With --solved also: of how many openings and random later positions a net alone knows who wins, and in how many of
    those that can be won its first choice wins. Positions that are not solved soon are left out.
    """
    from motu.eval.nets import installed_nets, open_net

    nets = [(path, open_net(path)) for path in (files or installed_nets())]
    rights = [_compare(net, solved or [], positions) for _, net in nets]
    if json:
        found = [_data(path, net.info, right) for (path, net), right in zip(nets, rights, strict=True)]
        write_json({"nets": found})
        return
    if not nets:
        tell("no net comes with this motu; motu train makes them")
    for (path, net), right in zip(nets, rights, strict=True):
        tell(*_lines(path, net.info), *_right_lines(right))


def _compare(net: Net, specs: list[str], positions: int) -> dict[str, dict[str, int]]:
    """Return how often a net is right, by the board."""
    from motu import load_game
    from motu.arena.openings import without_swap
    from motu.train.truth import Truth

    def agreement(spec: str) -> dict[str, int]:
        game = without_swap(load_game(spec))
        net.check_game(game)
        return Truth(game, positions, _SEED).compare(net).to_json()

    found = {}
    with Progress("comparing", len(specs)) as progress:
        for number, spec in enumerate(specs):
            found[spec] = progress.run(lambda spec=spec: agreement(spec))  # type: ignore[misc]
            progress.reach(number + 1)
    return found


def _data(path: Path, info: NetInfo, right: dict[str, dict[str, int]]) -> dict[str, Any]:
    return {"file": str(path), "bytes": path.stat().st_size, "solved": right} | asdict(info)


def _lines(path: Path, info: NetInfo) -> list[str]:
    totals = info.totals
    size = path.stat().st_size / 1e6
    lines = [
        f"{info.name}: {info.game}, {info.blocks} blocks of {info.channels} channels, {size:.2f} MB",
        f"  {path}",
        f"  {totals.games:,} games, {totals.evaluations:,} evaluations, {totals.steps:,} steps",
    ]
    lines += [f"  until {step.date}: {step.games:,} games on {', '.join(step.boards)}" for step in info.history]
    return lines


def _right_lines(rights: dict[str, dict[str, int]]) -> list[str]:
    return [
        f"  {spec}: openings {_share(right, 'openings_right', 'openings')}, later positions"
        f" {_share(right, 'positions_right', 'positions')}, first choice {_share(right, 'moves_right', 'winning')}"
        for spec, right in rights.items()
    ]


def _share(right: dict[str, int], part: str, whole: str) -> str:
    return f"{right[part]} of {right[whole]} ({right[part] / max(right[whole], 1):.1%})"
