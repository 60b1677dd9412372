"""Without a network: the service worker shows a page that says so, and nothing else comes from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from browser.browsing import DESKTOP, Server, open_page, speak

pytestmark = pytest.mark.slow

WITH_WORKER = {**DESKTOP, "service_workers": "allow"}
GONE = (
    "ERR_INTERNET_DISCONNECTED",
    "ERR_CONNECTION_REFUSED",
    "ERR_FAILED",
    "404 (Not Found)",
    "503 (Service",
    "WebSocket",
)
OTHER_VERSION = """
import motu.server.pages as pages
from motu.cli.main import main

walk = pages._walk
pages._walk = lambda *where: [*walk(*where), ("changed.txt", b"another version")]
main()
"""
IS_READY = "navigator.serviceWorker.ready.then((found) => found.active.state)"


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """Yield a server that a test may stop and replace."""
    running = Server(tmp_path)
    running.start()
    yield running
    running.stop()


def visit(page: Page, address: str, language: str = "en") -> None:
    """Come for the first time, and wait for the worker."""
    speak(page, language)
    page.goto(address, wait_until="networkidle")
    page.evaluate(IS_READY)


def heading(page: Page) -> Any:
    return expect(page.get_by_role("heading", level=1))


def upgrade(server: Server) -> None:
    """Go on with another version at the same address."""
    server.stop()
    server.launch = ("-c", OTHER_VERSION)
    server.start()


@pytest.mark.parametrize(
    ("language", "said", "again"),
    [
        ("en", "The server is not responding.", "Try again"),
        ("eo", "La servilo ne respondas.", "Reprovi"),
    ],
)
def test_a_page_without_a_network_says_so(browser: Any, address: str, language: str, said: str, again: str) -> None:
    with open_page(browser, WITH_WORKER, pardoned=GONE) as page:
        visit(page, address, language)
        page.context.set_offline(True)
        page.goto(f"{address}/learn")
        heading(page).to_have_text(said)
        expect(page).to_have_title(f"{said} · motu")
        assert page.evaluate("document.documentElement.lang") == language
        assert page.locator(".top").evaluate("top => getComputedStyle(top).display") == "flex"
        assert Axe().run(page).response["violations"] == []
        page.get_by_role("button", name=again).click()
        heading(page).to_have_text(said)
        page.context.set_offline(False)  # the page comes by itself
        expect(page.get_by_role("navigation")).to_be_visible()
        expect(page).to_have_url(f"{address}/learn")


def test_an_address_that_was_asked_for_in_vain_comes_when_the_server_does(browser: Any, own_server: Server) -> None:
    with open_page(browser, WITH_WORKER, pardoned=GONE) as page:
        visit(page, own_server.address)
        own_server.stop()
        page.goto(f"{own_server.address}/learn")
        heading(page).to_have_text("The server is not responding.")
        own_server.start()
        heading(page).to_have_text("Learn")


def test_a_server_that_answers_is_always_the_one_that_is_shown(browser: Any, own_server: Server) -> None:
    with open_page(browser, WITH_WORKER, pardoned=GONE) as page:
        visit(page, own_server.address)
        page.reload()
        before = page.locator("script[type=module]").get_attribute("src")
        upgrade(own_server)
        page.goto(f"{own_server.address}/learn")
        heading(page).to_have_text("Learn")
        after = page.locator("script[type=module]").get_attribute("src")
        assert before != after
        assert (
            page.evaluate("fetch(document.querySelector('script[type=module]').src).then((got) => got.status)") == 200
        )


def test_a_new_version_keeps_its_own_page_alone(browser: Any, own_server: Server) -> None:
    with open_page(browser, WITH_WORKER, pardoned=GONE) as page:
        visit(page, own_server.address)
        (old,) = page.evaluate("caches.keys()")
        upgrade(own_server)
        page.goto(own_server.address)
        page.wait_for_function("old => caches.keys().then((all) => all.length === 1 && all[0] !== old)", arg=old)
        own_server.stop()
        page.goto(f"{own_server.address}/learn")
        heading(page).to_have_text("The server is not responding.")
        assert page.locator(".top").evaluate("top => getComputedStyle(top).display") == "flex"


def test_an_old_page_after_an_upgrade_asks_to_be_loaded_anew(browser: Any, own_server: Server) -> None:
    with open_page(browser, DESKTOP, pardoned=GONE) as page:
        speak(page, "en")
        page.goto(f"{own_server.address}/learn")
        heading(page).to_have_text("Learn")
        upgrade(own_server)
        page.get_by_role("navigation").get_by_role("link", name="Study").click()
        heading(page).to_have_text("motu has been updated.")
        page.get_by_role("button", name="Reload").click()
        expect(page.locator("motu-board")).to_be_visible()
        expect(page).to_have_url(f"{own_server.address}/study")


def test_so_does_a_part_that_is_wanted_later(browser: Any, own_server: Server) -> None:
    with open_page(browser, DESKTOP, pardoned=GONE) as page:
        speak(page, "en")
        page.goto(f"{own_server.address}/learn")
        heading(page).to_have_text("Learn")
        upgrade(own_server)
        page.get_by_role("button", name="Settings", exact=True).click()
        heading(page).to_have_text("motu has been updated.")
