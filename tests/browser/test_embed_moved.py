"""<motu-board> that is taken out of a page and put back: it hears everything once, and its game goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.embedding import WAIT_MS, folder, moves_of, open_board, site
from motu.games import load_game

__all__ = ["folder", "site"]

pytestmark = pytest.mark.slow

HEX = '<motu-board spec="hex(size=7)" engine="level:1"></motu-board>'
ATMALOF = '<motu-board spec="atmalof" moves="r4=6 c2=1" engine="level:1"></motu-board>'
PUT_BACK = """times => {
  const board = document.querySelector('motu-board'), place = board.parentNode;
  for (let time = 0; time < times; time += 1) { board.remove(); place.append(board); }
}"""
SAY_AGAIN = "board => board.getAttributeNames().forEach((name) => board.setAttribute(name, board.getAttribute(name)))"
TIMES = 4


def put_back(page: Page, times: int = TIMES) -> None:
    page.evaluate(PUT_BACK, times)
    wait_for_turn(page)


def wait_for_turn(page: Page) -> None:
    page.wait_for_function(
        "() => document.querySelector('motu-board').shadowRoot.querySelector('motu-board-picture.active')",
        timeout=WAIT_MS,
    )


def has_played(page: Page, count: int) -> None:
    page.wait_for_function(
        "count => document.querySelector('motu-board').moves.length === count", arg=count, timeout=WAIT_MS
    )
    wait_for_turn(page)


def focused(board: Locator) -> str:
    """The name of the cell that the keyboard is on."""
    label: str = board.evaluate("board => board.shadowRoot.activeElement?.getAttribute('aria-label') ?? ''")
    return label.partition(",")[0]


def listeners(page: Page) -> int:
    """How many listeners the page has, when all that is gone has been given back."""
    client = page.context.new_cdp_session(page)
    client.send("HeapProfiler.collectGarbage")
    client.send("Performance.enable")
    metrics = client.send("Performance.getMetrics")["metrics"]
    return next(int(each["value"]) for each in metrics if each["name"] == "JSEventListeners")


# --- each key and each listener once


def test_a_key_leads_one_cell_on_however_often_the_board_was_put_back(page: Page, site: str, folder: Path) -> None:
    board = open_board(page, site, folder, HEX)
    wait_for_turn(page)
    for _ in range(3):
        put_back(page)
        board.locator('[data-cell][tabindex="0"]').focus()
        page.keyboard.type("d4")
        assert focused(board) == "d4"
        page.keyboard.press("ArrowRight")
        assert focused(board) == "e4"
    page.keyboard.press("Enter")
    has_played(page, 2)
    assert moves_of(page)[0] == "e4"


def test_no_listener_is_left_over(page: Page, site: str, folder: Path) -> None:
    open_board(page, site, folder, HEX)
    wait_for_turn(page)
    put_back(page)
    before = listeners(page)
    put_back(page, 20)
    assert listeners(page) <= before


def test_a_piece_is_picked_up_and_put_down_by_keyboard_after_it(page: Page, site: str, folder: Path) -> None:
    board = open_board(page, site, folder, ATMALOF)
    wait_for_turn(page)
    put_back(page)
    page.evaluate(
        "() => { window.held = 0; const root = document.querySelector('motu-board').shadowRoot;"
        " root.addEventListener('motu-hold', () => { window.held += 1; }); }"
    )
    board.locator('[data-cell][tabindex="0"]').focus()
    page.keyboard.type("r4c6")
    page.keyboard.press("Enter")
    assert page.evaluate("() => window.held") == 1
    expect(board.locator(".target").first).to_be_attached()
    put_back(page)  # what is in the hand stays there
    expect(board.locator(".target").first).to_be_attached()
    board.locator('[data-cell][tabindex="0"]').focus()
    page.keyboard.type("r5c6")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('motu-board').moves.length > 2", timeout=WAIT_MS)
    assert moves_of(page)[:3] == ["r4=6", "c2=1", "r4c6-r5c6"]


def test_a_line_is_announced_and_rolled_for_once_after_it(page: Page, site: str, folder: Path) -> None:
    board = open_board(page, site, folder, '<motu-board spec="atmalof" engine="level:1"></motu-board>')
    wait_for_turn(page)
    put_back(page)
    board.locator('[data-cell][tabindex="0"]').focus()
    page.keyboard.type("r4")
    page.keyboard.press("Enter")
    wait_for_turn(page)
    page.wait_for_function("() => document.querySelector('motu-board').moves.length > 1", timeout=WAIT_MS)
    wait_for_turn(page)
    moves = moves_of(page)
    assert moves[0].startswith("r4="), moves
    state = load_game("atmalof").new_initial_state()
    for move in moves:
        state.play(move)


def test_a_hand_that_held_a_piece_holds_it_no_more(page: Page, site: str, folder: Path) -> None:
    board = open_board(page, site, folder, ATMALOF)
    wait_for_turn(page)
    piece = board.locator('[data-cell][aria-label^="r4c6"]')
    box = piece.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 60, steps=4)
    expect(board.locator(".dragged")).to_have_count(1)
    put_back(page, 1)
    page.mouse.move(x + 70, y + 70, steps=2)
    expect(board.locator(".dragged")).to_have_count(0)
    page.mouse.up()
    assert moves_of(page) == ["r4=6", "c2=1"]


# --- the game goes on


def test_a_game_goes_on_where_it_was(page: Page, site: str, folder: Path) -> None:
    board = open_board(page, site, folder, HEX)
    wait_for_turn(page)
    board.locator(".cell.open").first.click(force=True)
    has_played(page, 2)
    moves = moves_of(page)
    page.evaluate("() => { window.told = 0; document.addEventListener('motu-change', () => { window.told += 1; }); }")
    put_back(page)
    page.wait_for_timeout(200)
    assert moves_of(page) == moves
    assert page.evaluate("() => window.told") == 0, "it is the position that was there"
    board.locator(".cell.open").first.click(force=True)
    has_played(page, 4)
    assert moves_of(page)[:2] == moves


def test_a_level_that_was_thinking_thinks_again(page: Page, site: str, folder: Path) -> None:
    board = open_board(page, site, folder, HEX)
    wait_for_turn(page)
    board.locator('[data-cell][tabindex="0"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('motu-board').moves.length > 0")
    put_back(page)
    has_played(page, 2)
    assert len(page.workers) <= 1, "what it was asked in is closed; none is asked where it has answered before"


def test_the_position_that_is_looked_at_stays(page: Page, site: str, folder: Path) -> None:
    board = open_board(page, site, folder, '<motu-board spec="hex(size=5)" moves="c3 swap b2 d4"></motu-board>')
    board.evaluate("board => board.go(1)")
    page.evaluate(PUT_BACK, TIMES)
    page.wait_for_timeout(200)
    expect(board.locator(".step")).to_contain_text("1 of 4")


def test_a_board_that_was_changed_meanwhile_begins_anew(page: Page, site: str, folder: Path) -> None:
    board = open_board(page, site, folder, '<motu-board spec="hex(size=5)" moves="c3 d4" at="1"></motu-board>')
    change = """([name, value]) => {
      const board = document.querySelector('motu-board'), place = board.parentNode;
      board.remove();
      board.setAttribute(name, value);
      place.append(board);
    }"""
    board.evaluate("board => board.go(2)")
    page.evaluate(change, ["label", "A diagram"])
    page.evaluate(change, ["spec", "hex(size=5)"])
    page.wait_for_timeout(200)
    expect(board.locator(".step")).to_contain_text("2 of 2")
    page.evaluate(change, ["moves", "c3 d4 b2"])
    expect(board.locator(".step")).to_contain_text("1 of 3")


def test_what_is_said_once_more_changes_nothing(page: Page, site: str, folder: Path) -> None:
    board = open_board(page, site, folder, HEX)
    wait_for_turn(page)
    board.locator(".cell.open").nth(3).click(force=True)
    has_played(page, 2)
    before = moves_of(page)
    board.evaluate(SAY_AGAIN)
    page.wait_for_timeout(300)
    wait_for_turn(page)
    assert moves_of(page) == before
    board.evaluate("board => board.setAttribute('spec', 'hex(size=5)')")
    has_played(page, 0)
