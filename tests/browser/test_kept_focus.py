"""Whoever uses the keyboard stays in the page when what was under it is drawn anew, goes, or is at work."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import choose_language, hold, open_page, speak
from browser.playing import MACHINE, PERSON, begin

pytestmark = pytest.mark.slow


def study(page: Page, address: str) -> None:
    """Open a study with a line in it."""
    speak(page, "en")
    page.goto(f"{address}/study?spec=gan&moves=d4+e5+f6")
    page.locator("motu-board [data-cell]").first.wait_for()


def is_in_page(page: Page) -> None:
    """Wait until all is there, and see that the keyboard is in the page and not before it."""
    page.wait_for_timeout(800)
    assert page.evaluate("document.querySelector('#main').contains(document.activeElement)")


def test_a_position_that_was_set_up(page: Page, address: str) -> None:
    study(page, address)
    page.get_by_role("button", name="Set up a position").press("Enter")
    page.get_by_role("button", name="Study this position").press("Enter")
    expect(page.locator(".editor")).to_have_count(0)
    is_in_page(page)


def test_a_picture_that_is_being_made(page: Page, address: str) -> None:
    study(page, address)
    page.get_by_role("button", name="Import and export").press("Enter")
    held = hold(page, "**/api/records/animate")
    button = page.get_by_role("button", name="GIF")
    button.press("Enter")
    expect(button).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    expect(button).to_be_focused()
    with page.expect_download():
        while not held:
            page.wait_for_timeout(20)
        held[0]()
    expect(button).not_to_have_attribute("aria-disabled", "true")
    expect(button).to_be_focused()
    assert len(held) == 1


def test_a_study_that_is_named(page: Page, address: str) -> None:
    study(page, address)
    name = page.get_by_label("Name of this study")
    name.fill("Openings")
    name.press("Enter")
    is_in_page(page)
    expect(name).not_to_be_focused()
    page.keyboard.press("End")
    expect(page.locator(".lines [aria-current]")).to_contain_text("f6")


@pytest.mark.parametrize("title", ["Draw", "Share", "Import and export", "Another game"])
def test_escape_closes_an_open_part_from_anywhere(page: Page, address: str, title: str) -> None:
    study(page, address)
    button = page.locator(".toolbar").get_by_role("button", name=title)
    for place in (
        page.locator("motu-board [data-cell][tabindex='0']").first,
        page.get_by_label("Comment on this position"),
    ):
        button.click()
        expect(button).to_have_attribute("aria-expanded", "true")
        place.focus()
        page.keyboard.press("Escape")
        expect(button).to_have_attribute("aria-expanded", "false")
        expect(place).to_be_focused()


def test_one_escape_closes_one_thing(page: Page, address: str) -> None:
    study(page, address)
    button = page.locator(".toolbar").get_by_role("button", name="Share")
    button.click()
    page.get_by_role("button", name="Settings", exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("heading")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(button).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(button).to_have_attribute("aria-expanded", "false")


def test_an_invitation_that_is_taken(browser: Any, page: Page, address: str) -> None:
    with open_page(browser, {}) as other:
        other.goto(f"{address}/games")
        other.locator("h1").wait_for()
        asked = {"spec": "gan", "side": "first", "name": "Ann", "is_open": True}
        answer = other.evaluate(
            """body => fetch('/api/challenges', {
              method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body),
            }).then((answer) => answer.status)""",
            asked,
        )
        assert answer < 300
        speak(page, "en")
        page.goto(f"{address}/lobby")
        page.locator(".lobby").get_by_role("button", name="Play").first.press("Enter")
        page.wait_for_url("**/play/*")
        page.locator(".table motu-board [data-cell]").first.wait_for()
        is_in_page(page)


def test_the_question_whether_to_resign_outlives_a_change_of_language(page: Page, address: str) -> None:
    begin(page, address, "hex(size=3)", PERSON, MACHINE)
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Resign this game").wait_for()
    choose_language(page, "Esperanto")
    expect(page.locator("html")).to_have_attribute("lang", "eo")
    expect(page.locator("[data-asks] button")).to_have_count(2)
    expect(page.locator("[data-asks] button:disabled")).to_have_count(0)
    page.locator("motu-board [data-cell][tabindex='0']").first.focus()
    page.keyboard.press("Escape")
    expect(page.locator("[data-asks]")).to_have_count(0)


def test_what_goes_leaves_the_keyboard_where_it_was(page: Page, address: str) -> None:
    """Whatever the page itself does with a button: removed, hidden or disabled, it had the focus."""
    study(page, address)
    for end in ("each.remove()", "each.hidden = true", "each.disabled = true"):
        page.evaluate(
            f"""() => {{
              const each = document.createElement('button');
              each.textContent = 'gone';
              document.querySelector('.side').append(each);
              each.focus();
              {end};
            }}"""
        )
        page.wait_for_timeout(300)
        assert page.evaluate("document.activeElement.matches('.side')"), end
        page.keyboard.press("Tab")
        assert page.evaluate("document.querySelector('.side').contains(document.activeElement)"), end
