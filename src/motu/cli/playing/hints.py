"""What can be played, told shortly: legal moves by kind, the odds of the dice, where a column begins (floor: cli)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from motu.cli.output import wrapped
from motu.numbers import counted

if TYPE_CHECKING:
    from motu import Board, State
    from motu.search.players import Choice

_EMPTY = 2
_CELL = re.compile(r"([a-z]+)([0-9]+)")


def landing_faces(state: State, line: str) -> list[int]:
    """Return the faces with which a drop on a line succeeds.

    Args:
        state: An Atmalof position, before or after the announcement.
        line: Such as "r4" or "c2".
    """
    stones = state.stones()
    return [face for face, cell in enumerate(state.landing(line), start=1) if stones[cell] == _EMPTY]


def square_of(line: str, face: int) -> str:
    """Return the square that a face means on an announced line."""
    return f"{line}c{face}" if line[0] == "r" else f"r{face}{line}"


def odds_of(state: State, line: str) -> str:
    """Return the chances of an announcement, as in "4 of 6 land"."""
    return f"{len(landing_faces(state, line))} of {len(state.landing(line))} land"


def legal_lines(state: State) -> list[str]:
    """Return the legal moves, sorted by kind."""
    moves = state.legal_moves()
    kinds: dict[str, list[str]] = {}
    for move in moves:
        kinds.setdefault(_kind(state, move), []).append(move)
    lines = [counted(len(moves), "legal move")]
    for kind, texts in kinds.items():
        lines += [f"{kind}:", *_told(state, kind, texts)]
    return lines


def _kind(state: State, move: str) -> str:
    if state.game.type.has_dice:
        return "move one step" if "-" in move else "announce, with the faces that land"
    if move == "swap":
        return "exchange colours"
    if move[0] == "@":
        return "put your stone back"
    return "flip" if is_flip(state, move) else "place"


def is_flip(state: State, move: str) -> bool:
    """Return whether a move turns a stone over; in Atoll "x7" is a cell."""
    return state.game.type.has_flips and move[0] == "x" and move[1:2].isalpha()


def _told(state: State, kind: str, moves: list[str]) -> list[str]:
    if kind == "place":
        return wrapped(runs(moves))
    if kind.startswith("announce"):
        return wrapped(f"{line}:{len(landing_faces(state, line))}/{len(state.landing(line))}" for line in moves)
    if kind.startswith("move"):
        return _steps(moves)
    return wrapped(moves)


def _steps(moves: list[str]) -> list[str]:
    targets: dict[str, list[str]] = {}
    for move in moves:
        origin, _, target = move.partition("-")
        targets.setdefault(origin, []).append(target)
    return [f"  {origin}- {' '.join(found)}" for origin, found in targets.items()]


def runs(cells: Iterable[str]) -> list[str]:
    """Return cells column by column, neighbours in one: a1..a5 b2 b4..b6.

    >>> runs(["a1", "b1", "a2", "a3", "b3"])
    ['a1..a3', 'b1', 'b3']
    """
    columns: dict[str, list[int]] = {}
    for cell in cells:
        found = _CELL.fullmatch(cell)
        if found is not None:
            columns.setdefault(found.group(1), []).append(int(found.group(2)))
    told = []
    for column in sorted(columns, key=lambda letters: (len(letters), letters)):
        rows = sorted(columns[column])
        starts = [row for row in rows if row - 1 not in rows]
        ends = [row for row in rows if row + 1 not in rows]
        told += [
            f"{column}{start}" if start == end else f"{column}{start}..{column}{end}"
            for start, end in zip(starts, ends, strict=True)
        ]
    return told


def cells_line(board: Board) -> str | None:
    """Return how to find a cell's name where the picture of the board doesn't show it at once."""
    if board.kind != "hexagons" or not board.flat_topped:
        return None
    lowest: dict[int, int] = {}
    for cell, (column, _) in enumerate(board.coordinates):
        if column not in lowest or board.centres[cell, 1] > board.centres[lowest[column], 1]:
            lowest[column] = cell
    names = " ".join(board.names[lowest[column]] for column in sorted(lowest))
    return f"A cell is its column's letter and a number that grows upward; the lowest are {names}."


def advice_sentence(state: State, choice: Choice) -> str:
    """Return what an engine thinks of a position, from the side of whoever is to act."""
    colour = state.game.colour_names[state.to_move()]
    move = state.action_to_string(choice.action)
    if choice.value is None or choice.simulations == 0:
        return f"best: {move}"
    wins = round(50 * (choice.value + 1))
    return (
        f"best: {move} ({choice.visits:,} of {choice.simulations:,} simulations);"
        f" value {choice.value:+.2f}, {colour} wins about {wins} % of them"
    )
