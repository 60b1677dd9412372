"""The site is built while the server serves: pages wait for it, and all the rest goes on."""

from __future__ import annotations

import asyncio
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from motu.server.database import NAME
from motu.server.mail.letters import Letter, LetterLink
from motu.server.mail.outgoing import put_out
from motu.server.pages_awaited import PagesAwaited
from motu.server.store import Store
from motu.server.wall_time import now_ms
from server.mail.post_boxes import SITE, post_box
from server.processes import server

SLOW = """
import pathlib, sys, time
from motu.server import pages
build = pages.site_of
def slowly(contents):
    pathlib.Path({begun!r}).touch()
    while not pathlib.Path({allowed!r}).exists():
        time.sleep(0.01)
    return build(contents)
pages.site_of = slowly
from motu.__main__ import main
sys.exit(main())
"""
PAGES = ("/", "/nowhere", "/manifest.webmanifest")
PATIENCE_S = 60.0
LETTER = Letter("passkey", "Ann", (LetterLink(f"{SITE}/account"),))


def status_of(url: str) -> int:
    asked = urllib.request.Request(url, headers={"accept": "text/html"})
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE_S) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_a_server_answers_while_its_site_is_built(tmp_path: Path) -> None:
    begun, allowed = tmp_path / "begun", tmp_path / "allowed"
    program = [sys.executable, "-c", SLOW.format(begun=str(begun), allowed=str(allowed))]
    with server(tmp_path / "data", program=program) as running, ThreadPoolExecutor(len(PAGES)) as threads:
        pages = [threads.submit(status_of, running.url.rstrip("/") + path) for path in PAGES]
        try:
            for path in ("api/health", "api/games", "api/health"):
                assert status_of(running.url + path) == 200
            assert not any(each.done() for each in pages)
        finally:
            allowed.touch()
        assert [each.result(PATIENCE_S) for each in pages] == [200, 404, 200]
    assert begun.exists()


def test_mails_that_wait_at_the_start_keep_nobody_waiting_for_the_site(tmp_path: Path) -> None:
    begun, allowed, data = tmp_path / "begun", tmp_path / "allowed", tmp_path / "data"
    program = [sys.executable, "-c", SLOW.format(begun=str(begun), allowed=str(allowed))]

    async def put_one() -> None:
        store = Store(data / NAME)
        await store.write(lambda opened: put_out(opened, None, "ann@example.org", "de", LETTER, now_ms()))
        store.close()

    asyncio.run(put_one())
    with post_box() as (box, settings):
        options = "--smtp", f"smtp://127.0.0.1:{settings.port}?tls=no", "--mail-from", settings.sender, "--site", SITE
        try:
            with server(data, *options, program=program) as running:
                wait_until(begun.exists)
                assert status_of(running.url + "api/health") == 200
                assert box.mails == []
                allowed.touch()
                wait_until(lambda: bool(box.mails))
        finally:
            allowed.touch()
    assert box.mails[0]["Subject"] == "Deinem Konto bei motu wurde ein Passkey hinzugefügt"


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_the_site_is_built_before_anybody_asks(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    program = [sys.executable, "-c", SLOW.format(begun=str(begun), allowed=str(tmp_path))]
    with server(tmp_path / "data", program=program):
        wait_until(begun.exists)


@pytest.mark.parametrize(
    ("scope", "is_awaited"),
    [
        ({"type": "http", "path": "/"}, True),
        ({"type": "http", "path": "/static/x/js/main.js"}, True),
        ({"type": "http", "path": "/apiary"}, True),
        ({"type": "http", "path": "/api/health"}, False),
        ({"type": "websocket", "path": "/x"}, False),
        ({"type": "lifespan"}, False),
    ],
)
def test_only_what_is_made_of_the_site_waits(
    scope: dict[str, str], is_awaited: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, passed = list[str](), list[object]()

    async def built() -> None:
        asked.append("")

    async def application(scope: object, *_: object) -> None:
        passed.append(scope)

    monkeypatch.setattr("motu.server.pages_awaited.built_site", built)
    asyncio.run(PagesAwaited(application)(scope, None, None))  # type: ignore[arg-type]
    assert (bool(asked), passed) == (is_awaited, [scope])
