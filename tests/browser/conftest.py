"""The server and the browser, shared by the tests of a module."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from browser.browsing import ARGUMENTS, BROWSER, DESKTOP, WAIT_MS, Server, open_page

expect.set_options(timeout=WAIT_MS)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a running server."""
    running = Server(tmp_path_factory.mktemp("data"))
    try:
        running.start()
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="module")
def address(server: Server) -> str:
    """Return where the server listens."""
    return server.address


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Yield a browser."""
    if BROWSER is None:
        pytest.fail("these tests need a Chromium; in Debian: apt install chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Page]:
    """Yield a page on which nothing may go wrong."""
    with open_page(browser, DESKTOP) as opened:
        yield opened
