"""Names without a break: they are broken, and the board and what stands beside it keep their places."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, PHONE, open_page
from browser.playing import begin, board, click, moves, resign
from browser.test_enlarged import OUTSIDE

pytestmark = pytest.mark.slow

LONGEST = 40
SHORT, WIDE = [({"kind": "person", "name": text[0]}, {"kind": "person", "name": text[1]}) for text in ("AB", "WM")]
for seat in WIDE:
    seat["name"] *= LONGEST
DEVICES = {"desktop": DESKTOP, "phone": PHONE, "small": {**PHONE, "viewport": {"width": 320, "height": 640}}}
LOST = """() => [...document.querySelectorAll('.side *, .told *')]
  .filter((each) => each.checkVisibility() && !each.closest('svg, ol.moves, .visually-hidden'))
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1)
  .map((each) => `${each.nodeName}.${each.className} ${each.textContent.trim().slice(0, 30)}`)"""
"""What runs over in the line under the board, and beside the board."""

each_device = pytest.mark.parametrize("device", DEVICES)


def width_of_board(page: Page) -> float:
    box = board(page).bounding_box()
    assert box is not None
    return box["width"]


def nothing_runs_over(page: Page) -> None:
    size = page.viewport_size
    assert size is not None
    assert page.evaluate(OUTSIDE, size["width"]) == []
    assert page.evaluate(LOST) == []


@each_device
def test_the_board_keeps_its_width_whatever_people_are_called(browser: Any, address: str, device: str) -> None:
    with open_page(browser, DEVICES[device]) as page:
        begin(page, address, "gan", *SHORT)
        usual = width_of_board(page)
        begin(page, address, "gan", *WIDE)
        assert width_of_board(page) == usual
        click(page, "d4")
        page.get_by_role("button", name="Finish turn").or_(moves(page)).first.wait_for()
        assert width_of_board(page) == usual
        nothing_runs_over(page)


@each_device
def test_long_names_are_broken_when_a_game_is_over(browser: Any, address: str, device: str) -> None:
    with open_page(browser, DEVICES[device]) as page:
        begin(page, address, "gan", *WIDE, opening=["d4"])
        resign(page)
        expect(page.locator(".result-card .verdict")).to_contain_text("won")
        nothing_runs_over(page)


@each_device
@pytest.mark.parametrize("path", ["/games", "/play"])
def test_lists_break_long_names(browser: Any, address: str, device: str, path: str) -> None:
    with open_page(browser, DEVICES[device]) as page:
        begin(page, address, "gan", *WIDE, opening=["d4"])
        page.goto(address + path)
        page.locator("h1").first.wait_for()
        page.wait_for_load_state("networkidle")
        nothing_runs_over(page)
