"""The course of a game as a picture, read back as XML."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from motu.drawing import Course, CurveMark, draw_graph
from motu.errors import DrawingError

SVG = "{http://www.w3.org/2000/svg}"
COURSE = Course(
    title="A game",
    description="Black & white.",
    side_names=("red", "blue"),
    shares=(0.5, 0.75, 0.25, 1.0),
    plies=(0, 1, 2, 3),
    mistakes=(CurveMark(2, -0.5, "r1"), CurveMark(3, 0.75, "r2")),
    luck=(CurveMark(1, 0.5), CurveMark(3, -0.25)),
)


def with_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [part for part in root.iter() if name in (part.get("class") or "").split()]


def points_of(path: ET.Element) -> list[tuple[float, float]]:
    steps = path.attrib["d"].strip("MZ").split("L")
    return [(float(x), float(y)) for x, y in (step.split(",") for step in steps)]


def test_the_curve_goes_through_the_shares() -> None:
    root = ET.fromstring(draw_graph(COURSE))
    [curve], [plot, _] = with_class(root, "motu-curve"), with_class(root, "motu-plot")
    top, height = float(plot.attrib["y"]), float(plot.attrib["height"])
    points = points_of(curve)
    assert [1 - (y - top) / height for _, y in points] == pytest.approx(COURSE.shares)
    steps = [after[0] - before[0] for before, after in pairwise(points)]
    assert steps == pytest.approx([steps[0]] * 3)


def test_mistakes_point_the_way_they_went() -> None:
    root = ET.fromstring(draw_graph(COURSE))
    [mistakes] = with_class(root, "motu-mistakes")
    triangles = {event.attrib["data-point"]: event for event in with_class(mistakes, "motu-event")}
    for event in COURSE.mistakes:
        [shape] = with_class(triangles[str(event.index)], "motu-mistake")
        tip, base = points_of(shape)[2], points_of(shape)[0]
        assert (tip[1] > base[1]) == (event.size < 0)
    texts = [part.text for part in root.iter(f"{SVG}text")]
    assert {"r1", "r2", "red wins", "blue wins"} <= set(texts)


def test_luck_points_to_whom_it_served() -> None:
    root = ET.fromstring(draw_graph(COURSE))
    strip = with_class(root, "motu-plot")[1]
    middle = float(strip.attrib["y"]) + float(strip.attrib["height"]) / 2
    for_red, for_blue = with_class(root, "motu-luck")
    assert float(for_red.attrib["y"]) + float(for_red.attrib["height"]) == pytest.approx(middle, abs=0.02)
    assert float(for_blue.attrib["y"]) == pytest.approx(middle, abs=0.02)
    assert float(for_red.attrib["height"]) == pytest.approx(2 * float(for_blue.attrib["height"]), abs=0.05)


def test_games_without_dice_have_no_luck() -> None:
    root = ET.fromstring(draw_graph(replace(COURSE, luck=())))
    assert with_class(root, "motu-luck") == []
    assert "luck" not in [part.text for part in root.iter()]


def test_a_long_game_keeps_its_numbers_apart() -> None:
    count = 1500
    long = Course("A game", "Long.", ("black", "white"), (0.5,) * count, tuple(range(count)))
    texts = [part.text or "" for part in with_class(ET.fromstring(draw_graph(long)), "motu-scale")]
    numbers = [text for text in texts if text.isdigit()]
    assert 2 <= len(numbers) <= 16


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_pictures_are_told_in_words_and_repeat_themselves(theme: str) -> None:
    text = draw_graph(COURSE, theme=theme, size=500, prefix="course-")
    root = ET.fromstring(text)
    assert root.attrib["width"] == "500"
    assert root.find(f"{SVG}desc") is not None
    assert all(identity.startswith("course-") for part in root.iter() if (identity := part.get("id")))
    assert draw_graph(COURSE, theme=theme, size=500, prefix="course-") == text


@pytest.mark.parametrize(
    ("changes", "slug"),
    [
        ({"shares": ()}, "drawing/graph"),
        ({"shares": (0.5, 1.5, 0, 0)}, "drawing/graph"),
        ({"shares": (0.5, float("nan"), 0, 0)}, "drawing/graph"),
        ({"plies": (0, 1)}, "drawing/graph"),
        ({"mistakes": (CurveMark(4, 0.1),)}, "drawing/graph"),
        ({"luck": (CurveMark(0, 0.1),)}, "drawing/graph"),
    ],
)
def test_what_is_no_course_is_refused(changes: dict[str, object], slug: str) -> None:
    with pytest.raises(DrawingError) as refused:
        draw_graph(replace(COURSE, **changes))  # type: ignore[arg-type]
    assert refused.value.slug == slug


def test_options_are_checked() -> None:
    for options, slug in (({"theme": "pink"}, "theme"), ({"size": 3}, "size"), ({"prefix": "1"}, "prefix")):
        with pytest.raises(DrawingError) as refused:
            draw_graph(COURSE, **options)
        assert refused.value.slug == f"drawing/{slug}"
