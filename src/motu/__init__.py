"""motu: Atoll, Atomorph and Atmalof - exact rules, fast, as a library and on the command line.

>>> import motu
>>> state = motu.load_game("hex(size=3)").new_initial_state()
>>> for move in ["b2", "a1", "b1", "a2", "b3"]:
...     _ = state.play(move)
>>> state.outcome()
Outcome(winner=0, reason='connected')

Rules, boards and records are here from the start. Searches, nets, solvers, environments and pictures load their modules
when they are first asked for, and so does NumPy with the first board.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from motu.boards import Board, CustomBoard, Island
from motu.errors import MotuError
from motu.games.game import Game, Symmetry, load_game
from motu.games.playouts import perft, playouts
from motu.games.record import Record
from motu.games.registry import PRESETS
from motu.games.rooms.atmalof import AtmalofRules
from motu.games.rooms.atoll import AtollRules
from motu.games.rooms.atomorph import AtomorphRules
from motu.games.rules import RULES_VERSION, Rules
from motu.games.specs import parse_rules
from motu.games.state import CHANCE, TERMINAL, Outcome, State
from motu.version import VERSION

if TYPE_CHECKING:
    from motu.drawing import draw_svg
    from motu.eval.nets import find_net
    from motu.games.own import OwnPosition, own_game
    from motu.games.vector_env import VectorEnv
    from motu.search.limits import Limits
    from motu.search.mcts import SearchTree
    from motu.search.player import Player
    from motu.search.players import make_player
    from motu.search.self_play import SelfPlayed, self_play
    from motu.solve import SolveLimits, make_solver

__version__ = VERSION

__all__ = [
    "CHANCE",
    "PRESETS",
    "RULES_VERSION",
    "TERMINAL",
    "AtmalofRules",
    "AtollRules",
    "AtomorphRules",
    "Board",
    "CustomBoard",
    "Game",
    "Island",
    "Limits",
    "MotuError",
    "Outcome",
    "OwnPosition",
    "Player",
    "Record",
    "Rules",
    "SearchTree",
    "SelfPlayed",
    "SolveLimits",
    "State",
    "Symmetry",
    "VectorEnv",
    "draw_svg",
    "find_net",
    "load_game",
    "make_player",
    "make_solver",
    "own_game",
    "parse_rules",
    "perft",
    "playouts",
    "self_play",
]

_MODULES = {
    "Limits": "search.limits",
    "OwnPosition": "games.own",
    "Player": "search.player",
    "SearchTree": "search.mcts",
    "SelfPlayed": "search.self_play",
    "SolveLimits": "solve",
    "VectorEnv": "games.vector_env",
    "draw_svg": "drawing",
    "find_net": "eval.nets",
    "make_player": "search.players",
    "make_solver": "solve",
    "own_game": "games.own",
    "self_play": "search.self_play",
}


def __getattr__(name: str) -> object:
    """Load the module of a public name."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    """Return all public names, loaded or not."""
    return sorted({*globals(), *__all__})
