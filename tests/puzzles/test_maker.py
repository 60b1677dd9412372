"""Making puzzles: what comes is proved, equal seeds make equal puzzles, and what is known is not made again."""

from __future__ import annotations

from collections import Counter

import pytest

import motu
from motu.errors import MotuError
from motu.puzzles import Maker, Puzzle
from motu.puzzles.maker import difficulty_of
from motu.solve import SolveLimits, make_solver

SMALL = "hex(size=4)"
LINES = "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=3)"


def made(spec: str, count: int, **options: object) -> list[Puzzle]:
    difficulty = options.pop("difficulty", None)
    maker = Maker(spec, **options)  # type: ignore[arg-type]
    assert difficulty is None or isinstance(difficulty, int)
    return [played.puzzle for played in maker.make(count, difficulty) if played.puzzle is not None]


@pytest.mark.parametrize("spec", [SMALL, LINES])
def test_equal_seeds_make_equal_puzzles(spec: str) -> None:
    found = made(spec, 2, seed=5)
    assert len(found) == 2
    assert made(spec, 2, seed=5) == found
    assert made(spec, 2, seed=6) != found


def test_what_is_known_is_not_made_again() -> None:
    first, second = made(SMALL, 2, seed=5)
    assert first.id not in [puzzle.id for puzzle in made(SMALL, 2, seed=5, known=[first.id])]
    assert second.id in [puzzle.id for puzzle in made(SMALL, 2, seed=5, known=[first.id])]


def test_only_one_move_wins_and_not_at_once() -> None:
    for puzzle in made(SMALL, 3, seed=1):
        state = puzzle.position()
        solution = make_solver(state.game).solve(state, SolveLimits(memory_bytes=1 << 24))
        winning = [state.action_to_string(each.action) for each in solution.actions if each.lower == 1]
        assert tuple(winning) == puzzle.solution
        assert not state.clone().play_all(puzzle.solution).is_terminal()
        assert "swap=false" in puzzle.spec


def test_wanted_difficulties_are_made() -> None:
    [puzzle] = made(SMALL, 1, seed=1, difficulty=1)
    state = puzzle.position()
    right = state.string_to_action(puzzle.solution[0])
    assert puzzle.difficulty == difficulty_of(state, {right}) == 1
    assert difficulty_of(state, set(state.legal_actions())) == 1
    assert difficulty_of(state, set()) == 5


@pytest.mark.parametrize("spec", ["chess", "atomorph(size=12)"])
def test_boards_that_nobody_solves_are_refused(spec: str) -> None:
    with pytest.raises(MotuError):
        Maker(spec)


def test_lengths_are_the_winners_turns() -> None:
    [puzzle] = made("atomorph(size=3)", 1, seed=2)
    state = puzzle.position()
    solver = make_solver(state.game)
    line = solver.solve(state, SolveLimits()).line
    person, turns = state.current_player(), 0
    for action in line:
        turns += state.current_player() == person
        state.apply_action(action)
    assert state.is_terminal()
    assert puzzle.turns == turns > 1


def test_own_boards_have_puzzles() -> None:
    [puzzle] = made("atoll(board=rhombus,size=4x5,islands=8)", 1, seed=1)
    assert motu.load_game(puzzle.spec).board.num_cells == 20


def test_of_each_difficulty_so_many_are_made_and_no_more() -> None:
    maker = Maker("atoll(size=5)", seed=1)
    found = Counter(played.puzzle.difficulty for played in maker.make_each(2, games=200) if played.puzzle is not None)
    assert found[1] == 2
    assert max(found.values()) == 2
    assert len(found) > 1


def test_making_ends_with_the_games_that_are_allowed() -> None:
    assert len(list(Maker(SMALL, seed=1).make(50, games=7))) == 7
    assert len(list(Maker(SMALL, seed=1).make_each(50, games=7))) == 7
