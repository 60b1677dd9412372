"""What is refused is told where one looks, and the game that stands in the way is one press away."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.browsing import PHONE, open_page, speak
from browser.playing import PERSON, board, click, moves
from browser.test_ratings import be
from browser.test_two_screens import OFFLINE, complaints, post

pytestmark = pytest.mark.slow

LOW: dict[str, Any] = {"viewport": {"width": 1366, "height": 650}}
RATED = {"spec": "hex(size=5)", "side": "first", "clock": {"initial_ms": 600_000}}
TAKEN = "An answer that was made up for this test."


@pytest.fixture
def players(browser: Any, address: str) -> Iterator[tuple[list[Page], str]]:
    """Yield pages of two in a live rated game of Atoll, on a low screen and on a phone, and the game's address."""
    with ExitStack() as stack:
        pages = [stack.enter_context(open_page(browser, each, pardoned=OFFLINE)) for each in (LOW, PHONE)]
        for page, name in zip(pages, ("Gil", "Hal"), strict=True):
            speak(page, "en", confirm="never")
            be(page, address, name)
        made = post(pages[0], "/api/challenges", RATED)
        game = post(pages[1], f"/api/challenges/{made['id']}/accept", {})["game"]
        yield pages, f"/play/{game}"
        pages[0].goto(f"{address}/about")
        post(pages[0], f"/api/games/{game}/resign", {"person": 0, "seq": 1})


def leads_to(told: Locator, game: str) -> None:
    """Check that what is told is in sight, and leads to a game."""
    expect(told).to_contain_text("rated game")
    expect(told).to_be_in_viewport(ratio=1)
    expect(told.get_by_role("link", name="Go to the game")).to_have_attribute("href", game)


def test_a_level_refuses_beside_its_button(players: tuple[list[Page], str], address: str) -> None:
    pages, game = players
    for page in pages:
        page.goto(f"{address}/lobby")
        page.get_by_label("Atoll", exact=True).check()
        for level in ("Level 9", "Level 2"):
            page.get_by_role("button", name=f"Play {level}", exact=True).click()
            leads_to(page.locator(".bot-list li", has_text=level).get_by_role("alert"), game)
        expect(page.locator(".news")).to_have_count(0)
        assert complaints(page) == []


def test_a_new_game_that_is_refused_says_which_one_stands_in_the_way(
    players: tuple[list[Page], str], address: str
) -> None:
    pages, game = players
    for page in pages:
        page.goto(f"{address}/play")
        page.get_by_role("button", name="Start game").click()
        leads_to(page.locator("form.new-game .start .notice"), game)
        page.goto(address)
        page.get_by_role("button", name="Play Atoll").click()
        leads_to(page.locator("article", has=page.get_by_role("button", name="Play Atoll")).get_by_role("alert"), game)


def refuse(page: Page, pattern: str) -> None:
    """Have the server say no to whatever a page asks for that is not only read."""
    body = json.dumps({"slug": "server/none", "error": TAKEN})
    page.route(
        pattern,
        lambda route: route.continue_() if route.request.method == "GET" else route.fulfill(status=409, body=body),
    )


@pytest.mark.parametrize("device", [LOW, PHONE])
def test_what_is_refused_out_of_sight_is_told_at_the_edge(browser: Any, address: str, device: dict[str, Any]) -> None:
    with open_page(browser, device, pardoned=OFFLINE) as page:
        speak(page, "en")
        page.goto(f"{address}/games")
        for _ in range(9):
            post(page, "/api/games", {"spec": "hex(size=3)", "seats": [PERSON, PERSON]})
        page.reload()
        refuse(page, "**/api/games/*")
        page.get_by_role("button", name="Remove this game from the list").first.click()
        news = page.locator(".news")
        expect(news).to_contain_text(TAKEN)
        expect(news).to_be_in_viewport(ratio=1)
        assert complaints(page) == []
        page.unroute("**/api/games/*")
        news.get_by_role("button", name="Close").click()
        expect(news).to_have_count(0)
        expect(page.get_by_role("alert").filter(has_text=TAKEN)).to_have_count(1)


def test_what_holds_no_longer_goes_from_the_edge(browser: Any, address: str) -> None:
    with open_page(browser, PHONE, pardoned=OFFLINE) as page:
        speak(page, "en", confirm="never")
        page.goto(f"{address}/games")
        game = post(page, "/api/games", {"spec": "hex(size=3)", "seats": [PERSON, PERSON]})["id"]
        page.goto(f"{address}/play/{game}")
        board(page).locator("[data-cell]").first.wait_for()
        page.set_viewport_size({"width": 360, "height": 420})
        refuse(page, "**/moves")
        click(page, "a1")
        expect(page.locator(".news")).to_contain_text(TAKEN)
        page.unroute("**/moves")
        click(page, "b2")
        expect(moves(page)).to_have_count(1)
        expect(page.locator(".news")).to_have_count(0)
