"""Chat at a game: folded with a mark, phrases in the reader's language, words, two circles, and off where one likes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.browsing import DESKTOP, open_page, speak
from browser.test_two_screens import OFFLINE, Two, complaints, post, said, two_people

pytestmark = pytest.mark.slow


@pytest.fixture
def two(browser: Any) -> Iterator[Two]:
    with two_people(browser) as opened:
        speak(opened.first, "en", confirm="never")
        speak(opened.second, "eo", confirm="never")
        yield opened


def begin(two: Two, address: str) -> str:
    """Let both be at a game; return its id."""
    for page in two:
        page.goto(f"{address}/about")
    made = post(two.first, "/api/challenges", {"spec": "hex(size=3)", "side": "first", "name": "Ana"})
    game = str(post(two.second, f"/api/challenges/{made['id']}/accept", {"name": "Bela"})["game"])
    for page in two:
        page.goto(f"{address}/play/{game}")
        fold(page).wait_for()
    return game


def fold(page: Page) -> Locator:
    return page.locator(".chat .fold")


def lines(page: Page) -> Locator:
    return page.locator(".chat .lines li")


def test_a_phrase_is_read_in_the_language_of_the_other(two: Two, address: str) -> None:
    game = begin(two, address)
    first, second = two
    fold(first).click()
    first.get_by_role("button", name="Have fun!").click()
    expect(lines(first)).to_have_text(["You Have fun!"])
    expect(second.locator(".chat .unread")).to_have_text("1 nova")
    expect(said(second)).to_contain_text("Ana: Bonan ludon!")
    assert complaints(first) == []
    second.reload()
    fold(second).wait_for()
    expect(second.locator(".chat .unread")).to_have_text("1 nova")  # who comes again has not read it
    expect(said(second)).not_to_contain_text("Bonan ludon!")  # and is not told of it as of news
    fold(second).press("Enter")
    expect(lines(second)).to_have_text(["Ana Bonan ludon!"])
    expect(second.locator(".chat .unread")).to_be_hidden()
    assert complaints(second) == []
    second.keyboard.press("Tab")
    second.keyboard.press("Escape")
    expect(fold(second)).to_be_focused()
    expect(fold(second)).to_have_attribute("aria-expanded", "false")
    second.reload()
    fold(second).wait_for()
    expect(second.locator(".chat .unread")).to_be_hidden()
    post(second, f"/api/games/{game}/chat", {"circle": "players", "phrase": "thanks"})
    expect(lines(first)).to_have_text(["You Have fun!", "Bela Thank you!"])


def test_words_are_text_and_nothing_else(two: Two, address: str) -> None:
    for page in two:
        page.goto(f"{address}/about")
    post(two.first, "/api/account", {"name": "Zora", "password": "a beach of islands"})
    begin(two, address)
    first, second = two
    fold(second).click()
    fold(first).click()
    box = first.get_by_role("textbox", name="Message to Players")
    box.fill("<b>see</b> https://example.org/")
    box.press("Enter")
    expect(lines(second)).to_have_text(["Zora <b>see</b> https://example.org/"])
    assert lines(second).locator("a, b").count() == 0
    expect(box).to_have_value("")
    for _ in range(5):
        box.fill("and more")
        box.press("Enter")
        first.wait_for_timeout(50)
    expect(first.locator(".chat .notice")).to_contain_text("wait a moment")
    expect(box).to_have_value("and more")  # what was typed stays
    first.get_by_role("button", name="Quick messages").click()
    expect(first.get_by_role("button", name="Good move!")).to_be_visible()
    assert second.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_those_who_look_on_are_heard_when_the_game_is_over(two: Two, address: str, browser: Any) -> None:
    game = begin(two, address)
    with open_page(browser, DESKTOP, pardoned=OFFLINE) as third:
        speak(third, "en")
        third.goto(f"{address}/play/{game}")
        fold(third).click()
        third.get_by_role("button", name="Wow!").click()
        expect(lines(third)).to_have_text(["You Wow!"])
        fold(two.first).click()
        expect(two.first.locator(".chat .circles")).to_be_hidden()
        post(two.first, f"/api/games/{game}/resign", {"person": 0, "seq": 1})
        two.first.locator(".chat").get_by_role("button", name="Spectators (1)").click()
        expect(lines(two.first)).to_have_text(["Guest Wow!"])
        two.first.get_by_role("button", name="Thank you!").click()
        expect(lines(third)).to_have_text(["You Wow!", "Ana Thank you!"])


def test_chat_is_turned_off_and_stays_so(two: Two, address: str) -> None:
    game = begin(two, address)
    first, second = two
    fold(first).click()
    first.get_by_role("button", name="Turn chat off").click()
    expect(first.locator(".chat")).to_be_hidden()
    first.reload()
    first.locator("motu-board [data-cell]").first.wait_for()
    post(second, f"/api/games/{game}/chat", {"circle": "players", "phrase": "hello"})
    first.wait_for_timeout(300)
    expect(first.locator(".chat")).to_be_hidden()
    expect(said(first)).not_to_contain_text("Hello!")
    first.get_by_role("button", name="Settings").click()
    first.get_by_role("checkbox", name="Chat").check()
    expect(first.locator(".chat .unread")).to_have_text("1 new")


def test_at_one_screen_there_is_no_chat(two: Two, address: str) -> None:
    two.first.goto(f"{address}/about")
    game = post(two.first, "/api/games", {"spec": "hex(size=3)", "seats": [{}, {}]})
    two.first.goto(f"{address}/play/{game['id']}")
    two.first.locator("motu-board [data-cell]").first.wait_for()
    expect(two.first.locator(".chat")).to_be_hidden()


def test_somebody_is_muted_blocked_and_forgiven(two: Two, address: str) -> None:
    game = begin(two, address)
    first, second = two
    for phrase in ("hello", "good-move"):
        post(second, f"/api/games/{game}/chat", {"circle": "players", "phrase": phrase})
    post(first, f"/api/games/{game}/chat", {"circle": "players", "phrase": "thanks"})
    fold(first).click()
    expect(lines(first)).to_have_count(3)
    lines(first).first.get_by_role("button", name="About Bela").click()
    assert complaints(first) == []
    first.get_by_role("button", name="Mute").click()
    expect(lines(first)).to_have_count(1)
    expect(said(first)).to_contain_text("You will no longer see what Bela writes.")
    first.goto(f"{address}/account")
    listed = first.locator(".blocked li")
    expect(listed).to_contain_text("Bela")
    expect(listed).to_contain_text("muted on")
    assert complaints(first) == []
    listed.get_by_role("button", name="Undo: Bela").click()
    expect(first.locator(".blocked li")).to_have_count(0)
    first.goto(f"{address}/play/{game}")
    fold(first).click()
    expect(lines(first)).to_have_count(3)
    lines(first).nth(1).get_by_role("button", name="About Bela").click()
    first.get_by_role("button", name="Block").click()
    expect(lines(first)).to_have_count(1)
    second.reload()
    fold(second).click()
    expect(lines(second)).to_have_count(2)  # who is blocked is not told, and hears nothing
