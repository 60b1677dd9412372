"""`motu analyze`: what is good in a position, and how sure that is (floor: cli)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.application import MAX_SEED, BadInputError
from motu.cli.games_named import game_named
from motu.cli.output import write, write_json_line
from motu.cli.pictures import write_picture
from motu.cli.positions import moment_of, rewind
from motu.cli.progress import ProgressBar
from motu.cli.tables import Column, bounds_texts, write_table
from motu.numbers import counted

if TYPE_CHECKING:
    from motu import State
    from motu.engine.position_search import Search
    from motu.search.limits import Limits
    from motu.search.mcts import Analysis, MoveAnalysis

NAME = "analyze"
SUMMARY = "What is good in a position, and how sure that is."
EXAMPLES = """\b
Examples:
  motu analyze atoll g7
  motu analyze 'hex(size=5)' b2 --svg heat.svg --theme dark
  motu analyze games.jsonl:2 --ply 10 --seconds 5
  motu analyze atmalof r4=6 c2 --visits 50000
  motu analyze hex c4 --evaluator net:training/best.onnx
  motu analyze atmalof --json --every 0.2 --visits 20000"""

DEFAULT_SECONDS = 2.0
NARROW = 0.02
"""Bounds nearer to each other are told with more digits: they come from tables of solved positions."""


def run(
    game: Annotated[str, typer.Argument(metavar="FILE|SPEC", help="A file of records, FILE:N, or -; or a game.")],
    moves: Annotated[
        list[str] | None, typer.Argument(metavar="MOVES", help="The moves so far, as in d4 swap or r4=6.")
    ] = None,
    ply: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="The position after N plies instead of the last one.")
    ] = None,
    visits: Annotated[int | None, typer.Option(metavar="N", min=1, help="End after N visits.")] = None,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="End after S seconds; 2 if neither limit is given.")
    ] = None,
    threads: Annotated[
        int, typer.Option(metavar="N", min=1, max=256, help="Threads of the search; only one repeats itself.")
    ] = 1,
    seed: Annotated[
        int, typer.Option(metavar="N", min=0, max=MAX_SEED, help="With --visits, equal seeds have equal results.")
    ] = 0,
    evaluator: Annotated[
        str, typer.Option(metavar="NAME", help="What judges positions, as in net:FILE; the best if not given.")
    ] = "auto",
    top: Annotated[int, typer.Option(metavar="N", min=0, help="List N moves, 10 if not given; 0 for all.")] = 10,
    json: Annotated[bool, typer.Option("--json", help="Write JSON, a line for each result.")] = False,
    every: Annotated[
        float | None, typer.Option(metavar="S", help="With --json: also a partial result every S seconds.")
    ] = None,
    svg: Annotated[str | None, typer.Option(metavar="FILE", help="Draw a heat map; - is stdout.")] = None,
    theme: Annotated[
        str | None, typer.Option(metavar="NAME", help="The picture's colours: light (the default), dark or auto.")
    ] = None,
    size: Annotated[int | None, typer.Option(metavar="PIXELS", help="The picture's width.")] = None,
) -> None:
    """Say of every move, or of every face of the die, what it is worth: as a table, as JSON lines, as a picture.

    docs/analysis.md says what the figures mean.
    """
    from functools import partial

    from motu.engine.position_search import search_position

    _check(json=json, svg=svg, theme=theme, size=size, every=every)
    state = game_named(game, moves or [])
    state = state if ply is None else rewind(state, ply)
    report = _reporter(state, every, top) if json and every is not None else None
    limits = _limits(visits, seconds)
    search = partial(search_position, threads=threads, evaluator=evaluator)
    found, is_broken_off = (None, False) if state.is_terminal() else _search(search, state, limits, seed, report)
    if svg is not None:
        write_picture(_picture(state, found, theme or "light", size), svg)
    if json:
        engine = {} if found is None else {"engine": _engine(state, limits, seed, evaluator, threads)}
        write_json_line(_as_json(state, found, top) | engine)
    elif svg != "-":
        _write_analysis(state, found, top)
    if is_broken_off:
        raise KeyboardInterrupt


def _check(*, json: bool, svg: str | None, theme: str | None, size: int | None, every: float | None) -> None:
    if svg == "-" and json:
        raise BadInputError("--svg - and --json both write to stdout; give --svg a file name")
    if svg is None and (theme is not None or size is not None):
        raise BadInputError("--theme and --size are for pictures; give --svg FILE, too")
    if every is not None and not (json and every > 0):
        raise BadInputError("--every S is for --json, and a number of seconds above 0")


def _limits(visits: int | None, seconds: float | None) -> Limits:
    from motu.search.limits import Limits

    if seconds is not None and not 0 < seconds <= 1e7:
        raise BadInputError(f"--seconds is a number of seconds above 0, not {seconds:g}")
    if visits is None and seconds is None:
        return Limits(seconds=DEFAULT_SECONDS)
    return Limits(visits=visits or 0, seconds=seconds or 0.0)


def _search(
    search: Search, state: State, limits: Limits, seed: int, report: Callable[[Analysis], None] | None
) -> tuple[Analysis, bool]:
    """Return what was found, and whether Ctrl-C has ended the search before its time."""
    stop = threading.Event()
    visits = 0

    def hear(found: Analysis) -> None:
        nonlocal visits
        visits = found.visits
        if limits.visits:
            progress.reach_quietly(visits)
        if report is not None:
            report(found)

    with ProgressBar("searching", limits.visits or None, "visits" if limits.visits else "") as progress:
        progress.note(lambda: "" if limits.visits or not visits else f"{visits:,} visits")
        told = hear if report is not None or progress.is_wanted else None
        return progress.run_to_end(lambda: search(state, limits, seed, told, stop.is_set), stop.set)


def _reporter(state: State, every: float, top: int) -> Callable[[Analysis], None]:
    import time

    due = time.monotonic()

    def report(found: Analysis) -> None:
        nonlocal due
        if time.monotonic() >= due:
            due = time.monotonic() + every
            write_json_line(_as_json(state, found, top, is_during_search=True))

    return report


def _as_json(state: State, found: Analysis | None, top: int, *, is_during_search: bool = False) -> dict[str, object]:
    from motu.engine.answers import analysis_as_json, finished_as_json

    told = finished_as_json(state) if found is None else analysis_as_json(state, found, top)
    where = {"spec": state.game.spec, "moves": state.moves(), "ply": state.ply(), "isDuringSearch": is_during_search}
    return {**where, **told}


def _engine(state: State, limits: Limits, seed: int, evaluator: str, threads: int) -> dict[str, object]:
    """Return what a position was analysed with."""
    from motu.search.manifest import engine_json

    return engine_json(state.game, limits, seed, evaluator, threads)


def _picture(state: State, found: Analysis | None, theme: str, size: int | None) -> str:
    from motu.drawing import draw_svg
    from motu.engine.pictures import draw_analysis

    return draw_svg(state, theme=theme, size=size) if found is None else draw_analysis(state, found, theme, size)


# --- for people


def _write_analysis(state: State, found: Analysis | None, top: int) -> None:
    from motu.drawing.scene import status_line

    write(state.game.spec, f"{moment_of(state)}: {status_line(state)}")
    if found is None:
        return
    write(_summary(state, found), *_net_lines(state, found), "")
    if state.is_chance_node():
        _write_faces(state, found)
        return
    _write_moves(state, found, top)


def _summary(state: State, found: Analysis) -> str:
    from motu.engine.answers import value_of

    proof = f" ({found.proof}, proved)" if found.proof else ""
    worth = worth_words(state, value_of(state, found))
    return (
        f"{worth}{proof}; {counted(found.visits, 'visit')}, {counted(found.nodes, 'position')}, {found.seconds:.2f} s"
    )


def _net_lines(state: State, found: Analysis) -> list[str]:
    if found.net is None:
        return []
    if found.net.value is None:
        return [f"the net {found.net.name} has no opinion of a move that a swap may follow; all have the same prior"]
    return [f"the net {found.net.name} by itself: {worth_words(state, found.net.value)}; its policy is the prior"]


def worth_words(state: State, value: float) -> str:
    """Return a value as people read it: a win probability, or with dice an equity."""
    return f"equity {value:+.3f}" if state.game.max_chance_outcomes else f"{50 * (value + 1):.1f} %"


def _write_moves(state: State, found: Analysis, top: int) -> None:
    from motu.engine.answers import told_moves
    from motu.engine.position_search import faces_of

    has_dice = bool(state.game.max_chance_outcomes)
    columns = [
        Column("move", is_number=False),
        Column("visits"),
        Column("equity" if has_dice else "wins"),
        Column("prior"),
        Column("proved", is_number=False),
        Column("after each face" if has_dice else "expected", is_number=False),
    ]
    shown = told_moves(found)[: top or None]
    rows = [
        [
            move.move,
            f"{move.visits:,}",
            f"{move.value:+.3f}" if has_dice else f"{50 * (move.value + 1):.1f} %",
            f"{move.prior:.3f}" if move.prior else "",
            proof_words(move),
            " ".join(f"{_shown(shows)}: {face.value:+.2f}" for shows, face in faces_of(state, move))
            or " ".join(move.variation),
        ]
        for move in shown
    ]
    write_table(columns, rows, strong=(0,))
    if len(shown) < len(found.moves):
        write("", f"{len(found.moves) - len(shown)} more legal moves; --top 0 lists all that were tried")


def proof_words(move: MoveAnalysis) -> str:
    """Return what is proved about a move: its result, or the bounds that its value keeps to."""
    if move.proof is not None:
        proof = move.proof if move.proof != "exact" else f"{move.value:+.3f}"
        return f"{proof} in {move.plies}" if move.plies else proof
    if move.is_pruned and move.lower == -1.0:
        return "no better"
    if (move.lower, move.upper) != (-1.0, 1.0):
        digits = 2 if move.upper - move.lower > NARROW else 4
        return " to ".join(bounds_texts(move.lower, move.upper, digits))
    return ""


def _write_faces(state: State, found: Analysis) -> None:
    from motu.engine.position_search import faces_alike

    alike = faces_alike(state)
    columns = [Column("die", is_number=False), Column("odds"), Column("visits"), Column("equity"), Column("luck")]
    columns += [Column("proved", is_number=False), Column("expected", is_number=False)]
    total = sum(map(len, alike.values()))
    rows = [
        [
            _shown([outcome + 1 for outcome in alike[move.action]]),
            f"{len(alike[move.action])} of {total}",
            f"{move.visits:,}",
            f"{move.value:+.3f}",
            f"{move.value - found.value:+.3f}",
            proof_words(move),
            " ".join(move.variation[1:]),
        ]
        for move in found.moves
    ]
    write_table(columns, rows)


def _shown(faces: list[int]) -> str:
    return ",".join(map(str, faces))
