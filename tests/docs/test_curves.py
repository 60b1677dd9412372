"""The training curves in the documentation are what their data and docs/draw_curves.py make."""

import importlib.util
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest

DOCS = Path(__file__).parents[2] / "docs"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("draw_curves", DOCS / "draw_curves.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_committed_curves_are_up_to_date(script: ModuleType) -> None:
    assert script.PICTURE.read_text("utf-8") == script.draw(script.read_curves()), "run python docs/draw_curves.py"


def test_every_curve_has_its_line_and_its_name(script: ModuleType) -> None:
    root = ET.fromstring(script.PICTURE.read_text("utf-8"))
    assert len(root.findall(f"{SVG}polyline")) == len(script.COLOURS)
    texts = [text.text for text in root.findall(f"{SVG}text")]
    assert set(script.COLOURS) <= set(texts)


def test_a_better_score_stands_higher(script: ModuleType) -> None:
    def record(games: int, score: float) -> dict[str, object]:
        return {"games": games, "general": {"score": score, "interval": [score - 0.02, score + 0.02]}}

    picture = script.draw({"atmalof": [record(1000, 0.5), record(2000, 0.6)]})
    line = ET.fromstring(picture).find(f"{SVG}polyline")
    assert line is not None
    (x1, y1), (x2, y2) = [map(float, point.split(",")) for point in line.attrib["points"].split()]
    assert x1 < x2
    assert y2 < y1
