"""The menu at the top of every page."""

from __future__ import annotations

from typing import Any

import pytest

from browser.browsing import PHONE, open_page, speak

pytestmark = pytest.mark.slow

ROWS = """nav => [
  new Set([...nav.children].map((link) => Math.round(link.getBoundingClientRect().top))).size,
  nav.scrollWidth <= nav.clientWidth,
  [...nav.children].every((link) => link.getClientRects().length === 1 && link.offsetHeight < 40),
]"""


@pytest.mark.parametrize("language", ["en", "eo", "de", "fr"])
@pytest.mark.parametrize("width", [390, 360])
def test_on_a_phone_it_takes_one_row_in_every_language(browser: Any, address: str, language: str, width: int) -> None:
    with open_page(browser, {**PHONE, "viewport": {"width": width, "height": 800}}) as page:
        speak(page, language)
        page.goto(f"{address}/learn")
        page.locator("h1").wait_for()
        assert page.locator(".top nav").evaluate(ROWS) == [1, True, True]


TOLD_WHOLE = """([width]) => {
  const list = document.querySelector('select.languages'), top = document.querySelector('.top');
  const code = list.nextElementSibling;
  const natural = list.cloneNode(false);
  natural.append(list.selectedOptions[0].cloneNode(true));
  natural.style.cssText = 'position: absolute; width: auto; max-width: none';
  list.after(natural);
  const whole = natural.offsetWidth;
  natural.remove();
  const tools = [...document.querySelectorAll('.brand, .tools > *')].filter((each) => each.offsetWidth);
  const middles = tools.map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2);
  const isShown = getComputedStyle(list).opacity === '1';
  const told = isShown ? list : code;
  return {
    whole: isShown ? whole <= list.offsetWidth : code.offsetWidth > 0 && code.offsetWidth <= list.offsetWidth,
    touched: Math.min(list.offsetWidth, list.offsetHeight) >= 36,
    inside: told.getBoundingClientRect().right <= width && document.documentElement.scrollWidth <= width,
    one_row: Math.max(...middles) - Math.min(...middles) < 12,
  };
}"""
"""Whether the chosen language is to be read whole, at the end of one row with the other tools."""


@pytest.mark.parametrize("has_notices", [False, True])
@pytest.mark.parametrize("width", [320, 360, 390, 430, 600, 844, 1280])
def test_the_chosen_language_is_told_whole(browser: Any, address: str, width: int, *, has_notices: bool) -> None:
    with open_page(browser, {**PHONE, "viewport": {"width": width, "height": 800}}) as page:
        page.goto(f"{address}/learn")
        for language in ("en", "eo", "de", "fr"):
            page.locator("select.languages").select_option(language)
            page.locator(f"html[lang={language}] h1").wait_for()
            if has_notices:
                page.locator(".bell").evaluate("bell => bell.classList.remove('idle')")
            found = page.evaluate(TOLD_WHOLE, [width])
            assert found == {"whole": True, "touched": True, "inside": True, "one_row": True}, language
