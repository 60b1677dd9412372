"""Take the pictures of the pages in `images/`: `python docs/make_screenshots.py`; needs a Chromium.

A server of its own is started and left nothing of. Look at the pictures before they are kept: nothing checks them.
"""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from make_images import THREE_BOARDS
from playwright.sync_api import Browser, Page, sync_playwright

IMAGES = Path(__file__).parent / "images"
QUALITY = 55
MOST_BYTES = 62_000
SETTLED_MS = 2_500
"""Until what fades in is there, and the guide has found out what is threatened."""
DESKTOP: dict[str, Any] = {"viewport": {"width": 1200, "height": 760}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 1.5,
    "is_mobile": True,
    "has_touch": True,
}
SEATS = [{"kind": "person", "name": "Ana"}, {"kind": "person", "name": "Ivo"}]
PERSON, GENTLE = {"kind": "person"}, {"kind": "level", "level": 1}
CLOCK = {"initial_ms": 900_000, "increment_ms": 10_000}


@dataclass(frozen=True)
class Picture:
    """A game as it is looked at."""

    name: str
    game: str
    theme: str
    device: dict[str, Any]
    language: str = "en"


PICTURES = (
    Picture("play-atoll", "Atoll", "light", DESKTOP),
    Picture("play-atmalof", "Atmalof", "dark", DESKTOP),
    Picture("play-atomorph-phone", "Atomorph", "light", PHONE),
    Picture("play-atoll-phone", "Atoll", "dark", PHONE, "eo"),
)


@dataclass(frozen=True)
class FirstGame(Picture):
    """Somebody's first game, with its guide, when it is his turn."""

    opening: str = ""
    seats: tuple[dict[str, Any], dict[str, Any]] = (PERSON, GENTLE)


FIRST_GAMES = (
    FirstGame("first-game-guide", "gan(swap=false)", "light", DESKTOP, opening="d4 e6"),
    FirstGame(
        "first-game-threat-phone",
        "gan(swap=false)",
        "light",
        PHONE,
        opening="d4 d2 e6 c4 c2 c3 d3 d5 e5 e7 f7 f8 a1",
        seats=(GENTLE, PERSON),
    ),
)


def begin(page: Page, game: str) -> str:
    """Begin a game with the moves of the README's picture; return its id. Rolls are set up, none can be asked for."""
    moves = [move for move in THREE_BOARDS[game].split() if game != "Atmalof" or "=" in move or "-" in move]
    opening = moves if game == "Atmalof" else []
    play = """async ([body, moves]) => {
      const send = (path, data) => fetch(path, {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(data),
      }).then((answer) => answer.json());
      let { id, seq } = await send('/api/games', body);
      for (const move of moves) ({ seq } = await send(`/api/games/${id}/moves`, { move, seq }));
      return id;
    }"""
    body = {"spec": game.lower(), "seats": SEATS, "clock": CLOCK, "opening": opening}
    found: str = page.evaluate(play, [body, [] if opening else moves])
    return found


def begin_first(page: Page, picture: FirstGame) -> str:
    """Begin a first game; return its id."""
    play = """(body) => fetch('/api/games', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
    }).then((answer) => answer.json()).then(({ id }) => id)"""
    body = {"spec": picture.game, "seats": picture.seats, "opening": picture.opening.split()}
    found: str = page.evaluate(play, body)
    return found


def take(browser: Browser, url: str, picture: Picture) -> None:
    """Take one picture."""
    context = browser.new_context(**picture.device)
    page = context.new_page()
    chosen = json.dumps({"language": picture.language, "theme": picture.theme, "sound": False})
    page.add_init_script(f"localStorage.setItem('motu.settings', {json.dumps(chosen)})")
    page.goto(f"{url}/games")
    page.locator("h1").wait_for()
    is_first = isinstance(picture, FirstGame)
    page.goto(f"{url}/play/{begin_first(page, picture) if is_first else begin(page, picture.game)}")
    page.locator("motu-board [data-cell]").first.wait_for()
    if is_first:
        page.locator(".guide-text:not(:empty)").wait_for()
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(SETTLED_MS)
    session = context.new_cdp_session(page)
    data = base64.b64decode(session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})["data"])
    context.close()
    if len(data) > MOST_BYTES:
        raise SystemExit(f"{picture.name} takes {len(data)} bytes, more than {MOST_BYTES}")
    (IMAGES / f"{picture.name}.webp").write_bytes(data)
    print(f"{picture.name}.webp: {len(data) / 1000:.0f} kB")


def main() -> int:
    """Run the command line."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        print("no Chromium here (in Debian: apt install chromium)", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        command = [sys.executable, "-m", "motu", "serve", "--port", "0", "--no-browser", "--data", data]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own program
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        try:
            url = str(server.stdout.readline() if server.stdout else "").split()[3].rstrip("/")
            for picture in (*PICTURES, *FIRST_GAMES):
                take(browser, url, picture)
        finally:
            browser.close()
            server.terminate()
            server.wait(20)
    return 0


if __name__ == "__main__":
    sys.exit(main())
