"""Whole games in a real browser: by mouse, by keyboard, on a phone; what comes between, and who can't see the board."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from browser.browsing import DESKTOP, HEIGHT, PHONE, WIDTH, Server, open_page, speak

pytestmark = pytest.mark.slow

MOST_MOVES = 150
MACHINE_MS = 60_000
GAMES = {
    "hex": "hex(size=3)",
    "atoll": "atoll(board=hexagon,size=3,islands=12)",
    "atomorph": "atomorph(size=4)",
    "atomorph that returns stones": "atomorph(size=3,return_stone=true)",
    "atmalof": "atmalof(rows=4,cols=4,extra_rows=1,extra_cols=1,line=3,pieces=5)",
}
PERSON = {"kind": "person"}
MACHINE = {"kind": "level", "level": 1}
GONE = ("WebSocket", "ERR_CONNECTION_REFUSED", "Failed to load resource")

Hand = Callable[[Page, str], None]
each_game = pytest.mark.parametrize("spec", GAMES.values(), ids=list(GAMES))


@pytest.fixture
def phone(browser: Any) -> Iterator[Page]:
    with open_page(browser, PHONE) as opened:
        yield opened


def begin(page: Page, address: str, spec: str, *seats: dict[str, Any], language: str = "en") -> str:
    """Begin a game as the page's guest, look at it and return its address."""
    speak(page, language)
    page.goto(f"{address}/games")
    page.locator("h1").wait_for()
    wanted = json.dumps({"spec": spec, "seats": seats or (PERSON, PERSON)})
    ask = "fetch('/api/games', {method: 'POST', headers: {'content-type': 'application/json'}, body})"
    game = page.evaluate(f"body => {ask}.then((answer) => answer.json())", wanted)
    url = f"{address}/play/{game['id']}"
    page.goto(url)
    board(page).locator("[data-cell]").first.wait_for()
    return url


def board(page: Page) -> Locator:
    return page.locator(".table motu-board")


def cell(page: Page, name: str) -> Locator:
    return board(page).locator(f'[data-cell][aria-label^="{name},"]')


def click(page: Page, name: str) -> None:
    line = board(page).locator(f'[data-line="{name}"]')
    (line if line.count() else cell(page, name)).click(force=True)


def press(page: Page, name: str) -> None:
    page.keyboard.type(name)
    page.keyboard.press("Enter")


def tap(page: Page, name: str) -> None:
    line = board(page).locator(f'[data-line="{name}"]')
    (line if line.count() else cell(page, name)).tap(force=True)
    finish = page.get_by_role("button", name="Finish turn")
    finish.tap()


def open_names(page: Page) -> list[str]:
    """What can be played with one touch; lines before pieces, since a piece needs two."""
    lines = board(page).locator(".header.open").evaluate_all("all => all.map((each) => each.dataset.line)")
    if lines:
        return [str(line) for line in lines]
    labels = board(page).locator(".cell.open").evaluate_all("all => all.map((each) => each.getAttribute('aria-label'))")
    return [str(label).split(",")[0] for label in labels]


def wait_for_turn(page: Page) -> bool:
    """Wait until somebody at this screen is to move; false when the game is over."""
    expect(page.locator(".table motu-board.active, .has-won").first).to_be_visible(timeout=MACHINE_MS)
    return page.locator(".has-won").count() == 0


def play_to_the_end(page: Page, hand: Hand, seed: int) -> list[str]:
    """Play any move that the board offers until the game is over; return what was played."""
    choice = random.Random(seed)
    played: list[str] = []
    while wait_for_turn(page):
        assert len(played) < MOST_MOVES, played
        before = page.locator("ol.moves").inner_text()
        name = choice.choice(open_names(page))
        hand(page, name)
        played.append(name)
        expect(page.locator("ol.moves")).not_to_have_text(before, use_inner_text=True)
    return played


@each_game
def test_two_people_play_by_mouse(page: Page, address: str, spec: str) -> None:
    begin(page, address, spec)
    play_to_the_end(page, click, 1)
    expect(page.locator(".message")).to_have_text(re.compile("wins (by|with|because)"))
    expect(page.locator(".has-won")).to_have_count(1)
    if not spec.startswith("atmalof"):
        expect(board(page).locator(".chain-link")).to_have_count(1)


@each_game
def test_against_the_machine_by_mouse(page: Page, address: str, spec: str) -> None:
    begin(page, address, spec, PERSON, MACHINE)
    play_to_the_end(page, click, 2)
    won = page.locator(".player.has-won .name").inner_text()
    said = page.locator(".message").inner_text()
    assert said.startswith("You win " if won == "You" else "Level 1 wins ")


@each_game
def test_two_people_play_by_keyboard_alone(page: Page, address: str, spec: str) -> None:
    begin(page, address, spec)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # "Skip to the board"
    play_to_the_end(page, press, 3)
    expect(page.locator('[role="status"]')).to_have_text(re.compile("wins"))


@each_game
def test_against_the_machine_on_a_phone(phone: Page, address: str, spec: str) -> None:
    begin(phone, address, spec, MACHINE, PERSON)
    play_to_the_end(phone, tap, 4)
    assert phone.evaluate("document.documentElement.scrollWidth") <= WIDTH


def test_arrow_keys_lead_everywhere(page: Page, address: str) -> None:
    begin(page, address, "hex(size=3)")
    page.evaluate("document.querySelector('.table motu-board').focusBoard()")
    for key in ("ArrowLeft", "ArrowLeft", "Home"):
        page.keyboard.press(key)
    expect(page.locator(":focus")).to_have_attribute("aria-label", re.compile(r"^a\d, empty"))
    page.keyboard.press("Enter")
    expect(page.locator("ol.moves .move")).to_have_count(1)


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


def test_the_odds_are_seen_before_the_click(phone: Page, address: str) -> None:
    begin(phone, address, "atmalof(rows=4,cols=4)")
    expect(board(phone).locator('[data-line="r2"] .odds')).to_be_visible()
    expect(board(phone).locator('[data-line="r2"] .odds')).to_have_text("4/4")
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
        expect(board(page).locator(f'[aria-label^="{name}, "]:not([aria-label$="empty"])')).to_have_count(1)
    page.reload()
    expect(page.locator("ol.moves .move")).to_have_text(["a1", "b2", "c3"])
    page.get_by_role("button", name="Esperanto").click()
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
        expect(page.locator(".notice")).to_have_text(re.compile("Connection lost"))
        click(page, "b2")
        expect(page.locator(".notice")).to_have_text(re.compile("does not answer|Connection lost"))
        server.start()
        expect(page.locator(".notice")).to_have_text("", timeout=MACHINE_MS)
        click(page, "b2")
        expect(page.locator("ol.moves .move")).to_have_text(["a1", "b2"])


def test_colours_look_as_a_person_likes(page: Page, address: str) -> None:
    begin(page, address, "hex(size=3)")
    click(page, "b2")
    disc = board(page).locator(".stone.first .disc")
    before = disc.evaluate("disc => getComputedStyle(disc).fill")
    page.locator(".player .marker").first.click()
    page.get_by_role("checkbox", name="Show the two colours the other way round").check()
    assert disc.evaluate("disc => getComputedStyle(disc).fill") != before
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
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("motu-board :focus")).to_have_count(1)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Coordinates").uncheck()
    expect(board(page).locator(".coordinates.hidden")).to_have_count(1)
    page.get_by_label("Confirm moves").select_option("always")
    click(page, "b2")
    expect(page.get_by_role("button", name="Finish turn")).to_be_visible()
    expect(page.locator("ol.moves .move")).to_have_count(0)


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


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_no_page_shuts_anybody_out(browser: Any, address: str, theme: str, device: str) -> None:
    axe = Axe()
    with open_page(browser, DESKTOP if device == "desktop" else PHONE) as page:
        speak(page, "en", theme=theme)
        game = begin(page, address, "atmalof(rows=4,cols=4)")
        found = []
        study = "/study?spec=atomorph(size=5)&moves=c3 d3"
        learn = ("/learn", "/learn/atoll", "/learn/atoll/lesson")
        for url in ("/", "/play", "/games", game.removeprefix(address), study, *learn):
            page.goto(address + url)
            page.locator("h1").wait_for(state="attached")
            found += [(url, each["id"], each["nodes"][0]["html"]) for each in axe.run(page).response["violations"]]
        for name in ("Settings", "Keys"):
            page.get_by_role("button", name=name, exact=True).click()
            found += [(name, each["id"], each["nodes"][0]["html"]) for each in axe.run(page).response["violations"]]
        assert found == [], found
