"""Tables of puzzles are made beside the judging, once for each game, and given up when the server stops."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from motu.errors import SolveError
from motu.games import Game
from motu.puzzles import AnswerJudge, Maker, Puzzle, shipped_puzzles
from motu.server.puzzle_desk import PuzzleDesk
from motu.solve import SolveLimits
from motu.solve.places import tables_folder

PATIENCE_S = 60.0


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def tables() -> list[str]:
    return [path.name for path in tables_folder().glob("*.flips")]


def workers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("motu-tables")]


def small_puzzle() -> Puzzle:
    """Return a puzzle on 3×3 points, where the table takes no time; making it has made one."""
    [puzzle] = [played.puzzle for played in Maker("atomorph(size=3)", 2).make(1) if played.puzzle is not None]
    for path in tables_folder().glob("*.flips"):
        path.unlink()
    return puzzle


def test_a_table_is_made_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    make = PuzzleDesk._make_table

    def count(self: PuzzleDesk, game: Game) -> None:
        made.append(game.spec)
        make(self, game)

    monkeypatch.setattr(PuzzleDesk, "_make_table", count)
    puzzle, desk = small_puzzle(), PuzzleDesk()
    assert tables() == []
    for _ in range(3):
        desk.prepare(puzzle)
    wait_until(lambda: tables() == ["atomorph-3-ko.flips"])
    assert not AnswerJudge(makes_tables=False).lacks_table(puzzle)
    desk._workshop.submit(lambda: None).result(PATIENCE_S)  # everything that was asked for before is done
    assert made == [puzzle.spec]
    desk.close()
    wait_until(lambda: not workers())


def test_boards_without_tables_need_none() -> None:
    desk = PuzzleDesk()
    for spec in ("rhombus,size=5,islands=4", "atomorph(size=5", "atmalof"):
        desk.prepare(next(puzzle for puzzle in shipped_puzzles().values() if spec in puzzle.spec))
    assert workers() == []
    desk.close()
    assert tables() == []


def test_a_server_that_stops_gives_its_tables_up() -> None:
    desk = PuzzleDesk()
    desk.prepare(next(puzzle for puzzle in shipped_puzzles().values() if "return_stone=true" in puzzle.spec))
    wait_until(lambda: bool(workers()))
    desk.close()
    wait_until(lambda: not workers())
    assert tables() == []
    desk.prepare(next(puzzle for puzzle in shipped_puzzles().values() if "contested=never" in puzzle.spec))
    assert workers() == []


def test_a_folder_that_takes_no_table_is_no_reason_to_stop() -> None:
    puzzle = small_puzzle()
    for path in tables_folder().iterdir():
        path.unlink()
    tables_folder().rmdir()
    tables_folder().write_text("no folder", "utf-8")
    desk = PuzzleDesk()
    desk.prepare(puzzle)
    desk.close()
    wait_until(lambda: not workers())
    searching = SolveLimits(nodes=10_000, memory_bytes=1 << 22, every_action=False)
    assert AnswerJudge(searching, makes_tables=False).judge(puzzle, puzzle.solution).is_right
    assert AnswerJudge().judge(puzzle, puzzle.solution).is_right


def test_a_damaged_table_is_no_reason_to_stop(caplog: pytest.LogCaptureFixture) -> None:
    puzzle = small_puzzle()
    (tables_folder() / "atomorph-3-ko.flips").write_bytes(b"damaged")
    searching = SolveLimits(nodes=10_000, memory_bytes=1 << 22, every_action=False)
    judge = AnswerJudge(searching, makes_tables=False)
    assert not judge.lacks_table(puzzle)
    assert judge.judge(puzzle, puzzle.solution).is_right
    [told] = caplog.messages
    assert "atomorph-3-ko" in told
    assert "A search answers in its place" in told
    with pytest.raises(SolveError, match="atomorph-3-ko"):
        AnswerJudge().judge(puzzle, puzzle.solution)
