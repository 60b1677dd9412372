"""The pages about motu and about privacy, and the line under every page that leads to them."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, PHONE, choose_language, open_page, speak
from browser.playing import begin
from motu.server.guests import COOKIE, COOKIE_SECONDS

pytestmark = pytest.mark.slow


def bottom(page: Page) -> Any:
    return page.get_by_role("contentinfo")


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_page_but_a_game_leads_there(browser: Any, address: str, device: dict[str, Any]) -> None:
    with open_page(browser, device) as page:
        speak(page, "en")
        for path in ("/", "/play", "/study", "/learn", "/learn/atoll", "/puzzles", "/games"):
            page.goto(address + path)
            bottom(page).get_by_role("link", name="About motu").click()
            expect(page.get_by_role("heading", level=1)).to_have_text("About motu")
        begin(page, address, "gan")
        expect(bottom(page)).to_be_hidden()


def test_the_games_are_their_designers(page: Page, address: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/about")
    for game, designer in (
        ("Atoll", "Mark Steere"),
        ("Atomorph", "Luis Bolaños Mures"),
        ("Atmalof", "Richard S. Forsyth"),
    ):
        section = page.locator("section").filter(has=page.get_by_role("heading", name=game))
        expect(section).to_contain_text(designer)
        expect(section.get_by_role("link")).to_have_attribute("href", f"/learn/{game.lower()}")
    version = page.evaluate("fetch('/api/health').then((answer) => answer.json())")["version"]
    expect(page.get_by_text(f"Version {version}")).to_be_visible()


def test_both_pages_are_there_in_esperanto(page: Page, address: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/privacy")
    expect(page.get_by_role("heading", level=1)).to_have_text("Privacy")
    english = page.locator("main").inner_text()
    choose_language(page, "Esperanto")
    expect(page.locator("html")).to_have_attribute("lang", "eo")
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Privacy")
    theirs = page.locator("main").inner_text().splitlines()
    assert not {line for line in english.splitlines() if line} & set(theirs)


def test_privacy_says_what_is_so(page: Page, address: str) -> None:
    speak(page, "en")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/privacy", wait_until="networkidle")
    (cookie,) = page.context.cookies()
    assert cookie["name"] == COOKIE
    assert cookie["httpOnly"]
    assert abs(cookie["expires"] - time.time() - COOKIE_SECONDS) < 3600
    expect(page.locator("main")).to_contain_text(f"The cookie {COOKIE} ")
    expect(page.locator("main")).to_contain_text(f"{COOKIE_SECONDS // 86400} days")
    assert all(each.startswith(address) for each in asked)


def test_a_rules_page_has_boards_to_play_and_to_look_at(page: Page, address: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/learn/atoll")
    row = page.locator(".boards li").filter(has_text="Gan:")
    row.get_by_role("link", name="View").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Atoll · Gan 7")
    page.go_back()
    row.get_by_role("button", name="Play this board").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Atoll · Gan 7")
    expect(page.locator(".table motu-board")).to_be_visible()


def test_specs_are_folded_away(page: Page, address: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/learn/atoll")
    expect(page.locator(".boards li").first).to_be_visible()
    specs = page.get_by_text("atoll(board=square,size=11,islands=8,swap=true)")
    expect(specs).to_be_hidden()
    page.get_by_text("For programmers").click()
    expect(specs).to_be_visible()
