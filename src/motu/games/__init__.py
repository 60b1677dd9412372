"""Games, positions, specs and records (floor: games). The rules themselves are in the native core."""

from motu.games.game import Game, Symmetry, load_game
from motu.games.registry import GAMES, PARAMETERS, PRESETS
from motu.games.rooms.atmalof import AtmalofRules
from motu.games.rooms.atoll import AtollRules
from motu.games.rooms.atomorph import AtomorphRules
from motu.games.rules import RULES_VERSION, GameType, Preset, Rules
from motu.games.specs import NAMED_SIZES, brief_spec, parse_rules
from motu.games.state import CHANCE, TERMINAL, Outcome, State, person_to_act

__all__ = [
    "CHANCE",
    "GAMES",
    "NAMED_SIZES",
    "PARAMETERS",
    "PRESETS",
    "RULES_VERSION",
    "TERMINAL",
    "AtmalofRules",
    "AtollRules",
    "AtomorphRules",
    "Game",
    "GameType",
    "Outcome",
    "Preset",
    "Rules",
    "State",
    "Symmetry",
    "brief_spec",
    "load_game",
    "parse_rules",
    "person_to_act",
]
