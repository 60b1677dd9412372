"""The page of a training: every curve, round numbers, and nothing that a name could break."""

from __future__ import annotations

import itertools
import math
import re
from xml.etree import ElementTree as ET

import pytest

from motu.eval.nets import NetInfo, TrainingStep
from motu.train.curves import figure, number, ticks
from motu.train.records import Generation
from motu.train.report import html

SPEC = "atoll(board=rhombus,size=3,islands=4,swap=false)"


def info(name: str = "small") -> NetInfo:
    return NetInfo(name, "atoll", "hex", ("board",), 2, 24, 1, (TrainingStep("2026-11-21", 10, 20, 30, (SPEC,)),))


def generation(count: int, **more: object) -> Generation:
    data: dict[str, object] = {
        "number": count,
        "date": "2026-11-21T02:29:45+00:00",
        "seconds": 60.0 * count,
        "games": 100 * count,
        "positions": 500 * count,
        "evaluations": 10_000 * count,
        "evaluations_per_second": 12_345.6,
        "waiting_share": 0.1,
        "mean_plies": 7.5,
        "first_wins": 0.6,
        "steps": 20 * count,
        "window": 500,
        "losses": {"policy": 1 / count, "value": 0.7},
    }
    return Generation(**{**data, **more})  # type: ignore[arg-type]


RIGHT = {"openings": 5, "openings_right": 4, "positions": 10, "positions_right": 9, "winning": 8, "moves_right": 8}


def page() -> str:
    measured = generation(3, matches={"uct:400": {"elo": 123.4, "score": 0.7}}, solved={SPEC: RIGHT})
    return html(info(), [generation(1), generation(2), measured])


def test_every_curve_is_there() -> None:
    captions = re.findall("<figcaption>(.*?)</figcaption>", page())
    for caption in ("Loss", "Elo against fixed opponents", "Games of self-play", "Evaluations a second"):
        assert caption in captions
    assert "uct:400 <b>123</b>" in page()
    assert "atoll(rhombus,size=3,islands=4) <b>80</b>" in page()
    assert "2026-11-21 02:29 UTC" in page()


def test_a_training_that_has_just_begun_has_a_page() -> None:
    assert "Training of small" in html(info(), [])
    assert html(info(), [generation(1)]).count("<circle") == 5


def test_what_is_no_number_is_left_out() -> None:
    lost = generation(1, losses={"value": math.nan}, matches={"random": {"elo": math.inf, "score": 1.0}})
    assert "Elo against" not in html(info(), [lost])
    assert "random <b>100</b>" in html(info(), [lost])
    assert "nan" not in html(info(), [lost])


def test_names_cannot_break_the_page() -> None:
    text = html(info("<b>&\"'"), [generation(1, losses={'<i>&"': 0.5})])
    assert "&lt;b&gt;&amp;" in text
    assert "<i>" not in text
    for svg in re.findall("<svg.*?</svg>", text):
        ET.fromstring(svg)


def test_the_page_is_for_every_screen() -> None:
    assert '<meta name="viewport"' in page()
    assert "prefers-color-scheme: dark" in page()


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [
        (0, 100, [0, 50, 100]),
        (0, 1, [0, 0.5, 1]),
        (0.014, 0.737, [0, 0.2, 0.4, 0.6, 0.8]),
        (-30, 55, [-50, 0, 50, 100]),
        (5, 5, [4.5, 5, 5.5]),
    ],
)
def test_ticks_are_round_and_reach_beyond_both_ends(low: float, high: float, found: list[float]) -> None:
    made = ticks(low, high)
    assert made == found
    assert made[0] <= low
    assert made[-1] >= high
    assert 3 <= len(made) <= 7
    steps = {round(after - before, 9) for before, after in itertools.pairwise(made)}
    assert len(steps) == 1
    assert f"{steps.pop():.0e}"[0] in "125"


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (0.25, "0.25"), (-12.34, "-12.3"), (345.4, "345"), (9999, "9,999"), (34_382, "34.4k"), (2.5e6, "2.5M")],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_lines_lie_within_the_picture() -> None:
    text = figure("x", {"a": [(0, 3), (600, 7.5)], "b": [(60, -2)], "c": []})
    assert text.count("<polyline") == 2
    assert "hours" in text
    for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", " ".join(re.findall('points="(.*?)"', text))):
        assert 0 <= float(x) <= 560
        assert 0 <= float(y) <= 260
