"""Nets on the visitor's own device in 8 bits and in 16, in Chromium under the pages' content policy.

Two questions: how many positions a second each net judges, the best of some times; and what one net scores in 8 bits
against itself in 16 at equal time, both sides of each opening, one thread that both share.
`python benchmarks/device_bits.py rates`, or `match 'hex(swap=false)' --net atoll-medium --openings even.txt`, with
openings as benchmarks/even_openings.py writes them.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from pathlib import Path

from device_engine import begin, opened
from playwright.sync_api import Page

from motu.arena.ratings import strength_of

NETS = ("atoll-medium", "atoll-small", "atomorph-small")
TIMES = 25
BITS = (8, 16)

OPEN = """async () => {
  const [link] = document.querySelectorAll('link[rel=modulepreload]');
  const root = link.href.replace(/[/]packs[/].*/, '');
  const { Core } = await import(`${root}/js/engine/core.js`);
  const read = async (file) => new Uint8Array(await (await fetch(`${root}/${file}`)).arrayBuffer());
  const module = await WebAssembly.compile(await read('engine/motu.wasm'));
  globalThis.cores = { 8: await Core.of(module), 16: await Core.of(module) };
  globalThis.net = (name) => read(`engine/nets/${name}.onnx`);
}"""
"""Makes two engines."""
RATES = """async ([name, bits, times]) => {
  const bytes = await globalThis.net(name);
  let best = 0;
  for (let time = 0; time < times; time += 1) {
    best = Math.max(best, globalThis.cores[bits].useNet(bytes, bits).rate);
  }
  return best;
}"""
"""Answers how many positions a second a net judges at best."""
MOVE = """([bits, spec, moves, seconds, seed]) => {
  const core = globalThis.cores[bits];
  core.game(spec);
  if (core.play(moves)) return null;
  core.plant({ evaluator: 'net', c_puct: 1, advise_visits: 16, megabytes: 128, seed, threads: 1 });
  const found = core.search(0, seconds, 1);
  return [found.moveInfos[0].move, found.rootInfo.visits];
}"""
"""Searches for so long; answers with the move and the visits, null where the game is over."""


def tell_rates(page: Page) -> None:
    """Print how many positions a second each net judges."""
    for name in NETS:
        rates = [page.evaluate(RATES, [name, bits, TIMES]) for bits in BITS]
        told = ", ".join(f"{bits} bits {rate:7,.0f}" for bits, rate in zip(BITS, rates, strict=True))
        print(f"{name:16} {told} positions a second", flush=True)


def play(page: Page, spec: str, opening: list[str], first: int, seconds: float, visits: Counter[int]) -> int:
    """Play a game; return which bits have won it."""
    moves, turns = list(opening), (first, sum(BITS) - first)
    while True:
        bits = turns[len(moves) % 2]
        found = page.evaluate(MOVE, [bits, spec, moves, seconds, len(moves)])
        if found is None:
            return turns[(len(moves) - 1) % 2]  # whoever has moved last, in a game of connection
        moves.append(found[0])
        visits[bits] += found[1]


def tell_match(page: Page, asked: argparse.Namespace) -> None:
    """Print what 8 bits score, as the pairs come in."""
    for bits in BITS:
        page.evaluate(RATES, [asked.net, bits, 1])
    visits: Counter[int] = Counter()
    pairs = [0, 0, 0, 0, 0]
    for line in asked.openings.read_text("utf-8").splitlines()[: asked.games // 2]:
        points = sum(play(page, asked.spec, line.split(), first, asked.seconds, visits) == BITS[0] for first in BITS)
        pairs[2 * points] += 1
        found = strength_of(pairs)
        assert found is not None
        low, high = found.interval
        share = visits[8] / max(visits[16], 1)
        print(f"{2 * sum(pairs):4} games: {found.score:.1%} ({low:.1%} to {high:.1%}), visits {share:.2f}", flush=True)


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description="Nets in the page's engine, in 8 bits and in 16.")
    kinds = parser.add_subparsers(dest="what", required=True)
    kinds.add_parser("rates")
    match = kinds.add_parser("match")
    match.add_argument("spec")
    match.add_argument("--net", choices=NETS, required=True)
    match.add_argument("--openings", type=Path, required=True)
    match.add_argument("--games", type=int, default=60)
    match.add_argument("--seconds", type=float, default=0.3)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as data, opened(data) as (page, url, _):
        begin(page, url)
        page.evaluate(OPEN)
        tell_rates(page) if asked.what == "rates" else tell_match(page, asked)


if __name__ == "__main__":
    main()
