"""Pages at 200 % and 400 %, in what a browser of 1280 × 800 has left then: nothing is cut off or beside the page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from browser.browsing import open_page, speak
from browser.playing import begin, board, cell, click, moves

pytestmark = pytest.mark.slow

WIDTH, HEIGHT = 1280, 800
PAGES = (
    "/",
    "/play",
    "/games",
    "/study?spec=atoll&moves=d5 c3",
    "/study/all",
    "/learn",
    "/learn/atmalof",
    "/learn/atoll/lesson",
    "/puzzles",
    "/puzzles/atomorph",
    "/about",
    "/account",
    "/people",
    "/privacy",
)
LEAST_CELL = 14
"""Pixels of the page that a cell of a board is wide at least."""
OUTSIDE = """(width) => [...document.querySelectorAll('main *, header *, footer *')]
  .filter((each) => each.checkVisibility() && !each.closest('svg') && !each.closest('.visually-hidden'))
  .filter((each) => {
    for (let box = each.parentElement; box; box = box.parentElement)
      if (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(box).overflowX) && box !== document.body
          && box !== document.documentElement) return false;
    const { left, right, width: own } = each.getBoundingClientRect();
    return own > 1 && (left < -1 || right > width + 1);
  })
  .map((each) => `${each.nodeName}.${each.className} ${each.textContent.trim().slice(0, 30)}`)"""


def enlarged(times: int) -> dict[str, Any]:
    """Return the browser's window as pages see it when they are enlarged."""
    return {"viewport": {"width": WIDTH // times, "height": HEIGHT // times}, "device_scale_factor": times}


@pytest.mark.parametrize("times", [2, 4])
@pytest.mark.parametrize("path", PAGES)
def test_nothing_lies_beside_the_page(browser: Any, address: str, path: str, times: int) -> None:
    with open_page(browser, enlarged(times)) as page:
        speak(page, "de")
        page.goto(address + path)
        page.locator("h1").first.wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH // times
        assert page.evaluate(OUTSIDE, WIDTH // times) == []


TOO_WIDE = """() => [...document.querySelectorAll('main :is(button, .button, select, label, .side)')]
  .filter((each) => each.checkVisibility() && !each.closest('.visually-hidden'))
  .filter((each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1)
  .map((each) => `${each.nodeName}.${each.className} ${each.textContent.trim().slice(0, 30)}`)"""
SIZES = """() => [...document.querySelectorAll('main input:is([type=radio], [type=checkbox])')]
  .filter((each) => each.checkVisibility())
  .map((each) => [each.offsetWidth, each.offsetHeight].join())"""


@pytest.mark.parametrize("width", [390, 320])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("path", [*PAGES, "/lobby", "/dice", "/tournaments", "/tournaments/new", "/ladder"])
def test_large_letters_fit_on_a_phone(browser: Any, address: str, path: str, language: str, width: int) -> None:
    with open_page(browser, {"viewport": {"width": width, "height": 844}}) as page:
        speak(page, language)
        page.goto(address + path)
        page.locator("h1").first.wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(OUTSIDE, width) == []
        assert page.evaluate(TOO_WIDE) == []
        assert len(set(page.evaluate(SIZES))) <= 1


@pytest.mark.parametrize("spec", ["atoll", "atomorph", "atmalof"])
def test_a_game_is_played_at_twice_the_size(browser: Any, address: str, spec: str) -> None:
    with open_page(browser, enlarged(2)) as page:
        begin(page, address, spec)
        where = "r4" if spec == "atmalof" else "d4"
        click(page, where)
        moves(page).first.wait_for()
        box = board(page).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= WIDTH // 2
        one = cell(page, "d4" if spec != "atmalof" else "r1c1").first.bounding_box()
        assert one is not None
        assert one["width"] >= LEAST_CELL
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH // 2


ENLARGED = [(320, 256), (341, 192), (400, 225), (427, 240), (480, 270), (568, 320), (640, 384)]
"""What windows of screens have left at 200 % to 400 %, and a small phone held sideways."""
LEAST_BOARD = 160
"""Pixels of the page that a board is wide at least."""
LEAST_TEXT = 280
"""Pixels of the page that the first page's words have beside nothing or something."""
MISSED = """board => [...board.querySelectorAll('[data-cell]')].filter((cell) => {
  cell.scrollIntoView({ block: 'center', inline: 'center' });
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('[data-cell]') !== cell;
}).map((cell) => cell.getAttribute('aria-label'))"""
"""The cells that cannot be hit, as something lies over them even when they are scrolled into sight."""
BESIDE = """() => [...document.querySelectorAll('main *')].filter((each) => {
  const { left, right, width } = each.getBoundingClientRect();
  const isShown = each.checkVisibility() && !each.closest('svg, .visually-hidden') && width > 1;
  const isHeld = each.parentElement.closest('.panel, .rows, .scroll, ol, .top nav'); // it scrolls by itself
  return isShown && !isHeld && (left < -1 || right > innerWidth + 1);
}).map((each) => `${each.nodeName}.${each.className} ${each.textContent.trim().slice(0, 30)}`)"""


def assert_board_is_usable(page: Page, size: str) -> None:
    """Assert that the board is large enough, that each of its cells can be hit and that nothing is too wide."""
    board_of_page = page.locator("main motu-board").first
    box = board_of_page.bounding_box()
    assert box is not None, size
    assert box["width"] >= LEAST_BOARD, size
    assert board_of_page.evaluate(MISSED) == [], size
    assert page.evaluate(BESIDE) == [], size
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size


@pytest.mark.parametrize(
    "path",
    [
        "/study?spec=hex&moves=d4+c5",
        "/learn/atoll/lesson",
        "/learn/atomorph/lesson",
        "/learn/atmalof/lesson",
        "/puzzles/atoll",
        "/puzzles/atomorph",
        "/puzzles/atmalof",
    ],
)
def test_a_board_can_be_used_in_a_low_and_narrow_window(browser: Any, address: str, path: str) -> None:
    with open_page(browser, enlarged(4)) as page:
        speak(page, "en")
        page.goto(address + path)
        page.locator("main motu-board [data-cell]").first.wait_for()
        page.wait_for_load_state("networkidle")
        for width, height in ENLARGED:
            page.set_viewport_size({"width": width, "height": height})
            assert_board_is_usable(page, f"{width} x {height}")
            for button in page.locator(".toolbar button").all():
                button.click(trial=True)


@pytest.mark.parametrize("spec", ["gan", "hex", "atmalof"])
def test_a_game_can_be_played_in_a_low_and_narrow_window(browser: Any, address: str, spec: str) -> None:
    with open_page(browser, enlarged(4)) as page:
        speak(page, "en", winBar=True)
        begin(page, address, spec)
        for width, height in ENLARGED:
            page.set_viewport_size({"width": width, "height": height})
            assert_board_is_usable(page, f"{width} x {height}")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_page_can_be_read_in_a_low_and_narrow_window(browser: Any, address: str, language: str) -> None:
    with open_page(browser, enlarged(4)) as page:
        speak(page, language)
        page.goto(address)
        page.locator(".hero-board [data-cell]").first.wait_for()
        for width, height in ENLARGED:
            page.set_viewport_size({"width": width, "height": height})
            promise, shown = (page.locator(f".hero {part}").bounding_box() for part in (".promise", ".hero-board"))
            assert promise is not None
            assert shown is not None
            assert promise["width"] >= LEAST_TEXT, (width, height)
            assert shown["width"] >= LEAST_BOARD, (width, height)
            assert page.evaluate(BESIDE) == [], (width, height)


@pytest.mark.parametrize("language", ["en", "de", "fr", "eo"])
def test_what_can_be_set_fits_in_a_narrow_panel(browser: Any, address: str, language: str) -> None:
    with open_page(browser, enlarged(4)) as page:
        speak(page, language)
        page.goto(f"{address}/about")
        page.locator("[data-tool='sliders']").click()
        panel = page.locator(".panel")
        panel.locator("select").first.wait_for()
        for width, height in (*ENLARGED, (360, 640), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            assert panel.evaluate("panel => panel.scrollWidth <= panel.clientWidth"), width
            assert panel.evaluate(CUT) == [], width


CUT = """panel => [...panel.querySelectorAll('select, label')].filter((each) => each.scrollWidth > each.clientWidth + 1
  || each.getBoundingClientRect().right > panel.getBoundingClientRect().right).map((each) => each.textContent)"""
FONT = """() => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  .filter((rule) => rule.selectorText === 'html')
  .map((rule) => /font: ?([^ /]+)/.exec(rule.cssText)?.[1]).filter(Boolean)"""


def test_letters_are_as_large_as_the_browser_has_been_told(browser: Any, address: str) -> None:
    with open_page(browser, enlarged(1)) as page:
        page.goto(address)
        page.locator("h1").first.wait_for()
        assert page.evaluate(FONT) == ["100%"]
