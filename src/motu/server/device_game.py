"""What an engine in somebody's browser needs to be told of a game, so that rules stay in one place (floor: server).

A page's engine is the same core, built as WebAssembly (cpp/wasm). Specs, the positions that people set up, and what
suits which game are read here; the engine is handed numbers.
"""

from __future__ import annotations

import msgspec

from motu.errors import EngineError
from motu.eval.lines import line_file_for
from motu.eval.nets import has_net
from motu.games import State
from motu.games.line import Line
from motu.search.configuration import best_evaluator, best_settings


class DeviceGame(msgspec.Struct, frozen=True):
    """A game, or a position set up by hand, and how it is searched."""

    game: str
    """The words that the engine makes the game of (cpp/wasm/games.hpp)."""
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
    is_best: bool
    """Whether a server knows nothing better: no net is known to help on this board."""


def device_game(line: Line) -> DeviceGame:
    """Return what an engine elsewhere needs to know of the game of a line; its moves are not looked at.

    Raises:
        EngineError: "engine/no-device" for a game that such an engine doesn't know.
        RecordError: As `Line.start`.
    """
    start = line.start()
    rules = start.game.rules
    words = rules.words()
    if words is None:
        raise EngineError(f"{start.game.spec} is not for engines of pages", slug="engine/no-device")
    evaluator, lines = best_evaluator(rules), line_file_for(start.game)
    settings = best_settings(rules, evaluator)
    return DeviceGame(
        words,
        None if line.setup is None else _setup_of(start, int(line.setup.get("flags") or 0)),
        start.game.colour_names,
        evaluator,
        settings.c_puct,
        settings.advise_visits,
        None if lines is None else f"{FOLDER}{lines}",
        is_best=not has_net(start.game),
    )


FOLDER = "engine/lines/"
"""Where the pages' files have the weights of line nets."""


def _setup_of(start: State, flags: int) -> str:
    return " ".join(map(str, [start.to_move(), flags, *start.stones()]))
