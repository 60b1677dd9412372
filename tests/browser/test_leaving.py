"""What a page begins ends with it: of those that were left in a tab no nodes and no listeners stay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, open_page, speak
from browser.playing import MACHINE, PERSON, begin, resign

pytestmark = pytest.mark.slow

ROUNDS = 10
SPEC = "hex(size=3)"
FEW_NODES, FEW_LISTENERS = 250, 12
"""Far below what ten pages leave that stay (a game's: 480 nodes and 47 listeners each), for counts waver a little."""


def origin(page: Page) -> str:
    """Return where the server of a page listens."""
    return str(page.evaluate("location.origin"))


def go(page: Page, path: str) -> None:
    """Go to another page as a link does, in the same document, and wait until it is there."""
    page.evaluate("path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }", path)
    expect(page.locator("main > .view:not(.unready) h1").first).to_be_attached()


class Counter:
    """Counts what a tab holds, as the browser's own tools do."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tools = page.context.new_cdp_session(page)
        self.tools.send("Performance.enable")
        self.tools.send("HeapProfiler.enable")

    def count(self) -> tuple[int, int]:
        """Return how many nodes and listeners there are on a page of few, without those that nothing holds."""
        go(self.page, "/privacy")
        self.page.wait_for_timeout(1200)  # timers of what was left run out
        for _ in range(3):
            self.tools.send("HeapProfiler.collectGarbage")
        found: Any = {each["name"]: each["value"] for each in self.tools.send("Performance.getMetrics")["metrics"]}
        return int(found["Nodes"]), int(found["JSEventListeners"])


def open_game(page: Page, round_: int) -> None:
    """Begin a game with the computer, and look at it."""
    game = page.request.post(f"{origin(page)}/api/games", data={"spec": SPEC, "seats": [PERSON, MACHINE]}).json()
    go(page, f"/play/{game['id']}")
    page.locator(".goal").wait_for()  # the guide, which is loaded later
    page.locator(".table motu-board [data-cell]").first.wait_for()


def rematch(page: Page, round_: int) -> None:
    """Give up, and play again from there."""
    if "/play/" not in page.url:
        open_game(page, round_)
    before = page.url
    resign(page)
    page.locator(".again").click()
    page.wait_for_url(lambda url: url != before)
    page.locator(".goal").wait_for()


def solve(page: Page, round_: int) -> None:
    """Look at a puzzle's solution."""
    go(page, "/puzzles")
    page.get_by_role("button", name="Show the solution").click()
    page.locator(".verdict[data-kind]").wait_for()


def learn(page: Page, round_: int) -> None:
    """Have a lesson's task shown."""
    go(page, "/learn/atmalof/lesson")
    page.get_by_role("button", name="Show me").click()
    page.locator(".verdict[data-kind=right], .verdict[data-kind=given]").wait_for()


def study(page: Page, round_: int) -> None:
    """Study another line, and open what a study has."""
    go(page, f"/study?round={round_}&spec={SPEC}&moves=b2&at=end")
    page.get_by_role("button", name="Share", exact=True).click()
    page.locator(".part.share").wait_for()


def read(page: Page, round_: int) -> None:
    """Go through pages that hear news or draw boards."""
    for path in ("/lobby", "/play", "/games", "/learn/atoll", "/tournaments", "/people", "/account"):
        go(page, path)


@pytest.mark.parametrize("act", [open_game, rematch, solve, learn, study, read])
def test_nothing_of_a_page_stays_in_the_tab(browser: Any, address: str, act: Callable[[Page, int], None]) -> None:
    with open_page(browser, DESKTOP, pardoned=("WebSocket is closed before",)) as page:  # one is left before it hears
        speak(page, "en", guide="always")
        begin(page, address, SPEC, PERSON, MACHINE)
        counter = Counter(page)
        for at in range(2):
            act(page, at)
        nodes, listeners = counter.count()
        for at in range(ROUNDS):
            act(page, 2 + at)
        more_nodes, more_listeners = counter.count()
        grown = (more_nodes - nodes, more_listeners - listeners)
        assert grown[0] < FEW_NODES, grown
        assert grown[1] < FEW_LISTENERS, grown
