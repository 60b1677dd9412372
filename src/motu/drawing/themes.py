"""Colours of the pictures: roles, the light and the dark theme, and the style sheet that switches between them.

Floor: drawing. Invariant: both themes know every role, so a picture never misses a colour.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from motu.errors import DrawingError

LIGHT_COLOURS = {
    "sea0": "#0c5465",
    "sea1": "#0f5f70",
    "sea2": "#156c7c",
    "sea3": "#207e8a",
    "sea4": "#3b989d",
    "reef": "#74c3bb",
    "foam": "#e4f5ec",
    "on-sea": "#f6fcf9",
    "sand": "#ecdcb0",
    "sand-line": "#d3bc85",
    "lagoon": "#a2ddd5",
    "shallow": "#caeee4",
    "cell-line": "#3b9597",
    "lagoon-ink": "#0d3a44",
    "last": "#cf3f13",
    "paper": "#fffcf5",
    "paper2": "#f7f0e0",
    "line": "#e2d8c1",
    "ink": "#10262e",
    "muted": "#4f6268",
    "act": "#0b6673",
    "on-act": "#fffdf7",
    "coral": "#cf3f13",
    "gold": "#f2b322",
    "gold-deep": "#8a5a00",
    "heat": "#f2b322",
    "gold-case": "#10262e",
    "black": "#1e2b32",
    "black-light": "#5a6b73",
    "black-dark": "#0b1317",
    "black-line": "#05090b",
    "on-black": "#fbf6e9",
    "white": "#fbf6e9",
    "white-light": "#ffffff",
    "white-dark": "#d9d0bb",
    "white-line": "#56523f",
    "on-white": "#10262e",
    "contact": "#04303a",
    "black-island": "#25343c",
    "black-island2": "#31434c",
    "black-island3": "#3e525c",
    "black-island-line": "#0a1216",
    "black-island-mark": "#93a9b1",
    "white-island": "#e4dcc8",
    "white-island2": "#f1ebdc",
    "white-island3": "#fcf9f0",
    "white-island-line": "#6f6a57",
    "white-island-mark": "#776f5a",
    "wood": "#e2bd83",
    "wood-dark": "#cf9f5e",
    "wood-edge": "#a97638",
    "grain": "#8b5a22",
    "groove": "#6d4313",
    "groove-light": "#f3d9a8",
    "table": "#5b4128",
    "on-table": "#f6e9cf",
    "black-side": "#1d2529",
    "white-side": "#fbf6ea",
    "tile": "#fdf6e3",
    "tile-dark": "#f1e3bf",
    "tile-line": "#bfa66c",
    "red": "#c63d1c",
    "red-light": "#ef7a4f",
    "red-dark": "#96260b",
    "red-line": "#6b1b08",
    "blue": "#1f5ea8",
    "blue-light": "#5b9be0",
    "blue-dark": "#123f78",
    "blue-line": "#0c2c55",
    # What people draw, in tints after Okabe and Ito ("Color Universal Design", 2008), each with its case.
    "ink-green": "#00785a",
    "ink-green-case": "#fffdf5",
    "ink-red": "#cf4a00",
    "ink-red-case": "#fffdf5",
    "ink-blue": "#0069a8",
    "ink-blue-case": "#fffdf5",
    "ink-yellow": "#f0e442",
    "ink-yellow-case": "#10262e",
    "on-piece": "#fffdf5",
}
"""Role to colour by day; the roles are what `Pen.paint` takes. The pages' style sheet has the same (css/theme.css)."""

DARK_COLOURS = {
    "sea0": "#051118",
    "sea1": "#07171f",
    "sea2": "#0a1f29",
    "sea3": "#0d2a35",
    "sea4": "#113945",
    "reef": "#1b5559",
    "foam": "#4f9492",
    "on-sea": "#e8f3f0",
    "sand": "#7a6d4b",
    "sand-line": "#564c33",
    "lagoon": "#12414a",
    "shallow": "#1d5a60",
    "cell-line": "#2f757b",
    "lagoon-ink": "#e8f3f0",
    "last": "#f0622b",
    "paper": "#10242d",
    "paper2": "#16303a",
    "line": "#264450",
    "ink": "#eaf2ee",
    "muted": "#9fb6ba",
    "act": "#5fcfcd",
    "on-act": "#05222a",
    "coral": "#ff7d50",
    "gold": "#ffc94d",
    "gold-deep": "#ffd77a",
    "heat": "#8a6610",
    "gold-case": "#05090b",
    "black": "#0e171c",
    "black-light": "#3d4c54",
    "black-dark": "#030607",
    "black-line": "#8aa2a8",
    "on-black": "#f0ebdd",
    "white": "#f0ebdd",
    "white-light": "#ffffff",
    "white-dark": "#b9b29d",
    "white-line": "#2a2a22",
    "on-white": "#10262e",
    "contact": "#000000",
    "black-island": "#0a1115",
    "black-island2": "#121c21",
    "black-island3": "#1b282e",
    "black-island-line": "#8aa2a8",
    "black-island-mark": "#8ea5ac",
    "white-island": "#c9c4b3",
    "white-island2": "#dcd8c9",
    "white-island3": "#ebe8dc",
    "white-island-line": "#23231c",
    "white-island-mark": "#6b6654",
    "wood": "#5f4a30",
    "wood-dark": "#4d3a24",
    "wood-edge": "#30230f",
    "grain": "#1d1307",
    "groove": "#b0915f",
    "groove-light": "#2a1e10",
    "table": "#1c1712",
    "on-table": "#f6e9cf",
    "black-side": "#07090a",
    "white-side": "#e6e0d0",
    "tile": "#22343b",
    "tile-dark": "#1a2a30",
    "tile-line": "#4d676f",
    "red": "#e0552e",
    "red-light": "#ff9a72",
    "red-dark": "#a8330f",
    "red-line": "#ffb899",
    "blue": "#4f93e6",
    "blue-light": "#9cc8ff",
    "blue-dark": "#2360a8",
    "blue-line": "#c3defd",
    # What people draw, in tints after Okabe and Ito ("Color Universal Design", 2008), each with its case.
    "ink-green": "#3fd0a4",
    "ink-green-case": "#05161c",
    "ink-red": "#ff8f4d",
    "ink-red-case": "#05161c",
    "ink-blue": "#74c0f5",
    "ink-blue-case": "#05161c",
    "ink-yellow": "#f6ea5a",
    "ink-yellow-case": "#05161c",
    "on-piece": "#fffdf5",
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
    shadow: str = "0.42"
    """How dark the shadows under stones are, from 0 to 1."""


LIGHT = Theme("light", MappingProxyType(LIGHT_COLOURS))
DARK = Theme("dark", MappingProxyType(DARK_COLOURS), shadow="0.6")
AUTO = Theme("auto", LIGHT.colours, DARK.colours)
THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (LIGHT, DARK, AUTO)})
"""The themes by name."""


def _property_of(role: str) -> str:
    """The custom property that a page keeps a role's colour in: those of the two colours go by who began.

    So a person can exchange the two colours on a page without a new picture.
    """
    for side, colours in (("first", ("black", "red")), ("second", ("white", "blue"))):
        for colour in colours:
            if role == colour or role.startswith(f"{colour}-"):
                return f"var(--{side}{role[len(colour) :]})"
            if role == f"on-{colour}":
                return f"var(--on-{side})"
    return f"var(--{role})"


PAGE = Theme(
    "page", MappingProxyType({role: _property_of(role) for role in LIGHT_COLOURS}), shadow="var(--contact-opacity)"
)
"""Colours by reference, for what is drawn into a page of the browser app; its style sheet says what they are."""


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


def night_rules(theme: Theme, scope: str, picture: str) -> str:
    """Return the style sheet of an `auto` theme; '' for the others.

    Args:
        theme: Any theme.
        scope: The id of the element inside which it holds.
        picture: What it is for: only the colours that are in it are there.
    """
    if theme.at_night is None:
        return ""
    rules = [
        f"#{scope} .motu-{use}-{role}{{{_PROPERTIES[use]}:{theme.at_night[role]}}}"
        for use, role in sorted(set(_PAINTED.findall(picture)))
    ]
    return "@media (prefers-color-scheme:dark){" + "".join(rules) + "}"


_PAINTED = re.compile(r"\bmotu-(fill|stroke|stop)-([a-z0-9-]+)")
_PROPERTIES = {"fill": "fill", "stroke": "stroke", "stop": "stop-color"}
