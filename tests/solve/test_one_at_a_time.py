"""Solvers that several threads call, and that are called out of their own reports."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest

import motu
from motu.errors import SolveError
from motu.solve import ConnectionSolver, FlipSolver, Progress, SolveLimits, make_solver

ATOLL = "hex(size=9,swap=false)"
ATOMORPH = "atomorph(size=6,swap=false)"
LIMITS = SolveLimits(memory_bytes=1 << 24, seconds=60)
SOON_S = 60
"""Seconds after which something that should not take one is said to hang."""

T = TypeVar("T")
Solver = ConnectionSolver | FlipSolver


def solver_of(spec: str) -> Solver:
    solver = make_solver(motu.load_game(spec))
    assert isinstance(solver, (ConnectionSolver, FlipSolver))
    return solver


def in_time(call: Callable[[], T]) -> T:
    """Call something in another thread, and fail where it hangs."""
    found: list[T] = []
    thread = threading.Thread(target=lambda: found.append(call()), daemon=True)
    thread.start()
    thread.join(SOON_S)
    assert not thread.is_alive(), "it hangs"
    return found[0]


@pytest.mark.parametrize("spec", [ATOLL, ATOMORPH])
def test_out_of_its_own_report_a_solver_can_be_stopped_and_nothing_else(spec: str, tmp_path: Path) -> None:
    solver = solver_of(spec)
    state = motu.load_game(spec).new_initial_state()
    slugs = []

    def ask_for_more(_: Progress) -> None:
        calls: tuple[Callable[[], object], ...] = (
            lambda: solver.save(tmp_path / "kept"),
            lambda: solver.solve(state, LIMITS),
            lambda: solver.load(tmp_path / "kept", LIMITS),
        )
        for call in calls:
            with pytest.raises(SolveError) as caught:
                call()
            slugs.append(caught.value.slug)
        solver.stop()

    assert not in_time(lambda: solver.solve(state, LIMITS, ask_for_more)).is_exact
    assert slugs[:3] == ["solve/busy"] * 3
    solver.save(tmp_path / "kept")  # afterwards it can be


@pytest.mark.parametrize("spec", ["hex(size=4,swap=false)", "atomorph(size=5,swap=false)"])
def test_two_threads_that_ask_at_once_are_answered_one_after_the_other(spec: str) -> None:
    solver = solver_of(spec)
    state = motu.load_game(spec).new_initial_state()
    limits = SolveLimits(memory_bytes=1 << 24, every_action=False)
    with ThreadPoolExecutor(2) as pool:
        found = in_time(lambda: list(pool.map(lambda _: solver.solve(state, limits), range(2))))
    assert [(each.lower, each.upper) for each in found] == [(1, 1)] * 2


@pytest.mark.parametrize("spec", ["hex(size=4,swap=false)", "atomorph(size=6,swap=false)"])
def test_whoever_saves_while_another_thread_solves_disturbs_nobody(spec: str, tmp_path: Path) -> None:
    solver = solver_of(spec)
    state = motu.load_game(spec).new_initial_state()
    limits = SolveLimits(memory_bytes=1 << 24, nodes=500)
    solver.solve(state, limits)
    is_over = threading.Event()

    def solve_often() -> int:
        try:
            return sum(solver.solve(state, limits).seconds >= 0 for _ in range(40))
        finally:
            is_over.set()

    with ThreadPoolExecutor(1) as pool:
        solved = pool.submit(solve_often)
        while not is_over.is_set():
            solver.save(tmp_path / "kept")
        assert solved.result(SOON_S) == 40
    other = solver_of(spec)
    other.load(tmp_path / "kept", limits)


def test_whoever_saves_after_each_opening_hears_of_all(tmp_path: Path) -> None:
    """Nobody is at work then, and so nobody is stopped."""
    solver, wins = ConnectionSolver(motu.load_game("hex(size=4)")), []
    for opening in solver.openings(SolveLimits()):
        solver.save(tmp_path / "four")
        wins.append(opening.wins)
    right = ConnectionSolver(motu.load_game("hex(size=4)")).openings(SolveLimits())
    assert wins == [each.wins for each in right]
    assert None not in wins
