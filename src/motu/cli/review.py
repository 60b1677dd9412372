"""`motu review`: a whole game, what every move cost and what every roll brought (floor: cli)."""

from __future__ import annotations

import os
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.application import MAX_SEED, BadInputError
from motu.cli.games_named import game_named
from motu.cli.output import write, write_json
from motu.cli.pictures import write_picture
from motu.cli.progress import ProgressBar
from motu.cli.tables import Column, write_table

if TYPE_CHECKING:
    from motu import State
    from motu.engine.review import Review, ReviewedStep

NAME = "review"
SUMMARY = "A whole game: errors, luck, and who was winning when."
EXAMPLES = """\b
Examples:
  motu review games.jsonl
  motu review games.jsonl:3 --visits 5000 --svg game.svg
  motu review 'hex(size=4,swap=false)' b2 c2 b3 a4 b1 a1 b4 --json"""

MARKS = ((0.4, "??"), (0.2, "?"), (0.1, "?!"))
"""Signs of moves that give away so much equity."""


def run(
    game: Annotated[str, typer.Argument(metavar="FILE|SPEC", help="A file of records, FILE:N, or -; or a game.")],
    moves: Annotated[
        list[str] | None, typer.Argument(metavar="MOVES", help="The moves of the game, as in d4 swap or r4=6.")
    ] = None,
    visits: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Visits of every search; 1000 if not given.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=256, help="Searches at a time; one a core if not given.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, max=MAX_SEED, help="Equal seeds have equal results.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
    svg: Annotated[str | None, typer.Option(metavar="FILE", help="Draw the game's course; - is stdout.")] = None,
    theme: Annotated[
        str | None, typer.Option(metavar="NAME", help="The picture's colours: light (the default), dark or auto.")
    ] = None,
    size: Annotated[int | None, typer.Option(metavar="PIXELS", help="The picture's width.")] = None,
) -> None:
    """Judge every move and every roll of a game with one evaluator: luck and errors add up to the result.

    docs/analysis.md says what the figures mean.
    """
    from motu.engine.pictures import draw_review
    from motu.engine.review import DEFAULT_VISITS

    if svg == "-" and json:
        raise BadInputError("--svg - and --json both write to stdout; give --svg a file name")
    if svg is None and (theme is not None or size is not None):
        raise BadInputError("--theme and --size are for pictures; give --svg FILE, too")
    state = game_named(game, moves or [])
    if not state.history():
        raise BadInputError("there is nothing to review: no move was played")
    review = _review(state, visits or DEFAULT_VISITS, threads or os.cpu_count() or 1, seed)
    if svg is not None:
        write_picture(draw_review(review, theme or "light", size), svg)
    if json:
        write_json(review_as_json(review) | {"engine": _engine(state, visits or DEFAULT_VISITS, seed)})
    elif svg != "-":
        _write_review(review)


def _review(state: State, visits: int, threads: int, seed: int) -> Review:
    from motu.engine.review import SearchEvaluator, review_game
    from motu.search.limits import Limits

    evaluate = SearchEvaluator(Limits(visits=visits), seed)
    with ProgressBar("reviewing", 1.0) as progress:
        return progress.run(lambda: review_game(state, evaluate, threads, lambda done, of: progress.reach(done / of)))


def _engine(state: State, visits: int, seed: int) -> dict[str, object]:
    """Return what the game was reviewed with."""
    from motu.search.limits import Limits
    from motu.search.manifest import engine_json

    return engine_json(state.game, Limits(visits=visits), seed)


def review_as_json(review: Review) -> dict[str, object]:
    """Return a review for programs; equities are person 0's, errors and luck those of who moved or rolled."""
    from dataclasses import asdict

    accounts = [review.account(person) for person in (0, 1)]
    return {
        "spec": review.spec,
        "start": review.start,
        "end": review.end,
        "is_over": review.is_over,
        "accounts": [{**asdict(each), "error_rate": each.error_rate} for each in accounts],
        "steps": [asdict(step) for step in review.steps],
    }


# --- for people


def _write_review(review: Review) -> None:
    has_dice = any(step.kind == "roll" for step in review.steps)
    columns = [
        Column("ply"),
        Column("by", is_number=False),
        Column("move", is_number=False),
        Column("equity" if has_dice else "wins"),
        Column("error"),
        Column("", is_number=False),
        Column("better", is_number=False),
        Column("luck"),
    ]
    turns = _turns(review)
    rows = [_row(turn, has_dice=has_dice) for turn in turns]
    bad = [number for number, turn in enumerate(turns) if turn[0].error >= MARKS[0][0]]
    write(review.spec, f"{'equity' if has_dice else 'chances'} of {_called(review, 0)} after every turn", "")
    write_table(columns, rows, strong=bad)
    write("")
    _write_totals(review, has_dice=has_dice)


def _called(review: Review, person: int) -> str:
    """Return what a sentence calls a person: a colour, or "the first player"."""
    name = review.names[person]
    return name if name in review.colour_names else f"the {name}"


def _turns(review: Review) -> list[list[ReviewedStep]]:
    """Return the steps with every roll beside its announcement."""
    turns: list[list[ReviewedStep]] = []
    for step in review.steps:
        if step.kind == "roll":
            turns[-1].append(step)
        else:
            turns.append([step])
    return turns


def _row(turn: list[ReviewedStep], *, has_dice: bool) -> list[str]:
    decision, last = turn[0], turn[-1]
    error = "" if decision.is_forced else _figure(decision.error, has_dice=has_dice)
    mark = next((sign for least, sign in MARKS if decision.error >= least), "")
    return [
        str(decision.ply + 1),
        decision.colour,
        "".join(step.move for step in turn),
        f"{last.after:+.3f}" if has_dice else f"{50 * (last.after + 1):.1f} %",
        error if decision.error else "",
        mark,
        decision.best if decision.error else "",
        f"{last.luck:+.3f}" if len(turn) > 1 else "",
    ]


def _figure(equity: float, *, has_dice: bool) -> str:
    return f"{equity:.3f}" if has_dice else f"{50 * equity:.1f} %"


def _write_totals(review: Review, *, has_dice: bool) -> None:
    columns = [Column("", is_number=False), Column("decisions"), Column("errors"), Column("a decision")]
    columns += [Column("??"), Column("?"), Column("?!"), Column("luck")]
    rows = []
    for person in (0, 1):
        account = review.account(person)
        counts = _counts(review, person)
        figures = [_figure(each, has_dice=has_dice) for each in (account.error, account.error_rate)]
        row = [review.names[person], str(account.decisions), *figures]
        rows.append([*row, *counts, f"{account.luck:+.3f}" if has_dice else ""])
    write_table(columns, rows)
    first, second = review.account(0), review.account(1)
    luck, skill = first.luck - second.luck, second.error - first.error
    words = f"luck {luck:+.3f} + skill {skill:+.3f}" if has_dice else f"skill {skill:+.3f}"
    what = "result" if review.is_over else "equity at the end"
    sums = f"start {review.start:+.3f} + {words} = {what} {review.end:+.3f}"
    write("", f"{sums}: equities of {_called(review, 0)}, +1 won, -1 lost")


def _counts(review: Review, person: int) -> list[str]:
    """Return how many moves earned each of the signs."""
    errors = [step.error for step in review.steps if step.person == person]
    edges = [2.1, *(least for least, _ in MARKS)]
    return [str(sum(low <= error < high for error in errors)) for high, low in pairwise(edges)]
