"""What the server has not heard of studies outlives windows, each study by itself, and goes when it was heard."""

from __future__ import annotations

import json
import re
import time
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser.browsing import DESKTOP, WAIT_MS, Server, open_page, speak
from browser.test_studies import KEPT, anew, begin, moves
from browser.test_study import bring, click, current, remark, study

pytestmark = pytest.mark.slow

GONE = ("Failed to load resource", "WebSocket", "409")
COMMENT = "Comment on this position"


def second(page: Page, address: str) -> Page:
    """Another window of the same guest, with a study of its own."""
    other = page.context.new_page()
    other.goto(f"{address}/study?spec=hex(size=4)")
    other.locator("motu-board [data-cell]").first.wait_for()
    click(other, "b2")
    expect(other).to_have_url(KEPT)
    expect(other.locator(".saved")).to_have_text("Saved")
    return other


def leave(page: Page) -> None:
    """Close a window as people do."""
    with page.expect_event("close"):
        page.close(run_before_unload=True)


def slots(page: Page) -> int:
    found: int = page.evaluate("Object.keys(localStorage).filter((key) => /^motu\\.study(\\.|$)/.test(key)).length")
    return found


def get(page: Page, path: str) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("(path) => fetch(path).then((answer) => answer.json())", path)
    return found


def kept(page: Page, url: str) -> dict[str, Any]:
    """A study as the server has it."""
    return get(page, f"/api/studies/{url.rsplit('/', 1)[1]}")


def wait_until(page: Page, is_so: Callable[[], bool]) -> None:
    """Wait for what a window that is closed has sent: nobody hears of its requests."""
    end = time.monotonic() + WAIT_MS / 1000
    while not is_so():
        assert time.monotonic() < end
        page.wait_for_timeout(100)


def blank(context: BrowserContext, address: str, path: str = "/about") -> Page:
    """A window in which no study is open."""
    page = context.new_page()
    page.goto(address + path)
    page.locator("h1").first.wait_for()
    return page


def test_two_windows_that_were_closed_without_a_server_lose_nothing(browser: Any, server: Server, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=GONE) as page:
        one = begin(page, address)
        other = second(page, address)
        two, watcher = other.url, blank(page.context, address)
        server.stop()
        for window, text in ((page, "words in one"), (other, "words in two")):
            remark(window, text)
            expect(window.locator(".saved")).to_contain_text("Not saved")
        leave(page)
        leave(other)
        server.start()
        again = anew(browser, watcher, two)
        expect(again.get_by_role("textbox", name=COMMENT)).to_have_value("words in two")
        expect(again.locator(".saved")).to_have_text("Saved")
        again.wait_for_function("!Object.keys(localStorage).some((key) => key.startsWith('motu.study.'))")
        for url, text in ((one, "words in one"), (two, "words in two")):
            assert text in json.dumps(kept(again, url)["tree"])
        again.goto(f"{address}/study/all")
        expect(again.locator(".study-entry")).to_have_count(2)


def test_a_window_without_a_server_is_still_its_own(browser: Any, address: str) -> None:
    """Another window does not take over what one that is open has not been able to save."""
    with open_page(browser, DESKTOP, pardoned=GONE) as page:
        begin(page, address)
        other = second(page, address)
        page.route("**/api/studies/*", lambda route: route.abort())
        remark(page, "not yet heard")
        expect(page.locator(".saved")).to_contain_text("Not saved")
        assert slots(page) == 1
        other.reload()
        expect(other.locator(".saved")).to_have_text("")
        other.wait_for_timeout(3000)
        remark(page, "heard at last")
        page.unroute("**/api/studies/*")
        expect(page.locator(".saved")).to_have_text("Saved")
        assert slots(page) == 0
        page.goto(f"{address}/study/all")
        expect(page.locator(".study-entry")).to_have_count(2)


def test_a_window_that_was_lost_is_taken_over_at_once(browser: Any, server: Server, address: str) -> None:
    """As phones do with what nobody looks at: no page hears of that."""
    with open_page(browser, DESKTOP, pardoned=GONE) as page:
        url = begin(page, address)
        watcher = blank(page.context, address)
        server.stop()
        remark(page, "words of the lost")
        expect(page.locator(".saved")).to_contain_text("Not saved")
        page.close()
        server.start()
        again = anew(browser, watcher, url)
        expect(again.get_by_role("textbox", name=COMMENT)).to_have_value("words of the lost")
        expect(again.locator(".saved")).to_have_text("Saved")


def test_a_long_study_that_was_closed_at_once_is_kept_though_another_is_open(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP) as page:
        begin(page, address)
        for _ in range(4):
            remark(page, uuid.uuid4().hex * 600)
            page.get_by_role("button", name="One step back").click()
        with page.expect_response(lambda answer: answer.request.method == "PUT" and answer.ok):
            pass
        expect(page.locator(".saved")).to_have_text("Saved")
        url, other = page.url, second(page, address)
        page.get_by_role("button", name="First position").click()
        remark(page, "said last")
        leave(page)
        assert slots(other) == 1
        other.reload()
        other.locator("motu-board [data-cell]").first.wait_for()
        other.wait_for_function("!Object.keys(localStorage).some((key) => key.startsWith('motu.study.'))")
        assert kept(other, url)["tree"]["c"] == "said last"
        again = anew(browser, other, url)
        expect(again.get_by_role("textbox", name=COMMENT)).to_have_value("said last")


@pytest.mark.parametrize("is_shown", [True, False], ids=["this browser", "another device"])
def test_what_was_heard_does_not_come_up_in_place_of_what_is_newer(browser: Any, address: str, is_shown: bool) -> None:
    with open_page(browser, DESKTOP, pardoned=("409",)) as page:
        url = begin(page, address)
        other = blank(page.context, address, "/study/all")
        remark(page, "closed at once")
        leave(page)
        wait_until(other, lambda: "closed at once" in json.dumps(kept(other, url)["tree"]))
        assert slots(other) == 1
        if is_shown:
            other.locator(".study-entry a").click()
            other.locator(".lines .move", has_text="a1").click()
            expect(other.get_by_role("textbox", name=COMMENT)).to_have_value("closed at once")
            remark(other, "newer")
            click(other, "d4")
            expect(other.locator(".saved")).to_have_text("Saved")
        else:
            view = kept(other, url)
            tree = {**view["tree"], "n": [*view["tree"]["n"], "d4", ["newer"]]}
            other.evaluate(
                """([path, study]) => fetch(path, {method: 'PUT', headers: {'content-type': 'application/json'},
                    body: JSON.stringify(study)})""",
                [f"/api/studies/{view['id']}", {"name": view["name"], "version": view["version"], "tree": tree}],
            )
        again = anew(browser, other, url)
        expect(again.locator(".lines .move", has_text="d4")).to_be_visible()
        again.wait_for_timeout(3000)
        assert again.url == url
        assert slots(again) == 0
        again.goto(f"{address}/study/all")
        expect(again.locator(".study-entry")).to_have_count(1)


def test_an_address_that_begins_a_study_begins_another_once_the_first_was_heard(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP) as page:
        study(page, address)
        other = blank(page.context, address)
        click(page, "a1")
        expect(current(page)).to_have_text(re.compile("a1"))
        leave(page)
        wait_until(other, lambda: bool(get(other, "/api/studies")["studies"]))
        study(other, address)
        expect(other.locator(".lines .move")).to_have_text(["1. c3", "b2"])
        assert slots(other) == 0


def test_a_board_that_was_cleared_comes_back(page: Page, address: str) -> None:
    url = begin(page, address)
    remark(page, "my best idea")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".lines .move")).to_have_count(0)
    click(page, "e5")
    expect(page.locator(".saved")).to_have_text("Saved")
    expect(page).not_to_have_url(url)
    page.get_by_role("button", name="Restore").click()
    expect(page).to_have_url(url)
    expect(page.locator(".lines .move")).to_have_text(["1. c3", "1. a1", "b2"])
    page.wait_for_timeout(3000)
    page.reload()
    expect(page.locator(".lines .move")).to_have_text(["1. c3", "1. a1", "b2"])
    assert "my best idea" in json.dumps(kept(page, url)["tree"])
    page.goto(f"{address}/study/all")
    expect(page.locator(".study-entry")).to_have_count(2)


def test_a_board_that_was_cleared_comes_back_with_undo(page: Page, address: str) -> None:
    url = begin(page, address)
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".lines .move")).to_have_count(0)
    click(page, "e5")
    expect(page.locator(".lines .move")).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(page.locator(".lines .move")).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(page.locator(".lines .move")).to_have_text(["1. c3", "1. a1", "b2"])
    expect(page).to_have_url(url)


def test_a_board_that_was_cleared_at_once_is_saved_before(page: Page, address: str) -> None:
    study(page, address)
    click(page, "a1")
    expect(current(page)).to_have_text(re.compile("a1"))
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".lines .move")).to_have_count(0)
    page.get_by_role("button", name="Restore").click()
    expect(page).to_have_url(KEPT)
    assert moves(page) == ["1. c3", "1. a1", "b2"]
    page.reload()
    expect(page.locator(".lines .move")).to_have_text(["1. c3", "1. a1", "b2"])


def test_a_comment_is_no_longer_than_what_is_kept(browser: Any, page: Page, address: str) -> None:
    begin(page, address)
    field = page.get_by_role("textbox", name=COMMENT)
    field.focus()
    page.keyboard.insert_text("y" * 25_000)
    assert field.input_value() == "y" * 20_000
    with page.expect_response(lambda answer: answer.request.method == "PUT") as answer:
        pass
    assert answer.value.ok
    expect(page.locator(".saved")).to_have_text("Saved")


def test_which_comment_is_too_long_is_said_when_it_is_brought_in(page: Page, address: str) -> None:
    study(page, address)
    bring(page, f"(;FF[4]GM[11]SZ[5];B[c3];W[b2];B[d4]C[{'y' * 25_000}])")
    expect(page.locator(".exchange .notice")).to_have_text(
        "2. d4: a comment of 25,000 characters; a study keeps at most 20,000."
    )
    expect(page.locator(".lines .move")).to_have_text(["1. c3", "b2"])


def test_who_logs_in_meanwhile_changes_a_copy(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP) as page:
        speak(page, "en")
        page.goto(f"{address}/about")
        name = f"Eva{uuid.uuid4().hex[:8]}"
        body = {"name": name, "password": "a beach of islands"}
        post = """([path, body]) => fetch(path, {method: 'POST', headers: {'content-type': 'application/json'},
            body: JSON.stringify(body)}).then((answer) => answer.ok)"""
        assert page.evaluate(post, ["/api/account", body])
    with open_page(browser, DESKTOP, pardoned=("403",)) as page:
        url = begin(page, address)
        called = page.get_by_role("textbox", name="Name of this study").input_value()
        other = blank(page.context, address)
        assert other.evaluate(post, ["/api/account/log-in", body])
        click(page, "d4")
        expect(page.locator(".saved")).to_contain_text("someone else’s study: your changes are saved as a copy")
        expect(page).not_to_have_url(url)
        expect(page.get_by_role("textbox", name="Name of this study")).to_have_value(called)
