"""The first page: one button that begins, what goes on, and words that wait for no picture."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, open_page
from browser.playing import click, moves

pytestmark = pytest.mark.slow


def test_one_button_begins_a_first_game_and_the_page_goes_on_with_it(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_have_text("Three deep games. One small sea.")
    expect(page.locator(".continue")).to_have_count(0)
    page.get_by_role("button", name="Play now").dblclick()
    expect(page).to_have_url(re.compile("/play/"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Atoll · Gan 7")
    page.get_by_role("link", name="My games").click()
    expect(page.get_by_role("list", name="In progress").get_by_role("listitem")).to_have_count(1)
    page.get_by_role("link", name="Atoll · Gan 7").click()
    click(page, "d4")
    expect(moves(page).first).to_have_text("d4")
    page.get_by_role("link", name="motu").first.click()
    expect(page.locator(".continue").get_by_role("link")).to_have_text(["Atoll · Gan 7"])


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
