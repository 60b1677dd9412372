"""A person gives a bot its name and a token, which the page shows once; and plays a bot by its name."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, PHONE, open_page, speak

pytestmark = pytest.mark.slow

SECRET = "correct horse 7"


def claim(page: Page, address: str, name: str) -> None:
    """Claim a name, and go to the page of programs."""
    page.goto(f"{address}/programs")
    page.get_by_role("link", name="Log in, or claim a name first").click()
    form = page.locator("form", has=page.get_by_role("heading", name="Claim a name"))
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(SECRET)
    form.get_by_role("button").click()
    page.get_by_role("link", name="Programs and bots").click()


def make_bot(page: Page, name: str) -> None:
    page.get_by_label("Name of a new bot").fill(name)
    page.get_by_role("button", name="Create bot").click()
    expect(page.get_by_role("link", name=name)).to_be_visible()


def make_token(page: Page, name: str) -> str:
    page.get_by_label("Label").fill(name)
    page.get_by_role("button", name="Create token").click()
    field = page.get_by_role("textbox", name="Token", exact=True)
    expect(field).to_be_focused()
    return field.input_value()


def status(address: str, token: str, path: str = "/api/games") -> int:
    return httpx.get(address + path, headers={"authorization": f"Bearer {token}"}).status_code


def test_a_token_is_made_shown_once_and_revoked(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP) as page:
        speak(page, "en")
        claim(page, address, "Tama")
        make_bot(page, "tama-bot")
        page.get_by_label("challenge", exact=False).uncheck()
        token = make_token(page, "at home")
        assert status(address, token) == 200
        page.get_by_role("button", name="I have saved it").click()
        expect(page.get_by_text(token)).to_have_count(0)
        page.reload()
        listed = page.get_by_role("listitem").filter(has_text="at home")
        expect(listed).to_contain_text("tama-bot")
        expect(listed).to_contain_text("play · read")
        expect(page.locator(f"input[value='{token}']")).to_have_count(0)
        page.get_by_role("button", name="Revoke the token at home").click()
        page.get_by_role("button", name="Keep it").click()
        expect(page.get_by_role("button", name="Revoke the token at home")).to_be_focused()
        assert status(address, token, "/api/vacation") == 200
        page.get_by_role("button", name="Revoke the token at home").click()
        page.get_by_role("button", name="Revoke it for good").click()
        expect(page.get_by_text("No valid tokens.")).to_be_visible()


def test_what_is_refused_is_said_where_it_was_asked_for(browser: Any, address: str) -> None:
    with open_page(browser, PHONE, pardoned=("400 (Bad Request)",)) as page:
        speak(page, "en")
        claim(page, address, "Rua")
        page.get_by_label("Name of a new bot").fill("no name!")
        page.get_by_role("button", name="Create bot").click()
        expect(page.locator("section .notice:not(:empty)")).to_be_visible()
        expect(page.get_by_label("Name of a new bot")).to_have_value("no name!")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_bot_is_asked_by_its_name(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("404 (Not Found)",)) as page:
        speak(page, "en")
        claim(page, address, "Toru")
        make_bot(page, "toru-bot")
        token = make_token(page, "here")
        page.get_by_role("link", name="toru-bot").click()
        page.get_by_role("link", name="Play toru-bot").click()
        page.get_by_label("Name of the player or bot").fill("nobody-bot")
        page.get_by_role("button", name="Invite someone").click()
        expect(page.locator(".notice:not(:empty)")).to_contain_text("There is no player with this name.")
        page.get_by_label("Name of the player or bot").fill("toru-bot")
        page.get_by_role("button", name="Invite someone").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Waiting for toru-bot")
        challenge = page.url.rsplit("/", 1)[1]
        headers = {"authorization": f"Bearer {token}"}
        httpx.post(f"{address}/api/challenges/{challenge}/decline", headers=headers).raise_for_status()
        expect(page.get_by_text("toru-bot does not want to play this game.")).to_be_visible()
