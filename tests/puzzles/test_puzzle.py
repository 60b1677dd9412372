"""The format of puzzles: what is read, what is refused and why, and what a puzzle is called."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import motu
from motu.errors import PuzzleError
from motu.puzzles import find_puzzle, position_key, puzzle_id, read_file, read_puzzles, write_puzzles

HEX: dict[str, Any] = {
    "format": 1,
    "id": "mine-1",
    "spec": "hex(size=3,swap=false)",
    "moves": ["a1", "b1"],
    "goal": "win",
    "difficulty": 2,
    "solution": ["b2"],
}
LINES: dict[str, Any] = {
    "format": 1,
    "id": "mine-2",
    "spec": "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=3)",
    "moves": ["r2=2"],
    "goal": "best",
    "difficulty": 1,
    "solution": ["c1"],
    "equities": {"r1": [0, 0.25], "r2": [0, 0], "r3": [-1, 0], "c1": [0.5, 0.5], "c2": [-1, 0.25], "c3": [0, 0]},
}


def line(puzzle: dict[str, Any], **changes: Any) -> str:
    """Return a line of a file; a change to None leaves a field out."""
    changed = {key: value for key, value in (puzzle | changes).items() if value is not None}
    return json.dumps(changed) + "\n"


@pytest.mark.parametrize("puzzle", [HEX, LINES])
def test_what_is_written_is_what_was_read(puzzle: dict[str, Any]) -> None:
    [read] = read_puzzles(line(puzzle) + "\n  \n")
    assert read.id == puzzle["id"]
    assert read.position().moves() == puzzle["moves"]
    assert read_puzzles(write_puzzles([read])) == (read,)
    assert json.loads(write_puzzles([read])) == puzzle


@pytest.mark.parametrize(
    ("text", "slug", "why"),
    [
        ("{", "puzzle/line", "line 1"),
        ("[]", "puzzle/line", "line 1"),
        (line(HEX, format=2), "puzzle/line", "format"),
        (line(HEX, format=None), "puzzle/line", "format"),
        (line(HEX, more=1), "puzzle/line", "more"),
        (line(HEX, id="Ä"), "puzzle/line", "id"),
        (line(HEX, goal="draw"), "puzzle/line", "goal"),
        (line(HEX, difficulty=6), "puzzle/line", "difficulty"),
        (line(HEX, solution=[]), "puzzle/line", "solution"),
        (line(LINES, equities={"r1": [0, 2]}), "puzzle/line", "equities"),
        (line(HEX, spec="chess"), "puzzle/position", "chess"),
        (line(HEX, moves=["a1", "a1"]), "puzzle/position", "a1"),
        (line(HEX, moves=["a1", "z9"]), "puzzle/position", "z9"),
        (line(HEX, moves=["a1", "b1", "a2", "b2", "a3"]), "puzzle/position", "nobody can choose"),
        (line(LINES, moves=["r1"]), "puzzle/position", "nobody can choose"),
        (line(HEX, solution=["a1"]), "puzzle/solution", "a1"),
        (line(HEX, solution=["b2", "b2"]), "puzzle/solution", "once"),
        (line(HEX, solution=["c1", "a2", "b2", "c2", "a3", "b3", "c3"]), "puzzle/solution", "every move"),
        (line(HEX, equities={"b2": [1, 1]}), "puzzle/equities", "goal best"),
        (line(LINES, equities={"c1": [0.5, 0.5]}), "puzzle/equities", "each legal move"),
        (line(LINES, solution=["r2"]), "puzzle/equities", "worth more"),
        (line(LINES, equities=LINES["equities"] | {"r1": [0.2, 0.1]}), "puzzle/equities", "at least"),
        (line(LINES, turns=2), "puzzle/equities", "turns"),
        (line(HEX) + line(LINES) + line(HEX), "puzzle/twice", "line 3"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(text: str, slug: str, why: str) -> None:
    with pytest.raises(PuzzleError) as refused:
        read_puzzles(text)
    assert refused.value.slug == slug
    assert refused.value.message.startswith("line ")
    assert why in refused.value.message


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    with pytest.raises(PuzzleError, match="No such file"):
        read_file(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(PuzzleError, match="UTF-8"):
        read_file(path)
    path.write_text(line(HEX), "utf-8")
    assert [puzzle.id for puzzle in read_file(path)] == ["mine-1"]


def test_puzzles_are_found_by_their_ids() -> None:
    [puzzle] = read_puzzles(line(HEX))
    assert find_puzzle(" MINE-1", {puzzle.id: puzzle}) is puzzle
    with pytest.raises(PuzzleError, match="no puzzle 'mine-3'") as refused:
        find_puzzle("mine-3", {puzzle.id: puzzle})
    assert refused.value.slug == "puzzle/unknown"


def test_hints_hold_a_right_move_and_are_the_same_each_time() -> None:
    [puzzle] = read_puzzles(line(HEX))
    assert "b2" in puzzle.hint()
    assert len(puzzle.hint()) == 4
    assert puzzle.hint() == puzzle.hint()
    assert set(puzzle.hint()) <= set(puzzle.position().legal_moves())


@pytest.mark.parametrize("spec", ["hex(size=4,swap=false)", "atoll(size=5,swap=false)", "atomorph(size=4,swap=false)"])
def test_images_of_a_position_have_one_name(spec: str) -> None:
    game = motu.load_game(spec)
    state = game.new_initial_state()
    for action in (1, 6, 3):
        state.apply_action(action)
    keys = set()
    for symmetry in game.symmetries:
        stones = {
            game.board.names[symmetry.cells[cell]]: stone ^ int(symmetry.swaps_colours)
            for cell, stone in enumerate(state.stones())
            if stone < 2
        }
        image = game.new_state(stones, state.to_move() ^ int(symmetry.swaps_colours))
        keys.add(position_key(image))
    assert keys == {position_key(state)}
    state.apply_action(2)
    assert position_key(state) not in keys
    assert puzzle_id(state).startswith(f"{game.name}-")
