"""On paper a page is its text, its board and its moves, black on white; nothing that could be pressed is printed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, open_page, speak
from browser.playing import begin, click, moves

pytestmark = pytest.mark.slow

DARK = {**DESKTOP, "color_scheme": "dark"}
"""What is dark on the screen is no less white on paper."""
PRESSED = "button:not(.move, .marker), .button, select, header.top, footer.bottom"
LIGHT_TEXT = """() => [...document.querySelectorAll('main *')]
  .filter((each) => each.checkVisibility() && !each.closest('svg') && [...each.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim()))
  .map((each) => [getComputedStyle(each).color.match(/[\\d.]+/g).map(Number), each])
  .filter(([[red, green, blue]]) => red + green + blue > 3 * 102)
  .map(([colour, each]) => `${each.nodeName}.${each.className} ${colour} ${each.textContent.trim().slice(0, 30)}`)"""
GROUNDS = """() => ['html', 'body', '.side', '.card', '.told', 'motu-board > svg']
  .flatMap((name) => [...document.querySelectorAll(name)])
  .map((each) => getComputedStyle(each))
  .flatMap(({ backgroundColor, backgroundImage }) => [backgroundColor, backgroundImage])
  .filter((each) => !['none', 'rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)'].includes(each))"""


def is_on_paper(page: Page) -> None:
    page.emulate_media(media="print")
    expect(page.locator(PRESSED).filter(visible=True)).to_have_count(0)
    assert page.evaluate(LIGHT_TEXT) == []
    assert page.evaluate(GROUNDS) == []


def test_a_game_is_printed_with_its_board_and_all_its_moves(browser: Any, address: str) -> None:
    with open_page(browser, DARK) as page:
        begin(page, address, "gan")
        for name in ("d4", "e5", "c3"):
            click(page, name)
            expect(moves(page).last).to_have_text(name)
        is_on_paper(page)
        expect(page.locator(".table motu-board")).to_be_visible()
        expect(moves(page)).to_have_text(["d4", "e5", "c3"])
        assert page.locator("ol.moves").evaluate("list => list.scrollHeight <= list.clientHeight + 1")
        expect(page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.parametrize("path", ["/learn/atmalof", "/study?spec=gan&moves=d4 e5 c3&at=end", "/puzzles", "/dice", "/"])
def test_a_page_is_printed_black_on_white(browser: Any, address: str, path: str) -> None:
    with open_page(browser, DARK) as page:
        speak(page, "en")
        page.goto(address + path)
        page.locator("h1").first.wait_for()
        page.wait_for_load_state("networkidle")
        is_on_paper(page)
        expect(page.locator("h1").first).to_be_visible()
        for board in page.locator(".board-card motu-board").all():
            expect(board).to_be_visible()
