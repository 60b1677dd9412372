"""In forced colours (Windows high contrast) boards are drawn in the system's colours alone, and told apart in them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator

from browser.browsing import DESKTOP, open_page
from browser.playing import begin, board, click, focus_board, place

pytestmark = pytest.mark.slow

SYSTEM = ("Canvas", "CanvasText", "Highlight", "HighlightText", "LinkText", "GrayText")
RESOLVE = """names => {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.forcedColorAdjust = 'none';
  const found = names.map((name) => [name, ((probe.style.color = name), getComputedStyle(probe).color)]);
  probe.remove();
  return Object.fromEntries(found);
}"""
PAINTS = """board => {
  const found = new Map();
  for (const each of board.querySelectorAll('svg *')) {
    const style = getComputedStyle(each);
    const isDrawn = each.checkVisibility() && Number(style.opacity) > 0;
    const paints = each.localName === 'stop' ? ['stopColor'] : isDrawn && each.getBBox ? ['fill', 'stroke'] : [];
    for (const paint of paints) {
      const colour = style[paint];
      const isShadow = each.localName === 'stop' && Number(style.stopOpacity) === 0;
      if (!/^(none|url|rgba.* 0\\))/.test(colour) && !isShadow)
        found.set(colour, `${each.localName}.${each.getAttribute('class')} ${paint}`);
    }
  }
  return Object.fromEntries(found);
}"""
SHADES = """stone => {
  const id = getComputedStyle(stone).fill.match(/#([^")]+)/)[1];
  const stops = [...document.getElementById(id).querySelectorAll('stop')];
  return [...new Set(stops.map((stop) => getComputedStyle(stop).stopColor))];
}"""
GAMES = {
    "atoll": ("gan", ["d5", "c3", "e7", "b4"]),
    "atomorph": ("atomorph(size=5)", ["b2", "b1", "c1", "d4", "a2", "c3"]),
    "atmalof": ("atmalof(rows=4,cols=4,line=4)", ["r1=1", "r3=1", "r1=2", "r3=2", "c3=2", "c4=4"]),
}

each_scheme = pytest.mark.parametrize("scheme", ["light", "dark"])


def forced(scheme: str) -> dict[str, Any]:
    """A desktop whose system forces its colours; the page's own theme is the other one."""
    return {**DESKTOP, "forced_colors": "active", "color_scheme": scheme, "reduced_motion": "reduce"}


def paint(shape: Locator, kind: str) -> str:
    found: str = shape.first.evaluate(f"each => getComputedStyle(each).{kind}")
    return found


@each_scheme
@pytest.mark.parametrize("style", ["lagoon", "bold"])
@pytest.mark.parametrize("game", GAMES)
def test_a_board_has_no_colours_of_its_own(browser: Any, address: str, scheme: str, game: str, style: str) -> None:
    spec, opening = GAMES[game]
    with open_page(browser, forced(scheme)) as page:
        page.add_init_script(f'localStorage.setItem(\'motu.settings\', \'{{"style": "{style}", "guide": "never"}}\')')
        begin(page, address, spec, opening=opening)
        allowed = set(page.evaluate(RESOLVE, list(SYSTEM)).values())
        found = board(page).evaluate(PAINTS)
        assert {colour: where for colour, where in found.items() if colour not in allowed} == {}


@each_scheme
def test_stones_marks_and_buttons_are_told_apart(browser: Any, address: str, scheme: str) -> None:
    spec, opening = GAMES["atoll"]
    with open_page(browser, forced(scheme)) as page:
        begin(page, address, spec, opening=opening)
        colour = page.evaluate(RESOLVE, list(SYSTEM))
        black, white = (
            (colour["CanvasText"], colour["Canvas"]) if scheme == "light" else (colour["Canvas"], colour["CanvasText"])
        )
        for name, wanted in (("first", black), ("second", white)):
            stone = board(page).locator(f".stone.{name} .motu-stone").first
            assert paint(stone, "stroke") == colour["CanvasText"]
            assert stone.evaluate(SHADES) == [wanted]
        assert paint(board(page).locator(".last"), "stroke") == colour["LinkText"]
        focus_board(page)
        assert paint(board(page).locator(".cell:focus .hexagon"), "stroke") == colour["Highlight"]
        page.goto(f"{address}/play")
        assert paint(page.locator("button.primary"), "backgroundColor") == colour["Highlight"]


@each_scheme
def test_an_announced_line_and_a_piece_in_hand_are_seen(browser: Any, address: str, scheme: str) -> None:
    spec, opening = GAMES["atmalof"]
    with open_page(browser, forced(scheme)) as page:
        begin(page, address, spec, opening=opening)
        colour = page.evaluate(RESOLVE, list(SYSTEM))
        click(page, "r1c1")
        assert paint(board(page).locator(".selected"), "stroke") == colour["Highlight"]
        place(page, "r2").hover()
        assert paint(place(page, "r2").locator(".header-button"), "stroke") == colour["Highlight"]


def test_the_page_itself_marks_where_one_is(browser: Any, address: str) -> None:
    with open_page(browser, forced("dark")) as page:
        page.goto(f"{address}/learn")
        here = page.locator("nav a[aria-current]").first
        assert "underline" in paint(here, "textDecorationLine")


@each_scheme
def test_what_the_first_page_offers_is_in_the_systems_colours(browser: Any, address: str, scheme: str) -> None:
    with open_page(browser, forced(scheme)) as page:
        page.goto(address)
        colour = page.evaluate(RESOLVE, list(SYSTEM))
        for button in page.locator("button.primary").all():
            assert paint(button, "color") == colour["HighlightText"]
            assert paint(button, "backgroundColor") == colour["Highlight"]
        first = page.locator(".hero button.primary")
        first.hover()
        assert paint(first, "color") == colour["HighlightText"]
        assert paint(first, "backgroundColor") == colour["Highlight"]
