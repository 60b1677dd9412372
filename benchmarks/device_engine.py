"""The engine on the visitor's own device, in Chromium under the pages' content policy.

Three questions: how long it goes on after somebody wants it to stop (bound: 60 ms); how many visits a second it makes
beside the native engine, one thread each, in turns; and whether a study that thinks for half an hour, over hundreds of
positions and some reloads, takes more and more memory (bound: 20 % between its first third and its last).
`python benchmarks/device_engine.py stop`, `speed`, or `memory --minutes 30 --positions 200`; needs a Chromium (in
Debian: `apt install chromium`) and nothing else that keeps the machine busy.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from bench_browser import ARGUMENTS, DESKTOP, Running
from playwright.sync_api import Page, sync_playwright

import motu
from motu.eval.nets import Net
from motu.games.line import Line
from motu.search.configuration import SearchSettings
from motu.search.limits import Limits
from motu.search.mcts import SearchTree
from motu.server.device_game import device_game

SPECS = ("hex", "nauru", "atomorph", "atmalof")
NETS = Path(__file__).parents[1] / "src/motu/eval/nets"
TIMES = 25
"""Stops a game."""
MOST_STOP_MS = 60.0
SPEED_SPECS = ("hex", "nauru", "atomorph", "atmalof", "junior")
"""On these nothing is proved six moves after the beginning."""
SPEED_SECONDS = 3.0
ROUNDS = 3
RELOADS = 10
MOST_GROWTH = 1.2

BEGIN = """() => {
  const [link] = document.querySelectorAll('link[rel=modulepreload]');
  const url = link.href.replace(/[/]packs[/].*/, '/js/engine/engine_worker.js');
  globalThis.engine = new Worker(url, { type: 'module' });
  globalThis.number = 0;
}"""
"""Starts a worker of one's own."""
STOP = """async ([spec, moves, wait]) => {
  const device = await fetch('/api/device', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ spec, moves }),
  }).then((answer) => answer.json());
  const id = String(globalThis.number += 1);
  let begun, ended;
  const first = new Promise((resolve) => { begun = resolve; });
  const last = new Promise((resolve, reject) => { ended = [resolve, reject]; });
  globalThis.engine.onmessage = ({ data }) => {
    const answer = JSON.parse(data);
    if (answer.error) ended[1](new Error(answer.error));
    if (answer.id !== id) return;
    if (answer.isDuringSearch) begun();
    else ended[0](performance.now());
  };
  const say = (request) => globalThis.engine.postMessage(JSON.stringify(request));
  say({ id, device, moves, maxVisits: 1e9, reportDuringSearchEvery: 0.05 });
  await first;
  await new Promise((resolve) => setTimeout(resolve, wait));
  const asked = performance.now();
  say({ id: `${id}-end`, action: 'terminate_all' });
  return await last - asked;
}"""
"""Has a search go on for a while, wants it to stop; answers after how many milliseconds the last answer came."""
SEARCH = """([device, moves, maxTime]) => new Promise((resolve, reject) => {
  const id = String(globalThis.number += 1);
  globalThis.engine.onmessage = ({ data }) => {
    const answer = JSON.parse(data);
    if (answer.error) reject(new Error(answer.error));
    else if (answer.id === id) resolve(answer.rootInfo.visits);
  };
  globalThis.engine.postMessage(JSON.stringify({ id, device, moves, maxTime, maxVisits: 1e9, seed: 1 }));
})"""
"""Searches for so long; answers how many visits there were."""


def random_line(spec: str, plies: int, rng: random.Random) -> list[str]:
    """Return the moves of a game that is not over."""
    state = motu.load_game(spec).new_initial_state()
    while state.ply() < plies or state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return [] if state.is_terminal() else state.moves()


def begin(page: Page, url: str) -> None:
    """Open a page that has the engine, and start it."""
    page.goto(f"{url}/study?spec=hex")
    page.locator("motu-board [data-cell]").first.wait_for()
    page.evaluate(BEGIN)


def measure_stops(page: Page, url: str) -> bool:
    """Print how long stops take; return whether all are within the bound."""
    begin(page, url)
    rng, is_good = random.Random(1), True
    for spec in SPECS:
        times = [page.evaluate(STOP, [spec, random_line(spec, 6, rng), rng.uniform(50, 300)]) for _ in range(TIMES)]
        is_good &= max(times) <= MOST_STOP_MS
        print(
            f"{spec:10} stops after {statistics.median(times):5.1f} ms (median), {max(times):5.1f} at most", flush=True
        )
    return is_good


def speeds_of(page: Page, line: Line, net: str | None) -> tuple[float, float]:
    """Return visits a second of the native engine and of the page's, which make the same visits in turns: medians."""
    device = device_game(line)
    asked = next((each for each in device.nets if each.file.endswith(f"/{net}.onnx")), None)
    judge = asked or device
    settings = SearchSettings(c_puct=judge.c_puct, advise_visits=judge.advise_visits, seed=1)
    nets = (msgspec.structs.replace(asked, rate=0.0),) if asked else ()  # however slow it is here
    told = msgspec.to_builtins(msgspec.structs.replace(device, nets=nets, is_best=True))
    evaluator = Net.load(NETS / f"{net}.onnx", "motu") if asked else device.evaluator
    native, here = [], []
    for _ in range(ROUNDS):
        visits = page.evaluate(SEARCH, [told, list(line.moves), SPEED_SECONDS])
        here.append(visits / SPEED_SECONDS)
        # Not as long: visits become cheaper as a tree grows, where proofs cut games short.
        found = SearchTree(line.replay(), evaluator, settings, solved="off").search(Limits(visits=int(visits)))
        native.append(found.visits / found.seconds)
    return statistics.median(native), statistics.median(here)


def measure_speeds(page: Page, url: str) -> bool:
    """Print visits a second beside the native engine's, which has the same kernels for nets; there is no bound."""
    begin(page, url)
    rng = random.Random(3)
    for spec in SPEED_SPECS:
        line = Line(spec=motu.load_game(spec).spec, moves=tuple(random_line(spec, 6, rng)))
        known = [each.file.rpartition("/")[2].removesuffix(".onnx") for each in device_game(line).nets]
        for net in (None, *known):
            native, here = speeds_of(page, line, net)
            judge = net or device_game(line).evaluator
            told = f"native {native:9,.0f}, page {here:9,.0f} visits a second: {here / native:.2f}"
            print(f"{spec:12} {judge:14} {told}", flush=True)
    return True


def renderers_mb(root: int) -> float:
    """Return what the pages' processes below one hold of the machine's memory, in megabytes."""
    parents = {}
    for each in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(each.parent.name)] = int(each.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    below = {root}
    while new := {child for child, parent in parents.items() if parent in below} - below:
        below |= new
    return sum(_rss_mb(pid) for pid in below if _is_renderer(pid))


def _is_renderer(pid: int) -> bool:
    try:
        return b"--type=renderer" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def _rss_mb(pid: int) -> float:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def measure_memory(page: Page, url: str, root: int, minutes: float, positions: int) -> bool:
    """Print what a study takes while it thinks; return whether it stays within the bound."""
    rng, taken = random.Random(2), list[float]()
    each_s = 60 * minutes / positions
    for number in range(positions):
        if number % (positions // RELOADS) == 0:
            spec = SPECS[number // (positions // RELOADS) % len(SPECS)]
            page.goto(f"{url}/study?spec={spec}&moves={'+'.join(random_line(spec, 40, rng)).replace('=', '%3D')}")
            page.locator("motu-board [data-cell]").first.wait_for()
            engine = page.get_by_role("switch", name="Engine")
            if engine.get_attribute("aria-checked") != "true":
                engine.click()
        page.keyboard.press("ArrowRight" if number % (positions // RELOADS) < 30 else "ArrowLeft")
        time.sleep(each_s)
        page.locator(".findings-place .findings .move").first.wait_for(timeout=60_000)
        taken.append(renderers_mb(root))
        if number % 10 == 9:
            print(f"{number + 1:4} positions: {taken[-1]:6.1f} MB", flush=True)
    third = len(taken) // 3
    first, last = max(taken[:third]), max(taken[-third:])
    print(f"at most {first:.1f} MB in the first third, {last:.1f} MB in the last")
    return last <= MOST_GROWTH * first


@contextmanager
def opened(data: str) -> Iterator[tuple[Page, str, int]]:
    """Yield a page, the server's address, and the browser's process."""
    server = Running(data)
    try:
        with sync_playwright() as playwright, tempfile.TemporaryDirectory() as profile:
            options: dict[str, Any] = {**DESKTOP, "service_workers": "block", "args": ARGUMENTS}
            context = playwright.chromium.launch_persistent_context(
                profile, executable_path=shutil.which("chromium"), **options
            )
            found = subprocess.run(["pgrep", "-of", profile], capture_output=True, text=True, check=True)
            yield context.new_page(), server.url, int(found.stdout)
            context.close()
    finally:
        server.stop()


def main() -> int:
    """Measure; 1 where a bound is missed."""
    parser = argparse.ArgumentParser(
        description="How soon the engine on the device stops, how fast it is, whether it grows."
    )
    parser.add_argument("what", choices=("stop", "speed", "memory"))
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--positions", type=int, default=200)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as data, opened(data) as (page, url, root):
        if asked.what == "memory":
            is_good = measure_memory(page, url, root, asked.minutes, asked.positions)
        else:
            is_good = (measure_stops if asked.what == "stop" else measure_speeds)(page, url)
    print("within bounds" if is_good else "a bound is missed")
    return int(not is_good)


if __name__ == "__main__":
    sys.exit(main())
