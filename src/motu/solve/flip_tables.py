"""Tables of all positions of Atomorph: of which boards, how large, in which files (floor: solve)."""

from __future__ import annotations

from motu import _core
from motu.games import AtomorphRules, Game

TABLE_SIZES = (3, 4)
"""Points a side of the boards of which a table holds every position."""
KEPT_SIZE = 4
"""Points a side of the board of which a table is kept; a smaller one is made at once."""


def table_name(game: Game) -> str | None:
    """Return the name of the file of a table that is kept; None for boards of other sizes than 4×4 points."""
    rules = game.rules
    return file_name(rules) if isinstance(rules, AtomorphRules) and rules.size == KEPT_SIZE else None


def file_name(rules: AtomorphRules) -> str:
    """Return the name of the file of a table; the pie rule is no part of it."""
    names = [f"atomorph-{rules.size}", "never" if rules.contested == "never" else "ko"]
    names += [] if rules.corners else ["nocorners"]
    names += ["return"] if rules.return_stone else []
    return "-".join(names) + ".flips"


def open_table(game: Game, path: str) -> None:
    """Let searches ask a table.

    Raises:
        SolveError: "solve/table" for a file that is damaged, or no table of this game.
    """
    _core.NativeFlipSolver.load(game.new_initial_state(), path).share()


def table_entries(rules: AtomorphRules) -> int:
    """Return how many positions a table of these rules has, each a byte."""
    arrangements = {3: 3**9, 4: 10_907_271}[rules.size]
    return arrangements * (1 if rules.contested == "never" else 2) * (2 if rules.return_stone else 1)
