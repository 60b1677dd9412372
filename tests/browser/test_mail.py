"""An address is given, confirmed by the link of a mail, used for a new password, and digests are stopped by a link."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from browser.browsing import PHONE, Server, open_page, speak
from browser.test_account import PASSWORD, fill
from server.mail.post_boxes import SITE, PostBox, post_box

pytestmark = pytest.mark.slow
ADDRESS = "ann@example.org"


@pytest.fixture(scope="module")
def post() -> Iterator[tuple[PostBox, int]]:
    with post_box() as (box, settings):
        yield box, settings.port


@pytest.fixture(scope="module")
def mailing(post: tuple[PostBox, int], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"))
    running.options = [
        *("--smtp", f"smtp://127.0.0.1:{post[1]}?tls=no"),
        *("--mail-from", "motu <motu@example.org>", "--site", SITE),
    ]
    try:
        running.start()
        yield running
    finally:
        running.stop()


def link(box: PostBox, purpose: str, count: int) -> str:
    """Wait for so many mails; return the path of the last one's link."""
    deadline = time.monotonic() + 20
    while len(box.mails) < count:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return f"/mail/{purpose}#{box.token(purpose)}"


def complaints(page: Page) -> list[str]:
    return [each["id"] for each in Axe().run(page).response["violations"]]


def test_an_address_and_a_new_password(browser: Any, mailing: Server, post: tuple[PostBox, int]) -> None:
    box, address = post[0], mailing.address
    with open_page(browser, PHONE, pardoned=("Failed to load resource",)) as page:
        speak(page, "en")
        page.goto(f"{address}/account")
        fill(page, "Claim a name, keep your games", Name="Ann", Password=PASSWORD)
        expect(page.get_by_role("heading", level=1)).to_have_text("Ann")
        card = page.locator(".mail-place")
        card.get_by_label("Email address").fill(ADDRESS)
        card.get_by_label("Your password").fill(PASSWORD)
        card.get_by_label("Email me when it is my turn in correspondence games").check()
        card.get_by_role("button", name="Add address").click()
        expect(card).to_contain_text(f"A link has been sent to {ADDRESS}")
        page.goto(address + link(box, "confirm", 1))
        expect(page.get_by_role("button", name="Confirm")).to_be_visible()
        assert page.evaluate("location.hash") == ""
        assert complaints(page) == []
        page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_text(f"{ADDRESS} is now your email address.")).to_be_visible()
        page.get_by_role("link", name="Go to your account").click()
        expect(card.get_by_label("Email me when it is my turn in correspondence games")).to_be_checked()
        assert complaints(page) == []
        page.get_by_role("button", name="Log out", exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Claim a name")
        page.get_by_text("Forgot your password?").click()
        page.locator(".forgotten").get_by_label("Email address").fill(ADDRESS)
        page.get_by_role("button", name="Send me a link").click()
        expect(page.get_by_text("If an account has this address")).to_be_visible()
        page.goto(address + link(box, "reset", 2))
        page.get_by_label("New password").fill("a lagoon of islands")
        assert complaints(page) == []
        page.get_by_role("button", name="Save new password").click()
        expect(page.get_by_text("Ann has a new password.")).to_be_visible()
        page.get_by_role("link", name="Go to your account").click()
        fill(page, "Log in", Name="Ann", Password="a lagoon of islands")
        expect(page.get_by_role("heading", level=1)).to_have_text("Ann")
        page.goto(f"{address}/mail/stop#nonsense")
        expect(page.get_by_role("heading", level=1)).to_have_text("That did not work")


def test_a_house_that_sends_no_mail_says_so(page: Page, address: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/account")
    expect(page.get_by_text("Forgot your password?")).to_have_count(0)
    fill(page, "Claim a name, keep your games", Name="Bob", Password=PASSWORD)
    expect(page.locator(".mail-place")).to_contain_text("This server does not send email.")
