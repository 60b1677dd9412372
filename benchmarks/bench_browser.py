"""How fast the pages are in a real browser: Chromium on this machine, drawing without a graphics card.

Bounds: a click shows its stone in 50 ms (median) with the server on the same machine, a board of 27 x 27 cells is drawn
anew in 16 ms, what moves does so at 60 frames a second, and over a slow line the first page is there in 1.6 s, in
every language. Run by `scripts/bench`, or
`python benchmarks/bench_browser.py [--json]`; needs a Chromium (in Debian: `apt install chromium`).
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

MOVES = 60
JUMPS = 40
FRAMES = 120
LARGE = "hex(size=27)"
WIDE = "kiritimati"
VISITS = 5
LANGUAGES = ("en", "eo", "de", "fr")
SLOW_LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
"""Milliseconds, and bytes a second: 1.6 Mbit/s."""
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 860}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}

PREPARE = """() => {
  const painted = () => new Promise((done) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now());
    port2.postMessage(null);
  }));
  const bench = { clicks: [], pressed: 0, painted };
  addEventListener('pointerup', (event) => { bench.pressed = event.timeStamp; }, true);
  new MutationObserver(async (changes) => {
    if (!bench.pressed || !changes.some((change) => change.addedNodes.length)) return;
    const since = bench.pressed;
    bench.pressed = 0;
    bench.clicks.push(await painted() - since);
  }).observe(document.querySelector('.stones'), { childList: true });
  bench.frames = async (count, each) => {
    const gaps = [];
    let last = await new Promise(requestAnimationFrame);
    for (let index = 0; index < count; index += 1) {
      each(index);
      const now = await new Promise(requestAnimationFrame);
      gaps.push(now - last);
      last = now;
    }
    return gaps;
  };
  window.bench = bench;
}"""

REDRAW = """async ([index, isWhole]) => {
  const board = document.querySelector('.table motu-board');
  const cells = board.board.names.length;
  const stone = (cell, shift) => '01.'[(cell * 7 + shift) % 3];
  const one = (cell) => (cell <= index ? '0' : stone(cell, 0));
  const stones = Array.from({ length: cells }, (_, cell) => (isWhole ? stone(cell, index) : one(cell))).join('');
  board.show({ ...board.position, stones, last: [index] }, !isWhole);
  await window.bench.painted();
}"""

SWEEP = """async (count) => {
  const board = document.querySelector('.table motu-board');
  const cells = [...board.querySelectorAll('[data-cell]')];
  return window.bench.frames(count, (index) => {
    const box = cells[(index * 5) % cells.length].getBoundingClientRect();
    const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2];
    const target = document.elementFromPoint(clientX, clientY) ?? board;
    target.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse', clientX, clientY }));
  });
}"""

PLACE = """async (count) => {
  const board = document.querySelector('.table motu-board');
  const cells = board.board.names.length;
  return window.bench.frames(count, (index) => {
    const stones = '.'.repeat(cells).split('').map((_, cell) => (cell % 9 === (index >> 3) % 9 ? '0' : '.')).join('');
    if (index % 8 === 0) board.show({ ...board.position, stones }, true);
  });
}"""

PAN = """async (count) => {
  const board = document.querySelector('.table motu-board');
  board.zoom(2);
  const box = board.getBoundingClientRect();
  const send = (type, x, y) => board.dispatchEvent(new PointerEvent(type, {
    bubbles: true, pointerId: 1, isPrimary: true, pointerType: 'touch', button: 0, clientX: x, clientY: y }));
  board.setPointerCapture = () => {};
  send('pointerdown', box.x + 200, box.y + 200);
  return window.bench.frames(count, (index) => send('pointermove', box.x + 200 - index, box.y + 200 - index / 2));
}"""


@dataclass(frozen=True)
class Row:
    """A line of the table; milliseconds."""

    what: str
    median: float
    worst: float
    """The 95th of a hundred."""
    aim: float


class Running:
    """A server process and where it is."""

    def __init__(self, data: str) -> None:
        command = [sys.executable, "-m", "motu", "serve", "--port", "0", "--no-browser", "--data", data]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().split()[3].rstrip("/")

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(20)


def row_of(what: str, times: list[float], aim: float) -> Row:
    """Return the line of some times."""
    ordered = sorted(times)
    return Row(what, statistics.median(ordered), ordered[int(0.95 * (len(ordered) - 1))], aim)


def open_game(page: Page, url: str, spec: str) -> None:
    """Begin a game of two people and look at it."""
    page.goto(f"{url}/games")
    page.locator("h1").wait_for()
    body = json.dumps({"spec": spec, "seats": [{"kind": "person"}, {"kind": "person"}]})
    ask = "fetch('/api/games', {method: 'POST', headers: {'content-type': 'application/json'}, body})"
    game = page.evaluate(f"(body) => {ask}.then((answer) => answer.json())", body)
    page.goto(f"{url}/play/{game['id']}")
    page.locator(".table motu-board [data-cell]").first.wait_for()
    page.evaluate(PREPARE)


def measure_clicks(page: Page) -> list[float]:
    """Return how long after a click its stone was painted, for a game's first moves."""
    choice = random.Random(1)
    cells = page.locator(".table motu-board [data-cell]")
    order = choice.sample(range(cells.count()), MOVES)
    for index, cell in enumerate(order):
        cells.nth(cell).click(force=True)
        page.wait_for_function("(count) => window.bench.clicks.length > count", arg=index)
    times: list[float] = page.evaluate("window.bench.clicks")
    return times


def measure_redraws(page: Page, *, is_whole: bool) -> list[float]:
    """Return the processor time of the page's thread for showing other positions: script, style, layout, paint."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def taken() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))

    times = []
    for index in range(JUMPS):
        begin = taken()
        page.evaluate(REDRAW, [index, is_whole])
        times.append(taken() - begin)
    session.detach()
    return times


def measure_first_page(browser: Browser, url: str, language: str) -> list[float]:
    """Return when somebody who comes for the first time, over a slow line, sees all words of the first page."""
    times = []
    for _ in range(VISITS):
        context = browser.new_context(**DESKTOP, locale=language)
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW_LINE)
        page.goto(url)
        page.locator("main h1").wait_for()
        page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
        times.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        context.close()
    return times


def measure(page: Page, phone: Page, url: str) -> list[Row]:
    """Return all lines."""
    rows = []
    for spec in ("atoll", LARGE):
        open_game(page, url, spec)
        rows.append(row_of(f"click to painted stone, {spec}", measure_clicks(page), 50))
    open_game(page, url, LARGE)
    rows.append(row_of(f"a move on {LARGE}, processor time", measure_redraws(page, is_whole=False), 16))
    rows.append(row_of(f"every cell of {LARGE}, processor time", measure_redraws(page, is_whole=True), 16))
    open_game(page, url, LARGE)
    rows.append(row_of(f"frames, the mouse over {LARGE}", page.evaluate(SWEEP, FRAMES), 1000 / 60))
    rows.append(row_of(f"frames, 81 stones of {LARGE} at a time", page.evaluate(PLACE, FRAMES), 1000 / 60))
    open_game(phone, url, WIDE)
    rows.append(row_of(f"frames, {WIDE} enlarged and moved, phone", phone.evaluate(PAN, FRAMES), 1000 / 60))
    return rows


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    options = parser.parse_args()
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        print("no Chromium here: nothing measured", file=sys.stderr)
        return 0
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Running(data)
        started = playwright.chromium.launch(executable_path=browser, args=ARGUMENTS)
        try:
            page, phone = (started.new_context(**device).new_page() for device in (DESKTOP, PHONE))
            rows = measure(page, phone, server.url)
            for language in LANGUAGES:
                times = measure_first_page(started, server.url, language)
                rows.append(row_of(f"first page over a slow line, {language}", times, 1600))
        finally:
            started.close()
            server.stop()
    for row in rows:
        if options.json:
            print(json.dumps(asdict(row)))
        else:
            print(f"{row.what:48} {row.median:7.1f} ms median {row.worst:7.1f} ms p95   aim {row.aim:.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
