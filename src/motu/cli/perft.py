"""`motu perft`: count the lines of play of a given length (floor: cli)."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.output import write, write_json
from motu.cli.positions import position_after
from motu.cli.progress import ProgressBar
from motu.numbers import counted

if TYPE_CHECKING:
    from motu import State

NAME = "perft"
SUMMARY = "Count lines of play."
EXAMPLES = """\b
Examples:
  motu perft 'hex(size=5)' 4
  motu perft atmalof 2 --divide
  motu perft atomorph 3 --moves 'f6 swap' --json"""

MAX_DEPTH = 99


def run(
    spec: Annotated[str, typer.Argument(metavar="SPEC", help="The game, as in atoll or 'hex(size=5)'.")],
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, max=MAX_DEPTH, help="How many plies to go down.")],
    moves: Annotated[
        str, typer.Option(metavar="MOVES", help="Count from the position after these moves, as in 'd4 swap'.")
    ] = "",
    divide: Annotated[bool, typer.Option("--divide", help="Also write the count below each first move.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """Count the lines of play of DEPTH plies: the standard check of rules, undo and notation.

    An announcement together with its roll is one ply, and every roll a line of its own. A game that ends before DEPTH
    counts as nothing.
    """
    state = position_after(spec, [moves])
    begin = time.perf_counter()
    counts = count_below(state, depth)
    seconds = time.perf_counter() - begin
    nodes = sum(counts.values())
    speed = round(nodes / seconds) if seconds > 0 else 0
    if json:
        result = {"spec": state.game.spec, "moves": state.moves(), "depth": depth, "nodes": nodes}
        result |= {"seconds": round(seconds, 6), "nodes_per_second": speed}
        write_json(result | ({"divide": counts} if divide and depth > 0 else {}))
        return
    if divide and depth > 0:
        write(*(f"{move}: {count:,}" for move, count in counts.items()), "")
    write(f"{counted(nodes, 'line')} of {counted(depth, 'ply', 'plies')} ({seconds:.2f} s, {speed:,} nodes/s)")


def count_below(state: State, depth: int) -> dict[str, int]:
    """Return how many lines of `depth` plies begin with each legal move; at depth 0 the one line of no moves, as ""."""
    from motu import _core

    if depth == 0 and not state.is_chance_node():
        return {"": 1}
    actions = state.legal_actions()
    rest = depth if state.is_chance_node() else depth - 1
    counts: dict[str, int] = {}
    with ProgressBar(f"{state.game.name}, {counted(depth, 'ply', 'plies')}", len(actions), "moves") as progress:
        progress.note(lambda: counted(sum(counts.values()), "line"))
        for action in actions:
            branch = state.clone()
            branch.apply_action(action)
            counts[state.action_to_string(action)] = progress.run(partial(_core.perft, branch, rest))
            progress.advance()
    return counts
