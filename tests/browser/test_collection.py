"""What was played, on the analysis board: asked when it is opened, played by a click, followed by the keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from browser.browsing import PHONE, open_page, speak
from explorer.collecting import GAMES
from motu.explorer.collection import export
from server.processes import server

pytestmark = pytest.mark.slow
pytest.importorskip("duckdb")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server with a collection listens."""
    folder: Path = tmp_path_factory.mktemp("house")
    export(GAMES, folder / "collection")
    with server(folder / "data", "--collection", str(folder / "collection")) as running:
        yield running.url.rstrip("/")


def study(page: Page, address: str, query: str) -> Locator:
    speak(page, "en")
    page.goto(f"{address}/study?{query}")
    page.locator("motu-board [data-cell]").first.wait_for()
    return page.locator("details.collection")


def rows(panel: Locator) -> list[list[str]]:
    return [row.locator("th, td").all_inner_texts() for row in panel.locator("tbody tr").all()]


def test_moves_that_were_played_are_told_and_played(page: Page, house: str) -> None:
    panel = study(page, house, "spec=hex(size=3)")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/collection/moves" in request.url else None)
    panel.get_by_text("What was played").first.click()
    expect(panel.locator("tbody tr")).to_have_count(3)
    assert rows(panel)[0] == ["a1", "3", "66.7\N{NO-BREAK SPACE}%", "2026-02-02"]
    panel.get_by_role("button", name="a1", exact=True).focus()
    page.keyboard.press("Enter")
    expect(panel.get_by_role("button", name="swap", exact=True)).to_be_visible()
    assert page.evaluate("document.activeElement.closest('details.collection') !== null")
    page.locator("body").press("ArrowLeft")
    expect(panel.locator("tbody tr")).to_have_count(3)
    assert len(asked) == 2
    assert Axe().run(page, context="details.collection").violations_count == 0


def test_where_nobody_was_that_is_said(page: Page, house: str) -> None:
    panel = study(page, house, "spec=hex(size=3)&moves=c1")
    panel.get_by_text("What was played").first.click()
    expect(panel.locator("tbody tr")).to_have_count(3)
    page.locator("body").press("ArrowRight")
    expect(panel).to_contain_text("Nobody has moved here.")


def test_a_game_that_the_house_has_not_shows_nothing(page: Page, house: str) -> None:
    expect(study(page, house, "spec=hex(size=5)")).to_be_hidden()


def test_on_a_phone_it_fits(browser: Any, house: str) -> None:
    with open_page(browser, PHONE) as page:
        panel = study(page, house, "spec=hex(size=3)")
        panel.get_by_text("What was played").first.click()
        expect(panel.locator("tbody tr")).to_have_count(3)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
