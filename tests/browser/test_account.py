"""A name is claimed in one browser, and the games are there in another one where its owner logs in."""

from __future__ import annotations

import zipfile
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, open_page, speak
from browser.playing import begin, click

pytestmark = pytest.mark.slow
PASSWORD = "a beach of islands"


def fill(page: Page, title: str, **values: str) -> None:
    form = page.locator("form", has=page.get_by_role("heading", name=title))
    for label, value in values.items():
        form.get_by_label(label.replace("_", " ")).fill(value)
    form.locator("button[type=submit]").click()


def test_whoever_has_a_name_finds_his_games_in_another_browser(page: Page, browser: Any, address: str) -> None:
    speak(page, "en")
    begin(page, address, "hex(size=3)")
    click(page, "b2")
    game = page.url
    page.goto(f"{address}/")
    page.get_by_role("link", name="Account").click()
    fill(page, "Claim a name, keep your games", Name="Ann", Password=PASSWORD)
    expect(page.get_by_role("heading", level=1)).to_have_text("Ann")
    expect(page.locator(".browsers li")).to_have_count(1)
    with open_page(browser, DESKTOP) as other:
        speak(other, "en")
        other.goto(f"{address}/account")
        fill(other, "Log in", Name="ann", Password=PASSWORD)
        expect(other.get_by_role("heading", level=1)).to_have_text("Ann")
        other.goto(f"{address}/games")
        expect(other.locator(f".entry a[href='{game.removeprefix(address)}']").first).to_be_visible()
        other.goto(f"{address}/account")
        other.get_by_role("button", name="Log out everywhere else").click()
        expect(other.locator(".browsers li")).to_have_count(1)
        expect(other.get_by_text("Logged out there.").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Claim a name")


def test_whoever_logs_in_is_asked_about_what_he_did_as_a_guest(page: Page, browser: Any, address: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/account")
    fill(page, "Claim a name, keep your games", Name="Bea", Password=PASSWORD)
    expect(page.get_by_role("heading", level=1)).to_have_text("Bea")
    for is_wanted in (False, True):
        with open_page(browser, DESKTOP) as other:
            speak(other, "en")
            begin(other, address, "hex(size=3)")
            game = other.url.removeprefix(address)
            other.goto(f"{address}/account")
            question = other.get_by_label("Keep what I did here as a guest: 1 game")
            expect(question).to_be_checked()
            question.set_checked(is_wanted)
            fill(other, "Log in", Name="bea", Password=PASSWORD)
            expect(other.get_by_role("heading", level=1)).to_have_text("Bea")
            if not is_wanted:
                other.get_by_role("button", name="Move it to my account").click()
            expect(other.get_by_text("Moved to your account: 1 game.").first).to_be_visible()
            expect(other.get_by_role("button", name="Move it to my account")).to_have_count(0)
            other.goto(f"{address}/games")
            expect(other.locator(f".entry a[href='{game}']").first).to_be_visible()


def test_whoever_has_a_name_takes_his_data_along_and_deletes_his_account(browser: Any, address: str) -> None:
    pardoned = ("403",)
    with (
        open_page(browser, DESKTOP, pardoned=pardoned) as page,
        open_page(browser, DESKTOP, pardoned=pardoned) as other,
    ):
        see_her_go(page, other, address)


def see_her_go(page: Page, other: Page, address: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/account")
    fill(page, "Claim a name, keep your games", Name="Zoe", Password=PASSWORD)
    expect(page.get_by_role("heading", level=1)).to_have_text("Zoe")
    with page.expect_download() as loading:
        page.get_by_role("link", name="Download your data").click()
    assert loading.value.suggested_filename == "motu-Zoe.zip"
    with zipfile.ZipFile(loading.value.path()) as archive:
        assert "account.jsonl" in archive.namelist()
    speak(other, "en")
    other.goto(f"{address}/account")
    fill(other, "Log in", Name="zoe", Password=PASSWORD)
    expect(other.get_by_role("heading", level=1)).to_have_text("Zoe")
    page.get_by_text("What is deleted, and what stays").click()
    leave = page.locator("details.leave")
    expect(leave.get_by_text("None of it can be brought back.")).to_be_visible()
    leave.get_by_label("Password").fill("something else")
    leave.get_by_role("button", name="Delete my account for good").click()
    expect(leave.get_by_role("alert")).to_contain_text("Wrong password.")
    leave.get_by_label("Password").fill(PASSWORD)
    leave.get_by_role("button", name="Delete my account for good").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Claim a name")
    expect(page.locator(".news")).to_contain_text("Your account has been deleted.")
    expect(page.get_by_text("The name is yours.")).to_have_count(0)
    other.reload()
    expect(other.get_by_role("heading", level=1)).to_have_text("Claim a name")
    fill(other, "Log in", Name="zoe", Password=PASSWORD)
    expect(other.locator("form .notice").filter(has_text="Wrong name or password.")).to_be_visible()


def log_out(page: Page) -> None:
    page.get_by_role("button", name="Log out", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Claim a name")


def test_all_windows_go_along_with_who_is_here(page: Page, browser: Any, address: str) -> None:
    speak(page, "en")
    page.goto(f"{address}/account")
    fill(page, "Claim a name, keep your games", Name="Una", Password=PASSWORD)
    expect(page.get_by_role("heading", level=1)).to_have_text("Una")
    begin(page, address, "hex(size=3)")
    click(page, "b2")
    game = page.context.new_page()
    game.goto(page.url)
    page.goto(f"{address}/account")
    resign = game.get_by_role("button", name="Resign", exact=True)
    expect(resign).to_be_visible()
    log_out(page)
    expect(page.locator(".news")).to_contain_text("You are logged out.")
    expect(game.locator(".news")).to_contain_text("You are logged out.")
    expect(resign).to_have_count(0)
    fill(page, "Log in", Name="una", Password=PASSWORD)
    expect(game.locator(".news")).to_contain_text("You are logged in as Una.")
    expect(resign).to_be_visible()
    game.goto(f"{address}/account")
    expect(game.get_by_role("heading", level=1)).to_have_text("Una")
    log_out(page)
    fill(page, "Claim a name, keep your games", Name="Vic", Password=PASSWORD)
    expect(game.get_by_role("heading", level=1)).to_have_text("Vic")


def test_a_page_left_behind_changes_nobody_elses_account(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("409", "403")) as page:
        speak(page, "en")
        page.goto(f"{address}/account")
        fill(page, "Claim a name, keep your games", Name="Wyn", Password=PASSWORD)
        expect(page.get_by_role("heading", level=1)).to_have_text("Wyn")
        with open_page(browser, DESKTOP) as other:
            speak(other, "en")
            other.goto(f"{address}/account")
            fill(other, "Claim a name, keep your games", Name="Xen", Password=PASSWORD)
            expect(other.get_by_role("heading", level=1)).to_have_text("Xen")
            cookies: Any = other.context.cookies()
        page.context.clear_cookies()
        page.context.add_cookies(cookies)  # as by another window whose word is lost
        fill(page, "Change your name", New_name="Yul")
        expect(page.get_by_role("heading", level=1)).to_have_text("Xen")


def test_whoever_is_logged_out_without_a_word_is_told_when_he_moves(browser: Any, address: str) -> None:
    with open_page(browser, DESKTOP, pardoned=("403",)) as page:
        speak(page, "en")
        page.goto(f"{address}/account")
        fill(page, "Claim a name, keep your games", Name="Zed", Password=PASSWORD)
        expect(page.get_by_role("heading", level=1)).to_have_text("Zed")
        begin(page, address, "hex(size=3)")
        click(page, "b2")
        page.wait_for_load_state("networkidle")  # until then the page does not know whose it is
        page.context.clear_cookies()
        click(page, "a1")
        expect(page.locator(".news")).to_contain_text("You are logged out.")
        expect(page.get_by_role("button", name="Resign", exact=True)).to_have_count(0)
