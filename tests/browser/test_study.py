"""The analysis board in a real browser: nothing that was studied gets lost, games come in and go out."""

from __future__ import annotations

import base64
import json
import re
import struct
import time
import urllib.request
import zlib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

import motu
from browser.browsing import DESKTOP, PHONE, WIDTH, choose_language, open_page, speak

pytestmark = pytest.mark.slow


def fragment(tree: dict[str, Any]) -> str:
    """What stands behind the # in the address of a shared study."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = packer.compress(json.dumps(tree).encode()) + packer.flush()
    return "t1." + base64.urlsafe_b64encode(packed).decode().rstrip("=")


GAMES = {
    "a HexWorld link": ("https://hexworld.org/board/#5c1,c3b2", ["1. c3", "b2"]),
    "SGF": ("(;FF[4]GM[11]SZ[5];B[c3];W[b2])", ["1. c3", "b2"]),
    "Abstract Play": ("a1,b2,c3", ["1. a1", "b2", "2. c4"]),
    "SGF with variations": (
        "(;FF[4]GM[11]SZ[5]C[start];B[c3](;W[b2]C[good];B[d4])(;W[swap-sides];W[a1])(;W[e5]))",
        ["1. c3", "b2", "swap", "2. a1", "e5", "2. d4"],
    ),
    "our fragment": ("https://example.org/play#m1.CQEHw2m8KVbTAQVMZglm2fId", ["1. c2", "swap", "2. e4", "c3", "3. b4"]),
    "our record": (
        json.dumps(
            {
                "motu": 1,
                "spec": "atmalof",
                "rules_version": 1,
                "players": [{"name": "Ana", "kind": "human"}, {"name": "", "kind": "human"}],
                "moves": ["r4=6", "c2=1"],
                "result": {"winner": None, "reason": "unfinished"},
            }
        ),
        ["1. r4", "=6", "c2", "=1"],
    ),
}
"""What is pasted, and the moves as motu names them: Abstract Play counts rows of its board in another way."""


def study(page: Page, address: str, query: str = "spec=hex(size=5)&moves=c3 b2") -> None:
    speak(page, "en")
    page.goto(f"{address}/study?{query}")
    page.locator("motu-board [data-cell]").first.wait_for()


def click(page: Page, name: str) -> None:
    page.locator(f'motu-board [data-cell][aria-label^="{name},"]').click(force=True)


def part(page: Page, name: str, title: str) -> Locator:
    """A part of the study that its button under the board opens."""
    button = page.locator(".toolbar").get_by_role("button", name=title)
    if button.get_attribute("aria-expanded") == "false":
        button.click()
    opened = page.locator(f".part.{name}")
    expect(opened).to_be_in_viewport()
    return opened


def bring(page: Page, text: str) -> None:
    exchange = part(page, "exchange", "Import and export")
    exchange.locator("textarea").fill(text)
    exchange.get_by_role("button", name="Import").click()


def test_another_language_keeps_the_tree(page: Page, address: str) -> None:
    study(page, address)
    for name in ("a1", "e5"):
        click(page, name)
        expect(page.locator(".lines .move[aria-current]")).to_have_text(re.compile(name))
    page.locator(".study textarea").first.fill("an odd corner")
    choose_language(page, "Esperanto")
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
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".lines .move")).to_have_count(0)


def test_a_kept_study_is_brought_in_by_its_address(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("404",)) as page:
        study(page, address, "spec=hex(size=5)&moves=d5")
        kept = page.evaluate(
            """() => fetch('/api/studies', {
                method: 'POST', headers: {'content-type': 'application/json'},
                body: JSON.stringify({name: 'x', tree: {s: 'hex(size=5)', n: ['c3', 'b2']}}),
            }).then((answer) => answer.json())"""
        )["id"]
        for text in (f"{address}/study/{kept}", f"/study/{kept}"):
            study(page, address, "spec=hex(size=5)&moves=d5")
            bring(page, text)
            expect(page.locator(".lines .move")).to_have_text(["1. c3", "b2"])
        bring(page, "https://motu.example/study/abcdefghijklmnop")
        expect(page.locator(".exchange .notice")).to_contain_text("This study is on another site")


def test_an_engine_that_would_be_help_is_off_and_leads_to_the_game(browser: Any, address: str) -> None:
    refusal = {"slug": "server/fair-play", "error": "no", "text": "", "legal": ["abcdefghijkl"]}
    with open_page(browser, DESKTOP, pardoned=("403",)) as page:
        page.route("**/api/device", lambda route: route.fulfill(status=403, json=refusal))
        study(page, address, "spec=hex(size=5)&moves=c3")
        switch = page.get_by_role("switch", name="Engine")
        switch.click()
        expect(page.locator(".notice a[href='/play/abcdefghijkl']")).to_be_visible()
        expect(switch).not_to_be_checked()
        expect(page.get_by_text("Starting the engine")).to_have_count(0)


@pytest.mark.parametrize(
    ("spec", "text", "listed"),
    [
        ("hex(size=5)", "d5 c3 e2", ["1. d5", "c3", "2. e2"]),
        ("hex(size=5)", "1. d5 swap 2. e2?! c3", ["1. d5", "swap", "2. e2", "c3"]),
        ("atomorph(size=5)", "1. c3 b2 2. d4", ["1. c3", "b2", "2. d4"]),
        ("atmalof", "1. r4=6 c2=1", ["1. r4", "=6", "c2", "=1"]),
    ],
)
def test_what_a_list_of_moves_shows_can_be_pasted(
    page: Page, address: str, spec: str, text: str, listed: list[str]
) -> None:
    study(page, address, f"spec={spec}")
    bring(page, text)
    expect(page.locator(".lines .move")).to_have_text(listed)


def test_which_pasted_move_cannot_be_played_is_said(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("400",)) as page:
        study(page, address)
        bring(page, "1. d5 c3 2. z9")
        expect(page.locator(".exchange .notice")).to_have_text(re.compile("Move 3, z9: .*; legal here: a1, "))
        expect(page.locator(".lines .move")).to_have_count(2)


MANY = "(;FF[4]GM[11]SZ[3];B[b2])" * 103
"""More games than are read of one text."""


def test_how_many_games_were_left_unread_is_said(browser: Any, address: str) -> None:
    with open_page(browser, PHONE) as page:
        study(page, address)
        bring(page, MANY)
        expect(page.locator(".exchange .found > p")).to_have_text("100 games")
        expect(page.locator(".exchange .found button")).to_have_count(100)
        unread = page.locator(".exchange").get_by_role("status")
        expect(unread).to_have_text("3 more games were not read.")
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
        assert Axe().run(page).response["violations"] == []
        bring(page, "(;FF[4]GM[11]SZ[3];B[b2])" * 101)
        expect(unread).to_have_text("1 more game was not read.")
        bring(page, "(;FF[4]GM[11]SZ[3];B[b2])" * 2)
        expect(page.locator(".exchange .found button")).to_have_count(2)
        expect(unread).to_have_text("")


def test_a_single_game_that_was_read_of_more_is_not_opened_by_itself(page: Page, address: str) -> None:
    def shortened(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        route.fulfill(response=answer, json={**told, "games": told["games"][:1], "unread": 1})

    page.route("**/api/records/read", shortened)
    study(page, address)
    bring(page, "(;FF[4]GM[11]SZ[3];B[b2])(;FF[4]GM[11]SZ[3];B[a1])")
    expect(page.locator(".exchange").get_by_role("status")).to_have_text("1 more game was not read.")
    expect(page.locator(".lines .move")).to_have_count(2)
    page.locator(".exchange .found button").click()
    expect(page.locator(".lines .move")).to_have_text(["1. b2"])


def test_what_cannot_be_read_is_said(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("400",)) as page:
        study(page, address)
        bring(page, "hello")
        expect(page.locator(".exchange .notice")).to_contain_text("This is not in a format that motu reads")
        expect(page.locator(".lines .move")).to_have_count(2)


WRONG = {
    "hello": "ne estas en formato, kiun motu legas",
    "(;FF[4]GM[11]SZ[5];B[c3];W[c3])": "La movo c3 ne eblas",
    "(;FF[4]GM[11]SZ[5];B[c3](;W[b2])(;W[c3]))": "La movo c3 ne eblas",
    "(;FF[4]GM[11]SZ[5];B[c3]": "estas difektita",
    "(;FF[4]SZ[19];B[pd])": "estas difektita",
    "https://hexworld.org/board/#5c1,c3c3": "La movo c3 ne eblas",
    "m1.CQEHw2m8KVbTAQVMZglm2fIe": "difektita aŭ nekompleta",
    '{"motu": 1, ': "registraĵo",
    "http://127.0.0.1/study#t1.q1YqVrJSSixJzM": "ligilo estas nekompleta",
    "http://127.0.0.1/study#t1.": "ligilo estas nekompleta",
}
"""What is pasted wrongly, and a part of what is said of it in Esperanto."""


def test_wrong_pastes_are_told_in_the_language_of_the_page(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("400",)) as page:
        speak(page, "eo")
        page.goto(f"{address}/study?spec=hex(size=5)&moves=c3 b2")
        part(page, "exchange", "Enporti kaj elporti")
        for text, said in WRONG.items():
            page.locator(".exchange textarea").fill(text)
            page.locator(".exchange .buttons button").first.click()
            expect(page.locator(".exchange .notice")).to_contain_text(said)
            expect(page.locator(".lines .move")).to_have_text(["1. c3", "b2"])


# --- out and back in --------------------------------------------------------------------------------------------------

TREE = ["1. c3", "d4", "b2", "2. a1", "2. e5"]


def grow(page: Page, address: str) -> None:
    """A study with two variations and two comments, at its last move."""
    study(page, address)
    page.get_by_role("button", name="Last position").click()
    remark(page, "the main answer")
    page.locator(".lines .move", has_text="c3").click()
    click(page, "d4")
    expect(current(page)).to_have_text("d4")
    page.get_by_role("button", name="Make main line").click()
    click(page, "e5")
    expect(current(page)).to_have_text("2. e5")
    remark(page, "far ] away \\\nin two lines")
    page.locator(".lines .move", has_text="b2").click()
    click(page, "a1")
    expect(page.locator(".lines .move")).to_have_text(TREE)
    expect(current(page)).to_have_text("2. a1")


def current(page: Page) -> Locator:
    return page.locator(".lines .move[aria-current]")


def remark(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Comment on this position").fill(text)
    page.get_by_role("textbox", name="Comment on this position").blur()


def seen(page: Page) -> list[str]:
    return page.locator(".lines .move, .lines .comment").all_inner_texts()


def save(page: Page, kind: str, folder: Path) -> Path:
    exchange = part(page, "exchange", "Import and export")
    with page.expect_download() as download:
        exchange.get_by_role("button", name=kind, exact=True).click()
    target = folder / download.value.suggested_filename
    download.value.save_as(target)
    return target


@pytest.mark.parametrize("kind", ["Record", "SGF"])
def test_a_whole_study_goes_out_as_a_file_and_comes_back(page: Page, address: str, kind: str, tmp_path: Path) -> None:
    grow(page, address)
    before = seen(page)
    assert len(before) == len(TREE) + 2
    target = save(page, kind, tmp_path)
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".lines .move")).to_have_count(0)
    part(page, "exchange", "Import and export").locator("input[type=file]").set_input_files(target)
    expect(page.locator(".lines .move")).to_have_text(TREE)
    assert seen(page) == before


def test_pictures_show_the_position_on_the_board(page: Page, address: str, tmp_path: Path) -> None:
    grow(page, address)
    root = ET.fromstring(save(page, "SVG", tmp_path).read_text(encoding="utf-8"))
    text = " ".join("".join(each.itertext()) for each in root.iter() if each.tag.endswith(("title", "desc")))
    assert root.tag.endswith("svg")
    assert all(name in text for name in ("c3", "b2", "a1")), text
    assert "e5" not in text
    picture = save(page, "PNG", tmp_path).read_bytes()
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    assert width == 1000
    assert height > 300
    drawn = page.evaluate(
        """async (bytes) => {
          const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], {type: 'image/png'}));
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
          canvas.getContext('2d').drawImage(bitmap, 0, 0);
          const {data} = canvas.getContext('2d').getImageData(0, 0, bitmap.width, bitmap.height);
          return new Set(new Uint32Array(data.buffer)).size;
        }""",
        list(picture),
    )
    assert drawn > 10


def snapshot(page: Page) -> str:
    """The address that holds the whole study."""
    return part(page, "share", "Share").get_by_role("textbox", name="A snapshot").input_value()


def test_share_answers_where_it_was_pressed(browser: Any, address: str) -> None:
    for device in ({"viewport": {"width": 1280, "height": 720}}, PHONE):
        with open_page(browser, device) as page:
            page.context.grant_permissions(["clipboard-read", "clipboard-write"])
            study(page, address)
            click(page, "a1")
            expect(page.locator(".saved")).to_have_text("Saved")
            share = part(page, "share", "Share")
            ours = share.get_by_role("textbox", name="This study")
            expect(ours).to_be_in_viewport()
            assert ours.input_value() == page.url
            share.get_by_role("button", name="Copy").first.click()
            expect(share).to_contain_text("Copied.")
            assert page.evaluate("navigator.clipboard.readText()") == page.url
            page.keyboard.press("Escape")
            expect(share).to_be_hidden()
            expect(page.locator(".toolbar").get_by_role("button", name="Share")).to_be_focused()


def test_every_part_opens_in_view(browser: Any, address: str) -> None:
    for device in ({"viewport": {"width": 1280, "height": 720}}, PHONE):
        with open_page(browser, device) as page:
            study(page, address)
            for button in page.locator(".toolbar button[aria-expanded]").all():
                button.click()
                expect(button).to_have_attribute("aria-expanded", "true")
                expect(page.locator(".part h2")).to_be_in_viewport()
                expect(page.locator(".part h2 ~ *, .part > div:last-child > *").first).to_be_in_viewport()
            page.get_by_role("button", name="Clear").click()
            expect(page.locator(".lines .move")).to_have_count(0)
            expect(page.get_by_role("button", name="Restore")).to_be_in_viewport()
            page.get_by_role("button", name="Restore").click()
            expect(page.locator(".lines .move")).to_have_count(2)
            page.get_by_role("button", name="Set up a position").click()
            expect(page.locator(".editor")).to_be_in_viewport()


def test_a_shared_address_holds_the_whole_tree(browser: Any, page: Page, address: str) -> None:
    grow(page, address)
    before = seen(page)
    shared = snapshot(page)
    assert "#t1." in shared
    with open_page(browser, DESKTOP) as other:
        speak(other, "en")
        other.goto(shared)
        expect(other.locator(".lines .move")).to_have_text(TREE)
        assert seen(other) == before
        other.goto(f"{address}/study")
        expect(other.locator(".lines .move")).to_have_count(0)
        bring(other, shared)
        expect(other.locator(".lines .move")).to_have_text(TREE)


def test_a_broken_address_takes_nothing_away(page: Page, address: str) -> None:
    grow(page, address)
    page.evaluate(
        "history.pushState(null, '', '/study#t1.q1YqVrJSSixJzM'); window.dispatchEvent(new PopStateEvent('popstate'))"
    )
    expect(page.locator(".side > .notice")).to_contain_text("link is incomplete")
    expect(page.locator(".lines .move")).to_have_text(TREE)


def test_a_study_too_large_for_an_address_says_so(page: Page, address: str) -> None:
    grow(page, address)
    for _ in range(4):
        noise = page.evaluate("Array.from({length: 20000}, () => Math.random().toString(36)[5]).join('')")
        remark(page, noise)
        page.get_by_role("button", name="One step back").click()
    expect(part(page, "share", "Share").locator(".notice")).to_contain_text("too large for a link")


def test_a_reload_loses_nothing(page: Page, address: str) -> None:
    grow(page, address)
    before = seen(page)
    page.reload()
    expect(page.locator(".lines .move")).to_have_text(TREE)
    assert seen(page) == before
    expect(current(page)).to_have_text("2. a1")


def test_a_server_that_does_not_answer_takes_nothing_away(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("Failed to load resource",)) as page:
        study(page, address, "spec=hex(size=5)&moves=c3 b2 d4")
        page.get_by_role("button", name="One step forward").click()
        expect(current(page)).to_have_text("1. c3")
        page.route("**/api/positions", lambda route: route.abort())
        page.get_by_role("button", name="One step forward").click()
        expect(page.locator(".side > .notice")).to_have_text("The server is not responding.")
        expect(page.locator(".lines .move")).to_have_text(["1. c3", "b2", "2. d4"])
        expect(current(page)).to_have_text("1. c3")
        page.unroute("**/api/positions")
        page.get_by_role("button", name="Last position").click()
        expect(current(page)).to_have_text("2. d4")
        expect(page.locator(".side > .notice")).to_have_text("")


def test_a_study_whose_first_position_does_not_come_says_so_once(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("Failed to load resource",)) as page:
        speak(page, "en")
        asked: list[Route] = []

        def lose(route: Route) -> None:
            asked.append(route)
            route.abort()

        page.route("**/api/positions", lose)
        page.goto(f"{address}/study?spec=hex(size=5)")
        expect(page.locator(".side > .notice")).to_have_text("The server is not responding.")
        assert len(asked) == 1
        page.unroute("**/api/positions")
        page.get_by_role("button", name="First position").click()
        expect(page.locator(".usual .message")).to_have_text("Black: Place a stone.")


def test_a_move_that_the_rules_forbid_goes(browser: Any, address: str) -> None:
    shared = fragment({"s": "hex(size=5)", "n": ["c3", "b2", 1, "c3", "d4"]})
    with open_page(browser, DESKTOP, pardoned=("400",)) as page:
        speak(page, "en")
        page.goto(f"{address}/study#{shared}")
        page.locator(".lines .move").last.click()  # not in the main line, which alone is looked at before
        expect(page.locator(".lines .move")).to_have_text(["1. c3", "b2"])
        expect(page.locator(".side > .notice")).not_to_have_text("")


# --- positions and boards ---------------------------------------------------------------------------------------------


BAD_LINES = {
    "zz": ("zz", []),
    "c3 zz d4": ("zz", ["1. c3"]),
    "c3 b2 d4 c3 e5 a1": ("c3", ["1. c3", "b2", "2. d4"]),
}
"""Lines in addresses: the move that cannot be played, and what is there without it and what follows."""


@pytest.mark.parametrize("line", BAD_LINES)
def test_a_line_that_cannot_be_played_goes_as_far_as_it_can_and_its_move_is_named(
    browser: Any, address: str, line: str
) -> None:
    bad, left = BAD_LINES[line]
    with open_page(browser, DESKTOP, pardoned=("400",)) as page:
        study(page, address, f"spec=hex(size=5)&moves={line}")
        expect(page.get_by_role("alert").filter(has_text=re.compile(rf"\b{bad}\b"))).to_be_visible()
        expect(page.locator(".lines .move")).to_have_text(left)


def test_so_does_a_line_that_was_shared(browser: Any, address: str) -> None:
    shared = fragment({"s": "hex(size=5)", "n": ["c3", "zz"]})
    with open_page(browser, DESKTOP, pardoned=("400",)) as page:
        speak(page, "de")
        page.goto(f"{address}/study#{shared}")
        expect(page.get_by_role("alert").filter(has_text="Der Zug zz ist nicht möglich.")).to_be_visible()
        expect(page.locator(".lines .move")).to_have_text(["1. c3"])


def test_a_position_is_set_up_and_played_on(browser: Any, page: Page, address: str) -> None:
    study(page, address, "spec=atomorph(size=5,return_stone=true)")
    page.get_by_role("button", name="Set up a position").click()
    editor = page.locator(".editor")
    for name in ("b2", "c3", "c2"):
        click(page, name)
    click(page, "c2")
    editor.get_by_role("radiogroup", name="To place").get_by_label("White").check()
    for name in ("a1", "d4", "c3"):
        click(page, name)
    expect(editor).to_contain_text("Black 1, White 3")
    editor.get_by_role("radiogroup", name="To move").get_by_label("White").check()
    editor.get_by_label("Contested stones may not be flipped now").check()
    expect(editor).to_contain_text("Legal position")
    editor.get_by_role("button", name="Study this position").click()
    expect(page.locator(".usual .message")).to_contain_text("White")
    click(page, "e5")
    expect(current(page)).to_have_text("1. e5")
    bring(page, snapshot(page))
    expect(page.locator(".lines .move")).to_have_text(["1. e5"])
    for name, colour in {"b2": "Black", "a1": "White", "c3": "White"}.items():
        expect(page.locator(f'motu-board [data-cell][aria-label^="{name}, {colour}"]')).to_have_count(1)
    page.get_by_role("button", name="Set up a position").click()
    page.locator(".editor").get_by_role("button", name="Cancel").click()
    expect(page.locator(".lines .move")).to_have_text(["1. e5"])


def test_a_position_is_set_up_with_keys_alone(page: Page, address: str) -> None:
    study(page, address, "spec=hex(size=5)")
    button = page.get_by_role("button", name="Set up a position")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".editor h2")).to_be_focused()
    page.locator("motu-board [data-cell][tabindex='0']").focus()
    for keys in (["b", "2", "Enter"], ["d", "4", "Enter"], ["*"], ["c", "3", "Enter"], ["d", "4", "Delete"]):
        for key in keys:
            page.keyboard.press(key)
    expect(page.locator(".editor")).to_contain_text("Black 1, White 1")
    page.locator(".editor").get_by_role("button", name="Study this position").press("Enter")
    expect(page.locator(".editor")).to_have_count(0)
    expect(page.locator('motu-board [data-cell][aria-label="b2, Black"]')).to_have_count(1)
    expect(page.locator('motu-board [data-cell][aria-label="c3, White"]')).to_have_count(1)
    expect(page.locator('motu-board [data-cell][aria-label="d4, empty"]')).to_have_count(1)


def test_an_impossible_position_is_refused_in_words(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("400",)) as page:
        speak(page, "eo")
        page.goto(f"{address}/study?spec=atmalof(rows=4,cols=4,extra_rows=0,extra_cols=0,line=3,pieces=4)")
        page.get_by_role("button", name="Aranĝi pozicion").click()
        for name in ("r1c1", "r1c2", "r1c3"):
            click(page, name)
        expect(page.locator(".editor .message")).to_contain_text("Ruĝo venkas per linio")
        page.locator(".editor").get_by_role("radiogroup", name="Meti").get_by_label("Bluo").check()
        for name in ("r2c1", "r2c2", "r2c3"):
            click(page, name)
        expect(page.locator(".editor .notice")).to_contain_text("La reguloj ne permesas ĉi tiun pozicion")
        page.get_by_role("button", name="Studi ĉi tiun pozicion").click()
        expect(page.locator(".editor .notice")).to_contain_text("La reguloj ne permesas")
        click(page, "r2c2")
        expect(page.locator(".editor .notice")).to_be_empty()
        expect(page.locator(".editor")).to_contain_text("Ruĝo 3 el 4 pecoj, Bluo 2 el 4")


def test_any_board_can_be_chosen(page: Page, address: str) -> None:
    study(page, address)
    chooser = part(page, "chooser", "Another game")
    chooser.get_by_label("Hex, 11 columns").check()
    chooser.get_by_text("Board and variants").click()
    for name in ("Columns", "Rows"):
        chooser.get_by_label(name, exact=True).fill("4")
        chooser.get_by_label(name, exact=True).blur()
    chooser.get_by_role("button", name="Study this board").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hex 4")
    expect(page.locator(".board-card motu-board [data-cell]")).to_have_count(16)


# --- the engine -------------------------------------------------------------------------------------------------------


def ask_the_server(page: Page) -> None:
    """Have the server's engine think; the one on this device has tests of its own (test_device_engine.py)."""
    chosen = "{ ...JSON.parse(localStorage['motu.study-view'] ?? '{}'), place: 'server' }"
    page.add_init_script(f"localStorage['motu.study-view'] = JSON.stringify({chosen})")


def switch_on(page: Page) -> None:
    page.get_by_role("switch", name="Engine").click()
    page.locator(".findings-place .findings .move").first.wait_for(timeout=60_000)


def test_lines_arrive_are_shown_and_played(page: Page, address: str) -> None:
    study(page, address, "spec=atoll&moves=d4 f5")
    page.get_by_role("button", name="Last position").click()
    page.get_by_label("Lines").select_option("3")
    switch_on(page)
    rows = page.locator(".findings-place tbody tr")
    expect(rows).to_have_count(3, timeout=60_000)
    expect(page.locator(".bar .bar-first")).to_contain_text("%")
    page.get_by_label("Show", exact=True).select_option("none")
    expect(page.locator("motu-board .heat")).to_have_count(0)
    page.get_by_label("Show", exact=True).select_option("policy")
    expect(page.locator("motu-board .heat").first).to_be_visible()
    expected = page.locator(".findings-place tbody td.pv .move")
    expect(expected.first).to_be_visible(timeout=60_000)
    first, second = rows.first.locator(".move").all_inner_texts()[:2]
    rows.first.locator("td.pv .move").first.hover()
    expect(page.locator("motu-board .label")).to_have_text(["1", "2"])
    expect(page.locator(".lines .move")).to_have_text(["1. d4", "f5"])
    held = rows.first.locator(".move").all_inner_texts()
    rows.first.locator("td.pv .move").first.click()
    expect(page.locator(".lines .move")).to_have_text(["1. d4", "f5", f"2. {held[0]}", held[1]])
    assert first
    assert second
    page.get_by_role("switch", name="Engine").click()
    expect(page.locator(".findings-place .findings")).to_have_count(0)


def test_the_graph_leaves_open_what_nobody_knows(page: Page, address: str) -> None:
    study(page, address, "spec=hex(size=4)&moves=b2 c3 d1 a4 b4 c1")
    for name in ("First position", "Last position"):
        page.get_by_role("button", name=name).click()
        if name == "First position":
            switch_on(page)
        else:
            expect(page.locator("svg.graph")).to_be_visible(timeout=60_000)
    expect(page.locator("svg.graph .graph-unknown")).to_have_count(1)
    expect(page.locator("svg.graph .graph-area")).to_have_count(0)
    expect(page.locator("svg.graph .graph-point")).to_have_count(2)


def test_the_engine_goes_on_remembers_and_is_on_again(page: Page, address: str) -> None:
    asked: list[dict[str, Any]] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framesent", lambda sent: asked.append(json.loads(sent))),
    )
    ask_the_server(page)
    study(page, address, "spec=atoll&moves=d4")
    switch_on(page)
    assert asked[-1]["seconds"] == 3600
    before = page.locator(".verdict .detail").inner_text()
    page.keyboard.press("ArrowRight")
    expect(current(page)).to_have_text("1. d4")
    page.keyboard.press("ArrowLeft")
    assert visits(page.locator(".verdict .detail").inner_text()) >= visits(before)
    page.reload()
    expect(page.get_by_role("switch", name="Engine")).to_be_checked()
    page.locator(".findings-place .findings .move").first.wait_for(timeout=60_000)
    page.get_by_role("switch", name="Engine").click()
    assert asked[-1] == {"type": "stop"}


FIRST_STATE = """new MutationObserver(() => {
  globalThis.firstState ??= document.querySelector('.engine-switch')?.getAttribute('aria-checked');
}).observe(document, { childList: true, subtree: true });"""


def test_an_engine_that_was_left_on_is_shown_so_from_the_first_moment(page: Page, address: str) -> None:
    page.add_init_script("localStorage.setItem('motu.study-view', JSON.stringify({ engine: true }))")
    page.add_init_script(FIRST_STATE)
    study(page, address)
    assert page.evaluate("globalThis.firstState") == "true"  # else a click would switch it off


@pytest.mark.parametrize("game", ["hex(size=4,swap=false)", "atomorph(size=4)", "atmalof"])
def test_the_threat_is_what_the_other_side_would_do(page: Page, address: str, game: str) -> None:
    asked: list[dict[str, Any]] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda sent: asked.append(json.loads(sent))))
    ask_the_server(page)
    dice = game == "atmalof"
    study(page, address, f"spec={game}&moves={'r1=1 c3=2' if dice else 'b2 c3'}&at=end")
    switch_on(page)
    threat = page.get_by_role("button", name="Show the threat")
    threat.click()
    expect(threat).to_have_attribute("aria-pressed", "true")
    colour = "Blue" if dice else "White"
    panel = page.locator(".findings-place")
    expect(panel).to_contain_text(f"If it were {colour}’s turn:", timeout=30_000)
    setup = asked[-1]["setup"]
    assert setup["to_move"] == colour.lower()
    assert [len(stones) for stones in setup["stones"].values()] == [1, 1]
    before = page.locator(".lines .move").count()
    panel.locator("tbody th .move").first.click()
    assert page.locator(".lines .move").count() == before
    page.keyboard.press("ArrowLeft")
    expect(threat).to_have_attribute("aria-pressed", "false")
    expect(panel).not_to_contain_text("If it were")


def test_where_a_turn_is_under_way_there_is_no_threat(page: Page, address: str) -> None:
    study(page, address, "spec=atmalof&moves=r4&at=end")
    page.get_by_role("switch", name="Engine").click()
    page.get_by_role("button", name="Show the threat").click()
    expect(page.locator(".side > .notice")).to_contain_text("do not let the other side move")
    expect(page.get_by_role("button", name="Show the threat")).to_have_attribute("aria-pressed", "false")


def test_a_search_that_made_room_for_others_goes_on(page: Page, address: str) -> None:
    """The server cuts a search short when somebody waits: the page asks again, unless all there is was found."""
    asked: list[int] = []

    def answer(socket: WebSocketRoute) -> None:
        def hear(sent: str | bytes) -> None:
            request = json.loads(sent)
            if request["type"] != "analyse":
                return
            asked.append(request["id"])
            proof = "win" if len(asked) > 1 else None
            root = {"currentPlayer": "black", "visits": 500 * len(asked), "winrate": 0.6, "value": 0.2, "proof": proof}
            page.evaluate("performance.now = (now => () => now() + 12_000)(performance.now.bind(performance))")
            found = {"rootInfo": root, "moveInfos": []}
            socket.send(json.dumps({"type": "findings", "id": request["id"], "is_final": True, "found": found}))

        socket.on_message(hear)

    page.route_web_socket("**/api/analysis", answer)
    ask_the_server(page)
    study(page, address)
    page.get_by_role("switch", name="Engine").click()
    expect(page.locator(".verdict")).to_contain_text("Proved: Black wins.")
    expect(page.locator(".verdict .detail")).to_have_text("1,000 visits, done")
    page.wait_for_timeout(300)
    assert len(asked) == 2


def test_the_tab_key_stops_once_in_the_tree(page: Page, address: str) -> None:
    study(page, address, "spec=atoll&moves=d4 f5 d5")
    tree = page.locator(".tree-place")
    stops = "tree => [...tree.querySelectorAll('[tabindex=\"0\"]')].map((each) => each.innerText)"
    tree.locator(".move").last.click()
    for key, name in (("ArrowLeft", "f5"), ("Home", "1. d4"), ("End", "2. d5")):
        page.keyboard.press(key)
        expect(tree.locator(".move:focus")).to_have_text(name)
        assert tree.evaluate(stops) == [name]


def visits(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def test_lines_are_walked_through_with_keys_alone(page: Page, address: str) -> None:
    study(page, address, "spec=atoll&moves=d4 f5")
    page.keyboard.press("End")
    expect(current(page)).to_have_text("f5")
    page.get_by_role("switch", name="Engine").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".findings-place td.pv .move").first).to_be_visible(timeout=60_000)
    focused = page.locator(".findings-place .move:focus-visible")
    while not focused.count():
        page.keyboard.press("Tab")
    expect(page.locator("motu-board .label")).to_have_text(["1"])
    page.keyboard.press("Tab")
    # The lines stand still now; the second button is the first line's answer, or the next line where there is none yet.
    line = focused.locator("xpath=ancestor::tr").locator(".move").all_inner_texts()
    played = line[: line.index(focused.inner_text()) + 1]
    expect(page.locator("motu-board .label")).to_have_count(len(played))
    page.keyboard.press("Enter")
    expect(current(page)).to_have_text(re.compile(rf"{played[-1]}$"))
    expect(page.locator(".findings-place")).to_be_focused()
    for _ in played:
        page.keyboard.press("ArrowLeft")
    expect(current(page)).to_have_text("f5")


def test_proofs_are_shown_as_proofs(page: Page, address: str) -> None:
    study(page, address, "spec=hex(size=3,swap=false)&moves=b2 a1")
    page.get_by_role("button", name="Last position").click()
    switch_on(page)
    expect(page.locator(".verdict")).to_contain_text("Proved: Black wins.", timeout=60_000)
    expect(page.locator(".findings .worth.proved").first).to_contain_text("wins")


def test_a_net_says_nothing_of_a_first_move_that_a_swap_may_follow(page: Page, address: str) -> None:
    ask_the_server(page)
    study(page, address, "spec=hex(size=9)&moves=e5")
    page.get_by_role("switch", name="Engine").click()
    page.get_by_role("button", name="Last position").click()
    expect(page.locator(".findings-place")).to_contain_text("First impression of the net atoll-medium", timeout=60_000)
    page.get_by_role("button", name="First position").click()
    expect(page.locator(".findings td.pv").first).to_contain_text("swap", timeout=60_000)
    expect(page.locator(".findings-place")).not_to_contain_text("First impression")


def answer_with(page: Page, *moves: dict[str, Any]) -> None:
    """Have every analysis find these moves at once."""
    root = {"currentPlayer": "black", "visits": 1500, "winrate": 0.7, "value": 0.4, "proof": None}

    def answer(socket: WebSocketRoute) -> None:
        def hear(sent: str | bytes) -> None:
            request = json.loads(sent)
            found = {"rootInfo": root, "moveInfos": moves}
            if request["type"] == "analyse":
                socket.send(json.dumps({"type": "findings", "id": request["id"], "is_final": True, "found": found}))

        socket.on_message(hear)

    page.route_web_socket("**/api/analysis", answer)
    ask_the_server(page)


def found(move: str, visits: int, value: float) -> dict[str, Any]:
    return {
        "move": move,
        "visits": visits,
        "value": value,
        "winrate": (1 + value) / 2,
        "prior": 0.1,
        "proof": None,
        "pv": [move],
    }


def test_the_board_and_the_list_name_good_and_bad_moves_alike(page: Page, address: str) -> None:
    answer_with(page, found("a1", 900, 0.4), found("b2", 500, 0.34), found("c3", 60, -0.4), found("a3", 3, 0.4))
    study(page, address, "spec=atomorph(size=3)")
    page.get_by_role("switch", name="Engine").click()
    expect(page.locator(".findings-place tbody th")).to_have_text(["Aa1", "Bb2", "C??c3", "Da3"])
    expect(page.locator("motu-board .label.rank")).to_have_text(["A", "B", "C??", "D"])
    expect(page.locator("motu-board .label.figure")).to_have_text(["70\xa0%", "67\xa0%", "30\xa0%", "70\xa0%"])
    for grade in ("best", "good", "blunder"):
        for place in (".findings-place .rank", "motu-board .heat"):
            expect(page.locator(f"{place}.{grade}")).to_have_count(1)
    expect(page.locator("motu-board .heat")).to_have_count(3)  # of d nobody knows enough
    page.get_by_label("Show", exact=True).select_option("none")
    expect(page.locator("motu-board .heat, motu-board .label")).to_have_count(0)


def test_announcements_and_rolls_have_their_chances(page: Page, address: str) -> None:
    study(page, address, "spec=atmalof&moves=r4=6 c2=1 r4=3 c2=2")
    page.get_by_role("button", name="Last position").click()
    switch_on(page)
    announcements = page.locator("table.announcements tbody tr")
    expect(announcements).to_have_count(14, timeout=60_000)
    expect(announcements.first.locator("td .move")).to_have_count(6)
    # In one go: the rows are drawn anew with every report, and those found before that are in no page any more.
    cells = page.evaluate(
        "[...document.querySelectorAll('table.announcements td')].map((each) => getComputedStyle(each).display)"
    )
    assert set(cells) == {"table-cell"}  # also where two rolls side by side are lost
    assert all(re.fullmatch(r"\d+\s%", text) for text in announcements.locator("td .move").all_inner_texts())
    expect(page.locator('motu-board [data-line="r5"] .odds')).to_have_text(re.compile(r"^\d+\s%$"))
    announcements.filter(has=page.get_by_role("rowheader", name="r5")).get_by_role("rowheader").locator(
        "button"
    ).click()
    expect(page.locator(".usual .message")).to_have_text("What does the die show?")
    expect(page.locator(".findings-place tbody tr")).to_have_count(6, timeout=60_000)
    expect(page.locator("motu-board .label")).to_have_count(6)
    page.locator(".rolls").get_by_role("button", name="3", exact=True).click()
    expect(current(page)).to_have_text("=3")
    expect(page.locator(".usual .message")).to_contain_text("Blue")


def ask(address: str, path: str, body: dict[str, Any], cookie: str = "") -> tuple[dict[str, Any], str]:
    headers = {"content-type": "application/json", "cookie": cookie}
    request = urllib.request.Request(f"{address}/api/{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer), answer.headers.get("set-cookie", cookie).partition(";")[0]


def test_the_machine_at_full_strength_is_named_in_a_study(page: Page, address: str, tmp_path: Path) -> None:
    seats = [{"kind": "person", "name": "Ana"}, {"kind": "strongest", "seconds": 0.5}]
    game, _ = ask(address, "games", {"spec": "hex(size=4)", "seats": seats})
    speak(page, "en")
    page.goto(f"{address}/study/game/{game['id']}")
    expect(page.locator(".side")).to_contain_text("Ana – motu, Full strength, 0.5 s per move")
    target = save(page, "SGF", tmp_path)
    assert re.fullmatch(r"atoll-Ana-motu-Full-strength-0-5-s-per-m-?\w*-\d{4}-\d\d-\d\d\.sgf", target.name)
    text = target.read_text(encoding="utf-8")
    assert all(each in text for each in ("PB[Ana]", "PW[motu, Full strength, 0.5 s per move]", "DT[20"))


def test_a_study_of_a_game_knows_what_the_machine_moved_with(page: Page, address: str, tmp_path: Path) -> None:
    seats = [{"kind": "level", "level": 2}, {"kind": "person", "name": "Ana"}]
    game, _ = ask(address, "games", {"spec": "hex(size=4)", "seats": seats})
    wait_for_moves(address, game["id"], 1)
    speak(page, "en")
    page.goto(f"{address}/study/game/{game['id']}")
    record = json.loads(save(page, "Record", tmp_path).read_text(encoding="utf-8"))
    machine, person = record["players"]
    assert (machine["name"], machine["kind"], machine["settings"]["level"]) == ("motu, Level 2", "engine", 2)
    assert machine["settings"]["engine"]["version"] == motu.__version__
    assert person == {"name": "Ana", "kind": "human"}


def wait_for_moves(address: str, game_id: str, count: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with urllib.request.urlopen(f"{address}/api/games/{game_id}", timeout=30) as answer:
            if len(json.load(answer)["steps"]) >= count:
                return
        time.sleep(0.05)
    raise AssertionError("the machine has not moved")


def test_a_game_comes_with_its_rolls_and_is_reviewed(page: Page, address: str) -> None:
    seats = [{"kind": "person", "name": "Ana"}, {"kind": "person", "name": "Ivo"}]
    game, cookie = ask(address, "games", {"spec": "atmalof", "seats": seats})
    for line in ("r4", "c2", "r4"):
        seq = game["seq"]
        moved, _ = ask(address, f"games/{game['id']}/moves", {"move": line, "seq": seq}, cookie)
        game["seq"] = moved["seq"]
        game["steps"] += moved["added"]
    speak(page, "en")
    page.goto(f"{address}/study/game/{game['id']}")
    texts = [text for text, _ in game["steps"]]
    assert len(texts) == 6
    expect(page.locator(".lines .move")).to_have_count(6)
    assert [each.split(". ")[-1] for each in page.locator(".lines .move").all_inner_texts()] == texts
    expect(page.locator(".side")).to_contain_text("Ana – Ivo")
    review = part(page, "review", "Review")
    review.get_by_label("Effort").select_option("50")
    review.get_by_role("button", name="Review", exact=True).click()
    expect(review.locator(".accounts li")).to_have_count(2, timeout=120_000)
    expect(review.locator(".accounts")).to_contain_text("luck")
    rows = review.locator("tbody tr")
    expect(rows).to_have_count(6)
    expect(page.locator("svg.graph")).to_be_visible()
    rows.nth(2).get_by_role("rowheader").locator("button").click()
    expect(current(page)).to_contain_text("c2")
    page.locator("svg.graph").focus()
    page.keyboard.press("Home")
    expect(page.locator(".lines .move[aria-current]")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(current(page)).to_contain_text("r4")


LESSONS = {
    "Atoll": ("hex(size=3,swap=false)", "c1 a3 a2 b2 a1", "Black", "a2", "c3"),
    "Atomorph": ("atomorph(size=3)", "a1 b2 c3 a3 c1", "Black", "c3", "b3"),
}
"""Spec, moves, who learns, his first mistake, and another move that loses as well."""


def reviewed(page: Page, address: str, spec: str, moves: str) -> Locator:
    study(page, address, f"spec={spec}&moves={moves}")
    review = part(page, "review", "Review")
    review.get_by_role("button", name="Review", exact=True).click()
    expect(review.locator(".accounts li")).to_have_count(2, timeout=120_000)
    return review


@pytest.mark.parametrize("game", LESSONS)
def test_mistakes_are_played_again_until_what_is_better_is_found(page: Page, address: str, game: str) -> None:
    spec, moves, who, mistake, other = LESSONS[game]
    review = reviewed(page, address, spec, moves)
    assert "−0.0" not in review.inner_text()
    better = review.locator("tbody tr", has=page.get_by_role("button", name=mistake, exact=True)).first
    best = better.locator("td").last.inner_text()
    review.get_by_role("button", name=f"Learn from the mistakes of {who} (2)").click()
    answer = review.get_by_role("status")
    expect(review.get_by_role("heading", level=3)).to_have_text(f"{who}: mistake 1 of 2")
    expect(review.locator(".mistakes")).to_contain_text(f"{mistake} was played and lost")
    click(page, mistake)
    expect(answer).to_have_text("That is what was played. Try something else.")
    click(page, other)
    expect(answer).to_have_text(f"{other} is not the best here. Try something else.", timeout=30_000)
    assert len(page.locator(".lines .move").all()) == len(moves.split())
    click(page, best)
    expect(answer).to_have_text(f"Right: {best}.")
    expect(current(page)).to_contain_text(best)
    page.keyboard.press("Enter")  # the next one
    expect(review.get_by_role("heading", level=3)).to_have_text(f"{who}: mistake 2 of 2")
    review.get_by_role("button", name="Show the solution").click()
    expect(answer).to_contain_text("was better.")
    assert Axe().run(page).response["violations"] == []
    page.keyboard.press("Enter")
    expect(review.locator(".mistakes")).to_contain_text("Those were 2 mistakes; you found 1.")
    review.get_by_role("button", name="Back to the review").click()
    expect(review.locator(".accounts li")).to_have_count(2)


def test_in_a_game_of_dice_luck_is_nobodys_mistake(page: Page, address: str) -> None:
    moves = "r1=1 c2=1 r1=2 r4=4 c1=2 c3=3 r2=1"
    review = reviewed(page, address, "atmalof(rows=4,cols=4,line=3)", moves)
    review.get_by_role("button", name="Learn from the mistakes of Red").click()
    mistakes = review.locator(".mistakes")
    expect(mistakes).to_contain_text(re.compile(r"[rc]\d was played and lost \d+\.\d\s%"))
    review.get_by_role("button", name="Show the solution").click()
    best = review.get_by_role("status").inner_text().removesuffix(" was better.")
    expect(current(page)).to_contain_text(best)


# --- everyone ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_stands_in_the_way_of_anybody(browser: Any, address: str, theme: str) -> None:
    axe = Axe()
    found: list[tuple[str, str, str]] = []

    def look(page: Page, where: str) -> None:
        found.extend((where, each["id"], each["nodes"][0]["html"]) for each in axe.run(page).response["violations"])

    with open_page(browser, DESKTOP) as page:
        speak(page, "en", theme=theme)
        page.goto(f"{address}/study?spec=atmalof&moves=r4=6 c2=1")
        page.locator("motu-board [data-cell]").first.wait_for()
        page.get_by_role("button", name="Last position").click()
        switch_on(page)
        for name, title in (("review", "Review"), ("share", "Share"), ("exchange", "Import"), ("chooser", "Another")):
            part(page, name, title).locator("button, input, textarea").nth(1).wait_for()
            look(page, name)
        page.get_by_role("switch", name="Engine").click()
        page.get_by_role("button", name="Set up a position").click()
        look(page, "editor")
    assert found == []


def test_a_phone_needs_no_sideways_scrolling_and_no_small_targets(browser: Any, address: str) -> None:
    with open_page(browser, PHONE) as page:
        speak(page, "eo")
        page.goto(f"{address}/study?spec=atmalof&moves=r4=6 c2=1 r3=2")
        page.locator("motu-board [data-cell]").first.wait_for()
        page.locator(".jump button").last.tap()
        page.get_by_role("switch").tap()
        page.locator("table.announcements td .move").first.wait_for(timeout=60_000)
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
        small = """() => [...document.querySelectorAll('main button, main select, main summary, main input')]
          .filter((each) => each.checkVisibility() && !each.closest('label'))
          .map((each) => [each.textContent.slice(0, 20), each.getBoundingClientRect()])
          .filter(([, box]) => box.width < 23.5 || box.height < 23.5).map(([text]) => text)"""
        assert page.evaluate(small) == []
        page.get_by_role("button", name="Aranĝi pozicion").tap()
        page.locator(".editor").wait_for()
        page.locator('motu-board [data-cell][aria-label^="r5c5,"]').tap(force=True)
        expect(page.locator(".editor")).to_contain_text("Ruĝo 3 el 22 pecoj, Bluo 1 el 22")
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
        assert page.evaluate(small) == []


def test_what_was_deleted_comes_back(page: Page, address: str) -> None:
    page.goto(f"{address}/study?spec=hex(size=5)&moves=a1 b2 c3")
    expect(page.locator(".tree-place .move")).to_have_count(3)
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".tree-place .move")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".tree-place .move")).to_have_count(3)
    page.get_by_role("button", name="Last position").click()
    page.get_by_role("button", name="Delete from here").click()
    expect(page.locator(".tree-place .move")).to_have_count(2)
    page.keyboard.press("Control+z")
    expect(page.locator(".tree-place .move")).to_have_count(3)


@pytest.mark.parametrize("device", [DESKTOP, PHONE])
def test_the_buttons_that_step_stay_where_they_are(browser: Any, address: str, device: dict[str, Any]) -> None:
    with open_page(browser, device) as page:
        study(page, address, "spec=gan&moves=d4 e5 f6 c3&at=end")
        back = page.get_by_role("button", name="One step back")
        swap = page.get_by_role("button", name="Swap colours")
        begins = page.get_by_role("button", name="First position").bounding_box()
        assert begins
        for step in range(3):
            back.click()
            expect(swap).to_have_count(1 if step == 2 else 0)
            box = page.get_by_role("button", name="First position").bounding_box()
            assert box
            assert box["y"] == begins["y"], step
