"""Moves chosen while the other one is to move, in a live game of two people at different screens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.browsing import DESKTOP, PHONE, open_page, speak
from browser.playing import EARS, board, cell, click, moves, tap
from browser.test_two_screens import OFFLINE, Two, meet, play, said

pytestmark = pytest.mark.slow

CLOCK = {"initial_ms": 600_000}


@pytest.fixture
def two(browser: Any) -> Iterator[Two]:
    """Yield somebody at a desk, and somebody with a phone, who confirms his moves."""
    with (
        open_page(browser, DESKTOP, pardoned=OFFLINE) as first,
        open_page(browser, PHONE, pardoned=OFFLINE) as second,
    ):
        speak(first, "en", confirm="never")
        speak(second, "en", confirm="always")
        for page in (first, second):
            page.add_init_script(EARS)
        yield Two(first, second)


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
