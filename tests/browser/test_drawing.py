"""Drawing on the board of a study, and signs for its moves: with a mouse, with tools, with the keyboard alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

from browser.browsing import PHONE, open_page, speak
from browser.test_study import bring, click, current, part, save, study

pytestmark = pytest.mark.slow

SPOKEN = ".visually-hidden[role='status']"


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'motu-board [data-cell][aria-label^="{name},"]')


def centre(page: Page, name: str) -> tuple[float, float]:
    box = cell(page, name).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: str, end: str, *keys: str) -> None:
    """Draw with the right button."""
    for key in keys:
        page.keyboard.down(key)
    page.mouse.move(*centre(page, start))
    page.mouse.down(button="right")
    page.mouse.move(*centre(page, end), steps=5)
    page.mouse.up(button="right")
    for key in keys:
        page.keyboard.up(key)


def drawn(page: Page) -> Locator:
    return page.locator("motu-board .drawn")


def tools(page: Page) -> Locator:
    return part(page, "draw", "Draw")


def kept(page: Page) -> None:
    expect(page.locator(".saved")).to_have_text("Saved")


def test_the_right_button_draws_and_takes_away(page: Page, address: str) -> None:
    study(page, address)
    drag(page, "c3", "c3")
    expect(drawn(page)).to_have_class("drawn ink-green")
    expect(page.locator(SPOKEN)).to_have_text("circle on c3")
    expect(cell(page, "c3")).to_have_attribute("aria-label", re.compile("circle on c3$"))
    drag(page, "a1", "b2", "Shift")
    expect(page.locator("motu-board .ink-red.ink-arrow")).to_have_count(1)
    expect(page.locator(SPOKEN)).to_have_text("arrow from a1 to b2 (red)")
    drag(page, "c3", "c3")
    expect(drawn(page)).to_have_count(1)
    expect(page.locator(SPOKEN)).to_have_text("Removed: circle on c3")
    expect(page.locator(".lines .move")).to_have_count(2)
    drag(page, "a1", "b2", "Alt")
    expect(page.locator("motu-board .ink-blue")).to_have_count(1)
    expect(drawn(page)).to_have_count(1)


def test_marks_are_those_of_their_position_and_outlive_a_reload(page: Page, address: str) -> None:
    study(page, address)
    drag(page, "d4", "d4", "Alt", "Shift")
    page.get_by_role("button", name="One step forward").click()
    expect(drawn(page)).to_have_count(0)
    drag(page, "a1", "b2")
    page.get_by_role("button", name="Interesting move").click()
    kept(page)
    expect(page).to_have_url(re.compile(r"/study/[\w-]{16}$"))
    page.reload()
    expect(page.locator("motu-board .ink-arrow")).to_have_count(1)
    expect(current(page)).to_have_text(re.compile(r"c3!\?"))
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("motu-board .ink-yellow")).to_have_count(1)
    other.get_by_role("button", name="One step forward").click()
    expect(other.locator(SPOKEN)).to_have_text(re.compile(r"^c3. Interesting move. .*arrow from a1 to b2$"))


def test_undo_covers_what_was_drawn_and_said(page: Page, address: str) -> None:
    study(page, address)
    page.get_by_role("button", name="One step forward").click()
    good, blunder = (page.get_by_role("button", name=name, exact=True) for name in ("Good move", "Blunder"))
    good.click()
    expect(good).to_have_attribute("aria-pressed", "true")
    blunder.click()
    drag(page, "a1", "b2")
    expect(drawn(page)).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(drawn(page)).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(good).to_have_attribute("aria-pressed", "true")
    good.click()
    expect(current(page)).to_have_text(re.compile("c3$"))
    page.get_by_role("button", name="First position").click()
    expect(good).to_be_disabled()


def test_the_keyboard_alone_draws(page: Page, address: str) -> None:
    study(page, address)
    button = page.locator(".toolbar").get_by_role("button", name="Draw")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".part.draw h2")).to_be_focused()
    page.keyboard.press("Tab")  # Close
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="circle")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="red")).to_be_checked()
    page.locator("motu-board [data-cell][tabindex='0']").focus()
    for key in ("b", "2"):
        page.keyboard.press(key)
    expect(cell(page, "b2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(SPOKEN)).to_have_text("triangle on b2 (red)")
    expect(page.locator(".lines .move")).to_have_count(2)
    page.get_by_role("radio", name="arrow").focus()
    page.keyboard.press("Space")
    page.locator("motu-board [data-cell][tabindex='0']").focus()
    page.keyboard.press("Enter")
    expect(page.locator(SPOKEN)).to_have_text("Arrow from b2: choose where it points.")
    expect(page.locator("motu-board .circled")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    expect(page.locator(SPOKEN)).to_have_text("arrow from b2 to c2 (red)")
    expect(page.locator("motu-board .circled")).to_have_count(0)
    expect(page.locator(".drawn-list")).to_have_text("triangle on b2 (red), arrow from b2 to c2 (red)")
    page.locator(".part.draw").get_by_role("button", name="Close").focus()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    click(page, "d4")
    expect(current(page)).to_have_text(re.compile("d4"))


def test_letters_follow_one_another_and_all_go_at_once(page: Page, address: str) -> None:
    study(page, address, "spec=atmalof&moves=r4=6 c2=1&at=end")
    tools(page).get_by_role("radio", name="letter").check()
    for name in ("r1c1", "r2c2", "r3c3"):
        click(page, name)
    expect(page.locator("motu-board .ink-label")).to_have_text(["A", "B", "C"])
    click(page, "r2c2")
    click(page, "r6c6")
    expect(page.locator("motu-board .ink-label")).to_have_text(["A", "C", "B"])
    assert Axe().run(page).response["violations"] == []
    tools(page).get_by_role("button", name="Remove all marks").click()
    expect(drawn(page)).to_have_count(0)
    page.locator(".usual").get_by_role("button", name="Undo").click()
    expect(drawn(page)).to_have_count(3)


def test_marks_go_out_as_sgf_and_come_back(page: Page, address: str, tmp_path: Path) -> None:
    study(page, address)
    drag(page, "e5", "e5")
    page.get_by_role("button", name="One step forward").click()
    page.get_by_role("button", name="Brilliant move").click()
    drag(page, "a1", "b2", "Control")
    text = save(page, "SGF", tmp_path).read_text("utf-8")
    assert "CR[e5]" in text
    assert ";B[c3]TE[2]AR[a1:b2]MOTUINK[arrow a1 b2 red]" in text
    picture = save(page, "SVG", tmp_path).read_text("utf-8")
    page.goto(f"{address}/study?spec=atoll")
    page.locator("motu-board [data-cell]").first.wait_for()
    bring(page, text)
    expect(page.locator("motu-board .ink-green")).to_have_count(1)
    page.get_by_role("button", name="One step forward").click()
    expect(page.locator("motu-board .ink-red.ink-arrow")).to_have_count(1)
    expect(current(page)).to_have_text("1. c3!!")
    bring(page, "(;GM[11]SZ[5];B[c3]BM[1]MA[c3]LB[b2:x][d4:12])")
    page.get_by_role("button", name="One step forward").click()
    expect(current(page)).to_have_text("1. c3?")
    expect(page.locator("motu-board .ink-label")).to_have_text(["x", "12"])
    assert picture.count("<path") > 5


def test_the_line_that_is_shown_becomes_an_animated_picture(page: Page, address: str, tmp_path: Path) -> None:
    study(page, address, "spec=hex(size=5)&moves=c3 b2 d4")
    click(page, "a1")
    expect(current(page)).to_have_text(re.compile("a1"))
    with Image.open(save(page, "GIF", tmp_path)) as picture:
        assert (picture.format, picture.n_frames) == ("GIF", 2)  # type: ignore[attr-defined]
    page.get_by_role("button", name="First position").click()
    with Image.open(save(page, "GIF", tmp_path)) as picture:
        assert picture.n_frames == 4, "the main line"  # type: ignore[attr-defined]
    assert re.fullmatch(r"atoll-[\d-]+\.gif", next(tmp_path.glob("*.gif")).name)


def test_a_finger_draws_on_a_phone(browser: Browser, address: str) -> None:
    with open_page(browser, PHONE) as page:
        speak(page, "en")
        page.goto(f"{address}/study?spec=hex(size=5)&moves=c3 b2")
        page.locator("motu-board [data-cell]").first.wait_for()
        tools(page).get_by_role("radio", name="arrow").check()
        for name in ("d4", "e2"):
            cell(page, name).scroll_into_view_if_needed()
            page.touchscreen.tap(*centre(page, name))
        expect(page.locator("motu-board .ink-arrow")).to_have_count(1)
        expect(page.locator(".lines .move")).to_have_count(2)
        expect(page.locator(".with-mouse")).to_be_hidden()
