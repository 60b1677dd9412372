"""Firefox by WebDriver BiDi and a WebKit by classic WebDriver, driven with nothing but sockets and HTTP.

Playwright drives only browsers that it has built itself; what people have is what a distribution brings.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from websockets.sync.client import ClientConnection, connect

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
WEBKIT_DRIVER = shutil.which("WebKitWebDriver")
MINI_BROWSERS = ("/usr/lib/*/webkit2gtk-4.1/MiniBrowser", "/usr/libexec/webkit2gtk-4.1/MiniBrowser")
START_SECONDS = 60.0
ANSWER_SECONDS = 60.0
WIDTH, HEIGHT = 1280, 860


class Browser(Protocol):
    """What the tests ask of a browser."""

    faults: list[str]
    """What went wrong on the pages, as far as the browser tells it."""

    def go(self, url: str) -> None:
        """Open an address, and wait until it is loaded."""

    def run(self, script: str) -> Any:
        """Return what an expression, or a promise, results in, by way of JSON."""

    def click(self, x: float, y: float) -> None:
        """Press the mouse at a place of the window."""


def webkit_browser() -> str | None:
    """Return the path of WebKit's small browser, if it is installed."""
    found = [str(path) for pattern in MINI_BROWSERS for path in Path("/").glob(pattern.lstrip("/"))]
    return found[0] if found and WEBKIT_DRIVER and (os.environ.get("DISPLAY") or shutil.which("Xvfb")) else None


def _click_actions(x: float, y: float) -> list[dict[str, Any]]:
    """Return a click as both protocols write it."""
    steps: list[dict[str, Any]] = [
        {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    return [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}]


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


# --- Firefox


class Firefox:
    """A tab of Firefox."""

    def __init__(self, connection: ClientConnection) -> None:
        """Begin a session, and listen to what goes wrong."""
        self._connection, self._ids = connection, itertools.count(1)
        self.faults: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        self._ask("browsingContext.setViewport", context=self._tab, viewport={"width": WIDTH, "height": HEIGHT})

    def go(self, url: str) -> None:
        """Open an address."""
        self._ask("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def run(self, script: str) -> Any:
        """Return what an expression results in."""
        text = f"Promise.resolve({script}).then((value) => JSON.stringify(value ?? null))"
        target = {"context": self._tab}
        answer = self._ask("script.evaluate", expression=text, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def click(self, x: float, y: float) -> None:
        """Press the mouse."""
        self._ask("input.performActions", context=self._tab, actions=_click_actions(x, y))

    def _ask(self, method: str, **parameters: Any) -> Any:
        number = next(self._ids)
        self._connection.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._connection.recv(ANSWER_SECONDS))
            if message.get("method") == "log.entryAdded":
                self._note(message["params"])
            elif message.get("id") == number:
                assert message["type"] == "success", message
                return message["result"]

    def _note(self, entry: dict[str, Any]) -> None:
        if entry["level"] in {"error", "warn"}:
            self.faults.append(str(entry["text"]))


@contextlib.contextmanager
def firefox(profile: Path) -> Iterator[Browser]:
    """Yield a Firefox with a profile of its own."""
    port = _free_port()
    assert FIREFOX is not None
    command = [FIREFOX, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", str(port)]
    process = subprocess.Popen([*command, "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with _connected(f"ws://127.0.0.1:{port}/session") as connection:
            yield Firefox(connection)
    finally:
        _end(process)


def _connected(url: str) -> ClientConnection:
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            return connect(url, max_size=None, proxy=None)
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


# --- WebKit


class WebKit:
    """A window of WebKit's small browser. It tells nothing of its console: errors are gathered on the page itself."""

    def __init__(self, driver: str, binary: str) -> None:
        """Begin a session."""
        self._driver, self.faults = driver, []
        options = {"webkitgtk:browserOptions": {"binary": binary, "args": ["--automation"]}}
        session = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": options}})["sessionId"]
        self._session = f"/session/{session}"
        self._ask("POST", f"{self._session}/window/rect", {"width": WIDTH, "height": HEIGHT})

    faults: list[str]

    def go(self, url: str) -> None:
        """Open an address."""
        self._ask("POST", f"{self._session}/url", {"url": url})

    def run(self, script: str) -> Any:
        """Return what an expression results in."""
        text = (
            f"const done = arguments[0]; Promise.resolve({script}).then((value) => done(JSON.stringify(value ?? null)))"
        )
        return json.loads(self._ask("POST", f"{self._session}/execute/async", {"script": text, "args": []}))

    def click(self, x: float, y: float) -> None:
        """Press the mouse."""
        self._ask("POST", f"{self._session}/actions", {"actions": _click_actions(x, y)})

    def close(self) -> None:
        """End the session, and the browser with it."""
        self._ask("DELETE", self._session)

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._driver + path, data, {"content-type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
            return json.load(answer)["value"]


@contextlib.contextmanager
def webkit() -> Iterator[Browser]:
    """Yield a WebKit, on a screen that nobody sees where there is none."""
    port, binary = _free_port(), webkit_browser()
    assert binary is not None
    assert WEBKIT_DRIVER is not None
    with _screen() as display:
        environment = {**os.environ, "DISPLAY": display, "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1"}
        command = [WEBKIT_DRIVER, f"--port={port}"]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            _wait_for(port)
            window = WebKit(f"http://127.0.0.1:{port}", binary)
            yield window
            window.close()
        finally:
            _end(process)


@contextlib.contextmanager
def _screen() -> Iterator[str]:
    """Yield the name of a screen."""
    if os.environ.get("DISPLAY"):
        yield os.environ["DISPLAY"]
        return
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{WIDTH}x{HEIGHT + 140}x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            yield f":{told.readline().strip()}"
    finally:
        _end(process)


def _wait_for(port: int) -> None:
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
        else:
            return
