"""Studies keep themselves: on the server as one goes, as a copy where they are somebody else's."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from browser.browsing import DESKTOP, PHONE, WIDTH, Server, open_page, speak
from browser.test_study import bring, click, current, remark, study

pytestmark = pytest.mark.slow

KEPT = re.compile(r"/study/[\w-]{16}$")


def moves(page: Page) -> list[str]:
    return page.locator(".lines .move").all_inner_texts()


def begin(page: Page, address: str) -> str:
    """A study that the server keeps; returns its address."""
    study(page, address)
    click(page, "a1")
    expect(page.locator(".saved")).to_have_text("Saved")
    expect(page).to_have_url(KEPT)
    return page.url


def anew(browser: Browser, page: Page, url: str) -> Page:
    """The same guest in another window, which knows nothing of the first."""
    other = page.context.new_page()
    other.goto(url)
    other.locator("motu-board [data-cell]").first.wait_for()
    return other


def changed_elsewhere(browser: Browser, page: Page, url: str) -> None:
    """Let the same guest go on with d4 in another window."""
    other = anew(browser, page, url)
    click(other, "d4")
    expect(other.locator(".saved")).to_have_text("Saved")


def test_a_study_is_kept_as_one_goes(browser: Any, page: Page, address: str) -> None:
    url = begin(page, address)
    name = page.get_by_role("textbox", name="Name of this study")
    expect(name).to_have_value(re.compile(r"^Hex 5, .*20\d\d$"))
    name.fill("Corner tries")
    name.press("Enter")
    page.get_by_role("button", name="First position").click()
    remark(page, "the beginning")
    with page.expect_response(lambda answer: answer.request.method == "PUT") as answer:
        expect(page.locator(".saved")).to_have_text("Saved")
    assert answer.value.ok
    other = anew(browser, page, url)
    expect(other.locator(".lines .move")).to_have_text(["1. c3", "1. a1", "b2"])
    expect(other.get_by_role("textbox", name="Name of this study")).to_have_value("Corner tries")
    expect(other.get_by_role("textbox", name="Comment on this position")).to_have_value("the beginning")


def test_leaving_keeps_what_was_done_last(browser: Any, page: Page, address: str) -> None:
    url = begin(page, address)
    click(page, "e5")
    expect(current(page)).to_have_text(re.compile("e5"))
    page.goto(f"{address}/learn")
    other = anew(browser, page, url)
    expect(other.locator(".lines .move", has_text="e5")).to_be_visible()


def test_a_long_study_in_any_script_is_saved_when_its_window_is_put_away(page: Page, address: str) -> None:
    """Browsers count the bytes of what a page sends as it goes, and refuse what is too much."""
    url = begin(page, address)
    for cell in ("e5", "d4"):
        click(page, cell)
        expect(current(page)).to_have_text(re.compile(cell))
        page.get_by_role("textbox", name="Comment on this position").fill("ж" * 19_000)
    page.evaluate(
        "window.told = []; const saved = document.querySelector('.saved');"
        "new MutationObserver(() => told.push(saved.textContent)).observe(saved, { childList: true })"
    )
    with page.expect_response("**/api/studies/*"):
        page.evaluate(
            "Object.defineProperty(document, 'hidden', { get: () => true });"
            "document.dispatchEvent(new Event('visibilitychange'))"
        )
    expect(page.locator(".saved")).to_have_text("Saved")
    assert {text for text in page.evaluate("told") if text} == {"Saved"}
    expect(page).to_have_url(url)


def test_a_reload_in_the_middle_makes_no_second_study(page: Page, address: str) -> None:
    study(page, address)
    click(page, "a1")
    expect(current(page)).to_have_text(re.compile("a1"))
    page.reload()
    expect(page.locator(".saved")).to_have_text("Saved")
    click(page, "e5")
    expect(current(page)).to_have_text(re.compile("e5"))
    page.reload()
    expect(page.locator(".lines .move", has_text="e5")).to_be_visible()
    expect(page.locator(".saved")).to_have_text("Saved")
    page.goto(f"{address}/study/all")
    expect(page.locator(".study-entry")).to_have_count(1)


def test_looking_keeps_nothing(page: Page, address: str) -> None:
    study(page, address)
    page.get_by_role("button", name="Last position").click()
    page.wait_for_timeout(2500)
    assert page.url.endswith("moves=c3%20b2")
    page.goto(f"{address}/study/all")
    expect(page.locator(".list")).to_contain_text("No studies yet")


def test_who_is_somebody_else_changes_a_copy(browser: Any, page: Page, address: str) -> None:
    url = begin(page, address)
    with open_page(browser, DESKTOP) as other:
        speak(other, "en")
        other.goto(url)
        expect(other.locator(".saved")).to_contain_text("someone else’s study")
        click(other, "d4")
        expect(other.locator(".saved")).to_have_text("Saved")
        assert other.url != url
        expect(other).to_have_url(KEPT)
    page.reload()
    expect(page.locator(".lines .move")).to_have_text(["1. c3", "1. a1", "b2"])


def test_two_windows_lose_nothing(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("409",)) as page:
        url = begin(page, address)
        changed_elsewhere(browser, page, url)
        click(page, "e5")
        expect(page.locator(".saved")).to_contain_text("now a separate study")
        expect(page).not_to_have_url(url)
        expect(page.get_by_role("textbox", name="Name of this study")).to_have_value(re.compile(r"\(2\)$"))
        assert any("e5" in move for move in moves(page))
        assert not any("d4" in move for move in moves(page))
        page.get_by_role("link", name="The other version").click()
        expect(page).to_have_url(url)
        expect(page.locator(".lines .move", has_text="d4")).to_be_visible()
        page.goto(f"{address}/study/all")
        expect(page.locator(".study-entry")).to_have_count(2)


def look_again(page: Page, window: str) -> None:
    """Come back to a window: to one that was hidden, or to one that stood beside."""
    come = "document.dispatchEvent" if window == "hidden" else "window.dispatchEvent"
    page.evaluate(f"{come}(new Event('{'visibilitychange' if window == 'hidden' else 'focus'}'))")


@pytest.mark.parametrize("window", ["hidden", "beside"])
def test_whoever_comes_back_to_a_window_goes_on_where_he_was_in_another_one(
    browser: Any, page: Page, address: str, window: str
) -> None:
    url = begin(page, address)
    changed_elsewhere(browser, page, url)
    look_again(page, window)
    expect(page.locator(".lines .move")).to_have_text(["1. c3", "1. a1", "1. d4", "b2"])
    expect(current(page)).to_have_text("1. a1")
    click(page, "e5")
    expect(page.locator(".lines .move", has_text="e5")).to_be_visible()
    page.reload()
    expect(page).to_have_url(url)
    expect(page.locator(".lines .move", has_text="e5")).to_be_visible()
    page.goto(f"{address}/study/all")
    expect(page.locator(".study-entry")).to_have_count(1)


def test_what_was_not_saved_yet_is_not_given_up_for_what_is_newer(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("409",)) as page:
        url = begin(page, address)
        changed_elsewhere(browser, page, url)
        click(page, "e5")
        look_again(page, "hidden")
        expect(page.locator(".saved")).to_contain_text("now a separate study")
        assert any("e5" in move for move in moves(page))


def test_without_a_server_a_study_goes_on_and_is_kept_later(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("Failed to load resource",)) as page:
        study(page, address)
        page.route("**/api/studies", lambda route: route.abort())
        click(page, "a1")
        expect(page.locator(".saved")).to_have_text("Not saved: the server is not responding.")
        click(page, "e5")
        expect(current(page)).to_have_text(re.compile("e5"))
        page.unroute("**/api/studies")
        expect(page.locator(".saved")).to_have_text("Saved")
        expect(page).to_have_url(KEPT)


def test_a_window_that_was_closed_without_a_server_is_kept_later(browser: Any, server: Server, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("Failed to load resource", "WebSocket")) as page:
        study(page, address)
        other = page.context.new_page()
        server.stop()
        remark(page, "without a server")
        expect(page.locator(".saved")).to_contain_text("Not saved")
        with page.expect_event("close"):
            page.close(run_before_unload=True)
        server.start()
        with other.expect_response(lambda answer: answer.request.method == "POST" and answer.ok):
            other.goto(f"{address}/study/all")
        other.reload()
        expect(other.locator(".study-entry")).to_have_count(1)


def test_what_was_brought_in_is_kept(page: Page, address: str) -> None:
    study(page, address)
    bring(page, "(;FF[4]GM[11]SZ[5];B[c3];W[b2];B[d4])")
    expect(page.locator(".lines .move")).to_have_count(3)
    expect(page.locator(".saved")).to_have_text("Saved")
    expect(page).to_have_url(KEPT)


def test_a_name_can_be_taken_back(page: Page, address: str) -> None:
    begin(page, address)
    name = page.get_by_role("textbox", name="Name of this study")
    before = name.input_value()
    name.fill("Another")
    name.press("Enter")
    page.keyboard.press("Control+z")
    expect(name).to_have_value(before)


def test_my_studies_are_listed_deleted_and_brought_back(page: Page, address: str) -> None:
    url = begin(page, address)
    page.get_by_role("link", name="My studies").click()
    entry = page.locator(".study-entry")
    expect(entry).to_have_count(1)
    expect(entry).to_contain_text("Hex 5")
    assert page.locator(".study-entry img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    assert Axe().run(page).response["violations"] == []
    page.get_by_role("button", name=re.compile("^Delete Hex 5")).click()
    expect(entry).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(entry).to_have_count(1)
    expect(page.locator(".study-entry a")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(url)
    expect(page.locator(".lines .move")).to_have_text(["1. c3", "1. a1", "b2"])


def test_a_study_that_there_is_not_says_so(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("404",)) as page:
        speak(page, "en")
        page.goto(f"{address}/study/AAAAAAAAAAAAAAAA")
        expect(page.get_by_role("alert")).to_contain_text("There is no such study")


def test_a_phone_lists_studies_without_sideways_scrolling(browser: Any, address: str) -> None:
    with open_page(browser, PHONE) as page:
        begin(page, address)
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
        page.goto(f"{address}/study/all")
        expect(page.locator(".study-entry")).to_have_count(1)
        picture, title = (page.locator(f".study-entry {each}").bounding_box() for each in ("img", ".title"))
        assert picture
        assert title
        assert title["x"] > picture["x"] + picture["width"]
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH


def test_studies_outlive_the_server(browser: Any, server: Server, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("Failed to load resource", "WebSocket")) as page:
        begin(page, address)
        server.stop()
        server.start()
        page.reload()
        expect(page.locator(".lines .move")).to_have_text(["1. c3", "1. a1", "b2"])
        click(page, "e5")
        expect(page.locator(".saved")).to_have_text("Saved")
