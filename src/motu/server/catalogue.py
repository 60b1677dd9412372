"""What can be played: names, boards, variants, levels (floor: server)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from motu.games import PARAMETERS, PRESETS, load_game
from motu.games.parameters import ParameterKind
from motu.search.strengths import load_strengths

NUM_LEVELS = 10


class PresetView(msgspec.Struct, frozen=True):
    """A named game."""

    name: str
    game: str
    spec: str
    summary: str
    cells: int


class ParameterView(msgspec.Struct, frozen=True):
    """A key of a spec, for a form."""

    key: str
    kind: ParameterKind
    default: str
    meaning: str
    choices: tuple[str, ...]
    least: int
    most: int
    step: int


class FullStrengthView(msgspec.Struct, frozen=True):
    """How strong full strength is on a game's standard board."""

    seconds: float
    """For a move."""
    above: int
    """Elo above level 10."""


class Catalogue(msgspec.Struct, frozen=True):
    """All games."""

    presets: tuple[PresetView, ...]
    parameters: dict[str, tuple[ParameterView, ...]]
    levels: int
    strongest: dict[str, tuple[FullStrengthView, ...]]
    """By the spec of a standard board, which it was measured on; the shortest time first."""


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    """Return the games that can be begun. Files are left out: a server reads none for its guests."""
    games = [(preset, load_game(preset.name)) for preset in PRESETS.values()]
    presets = tuple(
        PresetView(preset.name, game.name, game.spec, preset.summary, game.board.num_cells) for preset, game in games
    )
    parameters = {
        name: tuple(
            ParameterView(
                each.key, each.kind, each.default, each.meaning, each.choices, each.least, each.most, each.step
            )
            for each in known
            if each.kind != "file"
        )
        for name, known in PARAMETERS.items()
    }
    strongest = {
        load_game(name).spec: tuple(FullStrengthView(each.seconds, each.elo) for each in known)
        for name, known in load_strengths().items()
    }
    return Catalogue(presets, parameters, NUM_LEVELS, strongest)
