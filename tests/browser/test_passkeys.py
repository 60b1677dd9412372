"""A passkey is made by the browser's own device, logs its owner in, is named and removed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, PHONE, open_page, speak
from browser.test_account import PASSWORD, fill

pytestmark = pytest.mark.slow


NO_OFFER = "window.PublicKeyCredential && (PublicKeyCredential.isConditionalMediationAvailable = async () => false)"
"""A browser that offers no passkeys where a name is typed: the device here would choose one at once."""


def device_of(page: Page, *, offers: bool = False) -> Callable[[bool], None]:
    """Let a page's browser have a device that keeps passkeys, and knows who holds it; return what holds it or not."""
    session = page.context.new_cdp_session(page)
    if not offers:
        page.add_init_script(NO_OFFER)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    device = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

    def hold(is_held: bool) -> None:
        told = {"authenticatorId": device, "enabled": is_held}
        session.send("WebAuthn.setAutomaticPresenceSimulation", told)

    return hold


@pytest.fixture
def site(address: str) -> str:
    """By its name: there are no passkeys at addresses."""
    return address.replace("127.0.0.1", "localhost")


def named(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def test_whoever_has_a_passkey_logs_in_without_a_password(page: Page, site: str) -> None:
    speak(page, "en")
    device_of(page)
    page.goto(f"{site}/account")
    fill(page, "Claim a name, keep your games", Name="Ann", Password=PASSWORD)
    named(page, "Ann")
    card = page.locator(".passkeys")
    card.get_by_label("Name of the passkey").fill("My laptop")
    card.get_by_role("button", name="Add a passkey").click()
    expect(card.locator("li strong")).to_have_text("My laptop")
    expect(card.locator("li")).to_contain_text("not used yet")
    page.get_by_role("button", name="Log out", exact=True).click()
    named(page, "Claim a name")
    page.get_by_role("button", name="Log in with a passkey").click()
    named(page, "Ann")
    expect(card.locator("li")).to_contain_text("last used on")
    card.get_by_role("button", name="Rename: My laptop").click()
    card.locator("li").get_by_label("Name of the passkey").fill("The old laptop")
    card.get_by_role("button", name="Save").click()
    expect(card.locator("li strong")).to_have_text("The old laptop")
    card.get_by_role("button", name="Remove: The old laptop").click()
    card.get_by_role("button", name="Remove this passkey").click()
    expect(card.locator("li")).to_have_count(0)


def test_a_name_may_be_claimed_with_a_passkey_alone_and_is_not_lost(browser: Any, site: str) -> None:
    with open_page(browser, PHONE, pardoned=("409", "403")) as page:
        claimed_with_a_passkey(page, site)


def claimed_with_a_passkey(page: Page, site: str) -> None:
    speak(page, "en")
    device_of(page)
    page.goto(f"{site}/account")
    form = page.locator("form", has=page.get_by_role("heading", name="Claim a name, keep your games"))
    form.get_by_label("Name").fill("Zoe")
    form.get_by_role("button", name="With a passkey, without a password").click()
    named(page, "Zoe")
    card = page.locator(".passkeys")
    expect(card).to_contain_text("This passkey is your only way to log in.")
    card.get_by_role("button", name="Remove: Passkey").click()
    card.get_by_role("button", name="Remove this passkey").click()
    expect(card.get_by_role("alert")).to_contain_text("only way to log in")
    fill(page, "Choose a password", New_password=PASSWORD)
    expect(page.get_by_role("heading", name="Change your password")).to_be_visible()
    expect(card).not_to_contain_text("This passkey is your only way to log in.")
    page.get_by_role("button", name="Log out", exact=True).click()
    fill(page, "Log in", Name="zoe", Password=PASSWORD)
    named(page, "Zoe")


def test_whoever_has_no_password_shows_a_passkey_to_be_deleted(browser: Any, site: str) -> None:
    with open_page(browser, DESKTOP) as page:
        speak(page, "en")
        device_of(page)
        page.goto(f"{site}/account")
        form = page.locator("form", has=page.get_by_role("heading", name="Claim a name, keep your games"))
        form.get_by_label("Name").fill("Eve")
        form.get_by_role("button", name="With a passkey, without a password").click()
        named(page, "Eve")
        page.get_by_text("What is deleted, and what stays").click()
        page.get_by_role("button", name="Delete my account for good").click()
        named(page, "Claim a name")


def test_a_browser_offers_passkeys_where_a_name_is_typed(page: Page, site: str) -> None:
    speak(page, "en")
    hold = device_of(page, offers=True)
    page.goto(f"{site}/account")
    field = page.locator("form", has=page.get_by_role("heading", name="Log in")).get_by_label("Name")
    expect(field).to_have_attribute("autocomplete", "username webauthn")
    fill(page, "Claim a name, keep your games", Name="Ida", Password=PASSWORD)
    named(page, "Ida")
    page.locator(".passkeys").get_by_role("button", name="Add a passkey").click()
    expect(page.locator(".passkeys li")).to_have_count(1)
    hold(False)
    page.get_by_role("button", name="Log out", exact=True).click()
    named(page, "Claim a name")
    hold(True)
    with page.expect_request("**/log-in/begin"):
        page.reload()
    named(page, "Ida")


def test_who_presses_the_button_is_asked_though_passkeys_are_offered(page: Page, site: str) -> None:
    speak(page, "en")
    hold = device_of(page, offers=True)
    page.goto(f"{site}/account")
    fill(page, "Claim a name, keep your games", Name="Ulf", Password=PASSWORD)
    page.locator(".passkeys").get_by_role("button", name="Add a passkey").click()
    expect(page.locator(".passkeys li")).to_have_count(1)
    hold(False)
    with page.expect_response("**/log-in/begin"):
        page.get_by_role("button", name="Log out", exact=True).click()
    page.wait_for_timeout(500)  # the offer stands, which nobody takes
    hold(True)
    page.get_by_role("button", name="Log in with a passkey").click()
    named(page, "Ulf")
    expect(page.locator(".notice", has_text="Nothing happened")).to_have_count(0)


def test_where_there_are_none_nobody_is_offered_any(page: Page, address: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/account")
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()
    expect(page.get_by_role("button", name="Log in with a passkey")).to_have_count(0)
    fill(page, "Claim a name, keep your games", Name="Bea", Password=PASSWORD)
    expect(page.locator(".passkeys")).to_contain_text(
        "Passkeys can only be added on a site with a domain name and HTTPS."
    )
