"""The lobby: two who press find each other, open invitations are taken at a click, bots play, games can be watched."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, PHONE, Server, open_page, speak
from browser.playing import board, cell, click
from browser.test_two_screens import OFFLINE, post

pytestmark = pytest.mark.slow

NewPage = Callable[..., Page]


@pytest.fixture
def new_page(browser: Any) -> Iterator[NewPage]:
    """Open pages of different people."""
    with ExitStack() as stack:

        def opened(device: dict[str, Any] = DESKTOP, language: str = "en", **settings: Any) -> Page:
            page = stack.enter_context(open_page(browser, device, pardoned=OFFLINE))
            speak(page, language, confirm="never", **settings)
            return page

        yield opened


def enter(page: Page, address: str, game: str = "Atmalof") -> Page:
    page.goto(f"{address}/lobby")
    page.get_by_label(game, exact=True).check()
    expect(page.locator(".here")).to_contain_text("online")
    return page


def complaints(page: Page) -> list[tuple[str, str]]:
    found = Axe().run(page).response["violations"]
    return [(each["id"], each["nodes"][0]["html"]) for each in found]


def test_two_who_press_are_playing(new_page: NewPage, address: str) -> None:
    first, second = enter(new_page(), address), enter(new_page(PHONE), address)
    expect(first.locator(".here")).to_have_text("2 players online.")
    first.get_by_role("button", name="Blitz").click()
    expect(first.get_by_role("status").filter(has_text="Looking for an opponent: Atmalof")).to_be_visible()
    assert complaints(first) == []
    second.get_by_role("button", name="Blitz").click()
    for page in (first, second):
        page.wait_for_url("**/play/*", wait_until="commit")
        board(page).locator("[data-cell]").first.wait_for()
    assert first.url == second.url


def test_four_people_play_two_games_and_others_watch(new_page: NewPage, address: str) -> None:
    people = [enter(new_page(), address, "Atoll") for _ in range(4)]
    for page in people:
        page.get_by_role("button", name="Rapid").click()
    for page in people:
        page.wait_for_url("**/play/*", wait_until="commit")
        board(page).locator("[data-cell]").first.wait_for()
    assert sorted([page.url for page in people].count(page.url) for page in people) == [2, 2, 2, 2]
    mover = next(page for page in people if "Your turn" in page.title())
    watcher = enter(new_page(), address)
    expect(watcher.get_by_text("No games to watch right now.")).to_be_visible()
    click(mover, "d4")
    running = watcher.locator("a.running")
    expect(running).to_have_count(1)
    expect(running.locator("motu-board [data-cell]").first).to_be_attached()
    expect(running).to_contain_text("1 move")
    assert complaints(watcher) == []
    running.click()
    watcher.wait_for_url(mover.url, wait_until="commit")
    expect(cell(watcher, "d4")).to_be_visible()


@pytest.fixture
def quiet_address(tmp_path: Path) -> Iterator[str]:
    """The address of a server on which nobody plays yet."""
    own = Server(tmp_path)
    own.start()
    yield own.address
    own.stop()


def test_the_liveliest_game_is_shown_as_it_is_played_and_how_it_ended(quiet_address: str, new_page: NewPage) -> None:
    first, second = (enter(new_page(), quiet_address, "Atoll") for _ in range(2))
    watcher = enter(new_page(PHONE), quiet_address)
    for page in (first, second):
        page.get_by_role("button", name="Blitz").click()
    for page in (first, second):
        page.wait_for_url("**/play/*", wait_until="commit")
        board(page).locator("[data-cell]").first.wait_for()
    mover, other = (first, second) if "Your turn" in first.title() else (second, first)
    large = watcher.locator(".featured .running")
    click(mover, "d4")
    expect(large).to_contain_text("1 move")
    expect(large.locator(".clocks")).to_have_text(re.compile(r"^\d:\d\d – \d:\d\d$"))
    click(other, "e4")
    expect(large).to_contain_text("2 moves")
    assert complaints(watcher) == []
    mover.get_by_role("button", name="Resign", exact=True).click()
    mover.get_by_role("button", name="Resign this game").click()
    expect(large).to_contain_text("by resignation.")
    expect(large.locator(".clocks")).to_have_text("")
    expect(watcher.get_by_text("No games to watch right now.")).to_be_visible(timeout=20_000)
    expect(large).to_have_count(0)


def test_waiting_is_cancelled_and_outlives_a_restart(new_page: NewPage, address: str, server: Server) -> None:
    first = enter(new_page(), address)
    first.get_by_role("button", name="Classical").click()
    cancel = first.get_by_role("button", name="Cancel")
    expect(cancel).to_be_focused()
    server.stop()
    server.start()
    second = enter(new_page(), address)
    expect(second.locator(".here")).to_have_text("2 players online.")
    cancel.click()
    expect(first.get_by_role("button", name="Classical")).to_be_visible()
    second.get_by_role("button", name="Classical").click()
    expect(second.get_by_role("button", name="Cancel")).to_be_visible()
    first.get_by_role("button", name="Classical").click()
    first.wait_for_url("**/play/*", wait_until="commit")


def test_by_correspondence_one_leaves_and_is_told(quiet_address: str, new_page: NewPage) -> None:
    first, second = enter(new_page(PHONE), quiet_address, "Atoll"), enter(new_page(), quiet_address, "Atoll")
    first.get_by_role("button", name="Correspondence").click()
    expect(first.get_by_text("You can leave this page: you will be notified when the game starts.")).to_be_visible()
    assert complaints(first) == []
    first.goto(f"{quiet_address}/learn")
    second.get_by_role("button", name="Correspondence").click()
    second.wait_for_url("**/play/*", wait_until="commit")
    first.goto(f"{quiet_address}/about")
    expect(first.locator("header .bell .count")).to_have_text("1")


def test_an_open_invitation_is_taken_at_a_click(new_page: NewPage, address: str) -> None:
    first, second = enter(new_page(), address), enter(new_page(PHONE), address)
    expect(second.get_by_text("Nobody is waiting right now.")).to_be_visible()
    post(first, "/api/challenges", {"spec": "hex(size=3)", "side": "first", "name": "Ana", "is_open": True})
    own = first.locator(".lobby li.own")
    expect(own).to_contain_text("You: Hex 3")
    expect(second.locator(".lobby li")).to_contain_text("Ana: Hex 3")
    assert complaints(second) == []
    own.get_by_role("button", name="Withdraw").click()
    expect(second.locator(".lobby li")).to_have_count(0)
    post(first, "/api/challenges", {"spec": "hex(size=3)", "side": "first", "name": "Ana", "is_open": True})
    second.locator(".lobby li").get_by_role("button", name="Play").click()
    second.wait_for_url("**/play/*", wait_until="commit")


def test_an_invitation_stays_under_the_hand_when_others_come(quiet_address: str, new_page: NewPage) -> None:
    first, second, third = (enter(new_page(), quiet_address) for _ in range(3))
    wanted = {"spec": "hex(size=3)", "side": "first", "is_open": True}
    post(first, "/api/challenges", {**wanted, "name": "Ana"})
    play = second.locator(".lobby li").get_by_role("button", name="Play")
    expect(play).to_have_count(1)
    kept = play.element_handle()
    assert kept is not None
    post(third, "/api/challenges", {**wanted, "name": "Bo"})
    expect(play).to_have_count(2)
    assert kept.evaluate("each => each.isConnected")
    kept.click()
    second.wait_for_url("**/play/*", wait_until="commit")


def test_a_bot_always_plays(new_page: NewPage, address: str) -> None:
    page = enter(new_page(), address, "Atmalof")
    expect(page.locator(".bot-list li")).to_have_count(11)
    page.get_by_role("button", name="Play Level 1", exact=True).click()
    page.wait_for_url("**/play/*", wait_until="commit")
    board(page).locator("[data-cell]").first.wait_for()
    expect(page.locator(".player .name").filter(has_text="Level 1")).to_have_count(1)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_and_nothing_is_wider_than_the_page(
    new_page: NewPage, address: str, device: dict[str, Any], theme: str
) -> None:
    page = enter(new_page(device, theme=theme), address)
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_who_wants_to_see_no_bots_sees_none(page: Page, address: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/lobby")
    shown = page.get_by_label("Show bots and their games")
    expect(page.get_by_role("heading", name="Always here")).to_be_visible()
    shown.uncheck()
    expect(page.get_by_role("heading", name="Always here")).to_be_hidden()
    page.reload()
    expect(shown).not_to_be_checked()
    expect(page.get_by_role("heading", name="Always here")).to_be_hidden()
    shown.check()
    expect(page.get_by_role("heading", name="Always here")).to_be_visible()
