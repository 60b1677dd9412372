"""What has just happened is seen, not only read aloud: swaps, missed rolls, answers one after the other, the end."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from browser.browsing import DESKTOP, hold, let_through, open_page
from browser.playing import MACHINE_MS, begin, click, moves, resign

pytestmark = pytest.mark.slow

ME = {"kind": "person"}
BEGINNER = {"kind": "level", "level": 1}
REST_S = 0.6
"""How long one's own move is left to be looked at, as table_hearing.js has it."""


def narration(page: Page) -> Locator:
    return page.locator(".narration")


def test_a_swap_is_told_where_one_looks_with_the_colour_one_has_now(page: Page, address: str) -> None:
    begin(page, address, "gan", ME, BEGINNER)
    click(page, "d5")
    expect(narration(page)).to_have_text("Level 1 swaps colours. You are White now.", timeout=MACHINE_MS)
    expect(page.locator(".message")).to_have_text("Place a stone.")


def test_a_missed_roll_is_told_where_one_looks(page: Page, address: str) -> None:
    begin(page, address, "atmalof(rows=3,cols=3,extra_rows=0,extra_cols=0,line=3,pieces=4)")
    for _ in range(40):
        page.locator("motu-board .header.open").first.click(force=True)
        expect(narration(page)).not_to_contain_text("The die shows")
        expect(narration(page)).to_contain_text("The die shows")
        if "The square is occupied: the turn is lost." in (narration(page).text_content() or ""):
            return
        if page.locator(".table.over").count():
            page.get_by_role("button", name="Rematch, other colours").click()
            expect(moves(page)).to_have_count(0)
    pytest.fail("forty rolls on nine squares, and none missed")


def test_the_machine_answers_when_one_has_seen_ones_own_move(page: Page, address: str) -> None:
    begin(page, address, "gan", ME, BEGINNER, pace="calm")
    click(page, "a1")
    expect(moves(page)).to_have_count(1)
    begun = time.monotonic()
    expect(narration(page)).to_have_text("You play a1.")
    expect(moves(page)).to_have_count(2, timeout=MACHINE_MS)
    assert time.monotonic() - begun > REST_S / 2
    expect(narration(page)).to_contain_text("Level 1 plays")


def refused(page: Page) -> list[str]:
    """Return the list of what a server refuses from now on."""
    found: list[str] = []
    page.on("response", lambda answer: found.append(answer.url) if answer.status == 409 else None)
    return found


def test_a_move_is_taken_back_while_the_answer_to_it_waits_to_be_shown(page: Page, address: str) -> None:
    begin(page, address, "gan", ME, BEGINNER, pace="calm")
    late = refused(page)
    with page.expect_event("websocket", timeout=MACHINE_MS) as socket:
        page.reload()
    with socket.value.expect_event("framereceived", lambda frame: '"added":[["' in frame and ",1]]" in frame):
        click(page, "a1")
    page.get_by_role("button", name="Take back").click()
    expect(moves(page)).to_have_count(0)
    page.wait_for_timeout(2 * REST_S * 1000)
    expect(moves(page)).to_have_count(0)
    expect(page.locator(".at-hand > .notice")).to_have_text("")
    assert late == []


@pytest.mark.parametrize("is_refused", [False, True], ids=["made", "refused"])
def test_a_move_is_taken_back_while_it_is_on_its_way(browser: Any, address: str, *, is_refused: bool) -> None:
    with open_page(browser, DESKTOP, pardoned=("503",)) as page:
        begin(page, address, "hex(size=3,swap=false)")
        click(page, "a1")
        expect(moves(page)).to_have_count(1)
        held: list[Route] = []
        page.route("**/moves", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks the function
        asked: list[str | None] = []
        page.on("request", lambda each: asked.append(each.post_data) if each.url.endswith("/take-back") else None)
        click(page, "b2")
        page.get_by_role("button", name="Take back").click()
        page.wait_for_timeout(100)
        if is_refused:
            held[0].fulfill(status=503, json={"slug": "server/busy", "error": "the server is busy"})
            expect(page.locator(".at-hand > .notice")).not_to_have_text("")
            page.wait_for_timeout(300)
            assert asked == []
        else:
            with page.expect_response("**/take-back"):
                held[0].continue_()
            assert [json.loads(each or "")["keep"] for each in asked] == [1]
        expect(moves(page)).to_have_text(["a1"])


@pytest.mark.parametrize("deed", ["Take back", "Resign"])
def test_an_answer_that_has_not_come_yet_is_in_nobodys_way(browser: Any, address: str, deed: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("409 (Conflict)",)) as page:
        heard: list[str | bytes] = []

        def listen(socket: WebSocketRoute) -> None:
            server = socket.connect_to_server()

            def pass_on(message: str | bytes) -> None:
                heard.append(message)
                if len(heard) == 1:  # the game as it was found
                    socket.send(message)

            server.on_message(pass_on)

        page.route_web_socket(re.compile("/live$"), listen)
        begin(page, address, "gan", ME, BEGINNER)
        late = refused(page)
        click(page, "a1")
        expect(moves(page)).to_have_count(1)
        while not any('"added":[["' in str(each) and ",1]]" in str(each) for each in heard):
            page.wait_for_timeout(20)
        if deed == "Resign":
            resign(page)
            expect(page.locator(".verdict")).to_have_text("You lost")
            expect(moves(page)).to_have_count(2)
        else:
            page.get_by_role("button", name=deed).click()
            expect(moves(page)).to_have_count(0)
        expect(page.locator(".at-hand > .notice")).to_have_text("")
        assert len(late) == 1


def test_who_is_asked_whether_to_resign_is_asked_until_he_has_answered(page: Page, address: str) -> None:
    begin(page, address, "gan", ME, BEGINNER, pace="calm")
    click(page, "a1")
    expect(moves(page)).to_have_count(1)
    page.get_by_role("button", name="Resign", exact=True).click()
    expect(moves(page)).to_have_count(2, timeout=MACHINE_MS)
    for button in ("Keep playing", "Resign this game"):
        expect(page.get_by_role("button", name=button)).to_be_visible()
    click(page, "b2")  # who moves plays on
    expect(moves(page)).to_have_count(3)
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("button", name="Resign this game").click()
    expect(page.locator(".verdict")).to_have_text("You lost")


def test_a_button_under_the_finger_stays_when_the_answer_to_a_move_comes(page: Page, address: str) -> None:
    begin(page, address, "gan", ME, BEGINNER)
    held = hold(page, "**/moves")
    click(page, "a1")
    expect(moves(page)).to_have_count(2, timeout=MACHINE_MS)  # heard over the socket
    page.get_by_role("button", name="Resign", exact=True).hover()
    page.mouse.down()
    let_through(page, held, 1)
    page.mouse.up()
    expect(page.get_by_role("button", name="Resign this game")).to_be_enabled()


def test_a_double_click_on_resign_gives_nothing_away(page: Page, address: str) -> None:
    begin(page, address, "gan", ME, BEGINNER)
    click(page, "a1")
    expect(moves(page)).to_have_count(2, timeout=MACHINE_MS)
    spot = page.get_by_role("button", name="Resign", exact=True).bounding_box()
    assert spot is not None
    page.mouse.dblclick(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    page.mouse.dblclick(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    expect(page.locator(".table.over")).to_have_count(0)
    expect(moves(page)).to_have_count(2)


def test_the_window_says_whose_turn_it_is(page: Page, address: str) -> None:
    begin(page, address, "gan", ME, BEGINNER)
    expect(page).to_have_title("● Your turn · Atoll · Gan 7 · motu")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Learn").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn")
    expect(page).to_have_title("Learn · motu")


def test_the_end_is_told_in_large_words_with_ways_on(page: Page, address: str) -> None:
    begin(page, address, "hex(size=3)", ME, BEGINNER)
    resign(page)
    expect(page.get_by_role("heading", name="You lost")).to_be_visible()
    card = page.locator(".result-card")
    expect(card).to_contain_text("Level 1 wins by resignation.")
    for name in ("Review", "New game", "Rules"):
        expect(card.get_by_role("link", name=name, exact=True)).to_be_visible()
    card.get_by_role("button", name="Level: more").click()
    expect(card.get_by_label("Level", exact=True)).to_have_value("2")
    card.get_by_role("button", name="Rematch, other colours").click()
    expect(page.locator(".player .name", has_text="Level 2")).to_be_visible()


def test_the_review_of_a_game_that_is_over_begins_at_once_and_once(page: Page, address: str) -> None:
    game = begin(page, address, "hex(size=3)").rpartition("/")[2]
    click(page, "a1")
    expect(moves(page)).to_have_count(1)  # until then it is Black who is asked whether he resigns, and White after it
    resign(page)
    page.get_by_role("link", name="Review").click()
    review = page.locator(".part.review")
    expect(review.get_by_label("Effort")).to_have_value("200")
    expect(review.locator(".accounts li")).to_have_count(2, timeout=60_000)
    assert page.url.endswith(f"/study/game/{game}")
    page.reload()
    expect(page.get_by_role("button", name="Import and export")).to_be_visible()
    expect(review).to_be_hidden()


def test_a_review_that_began_at_once_is_stopped_by_its_button(page: Page, address: str) -> None:
    begin(page, address, "kiritimati")
    click(page, "a1")
    expect(moves(page)).to_have_count(1)
    resign(page)
    page.route("**/engine/motu.wasm", lambda _: None)  # an engine that takes its time to come
    page.get_by_role("link", name="Review").click()
    review = page.locator(".part.review")
    expect(review.get_by_role("progressbar", name="Review")).to_be_visible()
    review.get_by_role("button", name="Stop").click()
    expect(review.get_by_role("button", name="Review", exact=True)).to_be_visible()
    expect(review.get_by_role("progressbar")).to_have_count(0)


def test_the_review_of_ones_own_game_says_you_as_the_game_did(page: Page, address: str) -> None:
    begin(page, address, "hex(size=3)", ME, BEGINNER)
    click(page, "b2")
    expect(moves(page)).to_have_count(2, timeout=MACHINE_MS)
    resign(page)
    page.get_by_role("link", name="Review").click()
    accounts = page.locator(".part.review .accounts li")
    expect(accounts).to_have_text([re.compile("^You: lost"), re.compile("^motu, Level 1: lost")], timeout=60_000)
    expect(page.locator(".side")).to_contain_text("You – motu, Level 1")
    expect(page.get_by_text("Guest")).to_have_count(0)


def test_the_review_tells_two_at_one_screen_apart_by_their_colours(page: Page, address: str) -> None:
    begin(page, address, "hex(size=3,swap=false)")
    click(page, "b2")
    expect(moves(page)).to_have_count(1)
    resign(page)
    page.get_by_role("link", name="Review").click()
    accounts = page.locator(".part.review .accounts li")
    expect(accounts).to_have_text([re.compile("^Black: lost"), re.compile("^White: lost")], timeout=60_000)


def test_who_looks_on_at_the_end_is_offered_no_rematch(browser: Any, page: Page, address: str) -> None:
    url = begin(page, address, "hex(size=3)")
    resign(page)
    expect(page.get_by_role("button", name="Rematch, other colours")).to_be_visible()
    with open_page(browser, DESKTOP) as other:
        other.goto(url)
        expect(other.get_by_role("heading", name="White won")).to_be_visible()
        expect(other.get_by_role("button", name="Rematch, other colours")).to_have_count(0)
        expect(other.locator(".result-card a")).to_have_text(["Review", "New game"])
        expect(other.locator(".result-card input")).to_have_count(0)


def test_buttons_stay_where_they_are_while_moves_are_added(page: Page, address: str) -> None:
    begin(page, address, "gan", ME, BEGINNER)
    places = set()
    for name in ("a1", "b1", "c2"):
        spot = page.get_by_role("button", name="Resign", exact=True).bounding_box()
        assert spot is not None
        places.add(round(spot["y"]))
        before = moves(page).count()
        if page.locator(f'motu-board .cell.open[aria-label^="{name},"]').count():
            click(page, name)
            expect(moves(page)).to_have_count(before + 2, timeout=MACHINE_MS)
    assert len(places) == 1, places
