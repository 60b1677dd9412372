"""Whoever goes back finds the place where he was, also in a list that the server sends a moment later."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browser.browsing import PHONE, open_page
from browser.playing import begin

pytestmark = pytest.mark.slow

COUNT = 40
LATE_S = 0.5


def long_list(page: Page) -> None:
    """Have the list of games longer than the screen, and come late."""

    def answer(route: Route) -> None:
        found = route.fetch().json()
        time.sleep(LATE_S)
        game = found["games"][0]
        route.fulfill(json={**found, "games": [{**game, "id": f"{game['id']}-{at}"} for at in range(COUNT)]})

    page.route("**/api/games?*", answer)


def place(page: Page) -> int:
    return int(page.evaluate("Math.round(scrollY)"))


@pytest.mark.parametrize("is_late", [False, True])
def test_back_leads_to_the_place_in_a_long_list(browser: Any, address: str, is_late: bool) -> None:
    with open_page(browser, PHONE) as page:
        begin(page, address, "hex(size=3)")
        if is_late:
            long_list(page)
        page.goto(f"{address}/games" if is_late else f"{address}/privacy")
        if is_late:
            expect(page.locator(".entry")).to_have_count(COUNT)
        page.locator("h1").wait_for()
        page.evaluate("scrollTo(0, 700)")
        page.wait_for_timeout(100)
        page.locator("nav a[href='/learn']").evaluate("link => link.click()")
        expect(page.get_by_role("heading", level=1)).to_have_text("Learn")
        page.wait_for_function("() => scrollY === 0")
        page.evaluate("scrollTo(0, 150)")
        page.wait_for_timeout(100)
        page.go_back()
        page.wait_for_function("() => scrollY > 600")
        assert place(page) == 700
        page.go_forward()
        page.wait_for_function("() => scrollY < 600")
        expect(page.get_by_role("heading", level=1)).to_have_text("Learn")
        assert place(page) == 150


def test_whoever_scrolls_while_the_list_comes_stays_there(browser: Any, address: str) -> None:
    with open_page(browser, PHONE) as page:
        begin(page, address, "hex(size=3)")
        long_list(page)
        page.goto(f"{address}/games")
        expect(page.locator(".entry")).to_have_count(COUNT)
        page.evaluate("scrollTo(0, 700)")
        page.wait_for_timeout(100)
        page.locator("nav a[href='/learn']").evaluate("link => link.click()")
        expect(page.get_by_role("heading", level=1)).to_have_text("Learn")
        page.go_back()
        page.locator("h1", has_text="Games").wait_for()
        page.keyboard.press("Home")
        expect(page.locator(".entry")).to_have_count(COUNT)
        page.wait_for_timeout(300)
        assert place(page) == 0
