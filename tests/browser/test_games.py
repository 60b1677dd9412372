"""My games: who plays, how it stands, which are shown, and how one gets at the older ones."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from browser.browsing import DESKTOP, PHONE, Server, choose_language, hold, open_page, speak
from motu.server.lists import MAX_LISTED

pytestmark = pytest.mark.slow

DEVICES: dict[str, dict[str, Any]] = {"desktop": DESKTOP, "phone": PHONE}
ME: dict[str, Any] = {"kind": "person"}
STRONGEST = {"kind": "strongest", "seconds": 30}
ASK = """([path, body]) => fetch(path, {method: 'POST', headers: {'content-type': 'application/json'},
  body: JSON.stringify(body)}).then((answer) => answer.json())"""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server of each test's own, so that nobody else's games are in the list."""
    server = Server(tmp_path)
    try:
        server.start()
        yield server.address
    finally:
        server.stop()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Page]:
    """A page on which nothing may go wrong."""
    with open_page(browser, DESKTOP) as opened:
        yield opened


def ask(page: Page, path: str, **body: Any) -> dict[str, Any]:
    answer: dict[str, Any] = page.evaluate(ASK, [path, body])
    assert "slug" not in answer, json.dumps(answer)
    return answer


def begin(page: Page, spec: str, *seats: dict[str, Any]) -> str:
    return f"/api/games/{ask(page, '/api/games', spec=spec, seats=seats)['id']}"


def set_up(page: Page, address: str, language: str = "en") -> None:
    """Open an empty list, then play a few games that stand as differently as games can."""
    speak(page, language)
    page.goto(f"{address}/games")
    page.locator(".list a").wait_for()
    over = begin(page, "hex(size=3)", ME, STRONGEST)
    ask(page, f"{over}/moves", move="b2", seq=1)
    ask(page, f"{over}/take-back", keep=0, seq=2)
    ask(page, f"{over}/resign", person=0, seq=3)
    draw = begin(page, "atomorph(size=3)", {"name": "Ann"}, {"name": "Bob"})
    ask(page, f"{draw}/resign", person=1, seq=1)
    begin(page, "atmalof", ME, ME)
    begin(page, "atoll", STRONGEST, ME)
    begin(page, "atomorph(size=5)", ME, {"kind": "level", "level": 4})
    page.reload()


def entries(page: Page, part: str) -> Locator:
    return page.get_by_role("list", name=part).get_by_role("listitem")


def test_every_entry_says_who_plays_and_how_it_stands(page: Page, address: str) -> None:
    set_up(page, address)
    going_on, over = entries(page, "In progress"), entries(page, "Finished")
    expect(going_on.locator(".title")).to_have_text(["Atomorph 5", "Atoll · Nauru 11", "Atmalof 7×7"])
    expect(going_on.locator(".status")).to_have_text(["Your turn", "Computer to move", "Red to move"])
    expect(going_on.nth(0).locator(".seat")).to_have_text(["You (Black)", "Level 4 (White)"])
    expect(going_on.nth(1).locator(".seat")).to_have_text(["Full strength, 30 s per move (Black)", "You (White)"])
    expect(going_on.nth(2).locator(".seat")).to_have_text(["Red", "Blue"])
    expect(going_on.locator(".detail").first).to_have_text(re.compile(r"^0 moves · .*20\d\d"))
    expect(page.locator(".entry.mine")).to_have_count(2)
    expect(over.locator(".status")).to_have_text(["Ann wins by resignation.", "Full strength wins by resignation."])
    expect(over.nth(0).locator(".seat")).to_have_text(["Ann (Black)", "Bob (White)"])
    link = going_on.nth(0).get_by_role("link")
    expect(link).to_have_accessible_description(re.compile(r"Your turn.*You \(Black\).*Level 4.*0 moves"))
    link.press("Enter")
    expect(page.locator(".player .name").first).to_have_text("Level 4")
    expect(page.get_by_role("link", name="The rules of Atomorph")).to_be_visible()  # all of the page has come


def test_a_game_is_removed_and_brought_back(page: Page, address: str) -> None:
    set_up(page, address)
    first = entries(page, "In progress").first
    first.get_by_role("button", name="Remove this game from the list").press("Enter")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    expect(page.locator(".entry .title")).to_have_count(4)
    undo.press("Enter")
    expect(first.get_by_role("link")).to_be_focused()
    first.get_by_role("button", name="Remove this game from the list").click()
    expect(undo).to_be_visible()
    page.reload()
    expect(page.locator(".entry")).to_have_count(4)
    expect(page.get_by_role("link", name="Atomorph 5")).to_have_count(0)


def test_who_comes_back_to_the_page_sees_how_things_stand(page: Page, address: str) -> None:
    set_up(page, address)
    expect(entries(page, "In progress")).to_have_count(3)
    begin(page, "hex(size=5)", ME, ME)
    come_back = "document.dispatchEvent(new Event('visibilitychange'))"
    page.get_by_label("Show").focus()
    page.evaluate(come_back)
    expect(entries(page, "In progress")).to_have_count(3)  # nothing moves under the fingers
    page.get_by_label("Show").blur()
    page.evaluate(come_back)
    expect(entries(page, "In progress")).to_have_count(4)
    expect(entries(page, "In progress").first.locator(".title")).to_have_text("Hex 5")


@pytest.fixture
def hasty(browser: Any, address: str) -> Iterator[Page]:
    """A page on which one may leave a game before it is heard of."""
    with open_page(browser, DESKTOP, pardoned=("WebSocket is closed before",)) as opened:
        yield opened


def test_a_choice_stays_in_the_address(hasty: Page, address: str) -> None:
    page = hasty
    set_up(page, address)
    page.get_by_label("Game", exact=True).select_option("atomorph")
    expect(page.locator(".entry .title")).to_have_text(["Atomorph 5", "Atomorph 3"])
    page.get_by_label("Show").focus()
    page.get_by_label("Show").select_option("Finished")
    expect(page.locator(".entry .title")).to_have_text(["Atomorph 3"])
    expect(page.locator(".visually-hidden[role=status]")).to_have_text("1 game")
    expect(page.get_by_role("heading", name="In progress")).to_have_count(0)
    expect(page.get_by_label("Show")).to_be_focused()
    page.get_by_role("link", name="Atomorph 3").click()
    expect(page).to_have_url(re.compile("/play/"))
    page.go_back()
    expect(page.locator(".entry .title")).to_have_text(["Atomorph 3"])
    choose_language(page, "Esperanto")
    expect(page.locator(".entry .status")).to_have_text(["Ann venkas ĉar la alia rezignis."])
    page.get_by_label("Ludo", exact=True).select_option("atmalof")
    expect(page.get_by_text("Neniu partio kongruas.")).to_be_visible()
    page.get_by_label("Montri").select_option("")
    expect(page.locator(".entry .title")).to_have_text(["Atmalof 7×7"])


def test_a_view_that_is_left_before_it_is_there_never_shows(hasty: Page, address: str) -> None:
    page = hasty
    set_up(page, address)
    release = hold(page, "**/api/boards?*")
    page.get_by_role("link", name="Atomorph 3").click()
    page.wait_for_url("**/play/**")
    while not release:
        page.wait_for_timeout(20)
    page.go_back()
    expect(page.locator(".entry .title")).to_have_count(5)
    for let_go in release:
        let_go()
    page.wait_for_timeout(300)
    expect(page.locator("motu-board")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text("My games")


def test_older_games_are_a_button_away(page: Page, address: str) -> None:
    set_up(page, address)
    many = "(count) => Promise.all(Array.from({length: count}, () => fetch('/api/games', {method: 'POST', body})))"
    body = json.dumps({"spec": "hex(size=2)", "seats": [ME, ME]})
    page.evaluate(
        f"(count) => {{ const body = {json.dumps(body)}; return ({many})(count).then(() => null); }}", MAX_LISTED
    )
    page.reload()
    expect(page.locator(".entry")).to_have_count(MAX_LISTED)
    page.get_by_role("button", name="Older games").press("Enter")
    expect(page.locator(".entry")).to_have_count(MAX_LISTED + 5)
    expect(entries(page, "In progress").nth(MAX_LISTED).get_by_role("link")).to_be_focused()
    expect(entries(page, "Finished")).to_have_count(2)
    expect(page.get_by_role("button", name="Older games")).to_have_count(0)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_list_shuts_nobody_out(browser: Any, address: str, device: str, theme: str) -> None:
    with open_page(browser, DEVICES[device]) as page:
        speak(page, "eo", theme=theme)
        set_up(page, address, "eo")
        expect(page.locator(".entry")).to_have_count(5)
        assert Axe().run(page).response["violations"] == []
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        boxes = page.locator(".entry .title, .entry p").evaluate_all(
            "all => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"
        )
        assert boxes == []
