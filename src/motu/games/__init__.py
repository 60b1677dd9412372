"""Games, positions, specs and records (floor: games). The rules themselves are in the native core."""

from motu.games.game import Game, Symmetry, load_game
from motu.games.rules import RULES_VERSION, AtmalofRules, AtollRules, AtomorphRules, Rules
from motu.games.specs import NAMED_SIZES, PRESETS, Preset, brief_spec, parse_rules
from motu.games.state import CHANCE, TERMINAL, Outcome, State

__all__ = [
    "CHANCE",
    "NAMED_SIZES",
    "PRESETS",
    "RULES_VERSION",
    "TERMINAL",
    "AtmalofRules",
    "AtollRules",
    "AtomorphRules",
    "Game",
    "Outcome",
    "Preset",
    "Rules",
    "State",
    "Symmetry",
    "brief_spec",
    "load_game",
    "parse_rules",
]
