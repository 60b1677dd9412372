"""Every page says at once what it is, however late the server answers; then its own heading takes over."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from browser.browsing import DESKTOP, hold, open_page, speak
from browser.playing import begin

pytestmark = pytest.mark.slow

HEADINGS = {
    "/": "Three deep games. One small sea.",
    "/play": "New game",
    "/games": "My games",
    "/lobby": "Lobby",
    "/study?spec=atomorph(size=5)": "Study",
    "/study/all": "My studies",
    "/learn": "Learn",
    "/learn/atoll": "Atoll",
    "/learn/atomorph/lesson": "A lesson in Atomorph",
    "/puzzles": "Puzzles",
    "/puzzles/atmalof": "Puzzles",
    "/people": "Ratings",
    "/people/Nobody": "Nobody",
    "/account": "Account",
    "/programs": "Programs and bots",
    "/challenge/nobody": "Invitation",
    "/dice": "Sealed dice",
    "/about": "About motu",
    "/privacy": "Privacy",
}


class Gate:
    """Lets no question through to the server until it is opened."""

    def __init__(self) -> None:
        self.is_open = False
        self.waiting: list[Route] = []

    def take(self, route: Route) -> None:
        if self.is_open:
            route.continue_()
        else:
            self.waiting.append(route)

    def open(self) -> None:
        self.is_open = True
        for route in self.waiting:
            route.continue_()


@pytest.mark.parametrize("path", HEADINGS)
def test_a_heading_stands_before_the_server_answers(browser: Any, address: str, path: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("404 (Not Found)", "preload")) as page:
        speak(page, "en")
        gate = Gate()
        page.route("**/api/**", gate.take)
        page.goto(address + path)
        heading = page.get_by_role("heading", level=1)
        expect(heading).to_have_text(HEADINGS[path])
        gate.open()
        expect(page.locator("main .coming")).to_have_count(0)
        expect(heading).to_have_count(1)


def test_a_game_says_that_it_is_one(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP) as page:
        speak(page, "en")
        begin(page, address, "hex(size=3)")
        held = hold(page, "**/api/games/*")
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_have_text("Game")
        held[0]()
        expect(page.get_by_role("heading", level=1)).not_to_have_text("Game")
