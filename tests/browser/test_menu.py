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
