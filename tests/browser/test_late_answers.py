"""An answer that comes when its page has been left takes nobody away from where he is by then."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import hold, let_through, speak
from browser.test_tournaments import CUP, named
from browser.test_two_screens import post

pytestmark = pytest.mark.slow


def leave(page: Page) -> None:
    """Go to another page by the menu."""
    page.locator("nav a[href='/learn']").click()
    expect(page.locator("h1")).to_have_text("Learn")


def assert_stays(page: Page, address: str) -> None:
    page.wait_for_timeout(300)
    assert page.url == f"{address}/learn"
    expect(page.locator("h1")).to_have_text("Learn")


def test_a_game_that_began_too_late_waits_among_the_games(page: Page, address: str) -> None:
    speak(page, "en")
    page.goto(address)
    held = hold(page, "**/api/games")
    page.get_by_role("button", name="Play now").click()
    leave(page)
    let_through(page, held, 1)
    assert_stays(page, address)
    page.unroute_all()
    page.locator("nav a[href='/games']").click()
    expect(page.locator("a[href^='/play/']").first).to_be_visible()


def test_a_tournament_leads_nobody_away_who_has_left_its_page(browser: Any, address: str) -> None:
    terms = {"system": "arena", "name": "Left", "clock": {"initial_ms": 180_000}, "minutes": 10, "rated": False}
    with named(browser, address, "Fay", "Gus") as (fay, gus):
        cup = str(post(gus, "/api/tournaments", CUP | terms)["about"]["id"])
        for page in (fay, gus):
            post(page, f"/api/tournaments/{cup}/join", {})
        fay.goto(f"{address}/tournaments/{cup}")
        expect(fay.locator(".pairs li")).to_have_count(2)
        held = hold(fay, f"**/api/tournaments/{cup}")
        post(gus, f"/api/tournaments/{cup}/begin", {})
        while not held:
            fay.wait_for_timeout(20)
        leave(fay)
        let_through(fay, held, 1)
        assert_stays(fay, address)
