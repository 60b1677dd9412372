"""`motu puzzles`: positions with one right move, to be found; and how to make more (floor: cli)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.application import BadInputError
from motu.cli.files import write_file
from motu.cli.output import remark, tell, write, write_board, write_document, write_json
from motu.cli.positions import split_moves
from motu.cli.progress import ProgressBar
from motu.cli.tables import Column, bounds_texts, write_table

if TYPE_CHECKING:
    from motu import State
    from motu.puzzles import AnswerJudge, Maker, MinedGame, Puzzle, Verdict

NAME = "puzzles"
SUMMARY = "Positions with one right move: find it."
EXAMPLES = """\b
Examples:
  motu puzzles --game atomorph --difficulty 2
  motu puzzles atoll-2aaa36
  motu puzzles atoll-2aaa36 a2
  motu puzzles --make 'hex(size=5)' --count 2 --seed 1 --out mine.jsonl"""

MOST = 1000
"""Puzzles that are made at once."""


def run(
    puzzle: Annotated[str | None, typer.Argument(metavar="ID", help="A puzzle; without it they are listed.")] = None,
    moves: Annotated[
        list[str] | None, typer.Argument(metavar="MOVES", help="Your answer, or the whole line up to it.")
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="NAME", help="List puzzles of atoll, atomorph or atmalof only.")
    ] = None,
    difficulty: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=5, help="List, or make, only puzzles this hard: 1 to 5.")
    ] = None,
    file: Annotated[
        str | None, typer.Option(metavar="FILE", help="Take the puzzles from FILE, not those of motu.")
    ] = None,
    hint: Annotated[bool, typer.Option("--hint", help="With ID: name a few moves, one of them right.")] = False,
    solution: Annotated[bool, typer.Option("--solution", help="With ID: tell the right move, and why.")] = False,
    make: Annotated[
        str | None, typer.Option(metavar="SPEC", help="Make puzzles on a board, as in 'hex(size=5)'.")
    ] = None,
    count: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=MOST, help="With --make: how many; 10 if not given.")
    ] = None,
    each: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=MOST, help="With --make: so many of each difficulty.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="With --make: play so many games at most.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="S", min=0, help="With --make: equal seeds make equal puzzles; 0.")
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="With --make: add them to FILE; else to stdout.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """List puzzles, show one, or judge an answer to it. With --make, make new ones.

    docs/puzzles.md says what is asked, how hard they are and how they are made.
    """
    _check(puzzle, moves or [], wants={"--hint": hint, "--solution": solution}, listed={"--game": game is not None})
    if make is None:
        making = {"--count": count, "--each": each, "--games": games, "--seed": seed, "--out": out}
        _refuse_given(making, "are for making puzzles; give --make SPEC, too")
        _read(puzzle, split_moves(moves or []), game, difficulty, file, hint=hint, solution=solution, json=json)
        return
    _refuse_given({"ID": puzzle, "--game": game, "--file": file}, "go without --make")
    if json:
        raise BadInputError("--make writes JSON lines in any case; leave out --json")
    if each is not None:
        _refuse_given({"--count": count, "--difficulty": difficulty}, "go without --each")
    _make(make, Order(count or 10, difficulty, each, games), seed or 0, out)


def _check(puzzle: str | None, moves: Sequence[str], *, wants: Mapping[str, bool], listed: Mapping[str, bool]) -> None:
    asked = [name for name, is_given in wants.items() if is_given]
    if len(asked) + bool(moves) > 1:
        raise BadInputError(f"one thing at a time: an answer, or {' or '.join(wants)}")
    if asked and puzzle is None:
        raise BadInputError(f"{asked[0]} is about one puzzle; give its ID, too")
    chosen = [name for name, is_given in listed.items() if is_given]
    if chosen and puzzle is not None:
        raise BadInputError(f"{chosen[0]} is for the list; leave it out beside ID")


def _refuse_given(options: Mapping[str, object], why: str) -> None:
    given = [name for name, value in options.items() if value is not None]
    if given:
        raise BadInputError(f"{' and '.join(given)}: these {why}")


def _read(
    name: str | None,
    moves: Sequence[str],
    game: str | None,
    difficulty: int | None,
    file: str | None,
    *,
    hint: bool,
    solution: bool,
    json: bool,
) -> None:
    from motu.puzzles import AnswerJudge, find_puzzle

    known = _puzzles(file)
    if name is None:
        _list(known, game, difficulty, json=json)
        return
    puzzle, judge = find_puzzle(name, known), AnswerJudge()
    if solution:
        _tell_solution(puzzle, judge, json=json)
    elif moves:
        with ProgressBar("asking the solver") as progress:
            verdict = progress.run(lambda: judge.judge(puzzle, moves))
        _tell_verdict(puzzle, moves, verdict, json=json)
    else:
        _show(puzzle, hint=hint, json=json)


def _puzzles(file: str | None) -> Mapping[str, Puzzle]:
    from motu.puzzles import read_file, shipped_puzzles

    if file is None:
        return shipped_puzzles()
    return {puzzle.id: puzzle for puzzle in read_file(Path(file).expanduser())}


# --- the list


def _list(known: Mapping[str, Puzzle], game: str | None, difficulty: int | None, *, json: bool) -> None:
    from motu.puzzles import GAMES

    if game is not None and game not in GAMES:
        raise BadInputError(f"--game is {', '.join(GAMES[:-1])} or {GAMES[-1]}, not '{game}'", text=game)
    chosen = [each for each in known.values() if game in (None, each.game) and difficulty in (None, each.difficulty)]
    if json:
        write_json({"puzzles": [as_json(each) for each in chosen]})
        return
    if not chosen:
        write("no such puzzles")
        return
    columns = [Column("puzzle", is_number=False), Column("difficulty"), Column("board", is_number=False)]
    write_table(columns, [[each.id, str(each.difficulty), each.spec] for each in chosen])


def as_json(puzzle: Puzzle) -> dict[str, object]:
    """Return what is asked by a puzzle, for programs: all but the solution."""
    return {
        "id": puzzle.id,
        "game": puzzle.game,
        "spec": puzzle.spec,
        "moves": list(puzzle.moves),
        "goal": puzzle.goal,
        "difficulty": puzzle.difficulty,
        "turns": puzzle.turns or None,
    }


# --- one puzzle


def _show(puzzle: Puzzle, *, hint: bool, json: bool) -> None:
    if json:
        write_json(as_json(puzzle) | ({"hint": list(puzzle.hint())} if hint else {}))
        return
    state = puzzle.position()
    write(puzzle.spec)
    write_board(state)
    write("", f"{question(puzzle, state)} Difficulty {puzzle.difficulty} of 5.")
    if hint:
        tell(f"It is one of these: {' '.join(puzzle.hint())}")
    else:
        write(f"Answer with: motu puzzles {puzzle.id} MOVE")


def question(puzzle: Puzzle, state: State) -> str:
    """Return what a puzzle asks, as a sentence."""
    mover = state.colour(state.current_player()).capitalize()
    if puzzle.goal == "best":
        return f"{mover} to move: which move is worth most?"
    length = f" in {puzzle.turns} turns" if puzzle.turns else ""
    return f"{mover} to move wins{length}, with one move only. Which?"


def _tell_solution(puzzle: Puzzle, judge: AnswerJudge, *, json: bool) -> None:
    move = judge.solution(puzzle)
    if json:
        write_json({"id": puzzle.id, "solution": list(puzzle.solution), "equities": _equities(puzzle)})
        return
    write(f"{move} {'is worth most.' if puzzle.goal == 'best' else 'is the only move that wins.'}")
    _write_equities(puzzle, move)


def _tell_verdict(puzzle: Puzzle, moves: Sequence[str], verdict: Verdict, *, json: bool) -> None:
    if json:
        told = {"right": verdict.is_right, "over": verdict.is_over, "replies": list(verdict.replies)}
        write_json({"id": puzzle.id, "moves": list(moves), **told, "equities": _equities(puzzle)})
        return
    state = puzzle.position().play_all(moves[:-1])
    mover, other = (
        state.colour(person).capitalize() for person in (state.current_player(), 1 - state.current_player())
    )
    reply, move = " ".join(verdict.replies), moves[-1]
    if puzzle.goal == "best":
        write(f"right: {move} is worth most" if verdict.is_right else f"wrong: another move is worth more than {move}")
        _write_equities(puzzle, move)
    elif verdict.is_over:
        write(f"right: {mover} has won" if verdict.is_right else f"wrong: the game is over, and {mover} has not won")
    elif verdict.is_right:
        write(f"right: {move} wins. {other} holds out longest with {reply}.")
        write(f"Go on with: motu puzzles {puzzle.id} {' '.join([*moves, *verdict.replies])} MOVE")
    else:
        write(f"wrong: {other} answers {move} with {reply} and wins")


def _equities(puzzle: Puzzle) -> dict[str, list[float]] | None:
    return {move: list(bounds) for move, bounds in puzzle.equities.items()} or None


def _write_equities(puzzle: Puzzle, tried: str) -> None:
    """Write what each move is worth, the best first; the move that was tried stands out."""
    if not puzzle.equities:
        return
    ordered = sorted(puzzle.equities.items(), key=lambda each: (-each[1][0], -each[1][1]))
    columns = [Column("move", is_number=False), Column("at least"), Column("at most")]
    rows = [[move, *bounds_texts(lower, upper)] for move, (lower, upper) in ordered]
    write("")
    write_table(columns, rows, strong=[row for row, (move, _) in enumerate(ordered) if move == tried.lower()])


# --- making


@dataclass(frozen=True, slots=True)
class Order:
    """How many puzzles are wanted, and for how many games at most."""

    count: int
    difficulty: int | None
    each: int | None
    games: int | None

    @property
    def wanted(self) -> int:
        """How many puzzles fill it."""
        return self.count if self.each is None else self.each * 5

    def carried_out(self, maker: Maker) -> Iterator[MinedGame]:
        """Return the games that are played for it."""
        if self.each is None:
            return maker.make(self.count, self.difficulty, self.games)
        return maker.make_each(self.each, self.games)


def _make(spec: str, order: Order, seed: int, out: str | None) -> None:
    from motu.puzzles import Maker, read_file, write_puzzles

    path = None if out is None else Path(out).expanduser()
    known = read_file(path) if path is not None and path.exists() else ()
    maker = Maker(spec, seed, [each.id for each in known])
    found: list[Puzzle] = []
    if not maker.is_hopeful:
        remark(
            "motu: this board is too large for most of its positions to be solved, so minutes may pass without a"
            " puzzle; Ctrl-C ends the work and keeps what was found"
        )
    try:
        with ProgressBar(f"{spec}:", order.wanted, "puzzles") as progress:
            made = order.carried_out(maker)
            while (step := progress.run(lambda: next(made, None))) is not None:
                if step.puzzle is not None:
                    found.append(step.puzzle)
                    progress.advance()
    finally:
        text = write_puzzles([*known, *found] if path is not None else found)
        write_document(text) if path is None else write_file(path, text.encode())
    if len(found) < order.wanted:
        remark(f"motu: {len(found)} of {order.wanted} puzzles; more were not found. Another --seed plays other games")
