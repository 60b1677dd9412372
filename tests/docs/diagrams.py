"""Read docs/diagrams.json: what the rules pages picture, and what each picture claims to show."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import motu

DOCS = Path(__file__).parents[2] / "docs"
DIAGRAMS: list[dict[str, Any]] = json.loads((DOCS / "diagrams.json").read_text("utf-8"))


def set_up(diagram: dict[str, Any], spec: str) -> motu.State:
    """Return the pictured position, played or set up by hand, under the rules of `spec`."""
    game = motu.load_game(spec)
    if "stones" in diagram:
        return game.new_state(diagram["stones"], diagram["to_move"], diagram.get("flags", 0))
    state = game.new_initial_state()
    for move in diagram["moves"]:
        state.play(move)
    return state


def found(state: motu.State, fact: str, expected: Any) -> object:
    """Look a fact up in a position; `expected` only says what it is asked about, where that is needed."""
    return FACTS[fact](state, expected)


def outcome(state: motu.State) -> motu.Outcome:
    """Return the result of a game that is over."""
    result = state.outcome()
    assert result is not None, "the game goes on"
    return result


def winner(state: motu.State) -> str | None:
    """Return the winner's colour, None for a draw."""
    person = outcome(state).winner
    return None if person is None else state.colour(person)


def names(state: motu.State, cells: list[int]) -> list[str]:
    """Return the sorted names of cells."""
    return sorted(state.game.board.names[cell] for cell in cells)


# --- Atoll: islands and groups, walked here once more -----------------------------------------------------------------


def joined_islands(state: motu.State) -> list[int]:
    """Return the winner's islands in the group of the winning chain."""
    board = state.game.board
    colour = board_colour(state, winner(state))
    return max((group(state, island.index, colour) for island in board.islands if island.colour == colour), key=len)


def needed_bridges(state: motu.State) -> list[int]:
    """Return joined islands that have no opposite one in the group, and without which no opposite pair is joined."""
    joined = joined_islands(state)
    half = len(state.game.board.islands) // 2
    colour = board_colour(state, winner(state))
    pairs = [(island, island + half) for island in joined if island + half in joined]
    thirds = [island for island in joined if not any(island in pair for pair in pairs)]
    return [
        third
        for third in thirds
        if not any(opposite in group(state, island, colour, without=third) for island, opposite in pairs)
    ]


def group(state: motu.State, start: int, colour: int, without: int = -1) -> list[int]:
    """Return the islands connected to an island of this colour, the start included; `without` connects nothing."""
    board, stones = state.game.board, state.stones()
    own = [island for island in board.islands if island.colour == colour and island.index != without]
    islands, cells = {start}, set[int]()
    waiting = [cell for cell in board.islands[start].cells if stones[cell] == colour]
    while waiting:
        cell = waiting.pop()
        if cell in cells:
            continue
        cells.add(cell)
        near = set(board.neighbours[cell])
        for island in own:
            if cell in island.cells:
                islands.add(island.index)
                near |= set(island.cells)
        waiting += [other for other in near if stones[other] == colour]
    return sorted(islands)


def board_colour(state: motu.State, name: str | None) -> int:
    """Return the number of a colour."""
    assert name is not None
    return state.game.colour_names.index(name)


# --- Atmalof: drops, steps, fours -------------------------------------------------------------------------------------


def landing_squares(state: motu.State) -> list[str]:
    """Return the squares on which the coming roll puts a piece."""
    before = state.stones()
    squares = []
    for face, _ in state.chance_outcomes():
        after = state.clone()
        after.apply_action(face)
        squares += [square for square, stone in enumerate(after.stones()) if stone != before[square]]
    return names(state, squares)


def steps_from(state: motu.State, square: str) -> list[str]:
    """Return the squares to which the mover's piece on a square may go."""
    return sorted(move.split("-")[1] for move in state.legal_moves() if move.startswith(f"{square}-"))


def fours(state: motu.State, colour: int) -> Iterator[list[str]]:
    """Yield every stretch of four pieces of a colour, in all four directions."""
    board, stones = state.game.board, state.stones()
    own = {board.coordinates[cell] for cell, stone in enumerate(stones) if stone == colour}
    for column, row in sorted(own):
        for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
            stretch = [(column + step * right, row + step * down) for step in range(4)]
            if own.issuperset(stretch):
                yield sorted(f"r{y + 1}c{x + 1}" for x, y in stretch)


FACTS: dict[str, Callable[[motu.State, Any], object]] = {
    "terminal": lambda state, _: state.is_terminal(),
    "winner": lambda state, _: winner(state),
    "reason": lambda state, _: outcome(state).reason,
    "cells": lambda state, _: state.game.board.num_cells,
    "islands": lambda state, _: len(state.game.board.islands),
    "legal": lambda state, moves: [move for move in moves if move in state.legal_moves()],
    "illegal": lambda state, moves: [move for move in moves if move not in state.legal_moves()],
    "joined": lambda state, _: joined_islands(state),
    "needs": lambda state, _: needed_bridges(state),
    "weak": lambda state, _: names(state, state.weak()),
    "contested": lambda state, _: names(state, state.contested()),
    "ban": lambda state, _: state.ban(),
    "announced": lambda state, _: state.announced(),
    "pieces": lambda state, _: list(state.pieces()),
    "fours": lambda state, _: [len(list(fours(state, colour))) for colour in (0, 1)],
    "lands": lambda state, _: landing_squares(state),
    "steps": lambda state, squares: {square: steps_from(state, square) for square in squares},
}
"""How to look up each fact that an entry may claim under "expects"."""
