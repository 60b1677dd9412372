"""`motu solve`: who wins with perfect play, and how (floor: cli)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.application import BadInputError
from motu.cli.output import remark
from motu.cli.positions import position_after
from motu.cli.solving.answers import tell_solution
from motu.cli.solving.keeping import keep_work, read_table
from motu.cli.solving.openings import tell_openings
from motu.cli.solving.working import check_all_openings, check_solution, solve, solve_openings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from motu.solve import Opening, SolveLimits, Solver

NAME = "solve"
SUMMARY = "Who wins with perfect play, and how."
EXAMPLES = """\b
Examples:
  motu solve 'hex(size=5,swap=false)'
  motu solve 'hex(size=6,swap=false)' a3 d4 --check
  motu solve gan --table gan.solved --memory 4096 --threads 2
  motu solve 'hex(size=8,swap=false)' --quick --net atoll-medium
  motu solve 'hex(size=5)' --openings --svg swap.svg"""

MEGABYTE = 1 << 20


def run(
    game: Annotated[str, typer.Argument(metavar="SPEC", help="A game, as in 'hex(size=5)'.")],
    moves: Annotated[
        list[str] | None, typer.Argument(metavar="MOVES", help="The moves so far, as in d4 swap or r4=6.")
    ] = None,
    openings: Annotated[
        bool, typer.Option("--openings", help="Who wins after each first stone: which openings to swap.")
    ] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Only who wins and one best move, not every move.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Replay the proof: the winner's strategy against all replies.")
    ] = False,
    positions: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="With --check: positions to walk, a million if not given.")
    ] = None,
    threads: Annotated[int, typer.Option(metavar="N", min=1, max=256, help="Threads of the solver.")] = 1,
    memory: Annotated[
        int, typer.Option(metavar="MB", min=1, max=1 << 24, help="Megabytes for its tables, 1024 if not given.")
    ] = 1024,
    seconds: Annotated[float | None, typer.Option(metavar="S", help="Give up after S seconds.")] = None,
    nodes: Annotated[int | None, typer.Option(metavar="N", min=1, help="Give up after N positions.")] = None,
    table: Annotated[
        str | None, typer.Option(metavar="FILE", help="Go on with what FILE holds, and keep what is learned in it.")
    ] = None,
    net: Annotated[
        str | None, typer.Option(metavar="NAME", help="Let this net, or FILE, say which moves are tried first.")
    ] = None,
    no_keep: Annotated[
        bool, typer.Option("--no-keep", help="Don't add what was proved of Atoll to what engines know.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
    svg: Annotated[str | None, typer.Option(metavar="FILE", help="With --openings: draw the map; - is stdout.")] = None,
    theme: Annotated[
        str | None, typer.Option(metavar="NAME", help="The picture's colours: light (the default), dark or auto.")
    ] = None,
    size: Annotated[int | None, typer.Option(metavar="PIXELS", help="The picture's width.")] = None,
) -> None:
    """Solve a position: its value with perfect play, every winning move, and a line of play.

    docs/solved.md has what was solved with it.
    """
    from motu.solve import make_solver

    _check_options(openings=openings, check=check, positions=positions, moves=moves or [])
    _check_picture(openings=openings, json=json, svg=svg, theme=theme, size=size)
    limits = _limits(threads, memory, seconds, nodes, every_action=not quick)
    state = position_after(game, moves or [])
    solver = make_solver(state.game)
    _order_by(solver, net)
    read_table(solver, limits, table)
    holds = True
    try:
        if openings:
            found: list[Opening] = []
            try:
                solve_openings(solver, state, limits, found)
            except KeyboardInterrupt:
                if found:
                    tell_openings(state, found, None, json=json, svg=svg, theme=theme, size=size)
                else:
                    remark("stopped before any opening was solved")
                raise
            checked = check_all_openings(solver, state, found, limits, positions) if check else None
            tell_openings(state, found, checked, json=json, svg=svg, theme=theme, size=size)
        else:
            solution = solve(solver, state, limits)
            checked = check_solution(solver, state, solution, limits, positions) if check else None
            tell_solution(state, solution, checked, json=json)
        holds = checked is None or checked.holds
    except BaseException:
        keep_work(solver, table, keep=not no_keep, is_broken_off=True)
        raise
    keep_work(solver, table, keep=holds and not no_keep, is_broken_off=False)
    if not holds:
        raise typer.Exit(1)


def _check_options(*, openings: bool, check: bool, positions: int | None, moves: Sequence[str]) -> None:
    if openings and moves:
        raise BadInputError("--openings is about the empty board; leave out MOVES")
    if positions is not None and not check:
        raise BadInputError("--positions N is for --check")


def _check_picture(*, openings: bool, json: bool, svg: str | None, theme: str | None, size: int | None) -> None:
    if svg is not None and not openings:
        raise BadInputError("--svg FILE draws the map of --openings; give that, too")
    if svg == "-" and json:
        raise BadInputError("--svg - and --json both write to stdout; give --svg a file name")
    if svg is None and (theme is not None or size is not None):
        raise BadInputError("--theme and --size are for pictures; give --svg FILE, too")


def _limits(threads: int, memory: int, seconds: float | None, nodes: int | None, *, every_action: bool) -> SolveLimits:
    from motu.solve import SolveLimits

    if seconds is not None and not 0 < seconds <= 1e7:
        raise BadInputError(f"--seconds is a number of seconds above 0, not {seconds:g}")
    return SolveLimits(seconds, nodes, memory * MEGABYTE, threads, every_action)


def _order_by(solver: Solver, name: str | None) -> None:
    from motu.eval.nets import open_net
    from motu.eval.nets.installed import net_named
    from motu.solve import OrdersByNet

    if name is None:
        return
    if not isinstance(solver, OrdersByNet):
        raise BadInputError("--net is for Atoll, Hex and Atomorph, whose solvers can ask one")
    solver.order_by(open_net(net_named(name)))
