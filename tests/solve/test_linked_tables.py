"""A table that lies elsewhere, with a link in its place: what is written goes where the link leads."""

from __future__ import annotations

from pathlib import Path

import pytest

from motu import load_game
from motu.solve import KeepsAnswers, KeepsTable, SolveLimits, make_solver

SMALL_ATMALOF = "atmalof(rows=2,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=3)"
LIMITS = SolveLimits(memory_bytes=1 << 24)


@pytest.fixture(params=["there", "not there yet"])
def link(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A link to a file in another folder."""
    target = tmp_path / "large" / "table"
    target.parent.mkdir()
    if request.param == "there":
        target.write_bytes(b"")
    found = tmp_path / "table"
    found.symlink_to(target)
    return found


@pytest.mark.parametrize("spec", ["hex(size=3)", "atomorph(size=3)", SMALL_ATMALOF])
def test_what_a_solver_knows_is_saved_where_a_link_leads(spec: str, link: Path) -> None:
    game = load_game(spec)
    solver = make_solver(game)
    state = game.new_initial_state()
    told = solver.solve(state, LIMITS)
    assert isinstance(solver, KeepsTable)
    solver.save(link)
    assert link.is_symlink()
    assert link.stat().st_size > 0
    assert {path.name for path in link.resolve().parent.iterdir()} == {"table"}, "nothing unfinished is left"
    again = make_solver(game)
    assert isinstance(again, KeepsTable)
    again.load(link, LIMITS)
    found = again.solve(state, LIMITS)
    assert (found.lower, found.upper) == (told.lower, told.upper)


def test_what_was_proved_is_kept_where_a_link_leads(link: Path) -> None:
    game = load_game("hex(size=3)")
    solver = make_solver(game)
    solver.solve(game.new_initial_state(), LIMITS)
    assert isinstance(solver, KeepsAnswers)
    for _ in range(2):
        assert solver.keep(link) == link
        assert link.is_symlink()
        assert link.stat().st_size > 0
