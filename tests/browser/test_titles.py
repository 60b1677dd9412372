"""What games are called: the same name in titles, lists and windows, with every variant that is in force."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import motu
from browser.playing import begin

pytestmark = pytest.mark.slow

TITLES = {
    "atoll": "Atoll · Nauru 11",
    "gan": "Atoll · Gan 7",
    "tokelau": "Atoll · Tokelau 15",
    "kiritimati": "Atoll · Kiritimati 19",
    "atoll(size=13)": "Atoll 13",
    "atoll(size=13,islands=12)": "Atoll 13, 12 islands",
    "atoll-12": "Atoll 7, hexagon, 12 islands",
    "atoll(board=hexagon,islands=12,size=5)": "Atoll 5, hexagon, 12 islands",
    "atoll(board=rhombus,size=11,islands=8)": "Atoll 11, rhombus, 8 islands",
    "atoll(board=triangle,size=12,islands=12)": "Atoll 12, triangle, 12 islands",
    "atoll(board=triangle,size=9,islands=12,swap=false)": "Atoll 9, triangle, 12 islands, no swap",
    "hex": "Hex 11",
    "hex(size=9,swap=false)": "Hex 9, no swap",
    "atomorph": "Atomorph 11",
    "atomorph(size=7,contested=never,corners=false,return_stone=true)": (
        "Atomorph 7, contested stones never flipped, corners keep their colour, flipped stones return"
    ),
    "atmalof": "Atmalof 7×7",
    "junior": "Atmalof · Junior 6×6",
    "kvinigu": "Atmalof · Kvinigu 7×7",
    "atmalos": "Atmalof · Atmalos 9×9",
    "atmalof(rows=5,line=4,pieces=9)": "Atmalof 6×7, lines of 4, 9 pieces each",
}


def test_titles_name_the_game_its_size_and_every_variant(page: Page, address: str) -> None:
    page.goto(address)
    specs = [motu.load_game(name).spec for name in TITLES]
    script = page.locator('script[src$="js/main.js"]').get_attribute("src") or ""
    titles = page.evaluate(
        "async ([path, specs]) => { const { specText } = await import(path); return specs.map(specText); }",
        [script.replace("packs/js/main.js", "js/games/titles.js"), specs],
    )
    assert dict(zip(TITLES, titles, strict=True)) == TITLES


@pytest.mark.parametrize("name", ["junior", "kvinigu", "atomorph(size=7,corners=false)"])
def test_a_game_keeps_its_name_wherever_it_is_shown(page: Page, address: str, name: str) -> None:
    begin(page, address, motu.load_game(name).spec)
    title = {"junior": TITLES["junior"], "kvinigu": TITLES["kvinigu"]}.get(
        name, "Atomorph 7, corners keep their colour"
    )
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(page).to_have_title(f"● Your turn · {title} · motu")
    page.goto(f"{address}/games")
    expect(page.locator(".entry .title").first).to_have_text(title)
