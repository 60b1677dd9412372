"""Addresses that lead nowhere, and a server that has gone: the page says so in words and offers a way on."""

from __future__ import annotations

import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, Server, open_page, speak
from browser.playing import begin, board

pytestmark = pytest.mark.slow

GONE = ("ERR_INTERNET_DISCONNECTED", "404 (Not Found)")
"""What the browser itself writes down of requests that fail."""


def answer_to(address: str, accept: str) -> tuple[int, str]:
    """Return status and type of what the server answers."""
    try:
        urllib.request.urlopen(urllib.request.Request(address, headers={"accept": accept}))
    except urllib.error.HTTPError as error:
        return error.code, error.headers["content-type"]
    pytest.fail("such an address is answered with 404")


def test_only_browsers_that_show_pages_get_one_for_an_unknown_address(address: str) -> None:
    assert answer_to(f"{address}/nonsense", "text/html,*/*;q=0.8") == (404, "text/html; charset=utf-8")
    assert answer_to(f"{address}/nonsense", "*/*") == (404, "application/json")
    assert answer_to(f"{address}/api/nonsense", "text/html,*/*;q=0.8") == (404, "application/json")
    assert answer_to(f"{address}/static/x/nonsense", "text/html,*/*;q=0.8") == (404, "application/json")


def test_an_unknown_address_is_a_page_with_a_way_back(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=GONE) as page:
        page.goto(f"{address}/nonsense/of/mine")
        expect(page.get_by_role("heading", level=1)).to_have_text("Page not found.")
        expect(page.get_by_role("alert")).to_contain_text("/nonsense/of/mine")
        expect(page).to_have_title("Page not found. · motu")
        page.get_by_role("link", name="Go to the home page").click()
        expect(page).to_have_url(f"{address}/")


def test_a_game_that_is_not_there_is_told_in_words(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=GONE) as page:
        page.goto(f"{address}/play/nonexistent1")
        expect(page.get_by_role("alert")).to_have_text(
            "There is no such game: it may have been deleted, or the link is incomplete."
        )


NOTHING = ("/learn/foo", "/learn/constructor", "/learn/atoll/foo", "/ladder/foo", "/about/foo", "/play/a/b")
BROKEN = ("/people/J%C3", "/study/%E0%A4", "/lobby/%")
"""What is no text."""


@pytest.mark.parametrize("path", [*NOTHING, *BROKEN])
def test_a_page_that_is_not_there_is_none_of_those_that_are(browser: Any, address: str, path: str) -> None:
    with open_page(browser, DESKTOP, pardoned=GONE) as page:
        page.goto(address + path)
        expect(page.get_by_role("heading", level=1)).to_have_text("Page not found.")
        expect(page.get_by_role("alert")).to_contain_text(path)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "There is no such tournament"), ("de", "Dieses Turnier gibt es nicht")]
)
def test_a_tournament_that_is_not_there_is_told_in_words(browser: Any, address: str, language: str, said: str) -> None:
    with open_page(browser, DESKTOP, pardoned=GONE) as page:
        speak(page, language)
        page.goto(f"{address}/tournaments/abc")
        expect(page.get_by_role("alert")).to_contain_text(said)


def test_a_server_that_is_about_to_stop_is_told_as_one_that_has(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=(*GONE, "503 (Service")) as page:
        stopping = {"slug": "server/stopping", "error": "the server is about to stop"}
        page.route("**/api/games/*", lambda route: route.fulfill(status=503, json=stopping))
        page.goto(f"{address}/play/nonexistent1")
        expect(page.get_by_role("heading", level=1)).to_have_text("The server is not responding.")
        expect(page.get_by_role("button", name="Try again")).to_be_visible()


def go_to_puzzles(page: Page) -> None:
    page.get_by_role("navigation").get_by_role("link", name="Puzzles").click()


def test_a_server_that_has_gone_is_told_wherever_one_goes(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=GONE) as page:
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.context.set_offline(True)
        go_to_puzzles(page)
        expect(page.get_by_role("heading", level=1)).to_have_text("The server is not responding.")
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("The server is not responding.")
        page.context.set_offline(False)  # the page comes by itself
        expect(page.get_by_role("heading", level=1)).to_have_text("Puzzles")


def test_a_game_comes_back_when_the_server_does(browser: Any, tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    try:
        with open_page(
            browser, DESKTOP, pardoned=(*GONE, "ERR_CONNECTION_REFUSED", "503 (Service", "WebSocket")
        ) as page:
            begin(page, server.address, "gan")
            page.get_by_role("navigation").get_by_role("link", name="Learn").click()
            expect(page.get_by_role("heading", level=1)).to_have_text("Learn")
            server.stop()
            page.go_back()
            expect(page.get_by_role("heading", level=1)).to_have_text("The server is not responding.")
            expect(page.get_by_role("alert")).to_contain_text("Your games are saved.")
            page.get_by_role("button", name="Try again").click()
            expect(page.get_by_role("heading", level=1)).to_have_text("The server is not responding.")
            server.start()
            expect(page.get_by_role("heading", level=1)).to_have_text("Atoll · Gan 7")
            expect(board(page).locator("[data-cell]").first).to_be_visible()
    finally:
        server.stop()
