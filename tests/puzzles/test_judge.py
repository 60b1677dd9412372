"""The judge of answers: right, wrong, and what the opponent has to say; the end of the game decides."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from motu.errors import MotuError, PuzzleError
from motu.puzzles import AnswerJudge, Maker, Puzzle, shipped_puzzles
from motu.solve import SolveLimits


def first(spec: str) -> Puzzle:
    """Return the first puzzle on a board whose spec has this in it."""
    return next(puzzle for puzzle in shipped_puzzles().values() if spec in puzzle.spec)


CONNECTED = ("size=5,islands=4", "square,size=7", "hexagon,size=3", "atomorph(size=5")


def play_on(puzzle: Puzzle, judge: AnswerJudge) -> tuple[list[str], int]:
    """Play the judge's own moves to the end; return them and who has won."""
    moves: list[str] = []
    while True:
        moves.append(judge.solution(puzzle, moves))
        verdict = judge.judge(puzzle, moves)
        assert verdict.is_right
        moves += verdict.replies
        if verdict.is_over:
            outcome = puzzle.position().play_all(moves).outcome()
            assert outcome is not None
            assert outcome.winner is not None
            return moves, outcome.winner


@pytest.mark.parametrize("spec", CONNECTED)
def test_right_moves_lead_to_the_win(spec: str) -> None:
    puzzle = first(spec)
    moves, winner = play_on(puzzle, AnswerJudge())
    assert moves[0] in puzzle.solution
    assert winner == puzzle.position().current_player()


@pytest.mark.parametrize("spec", CONNECTED)
def test_every_wrong_first_move_is_refuted(spec: str) -> None:
    puzzle, judge = first(spec), AnswerJudge()
    legal = puzzle.position().legal_moves()
    for move in [move for move in legal if move not in puzzle.solution][:6]:
        verdict = judge.judge(puzzle, [move])
        assert not verdict.is_right
        after = puzzle.position().play_all([move, *verdict.replies])
        assert verdict.replies or after.is_terminal()
        if not after.is_terminal():
            with pytest.raises(PuzzleError, match="no move wins"):
                judge.solution(puzzle, [move, *verdict.replies])


def test_a_wrong_move_later_on_is_wrong() -> None:
    judge, chance = AnswerJudge(), random.Random(1)
    puzzle = first("size=5,islands=4")
    start = [puzzle.solution[0], *judge.judge(puzzle, puzzle.solution).replies]
    legal = puzzle.position().play_all(start).legal_moves()
    verdicts = {move: judge.judge(puzzle, [*start, move]).is_right for move in chance.sample(legal, len(legal))}
    assert verdicts[judge.solution(puzzle, start)]
    assert not all(verdicts.values())


def test_equities_decide_where_the_best_move_is_asked_for() -> None:
    puzzle, judge = first("atmalof"), AnswerJudge()
    for move in puzzle.position().legal_moves():
        verdict = judge.judge(puzzle, [move.upper()])
        assert (verdict.is_right, verdict.is_over, verdict.replies) == (move in puzzle.solution, True, ())
    assert judge.solution(puzzle) == puzzle.solution[0]


@pytest.mark.parametrize(("spec", "moves"), [("size=5,islands=4", []), ("atmalof", ["r1", "r2"])])
def test_what_cannot_be_judged_is_refused(spec: str, moves: list[str]) -> None:
    with pytest.raises(PuzzleError) as refused:
        AnswerJudge().judge(first(spec), moves)
    assert refused.value.slug == "puzzle/moves"


def test_moves_that_are_none_are_refused() -> None:
    puzzle = first("size=5,islands=4")
    taken = puzzle.moves[0]
    for move in ("zz", taken):
        with pytest.raises(MotuError, match=move) as refused:
            AnswerJudge().judge(puzzle, [move])
        assert refused.value.slug.startswith("move/")
    with pytest.raises(PuzzleError, match="not the solver's turn"):
        AnswerJudge().solution(puzzle, puzzle.solution)


def test_limits_are_kept_and_said() -> None:
    puzzles = [each for each in shipped_puzzles().values() if "rhombus,size=7" in each.spec]
    judge, slugs = AnswerJudge(SolveLimits(nodes=1, memory_bytes=1 << 22, every_action=False)), set[str]()
    for puzzle in puzzles:
        for move in puzzle.position().legal_moves():
            try:
                verdict = judge.judge(puzzle, [move])
                assert verdict.is_right == (move in puzzle.solution)
            except PuzzleError as refused:
                slugs.add(refused.slug)
    assert slugs == {"puzzle/limits"}


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["atomorph(size=4,contested=ko,corners=true,return_stone=false", "return_stone=true"])
def test_tables_hold_out_as_long_as_the_puzzle_says(spec: str) -> None:
    judge = AnswerJudge()
    for puzzle in [each for each in shipped_puzzles().values() if spec in each.spec][:3]:
        moves, winner = play_on(puzzle, judge)
        state = puzzle.position()
        person, plies = state.current_player(), set[int]()
        for move in moves:
            if state.current_player() == person:
                plies.add(state.ply())
            state.play(move)
        assert winner == person
        assert len(plies) == puzzle.turns


def test_without_a_table_a_search_answers_until_there_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On 3×3 points, where the table takes no time."""
    [puzzle] = [played.puzzle for played in Maker("atomorph(size=3)", 2).make(1) if played.puzzle is not None]
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    judge = AnswerJudge(SolveLimits(nodes=10_000, memory_bytes=1 << 22, every_action=False), makes_tables=False)
    assert judge.lacks_table(puzzle)
    assert judge.judge(puzzle, puzzle.solution).is_right
    assert play_on(puzzle, judge)[1] == puzzle.position().current_player()
    assert not AnswerJudge().lacks_table(puzzle)
    assert not judge.lacks_table(puzzle)
