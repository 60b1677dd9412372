"""Which games there are, a row each (floor: games)."""

from __future__ import annotations

from motu.games.parameters import Parameter
from motu.games.rooms.atmalof import ATMALOF
from motu.games.rooms.atoll import ATOLL
from motu.games.rooms.atomorph import ATOMORPH
from motu.games.rules import GameType, Preset

GAMES: dict[str, GameType] = {}
"""The games by their own names, in the order in which they are listed."""

PRESETS: dict[str, Preset] = {}
"""The names that a spec may begin with."""

PARAMETERS: dict[str, tuple[Parameter, ...]] = {}
"""The keys of each game's specs, by the game's own name, in the order of its rules."""


def register(game: GameType) -> None:
    """Add a game to those that there are."""
    GAMES[game.name] = game
    PRESETS.update((preset.name, preset) for preset in game.presets)
    PARAMETERS[game.name] = game.parameters


for _game in (ATOLL, ATOMORPH, ATMALOF):
    register(_game)
