"""The pages in browsers of other makers: every page opens, and a whole game of each kind is played by mouse."""

from __future__ import annotations

import contextlib
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browser.browsing import Server
from browser.other_browsers import FIREFOX, Browser, firefox, webkit, webkit_browser

pytestmark = pytest.mark.slow

MISSING = {
    "firefox": "" if FIREFOX else "there is no Firefox; in Debian: apt install firefox-esr",
    "webkit": "" if webkit_browser() else "there is no WebKit; in Debian: apt install webkit2gtk-driver xvfb",
}
PAGES = {
    "/": "Three deep games. One small sea.",
    "/play": None,
    "/study?spec=atomorph(size=5)&moves=c3 d3": None,
    "/learn": "Learn",
    "/learn/atoll": "Atoll",
    "/learn/atmalof/lesson": None,
    "/puzzles": "Puzzles",
    "/games": None,
    "/lobby": "Lobby",
    "/people": "Ratings",
    "/account": "Claim a name",
    "/programs": "Programs and bots",
    "/dice": "Sealed dice",
    "/about": "About motu",
    "/privacy": "Privacy",
    "/nonsense": "Page not found.",
}
"""Address -> its heading, where that is for certain."""
GAMES = {
    "atoll": "atoll(size=5)",
    "hex": "hex(size=3)",
    "atomorph": "atomorph(size=4)",
    "atmalof": "atmalof(rows=4,cols=4,extra_rows=1,extra_cols=1,line=3,pieces=5)",
}
WAIT_SECONDS = 60
MOST_CLICKS = 300
HARMLESS = ("404", "preload", "Cookie", "unreachable code", "Content-Security-Policy", "font-size:0")
"""What browsers say of pages that are as they are meant to be."""

_PLACES = """(() => {
  const board = document.querySelector('.table motu-board');
  if (!board) return { over: false, active: false, targets: [], open: [] };
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const at = (each) => middle(each.getBoundingClientRect());
  const targets = [...board.querySelectorAll('.target')].map(at);
  const open = [...board.querySelectorAll('.header.open, .cell.open')].map(at);
  return { over: !!document.querySelector('.table.over'), active: board.matches('.active'), targets, open };
})()"""


@pytest.fixture(scope="module", params=list(MISSING))
def other(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Yield each of the browsers."""
    if MISSING[request.param]:
        pytest.skip(MISSING[request.param])
    profile: Path = tmp_path_factory.mktemp("profile")
    with firefox(profile) if request.param == "firefox" else webkit() as started:
        yield started


def until(other: Browser, script: str) -> Any:
    """Wait until an expression is true, and return it."""
    end = time.monotonic() + WAIT_SECONDS
    while not (value := other.run(script)):
        assert time.monotonic() < end, (script, other.run("document.body.innerText.slice(0, 500)"), other.faults)
        time.sleep(0.05)
    return value


def speak_english(other: Browser, address: str) -> None:
    other.go(f"{address}/about")
    kept = json.dumps({"language": "en", "sound": False, "pace": "instant", "confirm": "never"})
    other.run(f"localStorage.setItem('motu.settings', {json.dumps(kept)})")


def faults_of(other: Browser) -> list[str]:
    found = [fault for fault in other.faults if not any(text in fault for text in HARMLESS)]
    other.faults.clear()
    return found


@pytest.mark.parametrize("path", PAGES)
def test_a_page_opens(other: Browser, address: str, path: str) -> None:
    speak_english(other, address)
    other.go(address + path.replace(" ", "%20"))
    heading = until(other, "document.querySelector('main h1')?.textContent")
    assert PAGES[path] in {None, heading}
    if path in {"/", "/learn/atoll", "/puzzles"} or path.startswith("/study"):
        until(other, "document.querySelectorAll('motu-board [data-cell]').length")
    assert other.run("document.documentElement.scrollWidth <= innerWidth")
    assert other.run("getComputedStyle(document.querySelector('.top')).display") == "flex"
    assert faults_of(other) == []


@pytest.mark.parametrize("spec", GAMES.values(), ids=list(GAMES))
def test_a_whole_game(other: Browser, address: str, spec: str) -> None:
    speak_english(other, address)
    wanted = json.dumps({"spec": spec, "seats": [{"kind": "person"}, {"kind": "level", "level": 1}]})
    headers = {"content-type": "application/json"}
    begin = json.dumps({"method": "POST", "headers": headers, "body": wanted})
    game = other.run(f"fetch('/api/games', {begin}).then((answer) => answer.json())")
    other.go(f"{address}/play/{game['id']}")
    choice = random.Random(3)
    for _ in range(MOST_CLICKS):
        until(
            other, f"(({{over, active, open, targets}}) => over || (active && open.length + targets.length))({_PLACES})"
        )
        places = other.run(_PLACES)
        if places["over"]:
            break
        before = other.run("document.querySelector('ol.moves').innerText")
        x, y = choice.choice(places["targets"] or places["open"])
        other.click(x, y)
        if not places["targets"] and other.run(_PLACES)["targets"]:
            continue
        changed = f"document.querySelector('ol.moves').innerText !== {json.dumps(before)}"
        until(other, f"{changed} || ({_PLACES}).targets.length > 0 || ({_PLACES}).over")
    assert other.run("!!document.querySelector('.table.over')")
    ended = other.run(f"fetch('/api/games/{game['id']}').then((answer) => answer.json())")
    assert ended["result"] is not None
    assert faults_of(other) == []


@pytest.mark.parametrize("spec", ["hex(size=4)", "atmalof"])
def test_the_engine_on_this_device_thinks(other: Browser, address: str, spec: str) -> None:
    speak_english(other, address)
    other.go(f"{address}/study?spec={spec}")
    until(other, "document.querySelectorAll('motu-board [data-cell]').length")
    # It is remembered whether the engine thinks, and by then it has been told to in another game.
    other.run("document.querySelector('.engine-switch[aria-checked=false]')?.click()")
    until(other, "!!document.querySelector('.findings-place .findings .move')")
    assert other.run("[...document.querySelectorAll('.engine-top select')].some((each) => each.value === 'device')")
    assert faults_of(other) == []


def test_without_a_server_a_page_says_so(other: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    try:
        speak_english(other, server.address)
        is_kept = "navigator.serviceWorker.ready.then((found) => found.active.state === 'activated')"
        until(other, is_kept)
        server.stop()
        with contextlib.suppress(AssertionError):  # Firefox says so, and shows what the worker has answered
            other.go(f"{server.address}/learn")
        assert until(other, "document.querySelector('main section:not([hidden]) h1')?.textContent") == (
            "The server is not responding."
        )
        assert other.run("getComputedStyle(document.querySelector('.top')).display") == "flex"
        assert other.run("document.querySelector('section:not([hidden]) img').naturalWidth > 0")
        server.start()
        other.run("document.querySelector('section:not([hidden]) button').click()")
        assert until(other, "document.querySelector('main .home:not(section) h1')?.textContent") == "Learn"
    finally:
        server.stop()
        other.faults.clear()
