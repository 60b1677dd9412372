"""A server of its own and a real browser for the tests of the pages."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
START_SECONDS = 120
STOP_SECONDS = 20
WAIT_MS = 15_000
WIDTH, HEIGHT = 390, 844
"""The size of the phone's screen."""
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 860}}
PHONE: dict[str, Any] = {
    "viewport": {"width": WIDTH, "height": HEIGHT},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


class Server:
    """`motu serve` in a process that can be stopped and started again with the same games."""

    def __init__(
        self, data: Path, launch: Sequence[str] = ("-m", "motu"), environment: Mapping[str, str] | None = None
    ) -> None:
        """Choose a free port.

        Args:
            data: The folder of its games.
            launch: What Python runs as the command `motu`.
            environment: Of its process, if not that of the tests.
        """
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.data, self.launch, self.environment = data, launch, environment
        self.process: subprocess.Popen[bytes] | None = None
        self.options: list[str] = []
        """What else the command is given."""

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and return when it answers."""
        options = ["--port", str(self.port), "--no-browser", "--data", str(self.data), *self.options]
        self.process = subprocess.Popen([sys.executable, *self.launch, "serve", *options], env=self.environment)
        _wait_for(f"{self.address}/api/health")

    def stop(self) -> None:
        """Stop it as a service manager does."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(STOP_SECONDS)
            self.process = None


def _wait_for(url: str) -> None:
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            urllib.request.urlopen(url, timeout=5).close()
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
        else:
            return


@contextmanager
def open_page(browser: Any, device: dict[str, Any], *, pardoned: tuple[str, ...] = ()) -> Iterator[Page]:
    """Yield a page on which nothing may go wrong but what is pardoned.

    It has no service worker unless the device says so: tests that hold back or change answers would never see them.
    """
    faults: list[str] = []
    context = browser.new_context(**{"service_workers": "block", **device})
    pardoned = (*pardoned, "Service Worker registration blocked")
    page: Page = context.new_page()
    page.set_default_timeout(WAIT_MS)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type in {"error", "warning"} else None)
    yield page
    context.close()
    unpardoned = [fault for fault in faults if not any(text in fault for text in pardoned)]
    assert unpardoned == [], unpardoned


def speak(page: Page, language: str, **settings: Any) -> None:
    """Have every page in a language, and with other settings, from the first one on."""
    text = json.dumps(
        json.dumps({"language": language, "sound": False, "pace": "instant", "guide": "never", **settings})
    )
    page.add_init_script(f"localStorage.getItem('motu.settings') || localStorage.setItem('motu.settings', {text})")


def hold(page: Page, pattern: str) -> list[Callable[[], None]]:
    """Keep what the server answers from a page; return what lets each answer through, as they come in."""
    held: list[Callable[[], None]] = []

    def keep(route: Route) -> None:
        answer = route.fetch()
        held.append(lambda: route.fulfill(response=answer))

    page.route(pattern, keep)
    return held


def let_through(page: Page, held: list[Callable[[], None]], number: int) -> None:
    """Wait until so many answers have been kept, let the last one through, and let the page take it in."""
    while len(held) < number:
        page.wait_for_timeout(20)
    with page.expect_event("requestfinished"):
        held[number - 1]()
    page.wait_for_timeout(50)


def choose_language(page: Page, name: str) -> None:
    """Choose the language of the page in its menu."""
    page.locator("select.languages").focus()
    page.locator("select.languages").select_option(label=name)
