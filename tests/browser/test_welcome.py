"""Pages with nothing in them yet say what they are for, and lead on; the cards of the games show their boards."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.browsing import DESKTOP, PHONE, open_page, speak
from browser.test_ratings import be
from browser.test_two_screens import complaints

pytestmark = pytest.mark.slow

EMPTY = {
    "/people": ("Claim a name to play rated games", "link", "Play a rated game"),
    "/ladder/atoll": ("Claim a name to join the ladder", "button", "Join the ladder"),
    "/tournaments": ("Claim a name to join or create tournaments", "link", "Create a tournament"),
}
MINE = {"/games": ("No games yet.", "Start one", "/play"), "/study/all": ("No studies yet", "New study", "/study")}


@pytest.mark.parametrize("path", EMPTY)
def test_an_empty_page_of_a_new_house_says_what_it_is_and_leads_on(browser: Any, address: str, path: str) -> None:
    as_guest, role, as_somebody = EMPTY[path]
    for name, device in (("Desk", DESKTOP), ("Tele", PHONE)):
        with open_page(browser, device) as page:
            speak(page, "en")
            page.goto(address + path)
            card = page.locator(".welcome")
            expect(card.get_by_role("link")).to_have_count(1)
            expect(card.get_by_role("link", name=as_guest)).to_have_attribute("href", "/account")
            assert complaints(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            be(page, address, path[1:5] + name)
            page.goto(address + path)
            expect(card.get_by_role("link").or_(card.get_by_role("button"))).to_have_count(1)
            expect(card.get_by_role(role, name=as_somebody)).to_be_visible()  # type: ignore[arg-type]


@pytest.mark.parametrize("path", MINE)
def test_an_empty_list_of_ones_own_shows_an_island_a_sentence_and_a_button(
    browser: Any, address: str, path: str
) -> None:
    sentence, way, leads_to = MINE[path]
    for device in (DESKTOP, PHONE):
        with open_page(browser, device) as page:
            speak(page, "en")
            page.goto(address + path)
            card = page.locator(".welcome")
            expect(card).to_contain_text(sentence)
            assert card.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
            expect(page.locator("main").get_by_role("link")).to_have_count(1)
            expect(card.get_by_role("link", name=way)).to_have_attribute("href", leads_to)
            assert complaints(page) == []


def test_who_joins_the_ladder_first_is_at_its_top(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP) as page:
        speak(page, "en")
        be(page, address, "Topo")
        page.goto(f"{address}/ladder/atmalof")
        page.locator(".welcome").get_by_role("button", name="Join the ladder").click()
        expect(page.get_by_role("row", name="Topo")).to_contain_text("1")
        expect(page.locator(".welcome")).to_have_count(0)
        expect(page.get_by_role("button", name="Leave the ladder")).to_be_visible()


def test_the_games_to_learn_show_their_boards(browser: Any, address: str) -> None:
    for device in (DESKTOP, PHONE):
        with open_page(browser, device) as page:
            speak(page, "en")
            page.goto(f"{address}/learn")
            for game in ("Atoll", "Atomorph", "Atmalof"):
                shown = page.locator(".card.game").filter(has=page.get_by_role("heading", name=game, exact=True))
                expect(shown.locator(".picture motu-board [data-cell]").first).to_be_visible()
            assert complaints(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
