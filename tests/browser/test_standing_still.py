"""On a phone neither the board nor a button goes up and down from move to move, and what ends a turn is in sight."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import PHONE, open_page, speak
from browser.playing import MACHINE, MACHINE_MS, PERSON, begin, board, moves, tap

pytestmark = pytest.mark.slow

SMALL = {**PHONE, "viewport": {"width": 360, "height": 640}}
CLOCK = {"initial_ms": 600_000, "increment_ms": 5000}
WATCH = """() => {
  window.places = {};
  const names = {
    board: '.board-card motu-board',
    buttons: '.at-hand > .buttons',
    larger: '.turn .zoom:not([hidden]) button:last-child',
  };
  const look = () => {
    for (const [name, selector] of Object.entries(names)) {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      if (box) (window.places[name] ??= new Set()).add([box.left + scrollX, box.top + scrollY].map(Math.round).join());
    }
    requestAnimationFrame(look);
  };
  look();
}"""
PLACES = "() => Object.fromEntries(Object.entries(window.places).map(([name, found]) => [name, [...found]]))"
"""Where what is pressed has been while a page has watched, in pixels of the page."""


def assert_nothing_moved(page: Page) -> None:
    page.wait_for_timeout(300)
    places: dict[str, list[str]] = page.evaluate(PLACES)
    assert {"board", "buttons"} <= set(places)
    moved = {name: found for name, found in places.items() if len(found) > 1}
    assert moved == {}


def finish(page: Page, place: str) -> float:
    """Choose a place and end the turn; return how far down the button for that reached."""
    tap(page, place)
    button = page.locator(".at-hand .primary")
    button.wait_for()
    box = button.bounding_box()
    assert box is not None
    button.tap()
    return box["y"] + box["height"]


@pytest.mark.parametrize("device", [PHONE, SMALL])
@pytest.mark.parametrize("spec", ["hex(size=11,swap=false)", "gan(swap=false)", "atomorph(swap=false)"])
def test_a_board_stays_where_it_is_from_move_to_move(
    browser: Any, address: str, spec: str, device: dict[str, Any]
) -> None:
    with open_page(browser, device) as page:
        speak(page, "en", confirm="always")
        begin(page, address, spec, clock=CLOCK)
        page.evaluate(WATCH)
        for number, place in enumerate(["c3", "d4", "e5"]):
            finish(page, place)
            expect(moves(page)).to_have_count(number + 1)
        assert_nothing_moved(page)


@pytest.mark.parametrize("win_bar", [False, True])
@pytest.mark.parametrize("language", ["en", "de"])
def test_what_dice_do_is_told_without_moving_the_buttons(
    browser: Any, address: str, language: str, win_bar: bool
) -> None:
    with open_page(browser, SMALL) as page:
        speak(page, language, confirm="always", winBar=win_bar)
        begin(page, address, "atmalof", PERSON, MACHINE, language=language, clock=CLOCK)
        page.evaluate(WATCH)
        for number in range(3):
            reached = finish(page, f"r{number + 1}")
            assert reached <= 640, "in sight without scrolling"
            expect(moves(page)).to_have_count(2 * number + 2, timeout=MACHINE_MS)
            expect(board(page).locator(".header.open").first).to_be_attached(timeout=MACHINE_MS)
        assert_nothing_moved(page)
