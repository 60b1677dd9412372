"""axe finds nothing to complain of: on every page, in every state of a game, in both themes and all palettes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, PHONE, open_page, speak
from browser.playing import MACHINE_MS, MOUSE, begin, board, cell, click, play_to_the_end

pytestmark = pytest.mark.slow

DEVICES: dict[str, dict[str, Any]] = {"desktop": DESKTOP, "phone": PHONE}
PAGES = (
    "/",
    "/play",
    "/games",
    "/lobby",
    "/study?spec=atomorph(size=5)&moves=c3 d3",
    "/learn",
    "/learn/atoll",
    "/learn/atoll/lesson",
    "/puzzles",
    "/about",
    "/account",
    "/programs",
    "/dice",
    "/people",
    "/tournaments",
    "/ladder",
    "/privacy",
    "/nonsense",
)

each_theme = pytest.mark.parametrize("theme", ["light", "dark"])


def complaints(page: Page, where: str) -> list[tuple[str, str, str]]:
    """What axe finds on the page as it stands."""
    found = Axe().run(page).response["violations"]
    return [(where, each["id"], each["nodes"][0]["html"]) for each in found]


def open_dialog(name: str) -> Callable[[Page], None]:
    def act(page: Page) -> None:
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("dialog", name=name)).to_be_visible()

    return act


def propose(page: Page) -> None:
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_label("Confirm moves").select_option("always")
    page.keyboard.press("Escape")
    board(page).locator(".cell.open").first.click(force=True)
    expect(page.get_by_role("button", name="Finish turn")).to_be_visible()


def hold_a_piece(page: Page) -> None:
    cell(page, "r1c1").click(force=True)
    expect(board(page).locator(".selected")).to_have_count(1)


def ask_to_resign(page: Page) -> None:
    page.get_by_role("button", name="Resign", exact=True).click()


def ask_a_hint(page: Page) -> None:
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".narration")).to_contain_text("Hint: ", timeout=MACHINE_MS)


def weigh(page: Page) -> None:
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_label("Win bar").check()
    page.get_by_label("Row and column guides").check()
    page.get_by_label("Move numbers on stones").check()
    page.keyboard.press("Escape")
    finish(page)
    expect(page.locator(".win-bar")).to_be_visible()


def enlarge(page: Page) -> None:
    board(page).evaluate("board => board.zoom(1)")


def finish(page: Page) -> None:
    play_to_the_end(page, MOUSE, seed=5)


def look_back(page: Page) -> None:
    finish(page)
    page.locator("ol.moves .move").first.click()
    expect(page.get_by_role("button", name="Back to the game")).to_be_visible()


def swap(page: Page) -> None:
    click(page, "b2")
    expect(page.get_by_role("button", name="Swap colours")).to_be_visible()


def colours(page: Page) -> None:
    page.locator(".player .marker").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


LINES = ("r1=1", "r3=1", "r1=2", "r3=2")
STATES: dict[str, tuple[str, tuple[str, ...], Callable[[Page], None]]] = {
    "settings": ("hex(size=3)", (), open_dialog("Settings")),
    "keys": ("hex(size=3)", (), open_dialog("Keyboard shortcuts")),
    "colours": ("hex(size=3)", (), colours),
    "a stone to swap": ("hex(size=3)", (), swap),
    "a move to confirm": ("atomorph(size=3)", (), propose),
    "a piece in hand": ("atmalof(rows=4,cols=4,line=4)", LINES, hold_a_piece),
    "about to resign": ("hex(size=3)", (), ask_to_resign),
    "a hint": ("hex(size=3)", (), ask_a_hint),
    "weighed": ("hex(size=3)", (), weigh),
    "enlarged": ("tokelau", (), enlarge),
    "over": ("atomorph(size=3)", (), finish),
    "a look back": ("hex(size=3)", (), look_back),
}


@each_theme
@pytest.mark.parametrize("device", DEVICES)
def test_no_page_shuts_anybody_out(browser: Any, address: str, theme: str, device: str) -> None:
    with open_page(browser, DEVICES[device], pardoned=("404 (Not Found)",)) as page:
        speak(page, "en", theme=theme)
        begin(page, address, "atmalof(rows=4,cols=4)")
        found = []
        for path in PAGES:
            page.goto(address + path)
            page.locator("h1").wait_for(state="attached")
            expect(page.locator(".view.unready")).to_have_count(0)
            if path == "/play":
                page.get_by_text("Board and variants").click()
                page.get_by_label("A friend, on this screen").check()
                page.get_by_label("Clock").select_option(label="custom clock")
            found += complaints(page, path)
        assert found == [], found


@each_theme
def test_no_state_of_a_game_does(browser: Any, address: str, theme: str) -> None:
    found = []
    for name, (spec, opening, act) in STATES.items():
        with open_page(browser, {**DESKTOP, "reduced_motion": "reduce"}) as page:
            speak(page, "en", theme=theme)
            begin(page, address, spec, opening=opening)
            act(page)
            found += complaints(page, name)
    assert found == [], found


@each_theme
@pytest.mark.parametrize("palette", ["colourblind", "contrast"])
def test_no_palette_does(browser: Any, address: str, theme: str, palette: str) -> None:
    with open_page(browser, DESKTOP) as page:
        speak(page, "eo", theme=theme, palette=palette, patterns=True, style="bold")
        begin(page, address, "atmalof(rows=4,cols=4,line=4)", opening=LINES, language="eo")
        assert complaints(page, palette) == []
