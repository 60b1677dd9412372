"""Every role has a colour by day and by night, and what is to be read can be read."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

import motu
from motu.boards.marks import MARK_COLOURS
from motu.drawing import THEMES
from motu.drawing.themes import DARK, LIGHT, PAGE

TEXTS = [
    ("ink", "paper"),
    ("muted", "paper"),
    ("ink", "wood"),
    ("ink", "tile"),
    ("lagoon-ink", "reef"),
    ("lagoon-ink", "lagoon"),
    ("lagoon-ink", "shallow"),
    ("on-sea", "sea2"),
    ("on-table", "table"),
    ("on-act", "act"),
    ("on-black", "black"),
    ("on-white", "white"),
]
"""Text and what it stands on: WCAG AA wants 4.5."""
SHAPES = [
    ("on-piece", "red"),
    ("on-piece", "blue"),
    ("last", "black"),
    ("last", "lagoon"),
    ("gold", "gold-case"),
    ("white-line", "lagoon"),
    ("white-line", "wood"),
    ("groove", "wood"),
    ("black-island-mark", "black-island2"),
    ("white-island-mark", "white-island2"),
    ("red", "tile"),
    ("blue", "tile"),
    *((f"ink-{colour}", f"ink-{colour}-case") for colour in MARK_COLOURS),
]
"""Marks and what they stand on: WCAG AA wants 3; outlines by night less, since a stone is large, filled and light."""
LEAST_BY_NIGHT = {("white-line", "lagoon"): 1.2, ("white-line", "wood"): 1.2, ("groove", "wood"): 2.7}

each_theme = pytest.mark.parametrize("colours", [LIGHT.colours, DARK.colours], ids=["light", "dark"])


def channels(colour: str) -> list[float]:
    return [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]


def luminance(rgb: list[float]) -> float:
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: list[float], other: list[float]) -> float:
    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


@each_theme
@pytest.mark.parametrize(("text", "ground"), TEXTS)
def test_texts_can_be_read(colours: Mapping[str, str], text: str, ground: str) -> None:
    assert contrast(channels(colours[text]), channels(colours[ground])) >= 4.5


@each_theme
@pytest.mark.parametrize(("mark", "ground"), SHAPES)
def test_marks_can_be_seen(colours: Mapping[str, str], mark: str, ground: str) -> None:
    least = LEAST_BY_NIGHT.get((mark, ground), 2.9) if colours is DARK.colours else 2.9
    assert contrast(channels(colours[mark]), channels(colours[ground])) >= least


@each_theme
@pytest.mark.parametrize("share", [0.01, 0.25, 0.5, 0.75, 1.0])
@pytest.mark.parametrize(("ink", "ground"), [("lagoon-ink", "lagoon"), ("ink", "wood"), ("ink", "tile")])
def test_heat_numbers_can_be_read(colours: Mapping[str, str], share: float, ink: str, ground: str) -> None:
    opacity = 0.12 + 0.78 * share
    pairs = zip(channels(colours["heat"]), channels(colours[ground]), strict=True)
    tint = [opacity * heat + (1 - opacity) * under for heat, under in pairs]
    assert contrast(channels(colours[ink]), tint) >= 4.5


def test_both_themes_know_every_role() -> None:
    assert LIGHT.colours.keys() == DARK.colours.keys()
    assert set(THEMES) == {"light", "dark", "auto"}
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in (*LIGHT.colours.values(), *DARK.colours.values()))


def test_the_pages_have_the_same_colours() -> None:
    sheet = (Path(motu.__file__).parent / "web/css/theme.css").read_text(encoding="utf-8")
    by_day = dict(re.findall(r"--([\w-]+): (#\w+);", sheet[: sheet.index("[data-theme='dark']")]))
    night = sheet[sheet.index("[data-theme='dark']") : sheet.index("[data-palette=")]
    at_night = {**by_day, **dict(re.findall(r"--([\w-]+): (#\w+);", night))}
    assert {role: by_day[role] for role in LIGHT.colours} == dict(LIGHT.colours)
    assert {role: at_night[role] for role in DARK.colours} == dict(DARK.colours)


def test_a_page_is_told_colours_by_reference_and_the_two_sides_by_who_begins() -> None:
    assert PAGE.colours["sand"] == "var(--sand)"
    assert PAGE.colours["black-light"] == PAGE.colours["red-light"] == "var(--first-light)"
    assert PAGE.colours["on-white"] == "var(--on-second)"
