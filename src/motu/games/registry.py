"""Which games there are, a row each (floor: games)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from motu.games.parameters import Parameter
from motu.games.rooms.atmalof import ATMALOF
from motu.games.rooms.atoll import ATOLL
from motu.games.rooms.atomorph import ATOMORPH
from motu.games.rules import GameType, Preset

_games: dict[str, GameType] = {}
_presets: dict[str, Preset] = {}
_parameters: dict[str, tuple[Parameter, ...]] = {}

GAMES: Mapping[str, GameType] = MappingProxyType(_games)
"""The games by their own names, in the order in which they are listed."""

PRESETS: Mapping[str, Preset] = MappingProxyType(_presets)
"""The names that a spec may begin with."""

PARAMETERS: Mapping[str, tuple[Parameter, ...]] = MappingProxyType(_parameters)
"""The keys of each game's specs, by the game's own name, in the order of its rules."""


def register(game: GameType) -> None:
    """Add a game to those that there are."""
    _games[game.name] = game
    _presets.update((preset.name, preset) for preset in game.presets)
    _parameters[game.name] = game.parameters


for _game in (ATOLL, ATOMORPH, ATMALOF):
    register(_game)
