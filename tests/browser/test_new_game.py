"""What can be chosen for a new game: boards by name and size, numbers by steps, a clock of one's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import PHONE, open_page, speak
from browser.playing import MACHINE, MACHINE_MS, PERSON, begin, board, click, moves
from motu.search.strengths import FullStrength, load_strengths

pytestmark = pytest.mark.slow


CALL_HZ = 494
"""A tone that sounds in no other call, as sound.js has it."""
COUNT_TONES = """
  window.tones = [];
  const Tone = window.OscillatorNode;
  window.OscillatorNode = class extends Tone {
    constructor(audio, options) { super(audio, options); window.tones.push(options.frequency); }
  };
"""


@pytest.fixture
def form(page: Page, address: str) -> Page:
    speak(page, "en")
    page.goto(f"{address}/play")
    page.locator("form.new-game").wait_for()
    return page


@pytest.fixture
def phone(browser: Any) -> Iterator[Page]:
    with open_page(browser, PHONE) as opened:
        yield opened


def start(page: Page) -> None:
    page.get_by_role("button", name="Start game").click()


def test_between_people_elsewhere_it_is_said_when_clocks_start(form: Page) -> None:
    starts = form.get_by_text("Each clock starts after that player’s first move.")
    form.get_by_label("Clock", exact=True).select_option("5+3")
    expect(starts).to_be_hidden()
    form.get_by_label("Someone online").check()
    expect(starts).to_be_visible()
    for without in ("days:3", "0+0"):
        form.get_by_label("Clock", exact=True).select_option(without)
        expect(starts).to_be_hidden()
    form.get_by_label("Clock", exact=True).select_option("delay:10+10")
    expect(starts).to_be_visible()


def test_what_would_be_help_leads_to_the_game(browser: Any, address: str) -> None:
    refusal = {"slug": "server/fair-play", "error": "no", "text": "", "legal": ["abcdefghijkl"]}
    with open_page(browser, {"viewport": {"width": 1366, "height": 650}}, pardoned=("403",)) as page:
        speak(page, "en")
        page.goto(f"{address}/play")
        page.route("**/api/games", lambda route: route.fulfill(status=403, json=refusal))
        start(page)
        told = page.get_by_role("alert").filter(has_text="This would help you in a rated game")
        way = told.get_by_role("link", name="Go to the game")
        expect(way).to_have_attribute("href", "/play/abcdefghijkl")
        spot = way.bounding_box()
        assert spot is not None
        middle = [spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2]
        assert page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.closest('a')?.pathname", middle)


def test_each_board_is_offered_once_with_its_size(form: Page) -> None:
    names = form.locator(".presets .choice").all_inner_texts()
    assert names[:3] == ["Nauru, 11 columns", "Gan, 7 columns", "Tokelau, 15 columns"]
    assert {"Hex, 11 columns", "Junior, 6×6", "Atomorph, 11 points per side"} <= set(names)
    assert len(names) == len(set(names))
    expect(form.get_by_role("radio", name="Nauru")).to_be_checked()
    expect(form.locator(".presets + .explanation")).to_have_text("The standard board: 11 columns, 8 islands.")


def test_numbers_are_chosen_by_steps_within_their_bounds(form: Page) -> None:
    form.get_by_role("radio", name="Atomorph").check()
    form.get_by_text("Board and variants").click()
    form.get_by_role("button", name="Size: less").click()
    expect(form.get_by_label("Size", exact=True)).to_have_value("10")
    form.get_by_label("Size", exact=True).fill("25")
    form.get_by_role("button", name="Size: more").click()
    expect(form.get_by_label("Size", exact=True)).to_have_value("25")
    form.get_by_label("Size", exact=True).fill("5")
    start(form)
    expect(form.locator("h1")).to_have_text("Atomorph 5")


def test_full_strength_says_how_far_above_the_levels_it_is_where_that_was_measured(form: Page) -> None:
    form.get_by_role("radio", name="Computer at full strength").check()
    told = form.locator(".field", has=form.get_by_label("Time per move")).locator(".explanation")
    time = form.get_by_label("Time per move")
    time.select_option("0.1")
    assert load_strengths()["atoll"][0] == FullStrength(0.1, 1000)
    expect(told).to_have_text("About 1,000 Elo above level 10, which would win one game in 300.")
    form.get_by_text("Board and variants").click()
    form.get_by_label("Pie rule").uncheck()
    expect(told).to_have_text("")
    form.get_by_role("radio", name="Hex").check()
    expect(told).to_have_text("")
    form.get_by_role("radio", name="Nauru").check()
    expect(told).to_contain_text("1,000")
    time.select_option("15")
    expect(told).to_have_text("")
    time.select_option("1")
    form.get_by_role("radio", name="Atomorph").check()
    expect(told).to_have_text("About 2,650 Elo above level 10, which would hardly ever win.")


def test_a_rhombus_has_columns_and_rows(form: Page) -> None:
    form.get_by_text("Board and variants").click()
    form.get_by_label("Shape").select_option("rhombus")
    expect(form.get_by_label("Shape")).to_be_focused()
    form.get_by_label("Columns", exact=True).fill("4")
    form.get_by_label("Rows", exact=True).fill("6")
    form.get_by_label("Rows", exact=True).blur()
    expect(form.get_by_label("Islands", exact=True)).to_have_attribute("placeholder", "4")
    start(form)
    expect(form.locator("h1")).to_have_text("Hex 4x6")


def test_pieces_follow_the_squares(form: Page) -> None:
    form.get_by_role("radio", name="Junior").check()
    form.get_by_text("Board and variants").click()
    pieces = form.get_by_label("Pieces", exact=True)
    expect(pieces).to_have_value("16")
    form.get_by_role("button", name="Rows: more", exact=True).click()
    expect(pieces).to_have_value("")
    expect(pieces).to_have_attribute("placeholder", "19")
    form.get_by_role("button", name="Pieces: more").click()
    expect(pieces).to_have_value("20")


def test_a_clock_of_ones_own(form: Page) -> None:
    expect(form.get_by_label("Minutes each", exact=True)).to_be_hidden()
    form.get_by_label("Clock").select_option(label="custom clock")
    form.get_by_label("Minutes each", exact=True).fill("7")
    form.get_by_role("button", name="Seconds per move: more").click()
    start(form)
    expect(form.locator(".player .time").first).to_have_text("7:00")
    form.goto(form.url.split("/play")[0] + "/play")
    expect(form.get_by_label("Minutes each", exact=True)).to_have_value("7")
    expect(form.get_by_label("Seconds per move", exact=True)).to_have_value("11")


def test_tenths_are_seen_when_time_is_short(page: Page, address: str) -> None:
    begin(page, address, "hex(size=3)", clock={"initial_ms": 19_500, "increment_ms": 0})
    expect(page.locator(".player.to-move .time")).to_have_text(re.compile(r"^1\d\.\d$"))
    expect(page.locator(".player.short-of-time")).to_have_count(1)


def test_who_looks_elsewhere_hears_that_it_is_their_turn(page: Page, address: str) -> None:
    begin(page, address, "gan", PERSON, MACHINE)
    page.evaluate("localStorage.setItem('motu.settings', JSON.stringify({sound: true, pace: 'instant'}))")
    page.add_init_script(COUNT_TONES)
    page.reload()
    click(page, "a1")
    expect(moves(page)).to_have_count(2, timeout=MACHINE_MS)
    assert page.evaluate("window.tones").count(CALL_HZ) == 0
    page.evaluate("Object.defineProperty(document, 'hidden', {get: () => true})")
    click(page, "b1" if board(page).locator('.cell.open[aria-label^="b1,"]').count() else "c1")
    expect(moves(page)).to_have_count(4, timeout=MACHINE_MS)
    assert page.evaluate("window.tones").count(CALL_HZ) == 1


def test_the_picture_is_folded_on_a_phone(phone: Page, address: str) -> None:
    speak(phone, "en")
    phone.goto(f"{address}/play")
    expect(phone.locator(".preview")).to_be_hidden()
    phone.get_by_text("The board", exact=True).tap()
    expect(phone.locator(".preview [data-cell]").first).to_be_visible()


BENEATH = """() => {
  const at = document.activeElement.getBoundingClientRect();
  const hit = document.elementFromPoint((at.left + at.right) / 2, (at.top + at.bottom) / 2);
  return hit?.closest('.start') && !document.activeElement.closest('.start')
    ? document.activeElement.labels?.[0]?.textContent : null;
}"""
"""What has the keyboard, where that lies beneath the button that stays in sight."""
TABS = 45
"""Steps of the keyboard through all that can be chosen."""


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (640, 384), (390, 844), (320, 256)])
@pytest.mark.parametrize("against", ["Computer", "Someone online"])
def test_the_button_lies_over_nothing_that_has_the_keyboard(form: Page, width: int, height: int, against: str) -> None:
    form.set_viewport_size({"width": width, "height": height})
    form.get_by_label(against, exact=True).check()
    if against == "Someone online":
        form.get_by_label("A player by name").check()
    form.evaluate("document.activeElement.blur(), scrollTo(0, 0)")
    beneath = []
    for _ in range(TABS):
        form.keyboard.press("Tab")
        beneath.append(form.evaluate(BENEATH))
    assert [each for each in beneath if each] == []
