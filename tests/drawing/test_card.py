"""Cards for previews of links: of one size, without letters, the board in the middle of its sea."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from motu.drawing.card import CARD, draw_card
from motu.drawing.themes import LIGHT_COLOURS
from motu.games import load_game
from motu.games.line import Line

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("spec", "ground"), [("gan", "sea2"), ("hex(size=4)", "sea2"), ("atomorph(size=5)", "table"), ("atmalof", "sea2")]
)
def test_a_position_lies_on_its_own_ground(spec: str, ground: str) -> None:
    card = ET.fromstring(draw_card([Line(spec=spec).replay()]))
    assert (card.attrib["width"], card.attrib["height"]) == tuple(map(str, CARD))
    assert card[0].attrib["fill"] == LIGHT_COLOURS[ground]
    assert card[1].attrib["overflow"] == "visible"


def test_boards_side_by_side_share_the_width_and_no_id() -> None:
    card = ET.fromstring(draw_card([load_game(spec).board for spec in ("gan", "atomorph(size=5)", "atmalof")]))
    places = card.findall(f"{SVG}svg")
    lefts = [float(place.attrib["x"]) for place in places]
    width = float(places[0].attrib["width"])
    assert lefts == sorted(lefts)
    assert all(after - before > width for before, after in pairwise(lefts))
    assert lefts[-1] + width < CARD[0]
    ids = [each.attrib["id"] for each in card.iter() if "id" in each.attrib]
    assert len(ids) == len(set(ids))
