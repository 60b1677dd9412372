"""Moves chosen while the other one is to move, in a live game of two people at different screens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.browsing import choose_language, speak
from browser.playing import EARS, board, cell, click, moves, tap
from browser.test_two_screens import Two, meet, play, said, two_people

pytestmark = pytest.mark.slow

CLOCK = {"initial_ms": 600_000}


@pytest.fixture
def two(browser: Any) -> Iterator[Two]:
    """Yield somebody at a desk, and somebody with a phone, who confirms his moves."""
    with two_people(browser) as opened:
        speak(opened.first, "en", confirm="never")
        speak(opened.second, "en", confirm="always")
        for page in opened:
            page.add_init_script(EARS)
        yield opened


def ghosts(page: Page, colour: str) -> Locator:
    """Return the stones of a colour, "first" or "second", that are not on the board yet."""
    return board(page).locator(f".ghost.{colour}")


def hand(page: Page, name: str) -> Locator:
    """Return a button beside the board."""
    return page.get_by_role("button", name=name, exact=True)


def answer(two: Two, name: str) -> None:
    """Let the second play, who confirms it."""
    tap(two.second, name)
    hand(two.second, "Finish turn").tap()
    expect(moves(two.first).last).to_have_text(name)


@pytest.mark.parametrize("spec", ["hex(size=4)", "atomorph(size=4)", "atoll(size=5)"])
def test_a_stone_that_is_chosen_beforehand_has_the_colour_of_whoever_chooses(two: Two, address: str, spec: str) -> None:
    meet(two, address, spec, clock=CLOCK)
    first, second = two
    play(two, 0, "b3")
    cell(first, "c3").hover(force=True)
    expect(ghosts(first, "first")).to_have_count(1)
    expect(ghosts(first, "second")).to_have_count(0)
    answer(two, "c2")
    tap(second, "d2")
    expect(ghosts(second, "second")).to_have_count(1)
    expect(ghosts(second, "first")).to_have_count(0)
    expect(board(first).locator("[aria-label*='can be flipped']")).to_have_count(0)
    expect(board(second).locator("[aria-label*='can be flipped']")).to_have_count(0)


WATCH = """([x, y]) => {
  window.look = () => document.elementFromPoint(x, y)?.closest('button')?.textContent ?? '';
  new MutationObserver(() => { window.under ??= window.look(); })
    .observe(document.querySelector('.at-hand > .buttons'), { childList: true });
}"""
"""For a page to keep in `under` which button takes a tap at a place as soon as others are there."""


def centre(button: Locator) -> tuple[float, float]:
    """Return where a finger presses."""
    box = button.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_what_waits_to_be_confirmed_outlives_the_move_of_the_other_one(two: Two, address: str) -> None:
    meet(two, address, "hex(size=4)", clock=CLOCK)
    second = two.second
    play(two, 0, "b2")
    answer(two, "c3")
    tap(second, "d4")
    expect(second.locator(".message")).to_have_text("d4: choose it again or press Premove.")
    expect(said(second)).to_contain_text("Premove")
    place = centre(hand(second, "Premove"))
    play(two, 0, "a1")
    expect(second.locator(".message")).to_have_text("d4: choose it again or press Finish turn.")
    expect(said(second)).to_contain_text("d4: choose it again or press Finish turn.")
    expect(ghosts(second, "second")).to_have_count(1)
    second.touchscreen.tap(*place)
    for page in two:
        expect(moves(page)).to_have_text(["b2", "c3", "a1", "d4"])


def test_no_tap_is_for_a_button_that_another_ones_move_has_put_there(two: Two, address: str) -> None:
    meet(two, address, "hex(size=4)", clock=CLOCK)
    first, second = two
    play(two, 0, "b2")
    answer(two, "c3")
    tap(second, "d4")
    place = centre(hand(second, "Premove"))
    second.evaluate(WATCH, place)
    play(two, 0, "d4")
    second.wait_for_function("() => window.under !== undefined")
    assert second.evaluate("window.under") == ""
    second.wait_for_function("() => window.look() === 'Ask to take back'")
    hand(second, "Ask to take back").tap()
    expect(hand(first, "Decline")).to_be_visible()


def test_a_premove_does_not_outlive_a_swap(two: Two, address: str) -> None:
    meet(two, address, "hex(size=4,swap=true)", clock=CLOCK)
    first, second = two
    play(two, 0, "b2")
    click(first, "c3")
    expect(first.locator(".chosen .asked")).to_have_text("Premove: c3")
    hand(second, "Swap colours").tap()
    expect(first.locator(".at-hand > .notice")).to_have_text("Premove cancelled.")
    expect(first.locator(".chosen")).to_be_hidden()
    expect(first).to_have_title(re.compile("Your turn"))
    expect(moves(first)).to_have_count(2)
    expect(board(first).locator(".hint")).to_have_count(0)


def test_a_premove_does_not_outlive_the_moves_before_it(two: Two, address: str) -> None:
    meet(two, address, "hex(size=4)", clock=CLOCK)
    first, second = two
    play(two, 0, "b2")
    answer(two, "c3")
    play(two, 0, "d4")
    click(first, "a1")
    hand(first, "Ask to take back").click()
    hand(second, "Accept").tap()
    expect(moves(first)).to_have_count(2)
    expect(first.locator(".at-hand > .notice")).to_have_text("Premove cancelled.")
    expect(first).to_have_title(re.compile("Your turn"))
    play(two, 0, "a2")


def test_what_waits_to_be_confirmed_outlives_a_roll(two: Two, address: str) -> None:
    meet(two, address, "atmalof", clock=CLOCK)
    first, second = two
    expect(board(first).locator(".header.open").first).to_be_attached()
    tap(second, "c2")
    expect(second.locator(".message")).to_have_text("c2: choose it again or press Premove.")
    click(first, "r1")
    expect(second.locator(".message")).to_have_text("c2: choose it again or press Finish turn.")
    hand(second, "Finish turn").tap()
    expect(moves(first).last).to_contain_text("c2")


def leave_and_return(page: Page) -> None:
    """Go to the lobby within the page, and back."""
    page.locator("nav a[href='/lobby']").click()
    page.wait_for_url("**/lobby")
    page.locator(".lobby, h1").first.wait_for()
    page.go_back()
    expect(board(page).locator("[data-cell]").first).to_be_attached()


def test_a_premove_waits_for_whoever_comes_back_to_its_page(two: Two, address: str) -> None:
    meet(two, address, "hex(size=4)", clock=CLOCK)
    first, second = two
    play(two, 0, "b2")
    click(first, "c3")
    expect(first.locator(".chosen .asked")).to_have_text("Premove: c3")
    leave_and_return(first)
    expect(first.locator(".chosen .asked")).to_have_text("Premove: c3")
    choose_language(first, "Esperanto")
    expect(first.locator("html")).to_have_attribute("lang", "eo")
    expect(first.locator(".chosen .asked")).to_contain_text("c3")
    tap(second, "d4")
    hand(second, "Finish turn").tap()
    expect(moves(first)).to_have_text(["b2", "d4", "c3"])
    click(first, "a1")
    expect(first.locator(".chosen .asked")).to_contain_text("a1")
    first.keyboard.press("Escape")
    expect(first.locator(".chosen")).to_be_hidden()
    leave_and_return(first)
    expect(first.locator(".chosen")).to_be_hidden()


def test_a_choice_waits_for_whoever_comes_back_to_its_page(two: Two, address: str) -> None:
    meet(two, address, "hex(size=4)", clock=CLOCK)
    first, second = two
    play(two, 0, "b2")
    tap(second, "c3")
    expect(second.locator(".message")).to_have_text("c3: choose it again or press Finish turn.")
    leave_and_return(second)
    expect(second.locator(".message")).to_have_text("c3: choose it again or press Finish turn.")
    expect(ghosts(second, "second")).to_have_count(1)
    choose_language(second, "Esperanto")
    expect(second.locator("html")).to_have_attribute("lang", "eo")
    expect(second.locator(".message")).to_contain_text("c3")
    second.locator(".at-hand > .buttons > .primary").tap()
    expect(moves(first)).to_have_text(["b2", "c3"])
    leave_and_return(second)
    expect(ghosts(second, "second")).to_have_count(0)
