"""Pages at 200 % and 400 %, in what a browser of 1280 × 800 has left then: nothing is cut off or beside the page."""

from __future__ import annotations

from typing import Any

import pytest

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


FONT = """() => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  .filter((rule) => rule.selectorText === 'html')
  .map((rule) => /font: ?([^ /]+)/.exec(rule.cssText)?.[1]).filter(Boolean)"""


def test_letters_are_as_large_as_the_browser_has_been_told(browser: Any, address: str) -> None:
    with open_page(browser, enlarged(1)) as page:
        page.goto(address)
        page.locator("h1").first.wait_for()
        assert page.evaluate(FONT) == ["100%"]
