"""The boards of Atoll: what they are made of, and that a full one has exactly one winner (ATOLL-NODRAW)."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

import motu
from motu.boards import load_custom_board
from oracle import atoll
from oracle.atoll import Board, Cell, cell_name
from oracle.coasts import board_data, ragged_board
from oracle.groups import hexagon_boards, rhombus_boards, square_boards, triangle_boards

FAMILIES: list[tuple[str, Board]] = [
    *square_boards((5, 8), (7, 4), (7, 8), (7, 12), (7, 16), (9, 20), (9, 24), (11, 8), (11, 28), (11, 32), (15, 8)),
    *rhombus_boards((2, 2, 4), (7, 3, 4), (3, 7, 4), (11, 11, 4), (3, 3, 8), (5, 6, 12), (9, 7, 16), (6, 6, 20)),
    *rhombus_boards((7, 7, 24), (8, 9, 28), (9, 9, 32), (27, 27, 4), (30, 3, 8)),
    *hexagon_boards((3, 12), (4, 12), (7, 12), (5, 24), (9, 24)),
    *triangle_boards((5, 12), (8, 12), (9, 24), (12, 24)),
]
RAGGED = [(seed, size, islands) for seed, islands in enumerate((4, 8, 12, 16, 20, 24, 28, 32)) for size in (70, 90)]
FULL_BOARDS = 40
"""Random full boards a board; smaller boards get no more, larger ones no fewer."""


def family_game(text: str) -> motu.Game:
    return motu.load_game(f"atoll({text})")


def ragged_game(board: Board, folder: Path) -> motu.Game:
    file = folder / "board.json"
    file.write_text(json.dumps(board_data(board)), encoding="utf-8")
    return motu.load_game(f"atoll(file={file})", load_custom_board)


def names_of(cells: tuple[Cell, ...]) -> list[str]:
    return [cell_name(cell) for cell in cells]


def check_board(game: motu.Game, slow: Board) -> None:
    """Compare names, neighbours, rim and islands with the oracle's."""
    fast = game.board
    assert sorted(fast.names) == sorted(cell_name(cell) for cell in slow.cells)
    for cell in slow.cells:
        beside = {fast.names[other] for other in fast.neighbours[fast.index(cell_name(cell))]}
        assert beside == {cell_name(other) for other in slow.neighbours(cell)}
    assert [fast.names[cell] for cell in fast.rim] == names_of(slow.rim)
    assert [fast.names[cell] for cell in fast.junctions] == names_of(slow.junctions)
    assert [[fast.names[cell] for cell in island.cells] for island in fast.islands] == [
        names_of(island) for island in slow.islands
    ]
    colours = [game.colour_names[island.colour] for island in fast.islands]
    assert colours == [slow.island_colour(island.index) for island in fast.islands]


def check_structure(board: motu.Board) -> None:
    """Check what ATOLL-BOARD says, without the oracle."""
    for cell, neighbours in enumerate(board.neighbours):
        assert len(set(neighbours)) == len(neighbours) <= 6
        assert cell not in neighbours
        assert all(cell in board.neighbours[other] for other in neighbours)
    assert set(board.rim) == {cell for cell, neighbours in enumerate(board.neighbours) if len(neighbours) < 6}
    assert len(set(board.rim)) == len(board.rim)
    assert {cell for island in board.islands for cell in island.cells} == set(board.rim)
    for cell in board.rim:
        touched = [island for island in board.islands if cell in island.cells]
        assert len(touched) == (2 if cell in board.junctions else 1)
        assert len({island.colour for island in touched}) == len(touched)
    assert len(board.islands) % 4 == 0


def check_full_boards(game: motu.Game, slow: Board, seed: str) -> None:
    """Fill the board at random, half and half or nearly all in one colour; one colour wins, and it is the oracle's."""
    random = Random(seed)
    for _ in range(FULL_BOARDS):
        share = random.choice((0.2, 0.5, 0.5, 0.5, 0.8))
        black = {cell for cell in sorted(slow.cells) if random.random() < share}
        winners = [
            colour
            for colour, stones in (("black", black), ("white", slow.cells - black))
            if slow.has_won(colour, stones)
        ]
        assert len(winners) == 1
        stones = {cell_name(cell): "black" if cell in black else "white" for cell in slow.cells}
        outcome = game.new_state(stones, random.choice(game.colour_names)).outcome()
        assert outcome is not None
        assert outcome.winner is not None
        assert game.colour_names[outcome.winner] == winners[0]


@pytest.mark.parametrize(("text", "slow"), FAMILIES, ids=[text for text, _ in FAMILIES])
class TestFamilies:
    def test_is_the_oracles_board(self, text: str, slow: Board) -> None:
        check_board(family_game(text), slow)

    def test_is_a_board(self, text: str, slow: Board) -> None:
        check_structure(family_game(text).board)

    def test_full_boards_have_one_winner(self, text: str, slow: Board) -> None:
        check_full_boards(family_game(text), slow, text)


@pytest.mark.parametrize(("seed", "size", "islands"), RAGGED)
class TestRaggedBoards:
    def test_is_the_oracles_board(self, seed: int, size: int, islands: int, tmp_path: Path) -> None:
        slow = ragged_board(seed, size, islands)
        check_board(ragged_game(slow, tmp_path), slow)

    def test_is_a_board(self, seed: int, size: int, islands: int, tmp_path: Path) -> None:
        check_structure(ragged_game(ragged_board(seed, size, islands), tmp_path).board)

    def test_full_boards_have_one_winner(self, seed: int, size: int, islands: int, tmp_path: Path) -> None:
        slow = ragged_board(seed, size, islands)
        check_full_boards(ragged_game(slow, tmp_path), slow, f"{seed} {size}")


@pytest.mark.parametrize(("columns", "cells"), [(7, 38), (11, 104), (15, 202), (19, 332)])
def test_square_boards_have_the_published_numbers_of_cells(columns: int, cells: int) -> None:
    assert family_game(f"board=square,size={columns}").board.num_cells == cells


def test_square_board_of_15_columns_has_the_published_islands() -> None:
    game = family_game("board=square,size=15")
    board = game.board
    junctions = ["A13", "H17", "O20", "O14", "O8", "H4", "A1", "A7"]
    assert [board.names[cell].upper() for cell in board.junctions] == junctions
    assert [game.colour_names[island.colour] for island in board.islands] == ["white", "black"] * 4
    centres = [board.centres[list(island.cells)].mean(axis=0) for island in board.islands]
    middle = (board.centres.max(axis=0) + board.centres.min(axis=0)) / 2
    sides = [("right" if x > middle[0] else "left", "bottom" if y > middle[1] else "top") for x, y in centres]
    right_then_left = [("right", "top"), ("right", "top"), ("right", "bottom"), ("right", "bottom")]
    assert sides == [("left", "top"), *right_then_left, ("left", "bottom"), ("left", "bottom"), ("left", "top")]


def test_hex_gives_black_the_top_and_the_bottom() -> None:
    game = motu.load_game("hex(size=5)")
    assert [game.colour_names[island.colour] for island in game.board.islands] == ["black", "white", "black", "white"]
    assert [game.board.names[cell] for cell in game.board.islands[0].cells] == ["a1", "b1", "c1", "d1", "e1"]


@pytest.mark.parametrize("islands", [4, 8, 12, 16, 20, 24])
def test_sets_of_islands_win_when_no_gap_is_too_wide(islands: int) -> None:
    """Both readings of ATOLL-WIN are the same one, on the oracle's boards."""
    board = atoll.rhombus(8, 8, islands)
    for first in (0, 1):
        own = range(first, islands, 2)
        for size in range(1, len(own) + 1):
            for group in combinations(own, size):
                turned = group[1:] + group[:1]
                gaps = [(after - before) % islands or islands for before, after in zip(group, turned, strict=True)]
                assert board.wins(frozenset(group)) == all(gap <= islands // 2 for gap in gaps)


def play_alternately(state: motu.State, own: list[str], other: list[str]) -> None:
    """Play one colour's stones and, in between, the other's, until the first runs out."""
    for own_move, other_move in zip(own, other, strict=False):
        state.play(own_move)
        if not state.is_terminal():
            state.play(other_move)


def test_three_islands_of_twelve_win_though_no_two_are_opposite() -> None:
    game = motu.load_game("atoll(board=hexagon,size=5,islands=12,swap=false)")
    board = game.board
    state = game.new_initial_state()
    middle = "e5"
    spokes = [path_to(board, board.index(middle), set(board.islands[index].cells)) for index in (0, 4, 8)]
    black = [middle, *(board.names[cell] for spoke in spokes for cell in spoke)]
    white = quiet_cells(board, black)
    play_alternately(state, black[:-1], white)
    assert not state.is_terminal()
    state.play(black[-1])
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, "connected")
    chain = {board.names[cell] for cell in state.winning_cells()}
    assert chain == set(black)
    touched = {
        island.index
        for island in board.islands
        if island.colour == 0 and set(island.cells) & set(state.winning_cells())
    }
    assert touched == {0, 4, 8}


def path_to(board: motu.Board, start: int, goal: set[int]) -> list[int]:
    """Find a shortest way from a cell to an island, off the rim but for its last cell; the start is left out."""
    ways, met = [[start]], {start, *board.rim} - goal | set(board.junctions)
    for way in ways:
        for cell in board.neighbours[way[-1]]:
            if cell in goal - met:
                return [*way[1:], cell]
            if cell not in met:
                met.add(cell)
                ways.append([*way, cell])
    raise AssertionError("no way")


def quiet_cells(board: motu.Board, taken: list[str]) -> list[str]:
    """List inner cells for the other colour, where it cannot win."""
    return [name for cell, name in enumerate(board.names) if name not in taken and cell not in board.rim]


def test_two_of_the_three_islands_do_not_win() -> None:
    board = atoll.hexagon(5, 12)
    assert board.wins(frozenset({0, 4, 8}))
    assert not any(board.wins(frozenset(pair)) for pair in ((0, 4), (4, 8), (0, 8), (0, 2), (2, 4)))
    assert board.wins(frozenset({0, 6}))
    assert not board.wins(frozenset({0, 2, 4}))
