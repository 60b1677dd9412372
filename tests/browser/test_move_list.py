"""The list of moves: every player keeps a column, whatever a turn consists of."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.playing import PERSON, begin, click, moves

pytestmark = pytest.mark.slow

COLUMNS = """list => [...list.querySelectorAll('li')].map((row) =>
  [...row.querySelectorAll('.cell')].map((cell) => cell.innerText.trim().split(/\\s+/).filter(Boolean)))"""
EDGES = "all => [...new Set(all.map((cell) => Math.round(cell.getBoundingClientRect().left)))].length"
STOPS = "all => [...all.querySelectorAll('button')].filter((one) => one.tabIndex >= 0).map((one) => one.innerText)"
"""Where the Tab key stops."""
IN_SIGHT = """list => {
  const [outer, inner] = [list, list.querySelector('[aria-current]')].map((each) => each.getBoundingClientRect());
  return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
}"""
PLAYED = ["b1", "c3", "b2", "c4", "b3", "c5", "b4", "d3", "b5", "d4", "b6", "d5", "b7"]
"""A whole game on 7 columns."""
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


def play(page: Page, names: list[str]) -> None:
    for count, name in enumerate(names, start=1):
        click(page, name)
        expect(moves(page)).to_have_count(count)


def is_in_sight(page: Page) -> bool:
    """Wait until the list has taken its room, and return whether the move that is shown is seen in it."""
    page.wait_for_timeout(200)
    return bool(page.locator("ol.moves").evaluate(IN_SIGHT))


def test_the_last_move_stays_in_sight_as_the_list_gets_lower(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    begin(page, address, "hex(size=7,swap=false)")
    play(page, PLAYED[:-1])
    assert is_in_sight(page)
    for height in (600, 768):
        page.set_viewport_size({"width": 1366, "height": height})
        assert is_in_sight(page), height
    click(page, PLAYED[-1])
    expect(page.locator(".verdict")).to_be_visible()
    assert is_in_sight(page), "the card that says who won takes its room"
    page.reload()
    expect(page.locator(".verdict")).to_be_visible()
    assert is_in_sight(page)


def test_a_list_that_its_reader_has_moved_stays_there(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1366, "height": 540})
    begin(page, address, "hex(size=7,swap=false)")
    play(page, PLAYED[:-1])
    page.locator("ol.moves").hover()
    page.mouse.wheel(0, -2000)
    page.wait_for_timeout(200)
    page.set_viewport_size({"width": 1366, "height": 520})
    assert not is_in_sight(page)
    page.locator("ol.moves").evaluate("list => list.scrollTo(0, 9999)")
    page.wait_for_timeout(100)
    page.set_viewport_size({"width": 1366, "height": 500})
    assert is_in_sight(page), "he has gone back to it"


def test_the_tab_key_stops_once_in_the_list_and_arrows_go_through_the_game(page: Page, address: str) -> None:
    begin(page, address, "hex(size=7,swap=false)")
    play(page, PLAYED[:-1])
    assert page.locator("ol.moves").evaluate(STOPS) == ["d5"]
    moves(page).nth(3).click()
    expect(page.locator("ol.moves [aria-current]")).to_have_text("c4")
    for key, name in (
        ("ArrowLeft", "b2"),
        ("ArrowRight", "c4"),
        ("ArrowUp", "c3"),
        ("ArrowUp", "c3"),
        ("ArrowDown", "c4"),
        ("End", "d5"),
        ("Home", "b1"),
    ):
        page.keyboard.press(key)
        expect(page.locator("ol.moves .move:focus")).to_have_text(name)
        assert page.locator("ol.moves").evaluate(STOPS) == [name]
    expect(page.locator("ol.moves [aria-current]")).to_have_count(0)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="First position")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("ol.moves [aria-current]")).to_have_text("b1")
    page.get_by_role("button", name="Back to the game").click()
    moves(page).last.focus()
    page.get_by_role("button", name="Take back").evaluate("button => button.click()")
    expect(page.locator("ol.moves .move:focus")).to_have_text("b6")
