"""Which net is used for a game without being asked for (floor: eval).

The first that `nets.toml` names for the game's board and that runs here as fast as it needs to (`table`); for a board
that it does not name, the one that it has for such boards. Two folders are looked through: one's own, then that of the
nets that come with motu.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from motu.errors import NetError
from motu.eval.nets.installed import FOLDER, folders, installed_nets, open_net
from motu.eval.nets.net import Net
from motu.eval.nets.runtime import KINDS, NEED_NETS, installed_kinds
from motu.games import Game
from motu.games.kinds import expect_game

if TYPE_CHECKING:
    from motu.eval.nets.table import Row


def find_net(game: Game) -> Net:
    """Return the net that is there for a game: the one that is used for it here, or else any that is for it.

    Raises:
        NetError: "net/missing" where there is none, and what opening it raises.
    """
    expect_game(game)
    if not installed_kinds():
        raise NetError(f"nets {NEED_NETS}", slug="net/runtime", text=KINDS[0])
    found = _used_net(game)
    if found is not None:
        return found
    for path in installed_nets():
        net = open_net(path)
        if net.info.game == game.name:
            net.check_game(game)
            return net
    raise NetError(
        f"no net for {game.name} comes with this motu: evaluator=net:FILE names one of your own",
        slug="net/missing",
        text=game.name,
        legal=("net:FILE",),
    )


def default_net(game: Game) -> Net | None:
    """Return the net that is used for a game without being asked for; None where there is none, or nothing to run it.

    A net that cannot be used is warned about, once, and done without.
    """
    if not installed_kinds():  # the package alone, without the extra nets
        return None
    try:
        return _used_net(game)
    except NetError as error:
        warnings.warn(f"playing without a net: {error.message}", RuntimeWarning, stacklevel=2)
        return None


def has_net(game: Game) -> bool:
    """Return whether some net is known to help in a game, on a machine that runs it fast enough; opens none."""
    from motu.eval.nets.table import NEVER

    return bool(installed_kinds()) and any(row.rate != NEVER for _, row in _rows_of(game, folders()))


def shipped_rows(game: Game) -> tuple[Row, ...]:
    """Return the rows of the nets that come with motu and may be used on a game's board, those to prefer first."""
    from motu.eval.nets.table import NEVER

    found = [row for _, row in _rows_of(game, [FOLDER])]
    refused = {row.net for row in found if row.rate == NEVER}
    usable = [row for row in found if row.net not in refused]
    return tuple(usable)


def _used_net(game: Game) -> Net | None:
    from motu.eval.nets.table import NEVER

    refused: set[str] = set()
    for folder, row in _rows_of(game, folders()):
        if row.rate == NEVER:
            refused.add(row.net)
        elif row.net not in refused:
            net = open_net(folder / row.net)
            net.check_game(game)
            if net.is_as_fast_as(row.rate):
                return net
    return None


def _rows_of(game: Game, tables: Iterable[Path]) -> list[tuple[Path, Row]]:
    """Return the rows of a game's board with their folders: those of matches first, in both as the folders come.

    Where none names the board, those of boards that are named nowhere.
    """
    from motu.eval.nets.table import board_of, read_elsewhere, read_table

    board, places = board_of(game), list(tables)
    named = [(folder, row) for folder in places for row in read_table(folder) if row.board == board]
    if named:
        return sorted(named, key=lambda each: each[1].match is None)
    others = [(folder, each.row_on(game)) for folder in places for each in read_elsewhere(folder)]
    return [(folder, row) for folder, row in others if row is not None]
