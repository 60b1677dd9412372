"""Where tables of solved games are kept unless told (floor: solve)."""

from __future__ import annotations

from pathlib import Path

import platformdirs

from motu import _core
from motu.games import AtmalofRules, AtollRules, AtomorphRules, Game

__all__ = ["connection_table", "flip_table", "line_table", "table_of", "tables_folder"]


def tables_folder() -> Path:
    """Return where tables of solved games are kept unless told: in this user's data folder."""
    return Path(platformdirs.user_data_dir("motu", appauthor=False)) / "solved"


def table_of(game: Game) -> Path | None:
    """Return where what is solved of a game is kept unless told, whether there is anything yet or not.

    None for a game of which no table is made, or none that is kept: Atomorph on other boards than 4×4 points.
    """
    rules = game.rules
    if isinstance(rules, AtollRules):
        return tables_folder() / connection_table(game)
    if isinstance(rules, AtomorphRules):
        return tables_folder() / flip_table(rules) if rules.size == 4 else None
    return tables_folder() / line_table(rules)


def connection_table(game: Game) -> str:
    """Return the name of the file of what is proved about an Atoll board, the same for all specs of one board."""
    rules = game.rules
    shape = rules.board if isinstance(rules, AtollRules) else rules.name
    return f"atoll-{shape}-{game.board.num_cells}-{_core.board_fingerprint(game.native):016x}.proofs"


def flip_table(rules: AtomorphRules) -> str:
    """Return the name of the file of a table of Atomorph; the pie rule is no part of it."""
    names = [f"atomorph-{rules.size}", "never" if rules.contested == "never" else "ko"]
    names += [] if rules.corners else ["nocorners"]
    names += ["return"] if rules.return_stone else []
    return "-".join(names) + ".flips"


def line_table(rules: AtmalofRules) -> str:
    """Return the name of the file of a table of Atmalof."""
    numbers = (rules.rows, rules.cols, rules.extra_rows, rules.extra_cols, rules.line, rules.pieces)
    return "-".join(["atmalof", *map(str, numbers), rules.tiebreak]) + ".table"
