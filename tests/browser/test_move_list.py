"""The list of moves: every player keeps a column, whatever a turn consists of."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.playing import PERSON, begin, click, moves

pytestmark = pytest.mark.slow

COLUMNS = """list => [...list.querySelectorAll('li')].map((row) =>
  [...row.querySelectorAll('.cell')].map((cell) => cell.innerText.trim().split(/\\s+/).filter(Boolean)))"""
EDGES = "all => [...new Set(all.map((cell) => Math.round(cell.getBoundingClientRect().left)))].length"
HEIGHTS = "all => [...new Set(all.map((row) => Math.round(row.getBoundingClientRect().height)))].length"


def test_a_stone_put_back_stays_in_its_owners_column(page: Page, address: str) -> None:
    begin(page, address, "atomorph(size=4,return_stone=true)", opening=["c4", "d4", "d3", "a4"])
    for count, (name, move) in enumerate((("d4", "xd4"), ("a1", "@a1"), ("b2", "b2"), ("b3", "b3")), start=1):
        click(page, name)
        expect(moves(page)).to_have_count(count)
        expect(moves(page).last).to_have_text(move)
    assert page.locator("ol.moves").evaluate(COLUMNS) == [[["xd4"], ["@a1", "b2"]], [["b3"], []]]
    moves(page).nth(1).click()
    expect(page.locator("ol.moves .move[aria-current]")).to_have_text("@a1")
    page.get_by_role("button", name="Back to the game").click()
    for count in (3, 2):
        page.get_by_role("button", name="Take back").click()
        expect(moves(page)).to_have_count(count)
    expect(moves(page)).to_have_text(["xd4", "@a1"])
    assert page.locator("ol.moves").evaluate(COLUMNS) == [[["xd4"], ["@a1"]]]


def test_columns_are_straight_and_rows_whole(page: Page, address: str) -> None:
    opening = ["r1", "=1", "r4", "=4"]
    begin(page, address, "atmalof(rows=4,cols=4,extra_rows=0,extra_cols=0,line=4)", PERSON, PERSON, opening=opening)
    for name, target in (("r1c1", "r2c1"), ("r4c4", "r3c4"), ("r2c1", "r3c1")):
        click(page, name)
        click(page, target)
        expect(moves(page).last).to_have_text(f"{name}-{target}")
    page.locator('motu-board [data-line="r1"]').click(force=True)
    expect(moves(page)).to_have_count(4)
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.locator("ol.moves .cell").evaluate_all(EDGES) == 2
        assert page.locator("ol.moves .row").evaluate_all(HEIGHTS) == 1
