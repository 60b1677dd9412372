"""What comes between the moves of a game in a real browser: reloads, restarts, languages, settings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browser.browsing import DESKTOP, HEIGHT, PHONE, WIDTH, Server, choose_language, hold, let_through, open_page
from browser.playing import MACHINE_MS, begin, board, cell, click

pytestmark = pytest.mark.slow

GONE = ("WebSocket", "ERR_CONNECTION_REFUSED", "Failed to load resource")


@pytest.fixture
def phone(browser: Any) -> Iterator[Page]:
    with open_page(browser, PHONE) as opened:
        yield opened


def test_arrow_keys_lead_everywhere(page: Page, address: str) -> None:
    begin(page, address, "hex(size=3)")
    page.evaluate("document.querySelector('.table motu-board').focusBoard()")
    for key in ("ArrowLeft", "ArrowLeft", "Home"):
        page.keyboard.press(key)
    expect(page.locator(":focus")).to_have_attribute("aria-label", re.compile(r"^a\d, empty"))
    page.keyboard.press("Enter")
    expect(page.locator("ol.moves .move")).to_have_count(1)


def test_arrow_keys_step_after_a_click_on_the_board(page: Page, address: str) -> None:
    begin(page, address, "hex(size=3)")
    for number, name in enumerate(("a1", "b2"), start=1):
        click(page, name)
        expect(board(page).locator(".stone")).to_have_count(number)  # a click before the answer to the last one is none
    page.keyboard.press("ArrowLeft")
    expect(board(page).locator(".stone")).to_have_count(1)
    page.keyboard.press("Home")
    expect(board(page).locator(".stone")).to_have_count(0)
    page.keyboard.press("End")
    page.keyboard.type("c3")  # a name that is typed leads there, and from there the arrows walk
    page.keyboard.press("ArrowLeft")
    expect(page.locator(":focus")).to_have_attribute("aria-label", re.compile("^b3, empty"))
    expect(board(page).locator(".stone")).to_have_count(2)


def test_a_piece_moves_by_two_clicks_and_by_drag(page: Page, address: str) -> None:
    begin(page, address, "atmalof(rows=4,cols=4,line=4)")
    while not board(page).locator(".cell.open").count():
        before = page.locator("ol.moves").inner_text()
        click(page, "r1")
        expect(page.locator("ol.moves")).not_to_have_text(before, use_inner_text=True)
    start = board(page).locator(".cell.open").first
    start.click(force=True)
    expect(board(page).locator(".target").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(board(page).locator(".target")).to_have_count(0)
    start.click(force=True)
    target = board(page).locator(".target").first.bounding_box()
    origin = start.bounding_box()
    assert target
    assert origin
    page.mouse.move(origin["x"] + origin["width"] / 2, origin["y"] + origin["height"] / 2)
    page.mouse.down()
    page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=5)
    page.mouse.up()
    expect(page.locator("ol.moves .move").last).to_have_text(re.compile(r"^r\dc\d-r\dc\d$"))


def test_a_piece_that_is_held_stays_in_the_hand_when_the_answer_to_a_move_comes(page: Page, address: str) -> None:
    begin(page, address, "atmalof(rows=4,cols=4,line=4)", opening=["r1=1", "r2=2"])
    held = hold(page, "**/moves")
    click(page, "r3")
    expect(page.locator(".player.to-move")).to_contain_text("Blue")  # heard over the socket
    expect(board(page).locator(".cell.open")).to_have_count(1)
    board(page).locator(".cell.open").click(force=True)
    expect(board(page).locator(".target").first).to_be_visible()
    let_through(page, held, 1)
    expect(board(page).locator(".target").first).to_be_visible()


def test_who_looks_back_while_it_is_his_turn_is_not_said_to_think(page: Page, address: str) -> None:
    begin(page, address, "gan", {"kind": "person"}, {"kind": "level", "level": 1})
    click(page, "a1")
    expect(page.locator("ol.moves .move")).to_have_count(2, timeout=MACHINE_MS)
    page.get_by_role("button", name="First position").click()
    expect(page.locator(".message")).to_have_text("Your turn")


def test_the_odds_are_seen_before_the_click(phone: Page, address: str) -> None:
    begin(phone, address, "atmalof(rows=4,cols=4)")
    expect(board(phone).locator('[data-line="r2"] .lands')).to_have_count(4)
    expect(board(phone).locator('[data-line="r2"] .misses')).to_have_count(0)
    expect(board(phone).locator('[data-line="r2"]')).to_have_attribute("aria-label", "row 2: 4 of 4 land")


def test_the_pie_is_taken_by_clicking_the_stone(page: Page, address: str) -> None:
    begin(page, address, "hex(size=3)")
    expect(board(page).locator(".swap-sign")).to_have_count(0)
    click(page, "b2")
    expect(board(page).locator(".swap-sign")).to_have_count(1)
    expect(page.get_by_role("button", name="Swap colours")).to_be_visible()
    click(page, "b2")
    expect(page.locator("ol.moves .move").last).to_have_text("swap")
    expect(page.locator(".player.to-move .name")).to_have_text("White")
    expect(board(page).locator(".swap-sign")).to_have_count(0)


def test_a_game_survives_a_reload_and_another_language(page: Page, address: str) -> None:
    begin(page, address, "hex(size=4)")
    for name in ("a1", "b2", "c3"):
        click(page, name)
        expect(board(page).locator(f'[aria-label^="{name}, "]:not([aria-label*=", empty"])')).to_have_count(1)
    page.reload()
    expect(page.locator("ol.moves .move")).to_have_text(["a1", "b2", "c3"])
    choose_language(page, "Esperanto")
    expect(page.locator("html")).to_have_attribute("lang", "eo")
    expect(page.locator("ol.moves .move")).to_have_text(["a1", "b2", "c3"])
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, Blanko")
    click(page, "d4")
    expect(page.locator("ol.moves .move")).to_have_count(4)


def test_a_game_survives_a_restart_of_the_server(browser: Any, server: Server) -> None:
    with open_page(browser, DESKTOP, pardoned=GONE) as page:
        begin(page, server.address, "hex(size=4)")
        click(page, "a1")
        expect(page.locator("ol.moves .move")).to_have_count(1)
        server.stop()
        expect(page.locator(".at-hand > .notice")).to_have_text(re.compile("Connection lost"))
        click(page, "b2")
        expect(page.locator(".at-hand > .notice")).to_have_text(re.compile("not responding|Connection lost"))
        server.start()
        expect(page.locator(".at-hand > .notice")).to_have_text("", timeout=MACHINE_MS)
        click(page, "b2")
        expect(page.locator("ol.moves .move")).to_have_text(["a1", "b2"])


def test_what_the_server_refuses_beside_a_move_is_said(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=GONE) as page:
        begin(page, address, "hex(size=3)")
        click(page, "b2")
        expect(page.locator("ol.moves .move")).to_have_count(1)
        page.route("**/positions", lambda route: route.abort())
        page.get_by_role("button", name="First position").click()
        expect(page.locator(".at-hand > .notice")).to_have_text("The server is not responding; your game is saved.")
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Resign this game").click()
        refusal = {"slug": "server/too-many", "error": "you have too many games going"}
        page.route("**/api/games", lambda route: route.fulfill(status=429, json=refusal))
        page.get_by_role("button", name="Rematch, other colours").click()
        expect(page.locator(".at-hand > .notice")).to_have_text("You have too many games going.")


def test_a_position_that_comes_after_a_take_back_is_not_looked_at(page: Page, address: str) -> None:
    begin(page, address, "hex(size=3)")
    for count, name in enumerate(("a1", "b2", "c3"), start=1):
        click(page, name)
        expect(page.locator("ol.moves .move")).to_have_count(count)
    held = hold(page, "**/positions")
    page.locator("ol.moves .move").nth(1).click()
    page.wait_for_timeout(200)
    for count in (2, 1):
        page.get_by_role("button", name="Take back").click()
        expect(page.locator("ol.moves .move")).to_have_count(count)
    [let_through] = held
    let_through()
    page.wait_for_timeout(500)
    expect(page.locator("ol.moves .move[aria-current]")).to_have_text("a1")
    expect(page.get_by_role("button", name="Back to the game")).to_have_count(0)
    click(page, "c1")
    expect(page.locator("ol.moves .move")).to_have_count(2)


def test_colours_look_as_a_person_likes(page: Page, address: str) -> None:
    begin(page, address, "hex(size=3)")
    click(page, "b2")
    disc = board(page).locator(".stone.first .motu-stone")
    before = disc.evaluate("disc => getComputedStyle(disc).stroke")
    page.locator(".player .marker").first.click()
    page.get_by_role("checkbox", name="Show the two colours swapped").check()
    assert disc.evaluate("disc => getComputedStyle(disc).stroke") != before
    expect(page.locator(".player.to-move .name")).to_have_text("Black")
    page.get_by_label("Palette").select_option("colourblind")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    click(page, "a1")
    expect(page.locator("ol.moves .move")).to_have_text(["b2", "a1"])


def test_keys_and_settings_are_at_hand(page: Page, address: str) -> None:
    begin(page, address, "hex(size=3)")
    page.evaluate("document.querySelector('.table motu-board').focusBoard()")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("motu-board :focus")).to_have_count(1)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Coordinates").uncheck()
    expect(board(page).locator(".coordinates.hidden")).to_have_count(1)
    page.get_by_label("Confirm moves").select_option("always")
    click(page, "b2")
    expect(page.get_by_role("button", name="Finish turn")).to_be_visible()
    expect(page.locator("ol.moves .move")).to_have_count(0)


def test_a_move_that_is_under_way_no_longer_waits(phone: Page, address: str) -> None:
    begin(phone, address, "hex(size=3)")
    cell(phone, "b2").tap(force=True)
    finish = phone.get_by_role("button", name="Finish turn")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.route("**/api/games/*/moves", hold)
    finish.tap()
    expect(finish).to_be_hidden()
    expect(phone.locator("ol.moves .move")).to_have_count(0)
    held[0].continue_()
    expect(phone.locator("ol.moves .move")).to_have_count(1)
    expect(finish).to_be_hidden()


def test_a_phone_shows_a_board_of_15_columns_whole(phone: Page, address: str) -> None:
    begin(phone, address, "tokelau")
    assert phone.evaluate("document.documentElement.scrollWidth") <= WIDTH
    box = board(phone).bounding_box()
    assert box
    assert box["y"] + box["height"] <= HEIGHT
    cell(phone, "h8").tap(force=True)
    finish = phone.get_by_role("button", name="Finish turn").bounding_box()
    assert finish
    assert finish["y"] + finish["height"] <= HEIGHT, "without scrolling"
    assert finish["height"] >= 24
