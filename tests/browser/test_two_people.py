"""Two people at one screen: their names, and a board that turns to whoever is to move."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import speak
from browser.playing import begin, board, cell, click, moves

pytestmark = pytest.mark.slow


def middle(page: Page, name: str) -> tuple[float, float]:
    spot = cell(page, name).bounding_box()
    assert spot is not None
    return spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2


def test_names_are_on_the_cards_in_the_list_and_in_the_record(page: Page, address: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/play")
    expect(page.get_by_label("First player")).to_be_hidden()
    page.get_by_label("A friend, on this screen").check()
    page.get_by_label("First player").fill("Ana")
    page.get_by_label("Second player").fill(" Bela ")
    page.get_by_role("button", name="Start game").click()
    expect(page.locator(".player .name")).to_have_text(["Bela", "Ana"])
    click(page, "c3")
    expect(page.locator(".narration")).to_have_text("Ana plays c3.")
    game = page.url.rsplit("/", 1)[1]
    record = page.request.get(f"{address}/api/games/{game}/record?format=sgf").json()["text"]
    assert "PB[Ana]" in record
    assert "PW[Bela]" in record
    page.goto(f"{address}/games")
    expect(page.locator(".entry").first).to_contain_text("Ana")
    expect(page.locator(".entry .status").first).to_have_text("Bela to move")
    page.goto(f"{address}/play")
    expect(page.get_by_label("First player")).to_have_value("Ana")


def test_the_board_turns_to_whoever_is_to_move(page: Page, address: str) -> None:
    begin(page, address, "hex(size=3)", {"name": "Ana"}, {"name": "Bela"})
    assert middle(page, "a1") < middle(page, "c3")
    click(page, "b1")
    expect(page.locator(".narration")).to_have_text("Ana plays b1.")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Turn the board for each player").check()
    page.keyboard.press("Escape")
    expect(page.locator(".narration")).to_have_text("Ana plays b1. Pass the device to Bela.")
    expect(page.locator("motu-board.turned")).to_have_count(1)
    page.wait_for_timeout(500)
    assert middle(page, "a1") > middle(page, "c3")
    page.evaluate("document.querySelector('.table motu-board').focusBoard()")
    page.keyboard.type("b2")
    page.keyboard.press("ArrowRight")
    expect(page.locator(":focus")).to_have_attribute("aria-label", re.compile("^a2"))
    click(page, "a2")
    expect(moves(page)).to_have_count(2)
    expect(page.locator("motu-board.turned")).to_have_count(0)


def test_a_piece_is_dragged_on_a_turned_board(page: Page, address: str) -> None:
    opening = ["r1", "=1", "r4", "=4"]
    begin(page, address, "atmalof(rows=4,cols=4,extra_rows=0,extra_cols=0,line=4)", opening=opening)
    page.evaluate("localStorage.setItem('motu.settings', JSON.stringify({turnBoard: true, sound: false}))")
    page.reload()
    board(page).locator('[data-line="r1"]').wait_for()
    click(page, "r1")
    expect(page.locator("motu-board.turned")).to_have_count(1)
    page.wait_for_timeout(1200)
    start = board(page).locator(".cell.open").first
    start.click(force=True)
    target = board(page).locator(".target").first.bounding_box()
    origin = start.bounding_box()
    assert target
    assert origin
    page.keyboard.press("Escape")
    page.mouse.move(origin["x"] + origin["width"] / 2, origin["y"] + origin["height"] / 2)
    page.mouse.down()
    aim = target["x"] + target["width"] / 2, target["y"] + target["height"] / 2
    page.mouse.move(*aim, steps=5)
    held = board(page).locator(".dragged").bounding_box()
    assert held
    assert abs(held["x"] + held["width"] / 2 - aim[0]) < held["width"]
    page.mouse.up()
    expect(moves(page).last).to_have_text(re.compile(r"^r\dc\d-r\dc\d$"))


def test_stones_are_numbered_and_cells_named_on_request(page: Page, address: str) -> None:
    begin(page, address, "gan")
    click(page, "d4")
    expect(moves(page)).to_have_count(1)
    click(page, "d5")
    expect(moves(page)).to_have_count(2)
    expect(board(page).locator(".label")).to_have_count(0)
    expect(board(page).locator(".guide")).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Move numbers on stones").check()
    page.get_by_label("Row and column guides").check()
    page.keyboard.press("Escape")
    expect(board(page).locator(".label")).to_have_text(["1", "2"])
    page.mouse.move(*middle(page, "c2"))
    expect(board(page).locator(".coordinates .pointed")).to_have_text(["c", "2"])
    expect(board(page).locator(".guide")).to_have_count(2)
    page.mouse.move(5, 5)
    expect(board(page).locator(".guide")).to_have_count(0)
    page.evaluate("document.querySelector('.table motu-board').focusBoard()")
    page.keyboard.type("e3")
    expect(board(page).locator(".coordinates .pointed")).to_have_text(["e", "3"])
    page.get_by_role("button", name="One step back").click()
    expect(board(page).locator(".label")).to_have_text(["1"])
