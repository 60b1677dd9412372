"""Every role has a colour by day and by night, and what is to be read can be read."""

import re
from collections.abc import Mapping

import pytest

from motu.drawing import THEMES
from motu.drawing.themes import DARK, LIGHT

TEXTS = [
    ("ink", "card"),
    ("muted", "card"),
    ("ink", "water"),
    ("ink", "wood"),
    ("on-sea", "sea"),
    ("on-black", "black"),
    ("on-white", "white"),
]
"""Text and what it stands on: WCAG AA wants 4.5."""
SHAPES = [
    ("on-piece", "red"),
    ("on-piece", "blue"),
    ("coral", "black"),
    ("gold", "gold-case"),
    ("stone-line", "water"),
    ("stone-line", "card"),
    ("stone-line", "wood"),
]
"""Marks and what they stand on: WCAG AA wants 3; outlines less, since a stone is large and filled."""

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
    assert contrast(channels(colours[mark]), channels(colours[ground])) >= (2.5 if mark == "stone-line" else 3)


@each_theme
@pytest.mark.parametrize("share", [0.01, 0.25, 0.5, 0.75, 1.0])
@pytest.mark.parametrize("ground", ["water", "wood"])
def test_heat_numbers_can_be_read(colours: Mapping[str, str], share: float, ground: str) -> None:
    opacity = 0.12 + 0.78 * share
    pairs = zip(channels(colours["heat"]), channels(colours[ground]), strict=True)
    tint = [opacity * heat + (1 - opacity) * under for heat, under in pairs]
    assert contrast(channels(colours["ink"]), tint) >= 4.5


def test_both_themes_know_every_role() -> None:
    assert LIGHT.colours.keys() == DARK.colours.keys()
    assert set(THEMES) == {"light", "dark", "auto"}
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in (*LIGHT.colours.values(), *DARK.colours.values()))
