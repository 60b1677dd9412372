"""What an engine in somebody's browser is told of a game by the server (floor: server).

A page's engine is the same core, built as WebAssembly (cpp/wasm). It reads specs itself; the server checks the whole
line, and says whether it knows something better.
"""

from __future__ import annotations

import msgspec

from motu.boards import CustomBoard
from motu.eval.lines import line_file_for, line_files
from motu.eval.nets import has_net
from motu.eval.nets.installed import FOLDER as INSTALLED
from motu.eval.nets.installed import installed_nets
from motu.eval.nets.selection import shipped_rows
from motu.eval.nets.table import Row
from motu.games import State
from motu.games.line import Line
from motu.search.configuration import NET_SETTINGS, best_evaluator, best_settings
from motu.search.levels import load_levels


class DeviceNet(msgspec.Struct, frozen=True):
    """A net that plays better on a game's board than the game's own evaluator, where it runs fast enough."""

    file: str
    """Below the pages' files."""
    rate: float
    """Evaluations a second that it needs, as `Net.rate`; 0: wherever it runs."""
    c_puct: float
    advise_visits: int


class DeviceGame(msgspec.Struct, frozen=True):
    """A game, or a position set up by hand, and how it is searched."""

    game: str
    """Its spec."""
    board: str | None
    """The words of a board of somebody's own (cpp/wasm/games.hpp); null: a board that the spec names."""
    setup: str | None
    """Who is to move, flags, and a number a cell; null for the game's own beginning."""
    colours: tuple[str, str]
    """How the colours are called."""
    evaluator: str
    """What judges positions, nets left out."""
    c_puct: float
    advise_visits: int
    weights: str | None
    """The file of weights that the evaluator needs, below the pages' files; null: none."""
    nets: tuple[DeviceNet, ...]
    """The first that is fast enough on the device judges positions."""
    is_best: bool
    """Whether a server knows nothing better than the evaluator: no net is known to help on this board."""


def device_game(line: Line) -> DeviceGame:
    """Return what an engine elsewhere needs to know of the game of a line; its moves are not looked at.

    Raises:
        RecordError: As `Line.start`.
    """
    start = line.start()
    rules = start.game.rules
    evaluator, lines = best_evaluator(rules), line_file_for(start.game)
    settings = best_settings(rules, evaluator)
    return DeviceGame(
        str(rules),
        None if rules.custom is None else _words_of(rules.custom),
        None if line.setup is None else _setup_of(start, int(line.setup.get("flags") or 0)),
        start.game.colour_names,
        evaluator,
        settings.c_puct,
        settings.advise_visits,
        None if lines is None else f"{FOLDER}{lines}",
        tuple(map(_device_net, shipped_rows(start.game))),
        is_best=not has_net(start.game),
    )


def _device_net(row: Row) -> DeviceNet:
    return DeviceNet(NETS + row.net, row.rate, NET_SETTINGS.c_puct, NET_SETTINGS.advise_visits)


def net_file(name: str) -> bytes | None:
    """Return the file of a net that devices may ask for, by its name below the pages' files; else None.

    It is read anew each time: browsers keep it, and a server has better use for the memory.
    """
    if not name.startswith(NETS):
        return None
    path = INSTALLED / name.removeprefix(NETS)
    return path.read_bytes() if path in installed_nets() else None


FOLDER = "engine/lines/"
"""Where the pages' files have the weights of line nets."""


NETS = "engine/nets/"
"""Where they have nets."""

LINES = "engine/lines.json"
"""Where they have the names of those files."""

LEVELS = "engine/levels.json"
"""Where they have the playing levels."""


def levels_json() -> bytes:
    """Return the rows of all levels as JSON, by the game's name, the weakest first."""
    return msgspec.json.encode(load_levels())


def lines_json() -> bytes:
    """Return the names of all files of weights as JSON."""
    return msgspec.json.encode(sorted(line_files()))


def _words_of(board: CustomBoard) -> str:
    lists = (len(board.cells), *board.cells, len(board.junctions), *board.junctions)
    return " ".join(map(str, (board.first_number, *lists)))


def _setup_of(start: State, flags: int) -> str:
    return " ".join(map(str, [start.to_move(), flags, *start.stones()]))
