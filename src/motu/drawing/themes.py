"""Colours of the pictures: roles, the light and the dark theme, and the style sheet that switches between them.

Floor: drawing. Invariant: both themes know every role, so a picture never misses a colour.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from motu.errors import DrawingError

LIGHT_COLOURS = {
    "card": "#fffdf8",
    "card-line": "#ddd6c6",
    "ink": "#12262e",
    "muted": "#5b6d72",
    "sea": "#0b6e78",
    "on-sea": "#fffdf8",
    "water": "#d3ebe8",
    "water-line": "#9fcac6",
    "black": "#17262d",
    "white": "#fdfaf2",
    "stone-line": "#6b7c80",
    "on-black": "#fdfaf2",
    "on-white": "#17262d",
    "black-shore": "#4b5c63",
    "white-shore": "#efe7d3",
    "shore-line": "#b9ae95",
    "red": "#c23b3b",
    "blue": "#2b62b5",
    "on-piece": "#fffdf8",
    "coral": "#d9481c",
    "gold": "#e9a820",
    "gold-case": "#12262e",
    "heat": "#e9a820",
    "wood": "#ead9b5",
    "wood-line": "#8a744a",
}
"""Role to colour by day; the roles are what `Pen.paint` takes."""

DARK_COLOURS = {
    "card": "#14252d",
    "card-line": "#25404a",
    "ink": "#e9f0ec",
    "muted": "#9bb0b3",
    "sea": "#55c7cc",
    "on-sea": "#0d191f",
    "water": "#17353d",
    "water-line": "#2c5862",
    "black": "#05090b",
    "white": "#f3efe4",
    "stone-line": "#8fa3a6",
    "on-black": "#f3efe4",
    "on-white": "#12262e",
    "black-shore": "#0b1519",
    "white-shore": "#a9aba2",
    "shore-line": "#4d6a72",
    "red": "#e06666",
    "blue": "#6d9ff0",
    "on-piece": "#0d191f",
    "coral": "#ff7a4d",
    "gold": "#ffc94d",
    "gold-case": "#05090b",
    "heat": "#8a6610",
    "wood": "#3a3326",
    "wood-line": "#a08c60",
}
"""Role to colour by night."""


@dataclass(frozen=True, slots=True)
class Theme:
    """One set of colours, and perhaps a second one for readers whose screen is dark."""

    name: str
    """`light`, `dark` or `auto`."""
    colours: Mapping[str, str]
    """Role to `#rrggbb`, written into the picture as presentation attributes."""
    at_night: Mapping[str, str] | None = None
    """Colours that a style sheet inside the picture puts in place when the reader prefers a dark scheme."""


LIGHT = Theme("light", MappingProxyType(LIGHT_COLOURS))
DARK = Theme("dark", MappingProxyType(DARK_COLOURS))
AUTO = Theme("auto", LIGHT.colours, DARK.colours)
THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (LIGHT, DARK, AUTO)})
"""The themes by name."""


def find_theme(name: str) -> Theme:
    """Return the theme of that name.

    Raises:
        DrawingError: `drawing/theme` for any other name.
    """
    theme = THEMES.get(name)
    if theme is None:
        message = f"there is no theme {name!r}; there are {', '.join(THEMES)}"
        raise DrawingError(message, slug="drawing/theme", text=str(name), legal=tuple(THEMES))
    return theme


def night_rules(theme: Theme, scope: str) -> str:
    """Return the style sheet of an `auto` theme, valid inside the element with the id `scope`; '' for the others."""
    if theme.at_night is None:
        return ""
    rules = []
    for role, colour in theme.at_night.items():
        rules.append(f"#{scope} .motu-fill-{role}{{fill:{colour}}}#{scope} .motu-stroke-{role}{{stroke:{colour}}}")
    return "@media (prefers-color-scheme:dark){" + "".join(rules) + "}"
