"""motu: Atoll, Atomorph and Atmalof - exact rules, fast, as a library and on the command line.

>>> import motu
>>> state = motu.load_game("hex(size=3)").new_initial_state()
>>> for move in ["b2", "a1", "b1", "a2", "b3"]:
...     _ = state.play(move)
>>> state.outcome()
Outcome(winner=0, reason='connected')
"""

from motu.boards import Board, CustomBoard, Island
from motu.errors import MotuError
from motu.games.game import Game, Symmetry, load_game
from motu.games.record import Record
from motu.games.registry import PRESETS
from motu.games.rooms.atmalof import AtmalofRules
from motu.games.rooms.atoll import AtollRules
from motu.games.rooms.atomorph import AtomorphRules
from motu.games.rules import RULES_VERSION, Rules
from motu.games.specs import parse_rules
from motu.games.state import CHANCE, TERMINAL, Outcome, State

__version__ = "0.1.0"

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
    "MotuError",
    "Outcome",
    "Record",
    "Rules",
    "State",
    "Symmetry",
    "load_game",
    "parse_rules",
]
