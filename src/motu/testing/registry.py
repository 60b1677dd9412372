"""Every game there is to test, found by asking the registry (floor: testing).

A *variant* is a game with a name. They come from three places: every preset; every combination of the values that the
switches of a rules class can take, on a small board; and what numbers alone can vary: sizes, islands, custom boards,
uneven rectangles. A new preset, a new switch or a new value of one makes new variants by itself, and the tests that
want something for every variant (a golden playthrough, say) fail until they have it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields
from functools import cache
from itertools import product
from typing import Any

from motu.boards import CustomBoard, parse_custom_board
from motu.errors import RulesError
from motu.games import PARAMETERS, PRESETS, Game, Rules, load_game, parse_rules
from motu.games.parameters import Parameter


@dataclass(frozen=True, slots=True)
class Variant:
    """A game to test, under a name."""

    name: str
    """Readable and unique, such as "hex" or "atomorph contested=never swap=false"."""
    spec: str
    """What `load_game` takes."""
    board: CustomBoard | None = None
    """The data of a custom board; the spec then only names it."""

    def load(self) -> Game:
        """Make the game."""
        return load_game(self.spec, self.board)

    @property
    def file_name(self) -> str:
        """The name of its golden playthrough."""
        return self.name.replace(" ", "_").replace("=", "-") + ".txt"


def _numbers(parameters: tuple[Parameter, ...]) -> frozenset[str]:
    found = frozenset(each.key for each in parameters if each.kind in ("number", "file"))
    return found | {"custom"} if "file" in found else found  # a file's data


NUMBERS: dict[str, frozenset[str]] = {name: _numbers(known) for name, known in PARAMETERS.items()}
"""The parameters of each rules class that are no switches; ODD_GAMES varies them."""

SMALL: dict[str, dict[str, Any]] = {
    "square": {"size": 7},
    "rhombus": {"size": (6, 5)},
    "hexagon": {"size": 4},
    "triangle": {"size": 6},
    "atomorph": {"size": 5},
    "atmalof": {"rows": 4, "cols": 4, "line": 4},
}
"""What makes the games of the switches small, by the shape of the board or the name of the game."""

CAY = parse_custom_board(
    """
    first: white
          *
        *   .
      .   .   *
    @   .   .
      .   .   .
    .   .   .   *
      .   .   .
    .   .   .   .
      *   *   *
        .
    """
)
"""A board of no family, with islands as short as two cells and as long as four."""

HORSESHOE = parse_custom_board(
    """
        *           .
      .   .       .   *
    @   .           .   .
      .   .       *   .
    .   .           .   .
      .   *   .   .   .
    .   .   .   *   .   *
      .   .   .   .   .
    *   .   .   .   .   .
      .   .   .   .   .
    .   .   .   .   .   *
      .   .   .   .   .
        *   .   .   .
          .   .   *
            *   .
    """
)
"""A board with a bay, and with twelve islands, so that more than two of them may be needed."""

ODD_GAMES: tuple[tuple[str, str, CustomBoard | None], ...] = (
    ("atoll rhombus 8 islands", "atoll(board=rhombus,size=7x5,islands=8)", None),
    ("atoll square 16 islands", "atoll(size=9,islands=16)", None),
    ("atoll hexagon 24 islands", "atoll(board=hexagon,size=5,islands=24)", None),
    ("atoll triangle 24 islands", "atoll(board=triangle,size=9,islands=24)", None),
    ("atoll smallest", "hex(size=2)", None),
    ("atoll long", "hex(size=3x27)", None),
    ("atoll cay", "atoll(file=cay.json)", CAY),
    ("atoll horseshoe", "atoll(file=horseshoe.txt,swap=false)", HORSESHOE),
    ("atomorph smallest", "atomorph(size=3,return_stone=true)", None),
    ("atomorph even", "atomorph(size=8,contested=never,corners=false)", None),
    ("atmalof wide", "atmalof(rows=3,cols=6,extra_rows=0,extra_cols=2,line=4)", None),
    ("atmalof tall", "atmalof(rows=6,cols=3,extra_rows=2,extra_cols=0,line=4,tiebreak=both)", None),
    ("atmalof few pieces", "atmalof(rows=4,cols=4,extra_rows=0,extra_cols=0,line=3,pieces=4)", None),
    ("atmalof crowded", "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=5,tiebreak=both)", None),
)
"""Games that differ from the others in numbers: (name, spec, custom board)."""


@cache
def variants() -> tuple[Variant, ...]:
    """Return every variant, presets first; of games that are the same under two names only the first."""
    found: dict[str, Variant] = {}
    for variant in (*_preset_games(), *_switched_games(), *(Variant(*odd) for odd in ODD_GAMES)):
        found.setdefault(str(parse_rules(variant.spec)), variant)
    return tuple(found.values())


def variant(name: str) -> Variant:
    """Return the variant with this name.

    Raises:
        ValueError: When none has it.
    """
    for each in variants():
        if each.name == name:
            return each
    raise ValueError(f"no variant is called '{name}'")


def switches(rules: type[Any]) -> dict[str, tuple[bool | str, ...]]:
    """Return the switches of a rules class with all values of each: booleans, and the words that it accepts.

    Raises:
        TypeError: For a field that is neither a switch nor among NUMBERS: a test has to be thought of.
    """
    found: dict[str, tuple[bool | str, ...]] = {}
    for field in fields(rules):
        if isinstance(field.default, bool):
            found[field.name] = (True, False)
        elif isinstance(field.default, str):
            found[field.name] = _words(rules, field.name)
        elif field.name not in NUMBERS.get(rules.name, ()) or field.default is MISSING:
            raise TypeError(f"{rules.__name__}.{field.name} is not tested: add it to motu.testing.registry")
    return found


def _words(rules: type[Any], name: str) -> tuple[str, ...]:
    """Ask the rules: the refusal of a word that means nothing names those that do."""
    try:
        rules(**{name: "?"})
    except RulesError as error:
        named = dict.fromkeys(re.findall(r"[\w-]+", error.message))
        return tuple(word for word in named if _accepts(rules, name, word))
    raise TypeError(f"{rules.__name__}.{name} takes any word: it is no switch")


def _accepts(rules: type[Any], name: str, word: str) -> bool:
    try:
        rules(**{name: word})
    except RulesError:
        return False
    return True


def _preset_games() -> Iterator[Variant]:
    for name in PRESETS:
        yield Variant(name, str(parse_rules(name)))


def _switched_games() -> Iterator[Variant]:
    for rules in dict.fromkeys(preset.rules for preset in PRESETS.values()):
        choices = switches(rules)
        for values in product(*choices.values()):
            chosen = dict(zip(choices, values, strict=True))
            yield Variant(_switched_name(rules, chosen), str(_small(rules, chosen)))


def _small(rules: type[Any], chosen: dict[str, bool | str]) -> Rules:
    small = SMALL.get(str(chosen.get("board", rules.name)), {})
    made: Rules = rules(**chosen, **small)
    return made


def _switched_name(rules: type[Any], chosen: dict[str, bool | str]) -> str:
    """Name what differs from the defaults, such as "atomorph contested=never"."""
    usual = {field.name: field.default for field in fields(rules)}
    odd = [f"{key}={str(value).lower()}" for key, value in chosen.items() if value != usual[key]]
    return " ".join([rules.name, *(odd or ["small"])])
