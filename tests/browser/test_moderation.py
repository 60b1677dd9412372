"""A report, what a moderator does about it and sees of fair play, and what comes of it: at a desk and by telephone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.browsing import DESKTOP, PHONE, Server, open_page, speak
from browser.test_two_screens import complaints, post, said

pytestmark = pytest.mark.slow
PASSWORD = "a beach of islands"
REFUSED = ("Failed to load resource",)
NAMES = {"desktop": ("Ada", "Bob", "Mia"), "phone": ("Cleo", "Dan", "Mora")}


@pytest.fixture(params=["desktop", "phone"])
def device(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def pages(browser: Any, device: str) -> Iterator[list[Page]]:
    """Somebody who is annoyed, whom he reports, and a moderator."""
    shown = DESKTOP if device == "desktop" else PHONE
    with (
        open_page(browser, shown, pardoned=REFUSED) as one,
        open_page(browser, shown, pardoned=REFUSED) as other,
        open_page(browser, shown, pardoned=REFUSED) as moderator,
    ):
        found = [one, other, moderator]
        for each in found:
            speak(each, "en", confirm="never")
        yield found


def claim(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}/about")
    post(page, "/api/account", {"name": name, "password": PASSWORD})


def let_moderate(server: Server, name: str) -> None:
    words = ["account", "role", name, "admin", "--data", str(server.data)]
    subprocess.run([sys.executable, "-m", "motu", *words], check=True, capture_output=True)


def play_to_the_end(one: Page, other: Page, name: str) -> None:
    """Let two play a rated game, which the second gives up."""
    terms = {"spec": "hex(size=3)", "side": "first", "rated": True, "clock": {"initial_ms": 600_000}}
    made = post(one, "/api/challenges", terms | {"name": name})
    game = str(post(other, f"/api/challenges/{made['id']}/accept", {})["game"])
    for seq, (page, move) in enumerate(((one, "b2"), (other, "a1"), (one, "c1"), (other, "a3"), (one, "b1")), 1):
        post(page, f"/api/games/{game}/moves", {"move": move, "seq": seq})
    post(other, f"/api/games/{game}/resign", {"person": 1, "seq": 6})


def tab_to(page: Page, what: Any, most: int = 60) -> None:
    """Come to something by the Tab key alone."""
    for _ in range(most):
        if what.evaluate("each => each === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the keyboard doesn't come there")


def reports(page: Page, address: str, name: str) -> None:
    """Report somebody at his page, by keyboard."""
    page.goto(f"{address}/people/{name}")
    button = page.get_by_role("button", name="Report …")
    button.wait_for()
    tab_to(page, button)
    page.keyboard.press("Enter")
    form = page.locator(".report-form")
    form.get_by_role("group", name="What happened").wait_for()
    assert complaints(page) == []
    tab_to(page, form.get_by_role("radio").first)
    page.keyboard.press("ArrowDown")
    tab_to(page, form.get_by_label("Details"))
    page.keyboard.type("every move like the machine")
    tab_to(page, form.get_by_role("button", name="Send"))
    page.keyboard.press("Enter")
    expect(said(page)).to_contain_text("Thank you. A moderator will look at it.")


def opens(moderator: Page, address: str, name: str) -> Locator:
    """Find the report about somebody, by keyboard."""
    moderator.goto(f"{address}/moderation")
    link = moderator.get_by_role("list", name="Open reports").get_by_role("link").filter(has_text=name)
    link.wait_for()
    assert complaints(moderator) == []
    tab_to(moderator, link)
    moderator.keyboard.press("Enter")
    case = moderator.locator(".case .card")
    expect(case).to_contain_text("every move like the machine")
    expect(case).to_contain_text("Used an engine")
    return case


def examines(moderator: Page, case: Locator) -> None:
    """Look at fair play's figures, by keyboard."""
    tab_to(moderator, case.locator(".fair summary"))
    moderator.keyboard.press("Enter")
    expect(case.get_by_text("0 of 1 rated game examined")).to_be_visible()
    tab_to(moderator, case.get_by_role("button", name="Examine the latest rated games"))
    moderator.keyboard.press("Enter")
    expect(case.get_by_text("1 of 1 rated game examined")).to_be_visible(timeout=60_000)
    expect(case.locator(".fair h3")).to_have_text("Atoll")
    expect(case.locator(".fair")).to_contain_text("too few to compare with")
    assert complaints(moderator) == []
    assert moderator.evaluate("document.documentElement.scrollWidth <= innerWidth")


def warns(moderator: Page, case: Locator) -> None:
    """Warn, by keyboard; the report is closed, and the log tells it."""
    tab_to(moderator, case.get_by_label("Dismiss the report"))
    moderator.keyboard.press("ArrowDown")
    expect(case.get_by_label("Warn", exact=True)).to_be_checked()
    tab_to(moderator, case.get_by_label("Reason, for the log and the player"))
    moderator.keyboard.type("play by yourself")
    tab_to(moderator, case.get_by_role("button", name="Warn", exact=True))
    moderator.keyboard.press("Enter")
    expect(said(moderator)).to_contain_text("Done: warned")
    expect(moderator.get_by_text("There are no open reports.")).to_be_visible()
    moderator.get_by_role("link", name="Log", exact=True).click()
    expect(moderator.locator("table")).to_contain_text("play by yourself")
    expect(moderator.locator("table")).to_contain_text("games examined")
    assert complaints(moderator) == []


def confirms(page: Page, address: str) -> None:
    """Read what a moderator has said, and confirm it."""
    page.goto(f"{address}/account")
    card = page.locator(".from-moderators")
    expect(card).to_contain_text("play by yourself")
    assert complaints(page) == []
    tab_to(page, card.get_by_role("button", name="I have read this"))
    page.keyboard.press("Enter")
    expect(card).to_contain_text("You can play others again.")


def test_a_report_and_what_comes_of_it(pages: list[Page], server: Server, address: str, device: str) -> None:
    one, other, moderator = pages
    names = NAMES[device]
    for page, name in zip(pages, names, strict=True):
        claim(page, address, name)
    let_moderate(server, names[2])
    play_to_the_end(one, other, names[0])
    reports(one, address, names[1])
    case = opens(moderator, address, names[1])
    examines(moderator, case)
    warns(moderator, case)
    confirms(other, address)


def test_somebody_is_looked_up_suspended_and_told_why(
    pages: list[Page], server: Server, address: str, device: str
) -> None:
    _, other, moderator = pages
    whom, judge = f"{NAMES[device][1]}2", f"{NAMES[device][2]}2"
    claim(other, address, whom)
    claim(moderator, address, judge)
    let_moderate(server, judge)
    moderator.goto(f"{address}/moderation")
    moderator.get_by_role("textbox", name="Name").fill(whom)
    moderator.keyboard.press("Enter")
    card = moderator.locator(".card.alone")
    expect(card).to_contain_text("No warnings, mutes or suspensions so far.")
    card.locator(".fair summary").click()
    expect(card.get_by_text("No rated games.")).to_be_visible()
    expect(card.get_by_role("button", name="Examine the latest rated games")).to_be_disabled()
    assert complaints(moderator) == []
    card.get_by_label("Suspend").check()
    card.get_by_label("Days (0 = permanently)").fill("3")
    card.get_by_label("Reason, for the log and the player").fill("rude to everybody")
    card.get_by_role("button", name="Suspend").click()
    expect(card.locator(".sanctions")).to_contain_text("rude to everybody")
    expect(card.get_by_label("End the suspension")).to_be_attached()
    other.goto(f"{address}/account")
    expect(other.get_by_role("heading", level=1)).to_have_text("Claim a name")
    other.locator("form", has=other.get_by_role("heading", name="Log in")).get_by_label("Name").fill(whom)
    form = other.locator("form", has=other.get_by_role("heading", name="Log in"))
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button").first.click()
    expect(form).to_contain_text("rude to everybody")


NOBODY = "There is no player with this name."


def test_who_is_not_found_is_looked_for_beside_the_box(
    pages: list[Page], server: Server, address: str, device: str
) -> None:
    moderator, name = pages[2], f"{NAMES[device][2]}3"
    claim(moderator, address, name)
    let_moderate(server, name)
    moderator.goto(f"{address}/moderation/closed")
    box = moderator.get_by_role("textbox", name="Name")
    told = moderator.get_by_role("search").get_by_role("alert")
    for typed in ("Nobdy", "a/b", "..", "50%", "?x#y"):
        box.fill(typed)
        expect(told).to_have_text("")
        moderator.keyboard.press("Enter")
        expect(told).to_have_text(NOBODY)
        expect(box).to_have_value(typed)
        expect(box).to_be_focused()
        assert moderator.url.endswith("/moderation/closed"), "the page stays as it was"
    assert complaints(moderator) == []
    assert moderator.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box.fill(name.lower())
    moderator.keyboard.press("Enter")
    expect(moderator.locator(".card.alone")).to_contain_text(name)
    expect(box).to_have_value(name.lower())


@pytest.mark.parametrize("name", ["Nobdy", "a%2Fb"])
def test_nor_does_an_address_of_nobody_lose_the_page(
    name: str, pages: list[Page], server: Server, address: str, device: str
) -> None:
    moderator, own = pages[2], f"{NAMES[device][2]}{8 + (name == 'Nobdy')}"
    claim(moderator, address, own)
    let_moderate(server, own)
    moderator.goto(f"{address}/moderation/person/{name}")
    expect(moderator.get_by_role("search").get_by_role("alert")).to_have_text(NOBODY)
    expect(moderator.get_by_role("textbox", name="Name")).to_have_value(name.replace("%2F", "/"))
    expect(moderator.get_by_role("heading", level=1)).to_have_text("Moderation")
    moderator.goto(f"{address}/people/{name}")
    expect(moderator.get_by_role("alert").filter(has_text=NOBODY)).to_be_visible()


def test_the_page_is_for_moderators(page: Page, address: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/moderation")
    expect(page.get_by_role("alert").filter(has_text="This page is for moderators.")).to_be_visible()
    assert complaints(page) == []
