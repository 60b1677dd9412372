"""What the pages are told of a position beyond its stones: the winning chain's lines, rows that nearly win."""

from __future__ import annotations

import math

import pytest

import motu
from motu.server.messages import Positions
from motu.server.positions import positions_of
from motu.server.views import PositionView, board_view


def position(spec: str, moves: str = "", setup: dict[str, object] | None = None) -> PositionView:
    [found] = positions_of(Positions(spec=spec, moves=tuple(moves.split()), setup=setup))
    return found


@pytest.mark.parametrize("spec", ["hex(size=3,swap=false)", "atomorph(size=3,swap=false)"])
def test_a_chain_runs_from_side_to_side(spec: str) -> None:
    assert position(spec, "b1 a1 b2 a2").chain_lines == ()
    found = position(spec, "b1 a1 b2 a2 b3")
    board = board_view(motu.load_game(spec))
    assert found.chain
    cells = {board.centres[cell] for cell in found.chain}
    ends = {place for line in found.chain_lines for place in line}
    assert cells < ends, "the lines touch every stone of the chain"
    assert len([line for line in found.chain_lines if len(set(line) - cells) == 1]) == 2
    assert _is_one_piece(found.chain_lines)


def test_a_chain_runs_through_the_island_that_it_needs() -> None:
    moves = "d2 c4 d3 d5 e5 e6 f6 f7 g8 g7 a3 b3 a2 b2 a1 g6 f4 g5 g4 e3 e4"
    found = position("gan", moves)
    board = board_view(motu.load_game("gan"))
    islands = {stone.place: stone.islands for stone in board.reef}
    met = [islands[place] for line in found.chain_lines for place in line if place in islands]
    assert {number for numbers in met if len(numbers) == 1 for number in numbers} == {3, 5, 7}
    assert any(one in islands and other in islands for one, other in found.chain_lines), "along the island's stones"
    assert _is_one_piece(found.chain_lines)


def test_a_line_of_pieces_is_drawn_between_the_pieces() -> None:
    rows = {"red": ["r1c1", "r1c2", "r1c3", "r1c4"], "blue": ["r3c1", "r4c1", "r6c6", "r6c5"]}
    found = position("atmalof", "r1=5", {"stones": rows, "to_move": "red"})
    assert len(found.chain) == 5
    lengths = [math.dist((one.x, one.y), (other.x, other.y)) for one, other in found.chain_lines]
    assert lengths == pytest.approx([0.24] * 4)


def test_rows_that_lack_one_or_two_glow() -> None:
    rows = {"red": ["r1c1", "r2c2", "r3c3", "r6c1", "r6c2"], "blue": ["r4c1", "r4c2", "r4c3", "r4c4", "r5c5"]}
    found = position("atmalof", "", {"stones": rows, "to_move": "red"})
    names = motu.load_game("atmalof").board.names
    assert {tuple(names[cell] for cell in row) for row in found.rows} == {
        ("r1c1", "r2c2", "r3c3"),
        ("r4c1", "r4c2", "r4c3", "r4c4"),
    }
    assert position("hex(size=3)", "a1 b2").rows == ()


def _is_one_piece(lines: tuple[tuple[object, object], ...]) -> bool:
    reached, left = {lines[0][0]}, list(lines)
    while near := [line for line in left if set(line) & reached]:
        reached.update(*near)
        left = [line for line in left if line not in near]
    return not left
