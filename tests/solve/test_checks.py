"""Replays of what was solved, for every game: they hold after the truth, also from a table, and fail after a lie."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from motu import Game, load_game
from motu.errors import SolveError
from motu.search.limits import Limits
from motu.solve import (
    ActionBounds,
    ConnectionSolver,
    FlipSolver,
    LineSolver,
    Opening,
    Solution,
    SolveLimits,
    check_openings,
    make_solver,
)
from motu.solve.line_solver import TableCheck
from solve.lying_table import make_lie

SMALL = SolveLimits(memory_bytes=1 << 23)
ENOUGH = 1_000_000
HEX = "hex(size=4,swap=false)"
ATMALOF = "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=3)"


def opposite(found: Solution) -> Solution:
    return Solution(-found.upper, -found.lower, tuple(replace(each, lower=-each.upper) for each in found.actions))


def opposite_opening(opening: Opening) -> Opening:
    return replace(opening, wins=not opening.wins)


@pytest.fixture
def hex_table(tmp_path: Path) -> Path:
    """Everything about the openings and the empty board of Hex 4×4."""
    game = load_game(HEX)
    solver = ConnectionSolver(game)
    solver.solve(game.new_initial_state(), SMALL)
    list(solver.openings(SMALL))
    solver.save(tmp_path / "table")
    return tmp_path / "table"


class TestAtoll:
    @pytest.mark.parametrize("moves", [(), ("b3",), ("a1", "b2")])
    def test_a_claim_holds_and_its_opposite_does_not(self, moves: tuple[str, ...]) -> None:
        game = load_game(HEX)
        state = game.new_initial_state().play_all(moves)
        solver = ConnectionSolver(game)
        solution = solver.solve(state, SMALL)
        truth = solver.check(state, solution, SMALL, ENOUGH)
        assert (truth.holds, truth.is_complete) == (True, True)
        lie = solver.check(state, opposite(solution), SMALL, ENOUGH)
        assert (lie.holds, lie.is_complete) == (False, False)
        assert "not won" in lie.text

    def test_a_claim_holds_when_its_proof_comes_from_a_table(self, hex_table: Path) -> None:
        game = load_game(HEX)
        state = game.new_initial_state()
        solver = ConnectionSolver(game)
        solver.load(hex_table, SMALL)
        solution = solver.solve(state, SMALL)
        assert solver.check(state, solution, SMALL, ENOUGH).holds
        assert check_openings(solver, game, list(solver.openings(SMALL)), SMALL, 1600).holds

    @pytest.mark.parametrize("least_work", [1, 3])
    def test_a_table_that_lies_is_found_out(self, hex_table: Path, least_work: int) -> None:
        game = load_game(HEX)
        state = game.new_initial_state()
        assert make_lie(hex_table, least_work=least_work) > 0
        solver = ConnectionSolver(game)
        solver.load(hex_table, SMALL)
        found = list(solver.openings(SMALL))
        assert found != list(ConnectionSolver(game).openings(SMALL))
        assert not check_openings(solver, game, found, SMALL, ENOUGH).holds
        solution = solver.solve(state, SMALL)
        assert solver.check(state, solution, SMALL, ENOUGH).holds == (solution.lower == 1 and least_work > 1)

    def test_a_proof_that_is_not_found_again(self) -> None:
        game = load_game("hex(size=7,swap=false)")
        none = SolveLimits(nodes=1, memory_bytes=1 << 23)
        with pytest.raises(SolveError) as caught:
            ConnectionSolver(game).check(game.new_initial_state(), Solution(1.0, 1.0), none, ENOUGH)
        assert caught.value.slug == "solve/limits"
        swap = load_game("hex(size=7)").new_initial_state().play_all(["d4"])
        with pytest.raises(SolveError) as caught:
            ConnectionSolver(swap.game).check(swap, Solution(1.0, 1.0), none, ENOUGH)
        assert caught.value.slug == "solve/limits"

    def test_nothing_solved_is_nothing_to_check(self) -> None:
        game = load_game(HEX)
        solver = ConnectionSolver(game)
        with pytest.raises(SolveError) as caught:
            solver.check(game.new_initial_state(), Solution(-1.0, 1.0), SMALL, ENOUGH)
        assert caught.value.slug == "solve/check"
        with pytest.raises(SolveError) as caught:
            check_openings(solver, game, [Opening(0, "a1", None, 0, 0.0)], SMALL, ENOUGH)
        assert caught.value.slug == "solve/check"


class TestAtomorph:
    @pytest.mark.parametrize("spec", ["atomorph(size=3,swap=false)", "atomorph(size=3)"])
    @pytest.mark.parametrize("memory", [1 << 30, 10_000])
    def test_a_claim_holds_and_its_opposite_does_not(self, spec: str, memory: int) -> None:
        game = load_game(spec)
        state = game.new_initial_state()
        solver = FlipSolver(game)
        limits = SolveLimits(memory_bytes=memory)
        solution = solver.solve(state, limits)
        truth = solver.check(state, solution, limits, ENOUGH)
        assert (truth.holds, truth.is_complete) == (True, True)
        assert not solver.check(state, opposite(solution), limits, ENOUGH).holds

    def test_a_claim_holds_when_its_proof_comes_from_a_table(self, tmp_path: Path) -> None:
        game = load_game("atomorph(size=3,swap=false)")
        state = game.new_initial_state()
        FlipSolver(game, folder=tmp_path).solve(state)
        solver = FlipSolver(game, folder=tmp_path)
        solution = solver.solve(state)
        assert solution.nodes == 0
        assert solver.check(state, solution, SolveLimits(), ENOUGH).holds
        assert check_openings(solver, game, list(solver.openings()), SolveLimits(), ENOUGH).holds

    def test_a_search_is_checked_with_what_it_learned(self) -> None:
        game = load_game("atomorph(size=4,swap=false)")
        state = game.new_initial_state().play_all(["b2", "c3", "c2", "b3"])
        solver = FlipSolver(game)
        limits = SolveLimits(memory_bytes=1 << 22, every_action=False)  # too little for the table
        solution = solver.solve(state, limits)
        assert "proof search" in solution.notes[0]
        assert solver.check(state, solution, limits, 2000).holds
        assert "proof search" in solver.solve(state, limits).notes[0]


class TestAtmalof:
    def test_an_answer_holds_and_any_other_does_not(self, tmp_path: Path) -> None:
        game = load_game(ATMALOF)
        state = game.new_initial_state()
        solver = LineSolver(game, tmp_path / "solved.table")
        solution = solver.solve(state, SMALL)
        check = solver.check(state, solution, SMALL, 1000)
        assert check.holds
        assert not check.is_complete, "positions are drawn from the table"
        assert LineSolver(game, tmp_path / "solved.table").check(state, solution, SMALL, 1000).holds
        first, *rest = solution.actions
        for lie in (
            replace(solution, lower=-1.0),
            replace(solution, upper=solution.upper + 1e-3),
            replace(solution, actions=(ActionBounds(first.action, first.lower, 1.0), *rest)),
            replace(solution, actions=tuple(rest)),
        ):
            check = solver.check(state, lie, SMALL, 1000)
            assert not check.holds
            assert "is not what the table says" in check.text

    def test_a_table_that_contradicts_itself_proves_nothing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = load_game(ATMALOF)
        state = game.new_initial_state()
        solver = LineSolver(game, tmp_path / "solved.table")
        solution = solver.solve(state, SMALL)
        monkeypatch.setattr(solver, "check_table", lambda positions: TableCheck(positions, 2, 0.5, "somewhere"))
        check = solver.check(state, solution, SMALL, 1000)
        assert (check.holds, check.is_complete, check.positions) == (False, False, 1000)
        assert check.text == "2 of 1,000 positions contradict their successors, the first is somewhere"

    def test_without_a_table_there_is_nothing_to_check(self, tmp_path: Path) -> None:
        game = load_game(ATMALOF)
        solver = LineSolver(game, tmp_path / "solved.table")
        with pytest.raises(SolveError) as caught:
            solver.check(game.new_initial_state(), Solution(-1.0, 1.0), SMALL, 1000)
        assert caught.value.slug == "solve/table"
        assert not solver.table.exists()


class TestOpenings:
    @pytest.mark.parametrize("spec", ["hex(size=3)", "atoll(board=rhombus,size=3,islands=8)", "atomorph(size=3)"])
    def test_a_map_holds_and_no_opening_may_be_changed(self, spec: str) -> None:
        game = load_game(spec)
        solver = self.solver_of(game)
        found = list(solver.openings(SMALL))
        check = check_openings(solver, game, found, SMALL, ENOUGH)
        assert (check.holds, check.is_complete) == (True, True)
        assert f"each of {len(found)} openings" in check.text
        for at, opening in enumerate(found):
            lie = [*found[:at], opposite_opening(opening), *found[at + 1 :]]
            wrong = check_openings(solver, game, lie, SMALL, ENOUGH)
            assert not wrong.holds
            assert f"opening {opening.move}: " in wrong.text

    def test_what_is_not_known_is_left_out(self) -> None:
        game = load_game("hex(size=3)")
        solver = self.solver_of(game)
        found = [replace(each, wins=None) if each.action else each for each in solver.openings(SMALL)]
        assert "each of 1 openings" in check_openings(solver, game, found, SMALL, ENOUGH).text

    def test_few_positions_go_on_with_random_games(self) -> None:
        game = load_game("hex(size=5)")
        solver = self.solver_of(game)
        check = check_openings(solver, game, list(solver.openings(SMALL)), SMALL, 500)
        assert (check.holds, check.is_complete) == (True, False)
        assert 500 < check.positions < 2000

    def test_a_game_without_the_pie_rule_has_none(self, tmp_path: Path) -> None:
        game = load_game(ATMALOF)
        with pytest.raises(SolveError) as caught:
            check_openings(LineSolver(game, tmp_path / "table"), game, [], SMALL, ENOUGH)
        assert caught.value.slug == "solve/game"

    def solver_of(self, game: Game) -> ConnectionSolver | FlipSolver:
        return FlipSolver(game) if game.name == "atomorph" else ConnectionSolver(game)


@pytest.mark.parametrize("spec", [HEX, "atomorph(size=3)", ATMALOF])
@pytest.mark.parametrize("wrong", [5, "seconds=60", Limits(seconds=1.0), load_game(HEX)])
def test_what_is_no_limits_of_a_solver_is_refused_in_a_sentence(spec: str, wrong: Any) -> None:
    game = load_game(spec)
    with pytest.raises(TypeError, match="a solver is bounded by SolveLimits"):
        make_solver(game).solve(game.new_initial_state(), wrong)
