"""Nothing on a page moves while it arrives: the layout shift (CLS) of every page is next to none.

What the server tells comes late here, as over a slow line, so that room must have been kept for it.
"""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Route

from browser.browsing import DESKTOP, PHONE, open_page, speak

pytestmark = pytest.mark.slow

MOST = 0.02
LATE_S = 0.03
PAGES = (
    "/",
    "/play",
    "/games",
    "/study?spec=atomorph(size=5)&moves=c3 d3",
    "/study/all",
    "/learn",
    "/learn/atoll",
    "/learn/atomorph",
    "/learn/atmalof",
    "/learn/atoll/lesson",
    "/learn/atmalof/lesson",
    "/puzzles",
    "/puzzles/atmalof",
    "/about",
    "/account",
    "/programs",
    "/dice",
    "/people",
    "/privacy",
    "/nonsense",
)
DEVICES: dict[str, dict[str, Any]] = {
    "desktop": DESKTOP,
    "narrow": {"viewport": {"width": 820, "height": 700}},
    "phone": PHONE,
}
WATCH = """(() => {
  window.shifts = [];
  const placeOf = (node) => `${node?.parentElement?.className} > ${node?.nodeName}`;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push([value, sources.map(({ node }) => placeOf(node)).join()]);
  }).observe({ type: 'layout-shift', buffered: true });
})()"""


def late(route: Route) -> None:
    time.sleep(LATE_S)
    route.continue_()


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("path", PAGES)
def test_nothing_moves_while_a_page_arrives(browser: Any, address: str, path: str, device: str) -> None:
    with open_page(browser, DEVICES[device], pardoned=("404 (Not Found)",)) as page:
        speak(page, "en")
        page.add_init_script(WATCH)
        page.route("**/api/**", late)
        page.goto(address + path)
        page.locator("h1").first.wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(200)
        shifts: list[tuple[float, str]] = page.evaluate("window.shifts")
        assert sum(value for value, _ in shifts) < MOST, shifts
