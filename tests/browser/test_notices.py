"""The bell: it counts what waits for somebody elsewhere, and says nothing of the game that he looks at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, PHONE, open_page, speak
from browser.playing import click, moves
from browser.test_two_screens import Two, post

pytestmark = pytest.mark.slow
DAYS = {"kind": "correspondence", "initial_ms": 3 * 86_400_000, "increment_ms": 86_400_000}


@pytest.fixture
def pages(browser: Any) -> Iterator[Two]:
    with open_page(browser, DESKTOP) as first, open_page(browser, PHONE) as second:
        for page in (first, second):
            speak(page, "en", confirm="never")
        yield Two(first, second)


def meet(pages: Two, address: str) -> str:
    """Let the two begin a game by correspondence; return its address."""
    for page in pages:
        page.goto(f"{address}/games")
    made = post(pages.first, "/api/challenges", {"spec": "hex(size=3)", "side": "first", "clock": DAYS, "name": "Ann"})
    taken = post(pages.second, f"/api/challenges/{made['id']}/accept", {"name": "Bob"})
    return f"{address}/play/{taken['game']}"


def bell(page: Page) -> Any:
    return page.locator("header .bell")


def count(page: Page) -> Any:
    return bell(page).locator(".count")


def test_the_bell_tells_of_games_that_one_does_not_see(pages: Two, address: str) -> None:
    game = meet(pages, address)
    pages.first.goto(game)
    pages.second.goto(f"{address}/learn")
    expect(count(pages.second)).to_have_text("1")  # the game has begun
    click(pages.first, "a1")
    expect(moves(pages.first)).to_have_count(1)
    bell(pages.second).click()
    panel = pages.second.get_by_role("dialog", name="Notifications")
    expect(panel.locator("li")).to_have_count(1)
    expect(panel.locator("li .what")).to_have_text("Your turn against Ann")
    panel.get_by_role("link", name="Your turn against Ann").click()
    pages.second.wait_for_url("**/play/*")
    expect(panel).to_have_count(0)
    expect(bell(pages.second)).to_have_accessible_name("Notifications")
    click(pages.second, "b2")
    click(pages.first, "a2")
    expect(moves(pages.second)).to_have_count(3)
    expect(count(pages.second)).to_have_text("")
    pages.second.goto(f"{address}/account")
    pages.second.get_by_role("checkbox", name="It is your turn").uncheck()
    expect(pages.second.get_by_role("status").filter(has_text="Saved.")).to_have_count(1)
    pages.second.reload()
    expect(pages.second.get_by_role("checkbox", name="It is your turn")).not_to_be_checked()


def test_newcomers_have_no_bell(page: Page, address: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/learn")
    page.locator("h1").wait_for()
    expect(bell(page)).to_be_hidden()


def test_all_is_marked_as_read_on_every_page_of_ones_own(pages: Two, address: str) -> None:
    meet(pages, address)
    pages.first.goto(f"{address}/learn")
    other = pages.first.context.new_page()
    speak(other, "en")
    other.goto(f"{address}/about")
    for each in (pages.first, other):
        expect(count(each)).to_have_text("1")
    bell(other).click()
    other.get_by_role("button", name="Mark all as read").click()
    for each in (pages.first, other):
        expect(count(each)).to_have_text("")
    expect(other.get_by_role("dialog", name="Notifications").locator("li")).to_have_count(1)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("width", [390, 360])
def test_on_a_phone_the_bar_has_two_rows_with_the_bell(browser: Any, address: str, width: int, language: str) -> None:
    with open_page(browser, {**PHONE, "viewport": {"width": width, "height": 800}}) as page:
        speak(page, language)
        page.goto(f"{address}/games")
        post(page, "/api/challenges", {"spec": "hex(size=3)"})
        page.goto(f"{address}/learn")
        expect(bell(page)).to_be_visible()
        tops = "tools => [...tools.children].filter(each => each.offsetWidth).map(each => each.offsetTop)"
        assert len(set(page.locator(".tools").evaluate(tops))) <= 2, "they stand beside each other"
        assert page.locator("header.top").evaluate("top => top.offsetHeight") < 100
        complaints = Axe().run(page).response["violations"]
        assert [each["id"] for each in complaints] == []
