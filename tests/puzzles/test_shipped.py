"""The puzzles that come with motu: each is what its solver says, no two are the same, none is trivial."""

from __future__ import annotations

from collections import Counter

import pytest

from motu.games import AtmalofRules, AtomorphRules, load_game
from motu.puzzles import GAMES, Puzzle, position_key, puzzle_id, shipped_puzzles
from motu.puzzles.maker import MARGIN, difficulty_of
from motu.puzzles.themes import themes_of
from motu.puzzles.truth import PuzzleSolver
from motu.search.tactics import threats, winning_actions
from motu.solve import SolveLimits

PUZZLES = tuple(shipped_puzzles().values())
SPECS = sorted({puzzle.spec for puzzle in PUZZLES})
_WHOLE = SolveLimits(memory_bytes=1 << 30, every_action=False)


def is_quick(puzzle: Puzzle) -> bool:
    """Whether its solver answers without a table that takes seconds to make."""
    rules = puzzle.position().game.rules
    if isinstance(rules, AtmalofRules):
        return rules.rows * rules.cols < 16 and rules.pieces == 4
    return not isinstance(rules, AtomorphRules) or rules.size > 4


QUICK = [puzzle for puzzle in PUZZLES if is_quick(puzzle)][:: len(PUZZLES) // 40]
"""Some forty of them, the same ones each time."""
SOME = PUZZLES[:: len(PUZZLES) // 80]


def check(puzzle: Puzzle, truth: PuzzleSolver) -> None:
    """Compare a puzzle with its solver."""
    state = puzzle.position()
    if puzzle.goal == "best":
        for action in truth.solution(state).actions:
            lower, upper = puzzle.equities[state.action_to_string(action.action)]
            assert lower <= action.lower <= action.upper <= upper, puzzle.id
            assert action.lower - lower + upper - action.upper <= 3e-4, puzzle.id
        return
    winning = truth.winning(state, 2)
    assert winning is not None
    assert tuple(map(state.action_to_string, winning)) == puzzle.solution, puzzle.id


@pytest.mark.parametrize("puzzle", QUICK, ids=lambda puzzle: str(puzzle.id))
def test_a_few_are_what_the_solver_says(puzzle: Puzzle) -> None:
    check(puzzle, PuzzleSolver(puzzle.position().game, _WHOLE))


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_all_are_what_the_solver_says(spec: str) -> None:
    chosen = [puzzle for puzzle in PUZZLES if puzzle.spec == spec]
    truth = PuzzleSolver(chosen[0].position().game, _WHOLE)
    for puzzle in chosen:
        check(puzzle, truth)
        if truth.knows_lengths:
            check_length(puzzle, truth)


def check_length(puzzle: Puzzle, truth: PuzzleSolver) -> None:
    """Play best play of both out by the rules, and count the winner's turns."""
    state = puzzle.position()
    person, plies = state.current_player(), set[int]()
    for action in truth.solution(state).line:
        if state.current_player() == person:
            plies.add(state.ply())
        state.apply_action(action)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winner == person
    assert len(plies) == puzzle.turns > 1


def check_measures(puzzle: Puzzle, truth: PuzzleSolver) -> None:
    """Measure a puzzle's difficulty and its themes again."""
    state = puzzle.position()
    [right] = map(state.string_to_action, puzzle.solution)
    assert difficulty_of(state, {right}) == puzzle.difficulty, puzzle.id
    assert themes_of(state, right, truth) == puzzle.themes, puzzle.id


def test_difficulties_and_themes_of_some_are_as_the_page_says() -> None:
    for puzzle in SOME:
        check_measures(puzzle, PuzzleSolver(puzzle.position().game))


@pytest.mark.slow
def test_difficulties_and_themes_of_all_are_as_the_page_says() -> None:
    truths = {puzzle.spec: PuzzleSolver(puzzle.position().game) for puzzle in PUZZLES}
    for puzzle in PUZZLES:
        check_measures(puzzle, truths[puzzle.spec])


def test_there_are_enough_of_every_game_and_difficulty() -> None:
    both = Counter((puzzle.game, puzzle.difficulty) for puzzle in PUZZLES)
    assert {game for game, _ in both} == set(GAMES)
    for difficulty in range(1, 6):
        assert both["atoll", difficulty] >= 60, both
        assert both["atomorph", difficulty] >= 60, both
        assert both["atmalof", difficulty] >= 5, both


@pytest.mark.parametrize("game", ["atoll", "atomorph"])
def test_the_standard_board_is_among_the_boards(game: str) -> None:
    standard = load_game(game).board.num_cells
    assert any(puzzle.game == game and puzzle.position().game.board.num_cells == standard for puzzle in PUZZLES)


def test_no_two_are_the_same() -> None:
    keys = Counter(position_key(puzzle.position()) for puzzle in PUZZLES)
    assert max(keys.values()) == 1
    assert all(puzzle.id == puzzle_id(puzzle.position()) for puzzle in PUZZLES)


def test_none_is_a_win_in_one_or_a_threat_of_one() -> None:
    for puzzle in PUZZLES:
        state = puzzle.position()
        assert len(puzzle.solution) == 1, puzzle.id
        assert not winning_actions(state), puzzle.id
        assert puzzle.goal == "best" or not threats(state), puzzle.id


def test_the_best_move_is_best_by_a_clear_margin() -> None:
    chosen = [puzzle for puzzle in PUZZLES if puzzle.goal == "best"]
    assert {puzzle.game for puzzle in chosen} == {"atmalof"}
    for puzzle in chosen:
        best = puzzle.equities[puzzle.solution[0]][0]
        others = [upper for move, (_, upper) in puzzle.equities.items() if move not in puzzle.solution]
        assert best - max(others) >= MARGIN - 2e-4, puzzle.id
