"""A person is asked by name: from his page or the lobby, told by the bell, and says yes or no."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, PHONE, open_page, speak
from browser.test_two_screens import OFFLINE, Two, complaints, post

pytestmark = pytest.mark.slow
PASSWORD = "a beach of islands"


@pytest.fixture
def two(browser: Any, address: str) -> Iterator[Two]:
    pardoned = (*OFFLINE, "403 (Forbidden)", "409 (Conflict)")
    with open_page(browser, DESKTOP, pardoned=pardoned) as first, open_page(browser, PHONE, pardoned=pardoned) as other:
        for page, name in ((first, "Ida"), (other, "Jon")):
            speak(page, "en", confirm="never")
            page.goto(f"{address}/about")
            name_self(page, name)
        yield Two(first, other)


def name_self(page: Page, name: str) -> None:
    """Claim a name, or log in where an earlier test has claimed it."""
    asked = {"name": name, "password": PASSWORD}
    if "account" not in post(page, "/api/account/log-in", asked):
        post(page, "/api/account", asked)


def test_who_is_asked_is_told_and_says_no_then_yes(two: Two, address: str) -> None:
    first, second = two
    first.goto(f"{address}/people/Jon")
    assert complaints(first) == []
    second.goto(f"{address}/people/Jon")
    expect(second.get_by_role("heading", level=1)).to_have_text("Jon")
    expect(second.get_by_role("link", name="Play Jon")).to_have_count(0)
    second.goto(f"{address}/learn")
    first.get_by_role("link", name="Play Jon").click()
    expect(first.get_by_label("Name of the player or bot")).to_have_value("Jon")
    first.get_by_role("button", name="Invite someone").click()
    expect(first.get_by_role("heading", level=1)).to_have_text("Waiting for Jon")
    expect(first.locator(".qr")).to_have_count(0)
    expect(second.locator("header .bell .count")).to_have_text("1")
    second.locator("header .bell").click()
    second.get_by_role("link", name="Ida wants to play you").click()
    second.wait_for_url("**/challenge/*")
    expect(second.get_by_role("heading", level=1)).to_have_text("Ida wants to play you")
    assert complaints(second) == []
    second.get_by_role("button", name="Decline").click()
    expect(second.get_by_text("You have declined this invitation.")).to_be_visible()
    expect(first.get_by_text("Jon does not want to play this game.")).to_be_visible()
    first.goto(f"{address}/play?to=Jon")
    first.get_by_role("button", name="Invite someone").click()
    expect(first.locator(".notice:not(:empty)")).to_contain_text("You have already asked")


def test_in_the_lobby_one_asks_and_is_asked(two: Two, address: str) -> None:
    first, second = two
    first.goto(f"{address}/lobby")
    second.goto(f"{address}/lobby")
    second.get_by_label("Invite a player by name").fill("Ida")
    second.get_by_role("button", name="Choose a game").click()
    expect(second.get_by_label("Name of the player or bot")).to_have_value("Ida")
    second.get_by_role("button", name="Invite someone").click()
    second.wait_for_url("**/challenge/*")
    asked = first.locator(".lobby li.own")
    expect(asked).to_contain_text("Jon wants to play you")
    expect(asked.get_by_role("button", name="Decline")).to_be_visible()
    assert complaints(first) == []
    asked.get_by_role("button", name="Play", exact=True).click()
    for page in two:
        page.wait_for_url("**/play/*", wait_until="commit")
    first.get_by_role("button", name="Ask to abort").click()


def test_who_wants_is_seen_in_the_lobby_and_is_invited_there(two: Two, address: str) -> None:
    first, second = two
    for page in two:
        page.goto(f"{address}/lobby")
    names = second.locator(".people-here li")
    expect(second.get_by_text("Nobody is showing their name right now.")).to_be_visible()
    box = first.get_by_label("Show my name while I am in the lobby")
    expect(box).not_to_be_checked()
    box.check()
    expect(names).to_contain_text(["Ida"])
    expect(first.locator(".people-here li")).to_contain_text(["Idayou"])
    for page in two:
        assert complaints(page) == []
    second.get_by_role("link", name="Invite Ida").click()
    expect(second.get_by_label("Name of the player or bot")).to_have_value("Ida")
    second.go_back()
    expect(names).to_contain_text(["Ida"])
    first.goto(f"{address}/account")
    expect(names).to_have_count(0)
    box = first.get_by_label("Show my name while I am in the lobby")
    expect(box).to_be_checked()
    box.uncheck()
    first.goto(f"{address}/lobby")
    expect(second.locator(".here")).to_have_text("2 players online.")
    expect(names).to_have_count(0)
