"""The analysis board in a real browser: nothing that was studied gets lost, games come in and go out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, open_page, speak

pytestmark = pytest.mark.slow

GAMES = {
    "a HexWorld link": ("https://hexworld.org/board/#5c1,c3b2", ["1. c3", "b2"]),
    "SGF": ("(;FF[4]GM[11]SZ[5];B[c3];W[b2])", ["1. c3", "b2"]),
    "Abstract Play": ("a1,b2,c3", ["1. a1", "b2", "2. c4"]),
}
"""What is pasted, and the moves as motu names them: Abstract Play counts rows of its board in another way."""


def study(page: Page, address: str, query: str = "spec=hex(size=5)&moves=c3 b2") -> None:
    speak(page, "en")
    page.goto(f"{address}/study?{query}")
    page.locator("motu-board [data-cell]").first.wait_for()


def click(page: Page, name: str) -> None:
    page.locator(f'motu-board [data-cell][aria-label^="{name},"]').click(force=True)


def bring(page: Page, text: str) -> None:
    exchange = page.locator("details.exchange")
    if exchange.get_attribute("open") is None:
        exchange.locator("summary").click()
    exchange.locator("textarea").fill(text)
    exchange.get_by_role("button", name="Read").click()


def test_another_language_keeps_the_tree(page: Page, address: str) -> None:
    study(page, address)
    for name in ("a1", "e5"):
        click(page, name)
        expect(page.locator(".lines .move[aria-current]")).to_have_text(re.compile(name))
    page.locator(".study textarea").first.fill("an odd corner")
    page.get_by_role("button", name="Esperanto").click()
    expect(page.locator("html")).to_have_attribute("lang", "eo")
    expect(page.locator(".lines .variations .move")).to_have_text(["1. a1", "e5"])
    expect(page.locator(".study textarea").first).to_have_value("an odd corner")
    page.locator('nav a[href="/learn"]').click()
    page.locator(".home, .list, h1").first.wait_for()
    page.go_back()
    expect(page.locator(".lines .variations .move")).to_have_text(["1. a1", "e5"])


@pytest.mark.parametrize("kind", GAMES)
def test_games_of_others_are_brought_in(page: Page, address: str, kind: str) -> None:
    text, moves = GAMES[kind]
    study(page, address)
    bring(page, text)
    expect(page.locator(".lines .move")).to_have_text(moves)
    page.get_by_role("button", name="Begin anew").click()
    expect(page.locator(".lines .move")).to_have_count(0)


def test_what_cannot_be_read_is_said(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("400",)) as page:
        study(page, address)
        bring(page, "hello")
        expect(page.locator(".exchange .notice")).to_have_text(re.compile("looks like none of the formats"))
        expect(page.locator(".lines .move")).to_have_count(2)


@pytest.mark.parametrize("kind", ["Record", "SGF", "SVG", "PNG"])
def test_a_line_is_taken_away(page: Page, address: str, kind: str, tmp_path: Path) -> None:
    study(page, address)
    page.get_by_role("button", name="Last position").click()
    page.locator("details.exchange summary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name=kind, exact=True).click()
    target = tmp_path / download.value.suggested_filename
    download.value.save_as(target)
    begins = {"Record": b"{", "SGF": b"(;", "SVG": b"<svg", "PNG": b"\x89PNG"}[kind]
    assert target.read_bytes().startswith(begins)
    if kind in {"Record", "SGF"}:
        bring(page, target.read_text(encoding="utf-8"))
        expect(page.locator(".lines .move")).to_have_text(["1. c3", "b2"])


def test_a_shared_address_is_brought_in(page: Page, address: str) -> None:
    study(page, address)
    page.get_by_role("button", name="Share").click()
    expect(page.locator(".side > .notice")).to_have_text(re.compile("address of this page"))
    shared = page.url
    assert "#t1." in shared
    page.goto(f"{address}/study")
    page.locator("motu-board [data-cell]").first.wait_for()
    bring(page, shared)
    expect(page.locator(".lines .move")).to_have_text(["1. c3", "b2"])
