"""Dice that two browsers and the house seal: whole games with a reload and a second device, checked by both."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, PHONE, open_page, speak
from browser.playing import board, click
from browser.test_two_screens import Two, meet, post

pytestmark = pytest.mark.slow

SMALL = "atmalof(rows=4,cols=4,line=4)"
CLOCK = {"initial_ms": 600_000, "increment_ms": 0}
PARDONED = ("WebSocket", "Failed to load resource")
PATIENCE_S = 60.0


@pytest.fixture
def two(browser: Any) -> Iterator[Two]:
    with (
        open_page(browser, DESKTOP, pardoned=PARDONED) as first,
        open_page(browser, PHONE, pardoned=PARDONED) as second,
    ):
        for page in (first, second):
            speak(page, "en", confirm="never")
        yield Two(first, second)


def game_of(page: Page, game: str) -> Any:
    return page.evaluate("id => fetch(`/api/games/${id}`).then((answer) => answer.json())", game)


def wait_for(page: Page, game: str, holds: Callable[[Any], bool]) -> None:
    """Wait until something holds of a game."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if holds(game_of(page, game)):
            return
        page.wait_for_timeout(100)
    pytest.fail("it never did")


def is_open(game: Any) -> bool:
    return all(game["dice"]["is_opened"])


def announce(two: Two, game: str, person: int) -> None:
    """Let somebody announce the line with the most vacant squares, and wait until its roll is there."""
    page, told = two.page(person), game_of(two.first, game)
    before, lines = len(told["steps"]), told["position"]["announce"]
    expect(page).to_have_title(re.compile("Your turn"))
    expect(board(page).locator(".header.open").first).to_be_visible()
    click(page, max(lines, key=lambda each: each["hits"])["line"])
    wait_for(page, game, lambda now: len(now["steps"]) == before + 2)


def words(page: Page) -> str:
    page.locator("details.sealed").evaluate("(details) => { details.open = true; }")
    return page.locator(".receipt").inner_text()


def complaints(page: Page) -> list[tuple[str, str]]:
    found = Axe().run(page).response["violations"]
    return [(each["id"], each["nodes"][0]["html"]) for each in found]


@pytest.mark.parametrize("clock", [CLOCK, None], ids=["with links", "without"])
def test_a_game_is_played_to_the_end_and_its_dice_are_checked_by_both(
    two: Two, address: str, clock: dict[str, int] | None
) -> None:
    game = meet(two, address, SMALL, clock=clock)
    wait_for(two.first, game, is_open)
    assert words(two.first) == words(two.second)
    assert len(words(two.first).split()) == 6
    two.second.reload()
    for turn in range(200):
        told = game_of(two.first, game)
        if told["result"]:
            break
        player = told["position"]["player"]
        if turn == 3:
            two.first.reload()
            board(two.first).locator("[data-cell]").first.wait_for()
        announce(two, game, player)
    for page in two:
        expect(page.locator(".verdict")).to_be_visible()
        page.get_by_role("button", name="Check the dice").click()
        expect(page.locator(".proof.good")).to_have_text(
            re.compile(r"^All \d+ rolls follow from what was sealed before the game\.$")
        )
        assert complaints(page) == []
    record = json.loads(
        two.first.evaluate("id => fetch(`/api/games/${id}/record`).then((a) => a.json())", game)["text"]
    )
    assert len(record["dice"]["seals"]) == 1
    two.second.evaluate("""() => {
      const kept = JSON.parse(localStorage.getItem('motu.dice'));
      kept[0].seals[0].commitments.reverse();
      localStorage.setItem('motu.dice', JSON.stringify(kept));
    }""")
    two.second.get_by_role("button", name="Check the dice").click()
    expect(two.second.locator(".proof.bad")).to_have_text(re.compile("not what was sealed"))


def test_a_browser_that_has_lost_its_chain_asks_to_seal_anew(two: Two, address: str) -> None:
    game = meet(two, address, SMALL, clock=CLOCK)
    wait_for(two.first, game, is_open)
    announce(two, game, 0)
    two.second.evaluate("localStorage.removeItem('motu.dice')")
    two.second.reload()
    expect(two.second.locator(".sealing .asked")).to_have_text(re.compile("in another browser of yours"))
    two.second.set_viewport_size({"width": 360, "height": 640})
    expect(two.second.locator(".sealing")).to_be_in_viewport(ratio=1)
    two.second.get_by_role("button", name="Ask to reseal the dice").click()
    expect(two.first.locator(".offer-card:visible .asked").first).to_have_text(re.compile("asks to reseal the dice"))
    two.first.get_by_role("button", name="Accept").click()
    wait_for(two.first, game, lambda told: told["dice"]["sealing"] == 2 and is_open(told))
    assert words(two.first) == words(two.second)
    for turn in range(3):
        announce(two, game, 1 - turn % 2)
    post(two.first, f"/api/games/{game}/resign", {"person": 0, "seq": game_of(two.first, game)["seq"]})
    for page in two:
        page.get_by_role("button", name="Check the dice").click()
        expect(page.locator(".proof.good")).to_have_text("All 4 rolls follow from what was sealed before the game.")


def test_a_game_waits_for_whoever_is_not_there(two: Two, address: str) -> None:
    two.first.goto(f"{address}/games")
    made = post(two.first, "/api/challenges", {"spec": SMALL, "side": "second"})
    two.second.goto(f"{address}/challenge/{made['id']}")
    expect(two.second.locator(".terms")).to_contain_text("seal the dice")
    two.second.get_by_role("button", name="Play", exact=True).click()
    two.second.wait_for_url("**/play/*", wait_until="commit")
    expect(two.second.locator(".sealing .asked")).to_have_text(re.compile("^The game starts when .* is here"))
    expect(board(two.second).locator(".header.open")).to_have_count(0)
    two.first.goto(two.second.url)
    expect(board(two.second).locator(".header.open").first).to_be_visible()
    expect(two.second.locator(".sealing .asked")).to_be_hidden()


def test_the_page_about_sealed_dice(two: Two, address: str) -> None:
    for page in two:
        page.goto(f"{address}/learn/atmalof")
        page.get_by_role("link", name="sealed", exact=True).click()
        page.wait_for_url("**/dice")
        expect(page.get_by_role("heading", level=1)).to_have_text("Sealed dice")
        assert complaints(page) == []
