"""The first page: one button that begins, what goes on, and words that wait for no picture."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, PHONE, open_page, speak
from browser.playing import click, moves
from motu.puzzles import find_puzzle

pytestmark = pytest.mark.slow


def test_one_button_begins_a_first_game_and_the_page_goes_on_with_it(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_have_text("Three deep games. One small sea.")
    expect(page.locator(".continue")).to_have_count(0)
    page.get_by_role("button", name="Play now").dblclick()
    expect(page).to_have_url(re.compile("/play/"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Atoll · Gan 7, no swap")
    page.get_by_role("link", name="Games", exact=True).click()
    expect(page.get_by_role("list", name="In progress").get_by_role("listitem")).to_have_count(1)
    page.get_by_role("link", name="Atoll · Gan 7").click()
    click(page, "d4")
    expect(moves(page).first).to_have_text("d4")
    page.get_by_role("link", name="motu").first.click()
    expect(page.locator(".continue").get_by_role("link")).to_have_text(["Atoll · Gan 7, no swap"])


def test_the_words_wait_for_no_board_and_a_refusal_is_told(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("net::ERR_FAILED",)) as page:
        page.route("**/api/boards/**", lambda route: route.abort())
        page.route("**/api/positions", lambda route: route.abort())
        page.goto(address)
        expect(page.get_by_role("heading", name="Atomorph")).to_be_visible()
        page.route("**/api/games", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
        page.get_by_role("button", name="Play Atmalof").click()
        expect(page.locator(".game .notice").nth(2)).not_to_be_empty()
        expect(page.get_by_role("button", name="Play Atmalof")).to_be_enabled()


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_puzzle_of_the_day_is_solved_on_the_spot(browser: Any, address: str, device: dict[str, Any]) -> None:
    with open_page(browser, device) as page:
        speak(page, "en", confirm="never")
        page.route("**/api/puzzles/today", lambda route: route.fulfill(json=_told(page, address, "atoll-2aaa36")))
        page.goto(address)
        daily = page.locator(".daily")
        expect(daily.locator(".task")).to_contain_text("only one move does it")
        expect(daily.locator(".daily-head .detail")).to_have_text("")
        wrong, [right] = _wrong("atoll-2aaa36"), find_puzzle("atoll-2aaa36").solution
        daily.locator(f'[data-cell][aria-label^="{wrong},"]').click()
        expect(daily.locator('.verdict[data-kind="wrong"]')).to_be_visible()
        expect(daily.locator(".daily-head .detail")).to_have_text("")
        daily.get_by_role("button", name="Try again").click()
        daily.locator(f'[data-cell][aria-label^="{right},"]').click()
        expect(daily.locator(".daily-head .detail")).to_have_text("✓ Solved today")
        assert Axe().run(page).response["violations"] == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.reload()
        expect(daily.locator(".daily-head .detail")).to_have_text("✓ Solved today")
        daily.get_by_role("link", name="More puzzles").click()
        expect(page).to_have_url(re.compile("/puzzles/"))


def test_days_in_a_row_are_counted_and_the_skip_link_finds_the_board(page: Page, address: str) -> None:
    page.add_init_script("localStorage.setItem('motu.days', JSON.stringify(['2026-11-23', '2026-11-24']))")
    page.route("**/api/puzzles/today", lambda route: route.fulfill(json=_told(page, address, "atoll-2aaa36")))
    page.goto(address)
    expect(page.locator(".daily-head .detail")).to_have_text("✓ Solved today · 2 days in a row")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".daily motu-board :focus")).to_have_count(1)


def test_without_the_puzzle_the_page_is_whole(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("net::ERR_FAILED",)) as page:
        page.route("**/api/puzzles/today", lambda route: route.abort())
        page.goto(address)
        expect(page.get_by_role("button", name="Play Atmalof")).to_be_enabled()
        expect(page.locator(".daily")).to_have_count(0)


def _told(page: Page, address: str, name: str) -> Any:
    found = page.request.get(f"{address}/api/puzzles").json()
    return {"day": "2026-11-24", "puzzle": next(each for each in found if each["id"] == name)}


def _wrong(name: str) -> str:
    puzzle = find_puzzle(name)
    return next(move for move in puzzle.hint() if move not in puzzle.solution)
