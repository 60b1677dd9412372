"""Help from the engine on the page of a game: hints, and the chances of both sides."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from browser.browsing import DESKTOP, open_page, speak
from browser.playing import MACHINE, MACHINE_MS, PERSON, begin, board, click, moves
from browser.thinking import WHY_THE_SERVER, asks_the_server, have_the_server_think, like_the_server

pytestmark = pytest.mark.slow

CLOCK = {"initial_ms": 600_000, "increment_ms": 0}
HALF_WON = ["b1", "a1", "b3", "c1"]
"""On a board of 3 by 3 the first player wins at b2."""


def test_a_hint_is_marked_said_and_counted(page: Page, address: str) -> None:
    begin(page, address, "hex(size=3)", PERSON, PERSON, opening=HALF_WON)
    expect(board(page).locator(".hint")).to_have_count(0)
    page.get_by_role("button", name="Hint").press("Enter")
    expect(page.locator(".narration")).to_have_text(re.compile("Hint: .*b2"), timeout=MACHINE_MS)
    expect(board(page).locator(".hint").first).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_be_focused()
    expect(page.locator(".player.to-move .detail")).to_contain_text("1 hint")
    click(page, "a3")
    expect(moves(page)).to_have_count(1)
    expect(board(page).locator(".hint")).to_have_count(0)
    page.reload()
    expect(page.locator(".player .detail", has_text="1 hint")).to_have_count(1)
    expect(page.locator("ol.moves .move.hinted")).to_have_text(["a3"])


def test_a_hint_for_a_roll_frames_the_lines_header(page: Page, address: str) -> None:
    begin(page, address, "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=4)", PERSON, MACHINE)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".narration")).to_have_text(re.compile(r"Hint: (row|column) \d"), timeout=MACHINE_MS)
    expect(board(page).locator(".header.hinted").first).to_be_visible()


def test_hints_and_chances_come_from_this_device(page: Page, address: str) -> None:
    asked = asks_the_server(page)
    begin(page, address, "hex(size=3)", PERSON, MACHINE, opening=HALF_WON)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Win bar").check()
    page.keyboard.press("Escape")
    bar = page.get_by_role("img", name=re.compile("^Black’s chance of winning: "))
    expect(bar).to_have_attribute("aria-label", re.compile(r" (9\d|100)"), timeout=MACHINE_MS)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".narration")).to_have_text(re.compile("Hint: .*b2"), timeout=MACHINE_MS)
    assert asked == []


@pytest.mark.parametrize("why", WHY_THE_SERVER)
def test_hints_come_from_the_server_where(page: Page, address: str, why: str) -> None:
    asked = asks_the_server(page)
    have_the_server_think(page, why)
    begin(page, address, "hex(size=3)", PERSON, MACHINE, opening=HALF_WON)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".narration")).to_have_text(re.compile("Hint: .*b2"), timeout=MACHINE_MS)
    expect(page.locator(".at-hand > .notice")).to_have_text("")
    assert len(asked) == 1


def refuse_on_the_device(page: Page) -> list[int]:
    """Have the server allow the device's engine nothing; return what will count the questions."""
    asked: list[int] = []

    def refuse(route: Route) -> None:
        asked.append(1)
        route.fulfill(status=429, json={"slug": "server/busy", "error": "too much", "text": "", "legal": []})

    page.route("**/api/device", refuse)
    return asked


def refuse_on_the_server(page: Page) -> list[int]:
    """Have the server's engine refuse everything; return what will count the questions."""
    asked: list[int] = []

    def refuse(route: WebSocketRoute) -> None:
        def answer(message: str | bytes) -> None:
            request = json.loads(message)
            if request["type"] == "analyse":
                asked.append(request["id"])
                route.send(json.dumps({"slug": "server/busy", "error": "too much", "text": str(request["id"])}))

        route.on_message(answer)

    page.route_web_socket("**/api/analysis", refuse)
    like_the_server(page)
    return asked


@pytest.mark.parametrize("refuse", [refuse_on_the_device, refuse_on_the_server])
def test_a_refused_hint_is_said_and_nobody_insists(
    browser: Any, address: str, refuse: Callable[[Page], list[int]]
) -> None:
    with open_page(browser, DESKTOP, pardoned=("429 (Too Many Requests)",)) as page:
        speak(page, "en")
        ask_twice(page, address, refuse(page))


def ask_twice(page: Page, address: str, asked: list[int]) -> None:
    """Have the bar and then a button ask, and see that nobody asks more."""
    begin(page, address, "hex(size=3)", PERSON, MACHINE, opening=HALF_WON)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Win bar").check()
    page.keyboard.press("Escape")
    expect(page.locator(".at-hand > .notice")).not_to_have_text("")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".narration")).to_have_text("")
    page.wait_for_timeout(500)
    assert len(asked) == 2, "the bar asks once, who presses the button once more"
    expect(page.locator(".player .detail", has_text="hint")).to_have_count(0)


def test_two_people_with_a_clock_get_no_hints(page: Page, address: str) -> None:
    begin(page, address, "hex(size=3)", clock=CLOCK)
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)


def test_chances_are_shown_to_whoever_asks_for_them(page: Page, address: str) -> None:
    begin(page, address, "hex(size=3)", PERSON, MACHINE, opening=HALF_WON)
    expect(page.locator(".win-bar")).to_be_hidden()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Win bar").check()
    bar = page.get_by_role("img", name=re.compile("^Black’s chance of winning: "))
    expect(bar).to_have_attribute("aria-label", re.compile(r" (9\d|100)"), timeout=MACHINE_MS)
    page.reload()
    expect(bar).to_be_visible(timeout=MACHINE_MS)


def test_two_people_see_their_chances_when_it_is_over(page: Page, address: str) -> None:
    begin(page, address, "hex(size=3)", PERSON, PERSON, opening=HALF_WON)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Win bar").check()
    page.keyboard.press("Escape")
    expect(page.locator(".win-bar")).to_be_hidden()
    click(page, "b2")
    expect(page.get_by_role("img", name="Black’s chance of winning: 100")).to_be_visible()
