"""Hands that play on the real board, by mouse, by keyboard or on a phone, and choose from what it offers."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

from browser.browsing import speak

MOST_MOVES = 400
MACHINE_MS = 60_000
PERSON = {"kind": "person"}
MACHINE = {"kind": "level", "level": 1}

EARS = """(() => {
  window.heard = [];
  const last = new WeakMap();
  const hear = (node) => {
    const element = node instanceof Element ? node : node.parentElement;
    const region = element?.closest('[aria-live], [role=status], [role=alert]');
    const text = region && region.getAttribute('aria-live') !== 'off' ? region.textContent.trim() : '';
    if (text && last.get(region) !== text) window.heard.push(text);
    if (region) last.set(region, text);
  };
  new MutationObserver((all) => all.forEach(({ target }) => hear(target)))
    .observe(document, { subtree: true, childList: true, characterData: true });
})()"""
"""For a page to keep in `heard` what live regions have said; run it before the page."""

_TARGETS = """board => {
  const at = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2].map(Math.round).join();
  };
  const cells = [...board.querySelectorAll('.cell')];
  const named = new Map(cells.map((cell) => [at(cell), cell.getAttribute('aria-label')]));
  return [...board.querySelectorAll('.target')].map((mark) => named.get(at(mark)).split(',')[0]);
}"""


def begin(
    page: Page,
    address: str,
    spec: str,
    *seats: dict[str, Any],
    language: str = "en",
    pace: str = "instant",
    **options: Any,
) -> str:
    """Begin a game as the page's guest, look at it and return its address."""
    speak(page, language, pace=pace)
    page.goto(f"{address}/games")
    page.locator("h1").wait_for()
    wanted = json.dumps({"spec": spec, "seats": seats or (PERSON, PERSON), **options})
    ask = "fetch('/api/games', {method: 'POST', headers: {'content-type': 'application/json'}, body})"
    game = page.evaluate(f"body => {ask}.then((answer) => answer.json())", wanted)
    url = f"{address}/play/{game['id']}"
    page.goto(url)
    board(page).locator("[data-cell]").first.wait_for()
    return url


def board(page: Page) -> Locator:
    """Return the board that is played on."""
    return page.locator(".table motu-board")


def cell(page: Page, name: str) -> Locator:
    """Return a cell of it."""
    return board(page).locator(f'[data-cell][aria-label^="{name},"]')


def place(page: Page, name: str) -> Locator:
    """Return a cell or a line's header."""
    line = board(page).locator(f'[data-line="{name}"]')
    return line if line.count() else cell(page, name)


def moves(page: Page) -> Locator:
    """Return the entries of the move list."""
    return page.locator("ol.moves .move")


def click(page: Page, name: str) -> None:
    """Click a cell or a header."""
    place(page, name).click(force=True)


def press(page: Page, name: str) -> None:
    """Type a name and play there."""
    page.keyboard.type(name)
    page.keyboard.press("Enter")


def tap(page: Page, name: str) -> None:
    """Tap a cell or a header."""
    place(page, name).tap(force=True)


def focus_board(page: Page) -> None:
    """Go to the board by keyboard, as "Skip to the board" does."""
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".table motu-board :focus")).to_have_count(1)


def resign(page: Page) -> None:
    """Give up the game, by the button and its question."""
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Resign this game").click()


def hears(page: Page, text: str) -> None:
    """Wait until something has been said on a page with EARS, though more may have been said since."""
    page.wait_for_function("text => window.heard.some((each) => each.includes(text))", arg=text)


@dataclass(frozen=True)
class Hand:
    """How somebody plays: `touch` a place, and whether a move is confirmed at the end."""

    touch: Callable[[Page, str], None]
    prepare: Callable[[Page], None] = lambda page: None
    confirms: bool = False

    def begin(self, page: Page, name: str) -> None:
        """Touch a place, and wait until the page has taken notice: a tap becomes a click a little later."""
        self.touch(page, name)
        if self.confirms:
            expect(board(page).locator(".target").or_(self._finish(page)).first).to_be_attached(timeout=MACHINE_MS)

    def finish(self, page: Page) -> None:
        """Confirm where that is asked for."""
        if self.confirms:
            self._finish(page).tap()

    def _finish(self, page: Page) -> Locator:
        return page.get_by_role("button", name="Finish turn")


MOUSE = Hand(click)
KEYS = Hand(press, focus_board)
FINGER = Hand(tap, confirms=True)


def offered(page: Page) -> list[str]:
    """Return the headers and the cells on which something may begin."""
    find = "all => all.map((each) => each.dataset.line ?? each.getAttribute('aria-label').split(',')[0])"
    found: list[str] = board(page).locator(".header.open, .cell.open").evaluate_all(find)
    return found


def is_my_turn(page: Page) -> bool:
    """Wait until somebody at this screen is to move; false when the game is over."""
    expect(page.locator(".table motu-board.active, .table.over").first).to_be_visible(timeout=MACHINE_MS)
    return page.locator(".table.over").count() == 0


def play_a_move(page: Page, hand: Hand, choice: random.Random) -> str:
    """Play any move that the board offers, and return where it began."""
    name = choice.choice(offered(page))
    hand.begin(page, name)
    targets: list[str] = board(page).evaluate(_TARGETS)
    if targets:
        hand.touch(page, choice.choice(targets))
    hand.finish(page)
    return name


def play_to_the_end(page: Page, hand: Hand, seed: int, most: int = MOST_MOVES) -> list[str]:
    """Play until the game is over, or for so many moves; return where they began."""
    choice = random.Random(seed)
    played: list[str] = []
    hand.prepare(page)
    while len(played) < most and is_my_turn(page):
        before = page.locator("ol.moves").inner_text()
        played.append(play_a_move(page, hand, choice))
        expect(page.locator("ol.moves")).not_to_have_text(before, use_inner_text=True)
    assert len(played) < MOST_MOVES, played
    return played
