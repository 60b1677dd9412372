"""Boards: graph, geometry and islands as data, for every game and shape (floor: boards).

NumPy is loaded with the first board, not before: whoever asks motu for its version need not wait for it.
"""

from motu.boards.board import Board, BoardKind, Island
from motu.boards.custom import CustomBoard, ReadBoard, load_custom_board, parse_custom_board
from motu.boards.hexagonal import hexagonal_board
from motu.boards.rectangular import point_board, square_board

__all__ = [
    "Board",
    "BoardKind",
    "CustomBoard",
    "Island",
    "ReadBoard",
    "hexagonal_board",
    "load_custom_board",
    "parse_custom_board",
    "point_board",
    "square_board",
]
