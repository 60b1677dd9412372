"""Ctrl-C during motu solve keeps what was learned, and the work goes on from there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.running import PATIENCE_S, start, terminal
from motu import Game, load_game
from motu.cli.application import INTERRUPTED
from motu.solve import ConnectionSolver, FlipSolver, Solution, SolveLimits, forget_tables, use_solved

LONG = "hex(size=8,swap=false)"
"""Takes half a minute at least for who wins, and much longer for every action."""
MEMORY = 64
A_LOOK = SolveLimits(nodes=1, memory_bytes=MEMORY << 20, every_action=False)


def effort(solution: Solution) -> int:
    """Return how much is known of an open position: its proof and disproof numbers together grow with the search."""
    numbers = re.findall(r"proof number (\d+)", solution.notes[0])
    assert len(numbers) == 2
    return sum(map(int, numbers))


def look(game: Game, table: Path | None) -> Solution:
    solver = ConnectionSolver(game)
    if table is not None:
        solver.load(table, A_LOOK)
    return solver.solve(game.new_initial_state(), A_LOOK)


def test_what_was_learned_until_ctrl_c_is_kept_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    table = tmp_path / "eight.solved"
    with terminal("solve", LONG, "--table", table.name, "--memory", str(MEMORY), cwd=tmp_path) as motu:
        motu.wait_for("disproof number")  # the search is at work
        motu.type("\x03")
        motu.wait_for(f"written: {table.name}")
        assert motu.wait_for_end() == INTERRUPTED
    game = load_game(LONG)
    assert effort(look(game, table)) > effort(look(game, None))
    forget_tables()
    assert use_solved(game)  # what was proved on the way is there for engines, too
    forget_tables()
    again = start("solve", LONG, "--table", str(table), "--nodes", "50", "--quick", "--memory", str(MEMORY))
    text, errors = again.communicate(timeout=PATIENCE_S)
    assert again.returncode == 0, errors
    assert "\nopen; " in text
    assert effort(look(game, table)) > effort(look(game, None))


def test_what_was_learned_of_atomorph_until_ctrl_c_is_kept_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    game = load_game("atomorph(size=6,swap=false)")
    sizes = []
    for _ in range(2):
        with terminal("solve", game.spec, "--table", "six.solved", "--memory", str(MEMORY), cwd=tmp_path) as motu:
            motu.wait_for("disproof number")
            motu.type("\x03")
            motu.wait_for("written: six.solved")
            assert motu.wait_for_end() == INTERRUPTED
        FlipSolver(game).load(tmp_path / "six.solved", A_LOOK)
        sizes.append((tmp_path / "six.solved").stat().st_size)
    assert 0 < sizes[0] < sizes[1]


@pytest.mark.slow
def test_layers_of_atmalof_stay_after_ctrl_c_and_a_table_that_is_not_whole_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    spec = "atmalof(rows=4,cols=4,extra_rows=0,extra_cols=0,line=4,pieces=8)"
    with terminal("solve", spec, "--table", "four.table", cwd=tmp_path) as motu:
        motu.wait_for("% solved")
        motu.type("\x03")
        assert motu.wait_for_end() == INTERRUPTED
        assert "not finished" in motu.screen
    assert not (tmp_path / "four.table").exists()
    assert list((tmp_path / "four.table.layers").iterdir())
