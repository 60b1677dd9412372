"""Puzzles: positions with one right move, which the solvers have proved (floor: puzzles). docs/puzzles.md has more."""

from __future__ import annotations

from motu.puzzles.calendar import puzzle_of_the_day
from motu.puzzles.judge import AnswerJudge, Verdict
from motu.puzzles.maker import Maker, MinedGame
from motu.puzzles.missed import missed_win
from motu.puzzles.puzzle import (
    DIFFICULTIES,
    FORMAT,
    GAMES,
    Puzzle,
    find_puzzle,
    position_key,
    puzzle_id,
    read_file,
    read_puzzles,
    shipped_puzzles,
    write_puzzles,
)
from motu.puzzles.themes import THEMES
from motu.puzzles.truth import PuzzleSolver

__all__ = [
    "DIFFICULTIES",
    "FORMAT",
    "GAMES",
    "THEMES",
    "AnswerJudge",
    "Maker",
    "MinedGame",
    "Puzzle",
    "PuzzleSolver",
    "Verdict",
    "find_puzzle",
    "missed_win",
    "position_key",
    "puzzle_id",
    "puzzle_of_the_day",
    "read_file",
    "read_puzzles",
    "shipped_puzzles",
    "write_puzzles",
]
