"""Whoever looks back at a game that goes on meanwhile stays at his position, and is called when it is his turn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, open_page, speak
from browser.playing import board, click, moves, tap
from browser.test_two_screens import Two, meet, play, two_who_confirm_nothing

pytestmark = pytest.mark.slow

CLOCK = {"initial_ms": 600_000}
CALLED = re.compile("^● Your turn")


@pytest.fixture
def two(browser: Any) -> Iterator[Two]:
    """Yield somebody at a desk, and somebody with a phone."""
    with two_who_confirm_nothing(browser) as opened:
        yield opened


def jump(page: Page, name: str) -> None:
    """Press one of the buttons below the list of moves."""
    page.get_by_role("button", name=name, exact=True).click()


def expect_at(page: Page, count: int, listed: int) -> None:
    """Expect the board to show the position after so many of the moves that are listed."""
    expect(moves(page)).to_have_count(listed)
    expect(board(page).locator(".stone:not(.ghost)")).to_have_count(count)
    current = page.locator("ol.moves [aria-current]")
    expect(current).to_have_count(1 if count else 0)
    if count:
        expect(current).to_have_text(moves(page).nth(count - 1).inner_text())
    expect(page.get_by_role("button", name="Back to the game")).to_have_count(int(count < listed))


def test_whoever_looks_back_stays_there_when_the_other_one_moves(two: Two, address: str, browser: Any) -> None:
    game = meet(two, address, "hex(size=5,swap=false)", clock=CLOCK)
    first, second = two
    for person, name in enumerate(("b2", "c3", "d4")):
        play(two, person % 2, name)
    with open_page(browser, DESKTOP) as onlooker:
        speak(onlooker, "en")
        onlooker.goto(f"{address}/play/{game}")
        expect(moves(onlooker)).to_have_count(3)
        jump(onlooker, "First position")
        moves(first).nth(1).click()
        expect_at(first, 2, listed=3)
        expect(first).not_to_have_title(CALLED)
        tap(second, "e5")
        expect_at(first, 2, listed=4)
        expect(first).to_have_title(CALLED)
        expect_at(onlooker, 0, listed=4)
    for count in (3, 4):
        jump(first, "One step forward")
        expect_at(first, count, listed=4)
    play(two, 0, "a1")
    expect_at(first, 5, listed=5)


def test_whoever_looks_at_what_is_taken_back_comes_to_the_game(two: Two, address: str) -> None:
    meet(two, address, "hex(size=5,swap=false)", clock=CLOCK)
    first, second = two
    for person, name in enumerate(("b2", "c3", "d4", "e5")):
        play(two, person % 2, name)
    moves(first).nth(2).click()
    moves(second).nth(0).tap()
    expect_at(second, 1, listed=4)
    jump(first, "Back to the game")
    first.get_by_role("button", name="Ask to take back", exact=True).click()
    moves(first).nth(2).click()
    second.get_by_role("button", name="Accept", exact=True).tap()
    expect_at(first, 2, listed=2)
    expect_at(second, 1, listed=2)


def test_a_premove_is_played_while_its_player_looks_back(two: Two, address: str) -> None:
    meet(two, address, "hex(size=5,swap=false)", clock=CLOCK)
    first, second = two
    play(two, 0, "b2")
    click(first, "c3")
    expect(first.locator(".chosen .asked")).to_have_text("Premove: c3")
    jump(first, "First position")
    expect_at(first, 0, listed=1)
    tap(second, "d4")
    expect_at(first, 0, listed=3)
    expect(moves(second)).to_have_text(["b2", "d4", "c3"])
