"""benchmarks/prove_by_answers.py: what the engine's answers prove is true, whatever the engine thinks."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

import motu
from motu.solve import ConnectionSolver, SolveLimits

GAME = motu.load_game("hex(size=5,swap=false)")


@pytest.fixture(scope="module")
def program() -> ModuleType:
    path = Path(__file__).parents[2] / "benchmarks" / "prove_by_answers.py"
    spec = importlib.util.spec_from_file_location("prove_by_answers", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def wins() -> dict[str, bool | None]:
    """What the solver says of every opening by itself."""
    return {each.move: each.wins for each in ConnectionSolver(GAME).openings(SolveLimits())}


def effort(program: ModuleType, *, leaf: int, visits: int) -> object:
    return program.Effort(leaf=leaf, visits=visits, memory=1 << 22, threads=1)


@pytest.mark.parametrize(("leaf", "visits"), [(1, 1), (1, 100), (1000, 20)])
def test_what_is_proved_is_what_the_solver_says(
    leaf: int, visits: int, program: ModuleType, wins: dict[str, bool | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "LOOK", 1)
    found = {}
    for move in wins:
        prover = program.Prover(GAME, effort(program, leaf=leaf, visits=visits), None)
        found[move] = prover.holds(GAME.new_initial_state().play_all([move]))
    assert {move: held for move, held in found.items() if held is not None}.items() <= wins.items()
    assert sum(held is True for held in found.values()) >= (1 if visits == 1 else sum(map(bool, wins.values())))


def test_it_goes_on_with_what_a_file_holds(
    program: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "five.solved"
    for _ in range(2):
        prover = program.Prover(GAME, effort(program, leaf=100_000, visits=20), file)
        assert prover.holds(GAME.new_initial_state().play_all(["e2"])) is True
        prover.keep()
    first, second = [int(line.split()[-1]) for line in capsys.readouterr().out.splitlines()]
    assert second <= 1 < first
