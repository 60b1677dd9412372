"""`motu nets list`: which nets there are, how they were trained, and where they are used (floor: cli)."""

from __future__ import annotations

from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from motu.cli.application import one_line
from motu.cli.output import remark, tell, write_json
from motu.numbers import counted

if TYPE_CHECKING:
    from motu.eval.nets import Net
    from motu.eval.nets.table import Elsewhere, Row

NAME = "list"
SUMMARY = "Which nets there are, how they were trained, and where they are used."
EXAMPLES = """\b
Examples:
  motu nets list
  motu nets list training/best.onnx --json"""


class _Uses(NamedTuple):
    """What a table says of a net's file."""

    rows: list[Row]
    elsewhere: list[Elsewhere]


def run(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", help="Nets; those that are installed if not given.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """List nets with the games, evaluations and boards that they learnt from, each part of the training by its date.

    Also what runs them here, how fast, and on which boards they are used without being asked for. Where no files are
    named, the line nets come last, which play Atmalof.
    """
    from motu.eval.nets import installed_nets, open_net

    broken: dict[Path, str] = {}
    nets = [(path, open_net(path)) for path in files] if files else _open_all(installed_nets(), broken)
    uses = [_uses_of(path, broken) for path, _ in nets]
    if json:
        found = {"nets": [_data(path, net, own) for (path, net), own in zip(nets, uses, strict=True)]}
        told = [{"file": str(path), "error": error} for path, error in broken.items()]
        write_json(found if files else found | {"broken": told, "line_nets": _line_net_data()})
        return
    for error in broken.values():
        remark(f"motu: left out: {one_line(error)}")
    if not nets:
        tell("no net comes with this motu; motu train makes them")
    for (path, net), own in zip(nets, uses, strict=True):
        tell(*_lines(path, net), *map(_row_line, own.rows), *map(_elsewhere_line, own.elsewhere))
    if not files:
        tell(*_line_net_lines())


def _open_all(paths: tuple[Path, ...], broken: dict[Path, str]) -> list[tuple[Path, Net]]:
    """Return the nets that can be used; of the other files note what is wrong with them."""
    from motu.errors import NetError
    from motu.eval.nets import open_net

    nets = []
    for path in paths:
        try:
            nets.append((path, open_net(path)))
        except NetError as error:
            broken[path] = error.message
    return nets


def _uses_of(path: Path, broken: dict[Path, str]) -> _Uses:
    """Return what the table says of an installed file; where there is none that can be read, note what is wrong."""
    from motu.errors import NetError
    from motu.eval.nets.installed import folders
    from motu.eval.nets.table import FILE, read_elsewhere, read_table

    if path.parent not in folders():
        return _Uses([], [])
    try:
        rows = [row for row in read_table(path.parent) if row.net == path.name]
        return _Uses(rows, [each for each in read_elsewhere(path.parent) if each.net == path.name])
    except NetError as error:
        broken[path.parent / FILE] = error.message
        return _Uses([], [])


def _rate(net: Net) -> float:
    """Return evaluations a second, rounded once for people and programs, so that both read the same."""
    return round(net.rate, 1)


def _data(path: Path, net: Net, own: _Uses) -> dict[str, Any]:
    import msgspec

    from motu.eval.nets.table import NEVER

    uses = [msgspec.to_builtins(row) | {"rate": None if row.rate == NEVER else row.rate} for row in own.rows]
    elsewhere = [msgspec.to_builtins(each) for each in own.elsewhere]
    told = {"file": str(path), "bytes": path.stat().st_size, "runtime": net.kind, "rate": _rate(net)}
    return told | {"uses": uses, "elsewhere": elsewhere} | asdict(net.info)


def _lines(path: Path, net: Net) -> list[str]:
    info, totals = net.info, net.info.totals
    size = path.stat().st_size / 1e6
    lines = [
        f"{info.name}: {info.game}, {info.blocks} blocks of {info.channels} channels, {info.precision}, {size:.2f} MB",
        f"  {path}{_beside(path)}",
        f"  run here by {net.kind}, {_rate(net):,.0f} evaluations a second",
        f"  {totals.games:,} games, {totals.evaluations:,} evaluations, {totals.steps:,} steps",
    ]
    for boards, steps in groupby(info.history, key=lambda step: step.boards):
        parts = list(steps)
        games = sum(step.games for step in parts)
        lines.append(f"  until {parts[-1].date}: {games:,} games on {', '.join(map(_brief, boards))}")
    return lines


def _brief(spec: str) -> str:
    """Return a board's shortest name; nets play without the pie rule. What this motu does not know stays as it is."""
    from motu.errors import MotuError
    from motu.games import brief_spec, parse_rules

    try:
        rules = parse_rules(spec)
    except MotuError:
        return spec
    return brief_spec(rules.with_swap(True))


def _beside(path: Path) -> str:
    """Say that a net is there in eight bits, too."""
    from motu.eval.nets.net import int8_file

    file = int8_file(path)
    return f", and in eight bits {file.name}, {file.stat().st_size / 1e6:.2f} MB" if file.is_file() else ""


def _row_line(row: Row) -> str:
    from motu.eval.nets.table import NEVER

    used = "not used" if row.rate == NEVER else "used"
    where = _where_fast(row.rate)
    if row.match is None:
        return f"  {used} on {_brief(row.board)}{where}: between two sizes that it has won"
    match = row.match
    return (
        f"  {used} on {_brief(row.board)}{where}: {match.score:.1%} of {counted(match.games, 'game')}"
        f" against {match.opponent} ({match.date})"
    )


def _elsewhere_line(each: Elsewhere) -> str:
    size = f"{each.least_cells:,} cells and more, up to a grid of {each.most_points:,} points"
    return f"  used on all other boards of {size}{_where_fast(each.rate)}"


def _where_fast(rate: float) -> str:
    from motu.eval.nets.table import NEVER

    return f" from {rate:,.0f} evaluations a second on" if 0 < rate < NEVER else ""


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
