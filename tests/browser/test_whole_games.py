"""Whole games in a real browser, of every game and every group of variants, on small boards.

Two people and against the machine, by mouse, by keyboard alone and on a phone.
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, PHONE, WIDTH, Server, open_page
from browser.playing import (
    FINGER,
    KEYS,
    MACHINE,
    MACHINE_MS,
    MOUSE,
    PERSON,
    Hand,
    begin,
    board,
    focus_board,
    is_my_turn,
    moves,
    offered,
    play_to_the_end,
)

pytestmark = pytest.mark.slow

GAMES = {
    "hex": "hex(size=3)",
    "hex without the pie": "hex(size=3,swap=false)",
    "oblong hex": "hex(size=3x4)",
    "atoll of 4 islands": "atoll(board=square,size=5,islands=4)",
    "atoll of 8 islands": "atoll(size=5)",
    "atoll of 8 on a rhombus": "atoll(board=rhombus,size=4,islands=8,swap=false)",
    "atoll of 12 islands": "atoll(board=hexagon,size=3,islands=12)",
    "atoll of 12 on a triangle": "atoll(board=triangle,size=6,islands=12)",
    "atomorph": "atomorph(size=4)",
    "atomorph without the pie": "atomorph(size=3,swap=false)",
    "atomorph that returns stones": "atomorph(size=3,return_stone=true)",
    "atomorph without contested flips": "atomorph(size=4,contested=never)",
    "atomorph with firm corners": "atomorph(size=3,corners=false)",
    "atomorph with every variant": "atomorph(size=4,contested=never,corners=false,return_stone=true)",
    "atmalof": "atmalof(rows=4,cols=4,extra_rows=1,extra_cols=1,line=3,pieces=5)",
    "junior atmalof": "atmalof(rows=4,cols=4,extra_rows=0,extra_cols=0,line=4,pieces=4)",
    "kvinigu": "atmalof(rows=4,cols=4,extra_rows=1,extra_cols=1,line=4,pieces=4,tiebreak=both)",
    "atmalof with two dice": "atmalof(rows=3,cols=8,extra_rows=1,extra_cols=0,line=3,pieces=5)",
}
HANDS: dict[str, tuple[Hand, dict[str, Any]]] = {
    "by mouse": (MOUSE, DESKTOP),
    "by keyboard": (KEYS, DESKTOP),
    "on a phone": (FINGER, PHONE),
}
SEATS: dict[str, tuple[dict[str, Any], ...]] = {
    "two people": (PERSON, PERSON),
    "the machine": (PERSON, MACHINE),
    "the machine first": (MACHINE, PERSON),
}
NAME = "each => each.dataset.line ?? each.getAttribute('aria-label').split(',')[0]"
ENDED = re.compile(r"wins? (by|with|because)|A draw (by|because)")
GONE = ("WebSocket", "ERR_CONNECTION_REFUSED", "Failed to load resource")

each_game = pytest.mark.parametrize("spec", GAMES.values(), ids=list(GAMES))
each_hand = pytest.mark.parametrize("way", HANDS)


def check_the_end(page: Page, spec: str) -> None:
    """The page says who has won and why, and marks the winner and the chain."""
    expect(page.locator(".message")).to_have_text(ENDED)
    expect(page.locator('[role="status"]')).to_have_text(ENDED)
    is_draw = page.locator(".message").inner_text().startswith("A draw")
    expect(page.locator(".has-won")).to_have_count(0 if is_draw else 1)
    expect(board(page).locator(".cell.open, .header.open")).to_have_count(0)
    if not spec.startswith("atmalof") and not is_draw:
        expect(board(page).locator(".chain-link")).to_have_count(1)


def play_whole_game(browser: Any, address: str, spec: str, way: str, seats: str) -> None:
    """Play a game to its end."""
    hand, device = HANDS[way]
    with open_page(browser, {**device, "reduced_motion": "reduce"}) as page:
        begin(page, address, spec, *SEATS[seats])
        play_to_the_end(page, hand, seed=list(GAMES.values()).index(spec))
        check_the_end(page, spec)
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
        if seats != "two people":
            won = page.locator(".player.has-won .name").all_inner_texts()
            said = page.locator(".message").inner_text()
            assert said.startswith({"You": "You win ", "Level 1": "Level 1 wins "}[won[0]] if won else "A draw ")


@each_hand
@each_game
def test_two_people(browser: Any, address: str, spec: str, way: str) -> None:
    play_whole_game(browser, address, spec, way, "two people")


@each_hand
@each_game
def test_against_the_machine(browser: Any, address: str, spec: str, way: str) -> None:
    play_whole_game(browser, address, spec, way, "the machine first" if len(spec) % 2 else "the machine")


@pytest.mark.parametrize("preset", ["atoll", "gan", "atoll-12", "atoll-24", "hex", "atomorph"])
def test_a_whole_board_of_the_usual_size(browser: Any, address: str, preset: str) -> None:
    with open_page(browser, {**DESKTOP, "reduced_motion": "reduce"}) as page:
        begin(page, address, preset)
        play_to_the_end(page, MOUSE, seed=7)
        check_the_end(page, preset)


@pytest.mark.parametrize("preset", ["atmalof", "junior", "kvinigu", "atmalos", "tokelau", "kiritimati"])
def test_forty_moves_of_the_usual_size(browser: Any, address: str, preset: str) -> None:
    with open_page(browser, {**PHONE, "reduced_motion": "reduce"}) as page:
        begin(page, address, preset)
        played = play_to_the_end(page, FINGER, seed=8, most=40)
        expect(moves(page)).to_have_count(len(played))
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH


@pytest.mark.parametrize("spec", ["hex(size=3)", "atomorph(size=3)", "atoll(size=5)", GAMES["atmalof"]])
def test_a_whole_game_with_arrow_keys(page: Page, address: str, spec: str) -> None:
    begin(page, address, spec)
    focus_board(page)
    choice = random.Random(9)
    while is_my_turn(page):
        page.keyboard.press(choice.choice(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"]))
        name = page.locator(".table motu-board :focus").evaluate(NAME)
        if name not in offered(page) or (spec.startswith("atmalof") and "c" in name and "r" in name):
            continue  # nothing begins there, or a piece does that needs a second place
        count = moves(page).count()
        page.keyboard.press("Enter")
        expect(moves(page)).to_have_count(count + 1)
    check_the_end(page, spec)


@pytest.mark.parametrize("spec", ["atmalof(rows=4,cols=4,line=4,pieces=6)", "atoll(size=5)", "atomorph(size=4)"])
def test_the_server_is_started_anew_in_the_middle(browser: Any, server: Server, spec: str) -> None:
    with open_page(browser, {**DESKTOP, "reduced_motion": "reduce"}, pardoned=GONE) as page:
        begin(page, server.address, spec, PERSON, MACHINE)
        play_to_the_end(page, MOUSE, seed=11, most=2)
        if is_my_turn(page):
            before = moves(page).all_inner_texts()
            server.stop()
            expect(page.get_by_text(re.compile("Connection lost"))).to_be_visible()
            server.start()
            expect(page.get_by_text(re.compile("Connection lost"))).to_have_count(0, timeout=MACHINE_MS)
            assert moves(page).all_inner_texts() == before
        play_to_the_end(page, MOUSE, seed=12)
        check_the_end(page, spec)
