"""`motu solve`: who wins with perfect play, and how (floor: cli)."""

from __future__ import annotations

import threading
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.application import BadInputError
from motu.cli.output import BOARD_SIGNS, can_write, remark, tell, write, write_json
from motu.cli.pictures import write_picture
from motu.cli.positions import moment_of, position_after
from motu.cli.progress import ProgressBar
from motu.cli.tables import Column, bounds_texts, write_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from motu import State
    from motu.solve import Check, Opening, Solution, SolveLimits, Solver
    from motu.solve import Progress as Told

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
POSITIONS = 1_000_000
"""How many positions a check looks at unless told."""
_NO_REPLAY = "--check is for solvers whose proofs can be replayed; this game's cannot"


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
    _read_table(solver, limits, table)
    holds = True
    try:
        if openings:
            found: list[Opening] = []
            try:
                _solve_openings(solver, state, limits, found)
            except KeyboardInterrupt:
                if found:
                    _tell_openings(state, found, None, json=json, svg=svg, theme=theme, size=size)
                else:
                    remark("stopped before any opening was solved")
                raise
            checked = _check_openings(solver, state, found, limits, positions) if check else None
            _tell_openings(state, found, checked, json=json, svg=svg, theme=theme, size=size)
        else:
            solution = _solve(solver, state, limits)
            checked = _check(solver, state, solution, limits, positions) if check else None
            _tell(state, solution, checked, json=json)
        holds = checked is None or checked.holds
    except BaseException:
        _keep_work(solver, table, keep=not no_keep, is_broken_off=True)
        raise
    _keep_work(solver, table, keep=holds and not no_keep, is_broken_off=False)
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


# --- the table


def _read_table(solver: Solver, limits: SolveLimits, name: str | None) -> None:
    from motu.solve import KeepsTable, WorksInTable

    if name is None:
        return
    if not isinstance(solver, KeepsTable):
        raise BadInputError("--table is for solvers that keep one; this game's does not")
    if Path(name).exists():
        solver.load(Path(name), limits)
    elif isinstance(solver, WorksInTable):
        solver.work_in(Path(name))


def _keep_work(solver: Solver, table: str | None, *, keep: bool, is_broken_off: bool) -> None:
    """Keep what was learned; where the work was broken off, why it was is what people are told."""
    from motu.errors import SolveError

    if keep:
        _keep(solver)
    try:
        _write_table(solver, table)
    except SolveError as error:
        if not is_broken_off:
            raise
        remark(f"not written: {error.message}")


def _write_table(solver: Solver, name: str | None) -> None:
    from motu.solve import KeepsTable, WorksInTable

    if isinstance(solver, WorksInTable):
        if (folder := solver.unfinished()) is not None:
            remark(f"not finished: what is solved is kept in {folder}, and the same command goes on from there")
        elif name is not None and Path(name).is_file():
            remark(f"written: {name}")
    elif name is not None and isinstance(solver, KeepsTable):
        solver.save(Path(name))
        remark(f"written: {name}")


def _keep(solver: Solver) -> None:
    """Keep what was proved where searches look for it; where that can't be done the answer is no worse for it."""
    from motu.errors import SolveError
    from motu.solve import KeepsAnswers

    if not isinstance(solver, KeepsAnswers):
        return
    try:
        solver.keep()
    except SolveError as error:
        remark(f"not kept for engines: {error.message}")


# --- solving


def _solve(solver: Solver, state: State, limits: SolveLimits) -> Solution:
    from motu.solve import WorksInTable

    is_stopped = threading.Event()
    last = ""
    with ProgressBar("solving") as progress:

        def hear(told: Told) -> None:
            nonlocal last
            if is_stopped.is_set():
                raise KeyboardInterrupt
            last = told.text
            progress.say(last)

        # Who works in a table puts away what is done when its report says no more.
        stop = is_stopped.set if isinstance(solver, WorksInTable) else None
        try:
            return progress.run(lambda: solver.solve(state, limits, hear), stop)
        except KeyboardInterrupt:
            if last and stop is None:
                remark(f"stopped before anything was proved; {last}")
            raise


def _solve_openings(solver: Solver, state: State, limits: SolveLimits, found: list[Opening]) -> None:
    """Find out what each opening leads to, one after the other."""
    from motu.solve import SolvesOpenings

    if not isinstance(solver, SolvesOpenings):
        raise BadInputError(f"--openings: the openings of {state.game.name} are not solved one by one")
    with ProgressBar("solving openings", state.game.board.num_cells, "openings") as progress:
        progress.note(lambda: f"{sum(each.wins is True for each in found)} win")
        iterator = solver.openings(limits, lambda told: progress.say(told.text))
        while (opening := progress.run(lambda: next(iterator, None))) is not None:
            found.append(opening)
            progress.advance()


def _check(solver: Solver, state: State, solution: Solution, limits: SolveLimits, positions: int | None) -> Check:
    from motu.solve import ChecksSolutions

    if (solution.lower, solution.upper) == (-1, 1) and not solution.actions:
        raise BadInputError("--check replays what was proved, and here is nothing")
    if not isinstance(solver, ChecksSolutions):
        raise BadInputError(_NO_REPLAY)
    with ProgressBar("checking") as progress:
        return progress.run(lambda: solver.check(state, solution, limits, positions or POSITIONS))


def _check_openings(
    solver: Solver, state: State, found: Sequence[Opening], limits: SolveLimits, positions: int | None
) -> Check:
    from motu.solve import ChecksSolutions, check_openings

    if not isinstance(solver, ChecksSolutions):
        raise BadInputError(_NO_REPLAY)
    with ProgressBar("checking") as progress:
        return progress.run(lambda: check_openings(solver, state.game, found, limits, positions or POSITIONS))


# --- what was found


def _tell(state: State, solution: Solution, check: Check | None, *, json: bool) -> None:
    if json:
        write_json(_as_json(state, solution) | ({"check": asdict(check)} if check is not None else {}))
        return
    from motu.drawing.scene import status_line

    write(state.game.spec, f"{moment_of(state)}: {status_line(state)}")
    write(f"{_verdict(state, solution)}; {_effort(solution.nodes, solution.seconds)}")
    for note in solution.notes:
        tell(note)
    if solution.line:
        tell(f"Best play: {' '.join(_texts(state, solution.line))}")
    if solution.actions:
        write("")
        _write_actions(state, solution)
    _tell_check(check)


def _tell_check(check: Check | None) -> None:
    if check is not None:
        write("")
        tell(f"{'checked' if check.holds else 'WRONG'}: {check.text}")


def _effort(nodes: int, seconds: float) -> str:
    return f"{nodes:,} {'position' if nodes == 1 else 'positions'}, {seconds:.2f} s of CPU time"


def _name(state: State, person: int) -> str:
    """Return a person's colour, as long as it is sure that it stays theirs."""
    if state.swap_is_legal() or state.swap_is_next():
        return ("the first player", "the second player")[person]
    return state.colour(person)


def _verdict(state: State, solution: Solution) -> str:
    from motu.games import person_to_act

    person = person_to_act(state)
    who = _name(state, person)
    if solution.is_exact and solution.lower in (1, -1):
        winner = who if solution.lower > 0 else _name(state, 1 - person)
        if state.is_chance_node():
            return f"{winner} wins, whatever is rolled"
        return f"{winner} wins" + (" with the move" if solution.lower > 0 else ", whatever is played")
    if solution.is_exact and solution.lower == 0:
        return "a draw"
    if (solution.lower, solution.upper) == (-1, 1):
        return "open"
    return f"worth {_interval(solution.lower, solution.upper)} to {who}"


def _interval(lower: float, upper: float) -> str:
    if lower == upper:
        return {1.0: "wins", -1.0: "loses", 0.0: "draws"}.get(lower, f"{lower:+.4f}")
    return " to ".join(bounds_texts(lower, upper))


def _write_actions(state: State, solution: Solution) -> None:
    exact = [each for each in solution.actions if each.lower == each.upper and abs(each.lower) in (0.0, 1.0)]
    for value, title in ((1.0, "wins"), (0.0, "draws"), (-1.0, "loses")):
        names = [state.action_to_string(each.action) for each in exact if each.lower == value]
        if names:
            tell(f"{title} ({len(names)}): {' '.join(names)}")
    rest = [each for each in solution.actions if each not in exact]
    columns = [Column("move", is_number=False), Column("at least"), Column("at most")]
    rows = [[state.action_to_string(each.action), *bounds_texts(each.lower, each.upper)] for each in rest]
    if rows:
        write_table(columns, rows, strong=(0,))
    left = len(state.legal_actions()) - len(solution.actions)
    if left > 0:
        write(f"not solved: {left} more legal moves")


def _texts(state: State, actions: Sequence[int]) -> list[str]:
    current = state.clone()
    texts = []
    for action in actions:
        texts.append(current.action_to_string(action))
        current.apply_action(action)
    return texts


def _as_json(state: State, solution: Solution) -> dict[str, object]:
    """Return a solution for programs; values are those of the person to act or to roll."""
    from motu.games import person_to_act

    actions = [
        {"move": state.action_to_string(each.action), "lower": each.lower, "upper": each.upper}
        for each in solution.actions
    ]
    return {
        "spec": state.game.spec,
        "moves": state.moves(),
        "person": person_to_act(state),
        "lower": solution.lower,
        "upper": solution.upper,
        "exact": solution.is_exact,
        "actions": actions,
        "line": _texts(state, solution.line),
        "nodes": solution.nodes,
        "cpu_seconds": solution.seconds,
        "notes": list(solution.notes),
    }


# --- openings


def _tell_openings(
    state: State,
    found: Sequence[Opening],
    check: Check | None,
    *,
    json: bool,
    svg: str | None,
    theme: str | None,
    size: int | None,
) -> None:
    if svg is not None:
        write_picture(_picture(state, found, theme or "light", size), svg)
    if json:
        openings = [asdict(each) for each in found]
        told = {"spec": state.game.spec, "wins": sum(each.wins is True for each in found), "openings": openings}
        write_json(told | ({"check": asdict(check)} if check is not None else {}))
    elif svg != "-":
        _write_openings(state, found)
        _tell_check(check)


def _picture(state: State, found: Sequence[Opening], theme: str, size: int | None) -> str:
    from motu.drawing.scene import scene_of
    from motu.drawing.svg import draw_scene

    heat: dict[str | int, float] = {each.move: 0.8 if each.wins else 0.05 for each in found if each.wins is not None}
    marks: dict[str | int, str] = {each.move: _mark(each) for each in found}
    title = f"{state.game.spec}: openings that win are marked +"
    return draw_scene(scene_of(state, heat=heat, marks=marks, title=title), theme=theme, size=size)


def _mark(opening: Opening) -> str:
    return "?" if opening.wins is None else "+" if opening.wins else "\u2212"


def _text_map(state: State, found: Sequence[Opening]) -> str:
    """Return the board with a stone on every opening: black where it wins, white where it loses."""
    from motu.drawing.scene import EMPTY, scene_of
    from motu.drawing.text import draw_scene_text

    wins = {each.action: each.wins for each in found if each.wins is not None}
    stones = tuple(1 - wins[cell] if cell in wins else EMPTY for cell in range(state.game.board.num_cells))
    scene = replace(scene_of(state.game.board), stones=stones)
    return draw_scene_text(scene, ascii_only=not can_write(BOARD_SIGNS))


def _write_openings(state: State, found: Sequence[Opening]) -> None:
    wins = [each for each in found if each.wins]
    open_ones = [each for each in found if each.wins is None]
    first, second = state.game.colour_names
    write(state.game.spec, f"{len(wins)} of {len(found)} openings win if nobody swaps", "")
    write(_text_map(state, found), f"{first}: the opening wins; {second}: it loses", "")
    tell(f"swap (they win): {' '.join(each.move for each in wins)}")
    if open_ones:
        tell(f"not solved: {' '.join(each.move for each in open_ones)}")
    nodes, seconds = sum(each.nodes for each in found), sum(each.seconds for each in found)
    write(_effort(nodes, seconds))
