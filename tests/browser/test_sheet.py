"""The sheet of a game of two people: all of it is reached on a low screen; on a phone both clocks are at the board."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import PHONE, open_page, speak
from browser.playing import board, click, resign
from browser.test_small_screens import BOX, LANGUAGES, LINES, is_in_sight
from browser.test_two_screens import OFFLINE, Two, meet, play, post

pytestmark = pytest.mark.slow

DAYS = {"kind": "correspondence", "initial_ms": 259_200_000, "increment_ms": 86_400_000}
MINUTES = {"initial_ms": 600_000, "increment_ms": 5_000}
LOW = [(1366, 650), (1280, 600)]
UPRIGHT = [(360, 640), (390, 664), (390, 844), (768, 1024)]
CUT = """() => [...document.querySelectorAll('.player, .at-hand, .chat')]
  .filter((each) => each.scrollHeight > each.clientHeight + 1).map((each) => each.className)"""
"""What in the sheet is higher than the room that it has."""


def sized(width: int, height: int) -> dict[str, Any]:
    return {"viewport": {"width": width, "height": height}}


def two_of(browser: Any, first: dict[str, Any], second: dict[str, Any]) -> Any:
    """Return two pages to be opened."""
    return (open_page(browser, device, pardoned=OFFLINE) for device in (first, second))


def ask(page: Page, game: str, kind: str) -> None:
    """Ask the other one for something."""
    seq = page.evaluate("id => fetch(`/api/games/${id}`).then((answer) => answer.json()).then(({seq}) => seq)", game)
    post(page, f"/api/games/{game}/offers", {"kind": kind, "seq": seq})


@pytest.mark.parametrize(("width", "height"), LOW)
@pytest.mark.parametrize(("spec", "move"), [("nauru", "d4"), ("atomorph", "d4"), ("atmalof", "r4")])
def test_all_of_the_sheet_is_reached_on_a_low_screen(
    browser: Any, address: str, spec: str, move: str, width: int, height: int
) -> None:
    opened, other = two_of(browser, sized(width, height), PHONE)
    with opened as first, other as second:
        for page in (first, second):
            speak(page, "en", confirm="never")
        meet(Two(first, second), address, spec, clock=DAYS)
        expect(board(first).locator(".open").first).to_be_visible()
        click(first, move)
        first.locator(".moves .move").first.wait_for()
        first.locator(".chat .fold").click()
        plan = first.get_by_role("button", name="Conditional moves")
        if spec == "nauru":
            plan.click()
            expect(first.get_by_role("button", name="Done")).to_be_in_viewport(ratio=1)
        assert first.evaluate(CUT) == []
        for button in first.locator(".side :is(button, a, summary):visible:enabled").all():
            button.click(trial=True)
        assert first.evaluate("document.documentElement.scrollHeight") <= height


@pytest.mark.parametrize(("width", "height"), LOW)
def test_what_is_asked_is_in_sight_together_with_the_clocks(
    browser: Any, address: str, width: int, height: int
) -> None:
    opened, other = two_of(browser, sized(width, height), PHONE)
    with opened as first, other as second:
        for page in (first, second):
            speak(page, "en", confirm="never")
        two = Two(first, second)
        game = meet(two, address, "gan", clock=MINUTES)
        play(two, 0, "d4")
        play(two, 1, "e4")
        ask(second, game, "draw")
        expect(first.get_by_role("button", name="Accept")).to_be_in_viewport(ratio=1)
        expect(first.get_by_role("button", name="Resign")).to_be_in_viewport(ratio=1)
        for clock in first.locator(".player .time").all():
            expect(clock).to_be_in_viewport(ratio=1)
            clock.click(trial=True)  # nothing lies over it


@pytest.mark.parametrize("spec", ["gan", "atomorph", "atmalof"])
def test_upright_both_clocks_are_at_the_board(browser: Any, address: str, spec: str) -> None:
    opened, other = two_of(browser, PHONE, PHONE)
    with opened as first, other as second:
        for page in (first, second):
            speak(page, "en", confirm="never")
        meet(Two(first, second), address, spec, clock=MINUTES)
        for width, height in UPRIGHT:
            second.set_viewport_size({"width": width, "height": height})
            assert second.evaluate("scrollY") == 0
            assert is_in_sight(second, ".board-card motu-board"), (width, height)
            above, below = second.locator(".player").all()
            for card in (above, below):
                expect(card.locator(".time")).to_have_text("10:00")
                expect(card).to_be_in_viewport(ratio=1)
            top, bottom = (board(second).evaluate(BOX)[at] for at in (1, 3))
            assert top - 16 <= above.evaluate(BOX)[3] <= top
            assert bottom <= below.evaluate(BOX)[1] <= bottom + 16
        second.set_viewport_size({"width": 1280, "height": 860})
        expect(second.locator(".side > .player")).to_have_count(2)


def turn_to(page: Page, language: str) -> None:
    """Have a page in another language."""
    keep = """language => localStorage.setItem('motu.settings',
      JSON.stringify({...JSON.parse(localStorage.getItem('motu.settings')), language}))"""
    page.evaluate(keep, language)
    page.reload()


def test_a_name_stands_in_a_line_beside_days(browser: Any, address: str) -> None:
    opened, other = two_of(browser, PHONE, PHONE)
    with opened as first, other as second:
        for page in (first, second):
            speak(page, "en", confirm="never")
        two = Two(first, second)
        meet(two, address, "hex(size=3)", clock=DAYS)
        play(two, 0, "a1")
        for language in LANGUAGES:
            turn_to(second, language)
            names = second.locator(".player .name")
            names.first.wait_for()
            for width, height in ((360, 640), (844, 390)):
                second.set_viewport_size({"width": width, "height": height})
                lines = names.evaluate_all(LINES)
                assert all(0 < each < 2 for each in lines), (language, width, lines)


def test_there_is_room_to_write_in_the_chat_of_a_phone(browser: Any, address: str) -> None:
    opened, other = two_of(browser, PHONE, {**PHONE, **sized(360, 740)})
    with opened as first, other as second:
        for page, name in ((first, "Ana"), (second, "Bela")):
            speak(page, "en")
            page.goto(f"{address}/about")
            post(page, "/api/account", {"name": name, "password": "a beach of islands"})
        made = post(first, "/api/challenges", {"spec": "hex(size=3)", "side": "first", "name": "Bela"})
        game = post(second, f"/api/challenges/{made['id']}/accept", {})["game"]
        second.goto(f"{address}/play/{game}")
        for language in LANGUAGES:
            turn_to(second, language)
            second.locator(".chat .fold").click()
            field = second.locator(".chat .words input")
            field.wait_for()
            assert field.evaluate("field => field.offsetWidth") >= 140, language


def test_a_rematch_is_answered_where_it_is_seen(browser: Any, address: str) -> None:
    opened, other = two_of(browser, PHONE, {**PHONE, **sized(390, 664)})
    with opened as first, other as second:
        for page in (first, second):
            speak(page, "en", confirm="never")
        game = meet(Two(first, second), address, "hex(size=3)", clock=MINUTES)
        resign(second)
        second.locator(".result-card").wait_for()
        second.evaluate("scrollTo(0, 0)")
        ask(first, game, "rematch")
        for name in ("Accept", "Decline"):
            expect(second.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
        assert second.evaluate("scrollY") == 0
        second.get_by_role("button", name="Accept").tap()
        for page in (first, second):
            page.wait_for_url(lambda url: "/play/" in url and game not in url)
