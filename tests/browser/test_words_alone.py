"""Whole games by somebody who hears the page and sees nothing of it.

He knows what live regions have said and what things are called (accessible names and states), and plays by keyboard.
What he believes of the board, from what was said alone, is held against the names of the cells after every turn.
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, open_page
from browser.playing import EARS, MACHINE_MS, PERSON, begin, focus_board, press

pytestmark = pytest.mark.slow

COLOUR = "Black|White|Red|Blue"
OTHER = {"Black": "White", "White": "Black", "Red": "Blue", "Blue": "Red"}
ENDED = re.compile(rf"(?:({COLOUR}) wins (?:by|with|because)|A draw (?:by|because))")


class Listener:
    """Somebody who hears: plays both sides, and keeps in mind what was said."""

    def __init__(self, page: Page, address: str, spec: str, seed: int, **options: Any) -> None:
        self.page = page
        self.choice = random.Random(seed)
        self.count = 0
        self.flips = self.swaps = self.returns = self.moves = 0
        page.add_init_script(EARS)
        begin(page, address, spec, PERSON, PERSON, **options)
        focus_board(page)
        self.said = self.hear()
        found = {cell: says.partition(",")[0] for cell, says in self.cells().items()}
        self.board = {cell: colour for cell, colour in found.items() if colour != "empty"}

    def hear(self) -> str:
        """Wait until something more is said, and return it."""
        self.page.wait_for_function("count => window.heard.length > count", arg=self.count, timeout=MACHINE_MS)
        heard: list[str] = self.page.evaluate("window.heard")
        said = " ".join(heard[self.count :])
        self.count = len(heard)
        return said

    def cells(self) -> dict[str, str]:
        """Return what is said of each cell by its name."""
        names = re.findall(r'gridcell "([^"]*)"', self.page.get_by_role("grid").aria_snapshot())
        return {name.partition(", ")[0]: name.partition(", ")[2] for name in names}

    def lines(self) -> list[str]:
        """Return the lines that can be announced: "r4"."""
        snapshot = self.page.get_by_role("grid").aria_snapshot()
        found = re.findall(r'columnheader "(row|column) (\d+): \d+ of \d+ land"(?! \[disabled\])', snapshot)
        return [f"{kind[0]}{number}" for kind, number in found]

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        found: list[str] = re.findall(rf"({COLOUR}): ", self.said)
        assert found, self.said
        return found[-1]

    def act(self, name: str) -> None:
        """Play at a place."""
        press(self.page, name)
        self.listen()

    def listen(self) -> None:
        """Hear what has become of it."""
        self.said = self.hear()
        for who, cell in re.findall(rf"({COLOUR}) plays (\w+)\.", self.said):
            self.board[cell] = who
        for who, cell in re.findall(rf"({COLOUR}) puts a stone back on (\w+)\.", self.said):
            self.board[cell] = who
            self.returns += 1
        for cell in re.findall(rf"(?:{COLOUR}) flips (\w+)\.", self.said):
            self.board[cell] = OTHER[self.board[cell]]
            self.flips += 1
        for start, end in re.findall(r"moves from (\w+) to (\w+)\.", self.said):
            self.board[end] = self.board.pop(start)
            self.moves += 1
        for who, cell in re.findall(rf"({COLOUR}) announces [\w ]+\. The die shows \d+: (\w+)\.", self.said):
            if "occupied" not in self.said:
                self.board[cell] = who
        self.check()

    def check(self) -> None:
        """What was said is what the cells say."""
        named = {cell: says.partition(",")[0] for cell, says in self.cells().items()}
        assert {cell: colour for cell, colour in named.items() if colour != "empty"} == self.board, self.said

    def play_on(self) -> None:
        """Play one turn of a game of stones."""
        cells = self.cells()
        swap = self.page.get_by_role("button", name="Swap colours")
        if "swap" in self.said and swap.count() and not self.swaps:
            before = self.turn
            swap.press("Enter")
            self.listen()
            self.swaps += 1
            assert f"The player who was {before} is now {OTHER[before]}" in self.said, self.said
            expect(self.page.get_by_role("grid").locator(":focus")).to_have_count(1)  # and the keyboard is on the board
            return
        flips = [cell for cell, says in cells.items() if "can be flipped" in says]
        assert all(cell in self.said for cell in flips), (flips, self.said)
        empty = [cell for cell, says in cells.items() if says.startswith("empty")]
        self.act(self.choice.choice(flips if flips and (not self.flips or self.choice.random() < 0.4) else empty))

    def roll_or_step(self) -> None:
        """Play one turn of a game of dice."""
        own = [cell for cell, says in self.cells().items() if "can move" in says]
        assert all(self.board[cell] == self.turn for cell in own)
        if not own or self.choice.random() < 0.7:
            self.act(self.choice.choice(self.lines()))
            return
        press(self.page, self.choice.choice(own))
        held = self.hear()
        targets = re.findall(r"\w+", held.partition("can go to ")[2])
        assert targets, held
        self.act(self.choice.choice(targets))

    def play_to_the_end(self) -> None:
        """Play until it is said that the game is over, and how."""
        turn = self.roll_or_step if self.lines() else self.play_on
        for _ in range(400):
            if ENDED.search(self.said):
                break
            turn()
        assert ENDED.search(self.said), self.said
        assert not any("can " in says for says in self.cells().values())


@pytest.fixture
def quiet(browser: Any) -> Any:
    with open_page(browser, {**DESKTOP, "reduced_motion": "reduce"}) as page:
        yield page


def test_atoll(quiet: Page, address: str) -> None:
    player = Listener(quiet, address, "atoll(size=5)", seed=1)
    assert player.turn == "Black"
    assert any("touches island" in says for says in player.cells().values())
    player.play_to_the_end()
    assert player.swaps == 1


def test_atomorph_with_a_swap(quiet: Page, address: str) -> None:
    player = Listener(quiet, address, "atomorph(size=4)", seed=2)
    player.play_to_the_end()
    assert player.swaps == 1


@pytest.mark.parametrize("spec", ["atomorph(size=4)", "atomorph(size=4,return_stone=true)"])
def test_atomorph_with_flips_and_what_is_put_back(quiet: Page, address: str, spec: str) -> None:
    player = Listener(quiet, address, spec, seed=2, opening=["a2", "a1", "b1", "c3"])
    player.play_to_the_end()
    assert player.flips
    assert bool(player.returns) == ("return" in spec)


def test_atmalof(quiet: Page, address: str) -> None:
    player = Listener(quiet, address, "atmalof(rows=4,cols=4,extra_rows=1,extra_cols=1,line=4,pieces=6)", seed=3)
    assert player.turn == "Red"
    player.play_to_the_end()
    assert player.moves


def test_what_is_taken_back_is_said(quiet: Page, address: str) -> None:
    player = Listener(quiet, address, "hex(size=4)", seed=4)
    player.act("b2")
    player.play_on()
    quiet.get_by_role("button", name="Take back").press("Enter")
    assert "Taken back: swap." in (said := player.hear()), said
    assert "White: " in said


def test_who_plays_the_machine_hears_who_he_is(quiet: Page, address: str) -> None:
    quiet.add_init_script(EARS)
    begin(quiet, address, "atomorph(size=3)", PERSON, {"kind": "level", "level": 1})
    expect(quiet.get_by_role("status").first).to_contain_text("You are Black.")
