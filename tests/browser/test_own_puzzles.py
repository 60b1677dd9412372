"""Puzzles from one's own games: a review finds the errors, the solver the wins among them, and they are played."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import speak
from motu.puzzles import shipped_puzzles

pytestmark = pytest.mark.slow

PUZZLE = next(puzzle for puzzle in shipped_puzzles().values() if "rhombus,size=5,islands=4" in puzzle.spec)
WRONG = next(move for move in PUZZLE.hint() if move not in PUZZLE.solution)


def test_a_missed_win_becomes_a_puzzle_of_ones_own(page: Page, address: str) -> None:
    speak(page, "en", confirm="never")
    line = urlencode({"spec": PUZZLE.spec, "moves": " ".join([*PUZZLE.moves, WRONG])})
    page.goto(f"{address}/study?{line}")
    page.get_by_role("button", name="Review", exact=True).click()
    review = page.locator(".part.review")
    review.get_by_label("Effort").select_option("50")
    review.get_by_role("button", name="Review", exact=True).click()
    expect(review.locator(".accounts li")).to_have_count(2, timeout=120_000)
    state = PUZZLE.position()
    colour = state.colour(state.current_player()).capitalize()
    review.get_by_role("button", name=f"Make puzzles of the wins that {colour} missed").click()
    found = review.get_by_role("link", name=re.compile(r"^\d+ puzzles? from this game$"))
    expect(found).to_be_visible(timeout=120_000)
    found.click()
    game = page.locator(".puzzle-choice").get_by_label("Game")
    expect(game).to_have_value("own")
    page.goto(f"{address}/puzzles/{PUZZLE.id}")
    page.goto(f"{address}/puzzles/own")
    expect(game).to_have_value("own")
    page.locator(".puzzle motu-board [data-cell]").first.wait_for()
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator('.puzzle .verdict[data-kind="given"]')).to_contain_text("The answer is")
