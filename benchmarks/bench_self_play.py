"""How fast the whole of self-play is with a net, on all the cores that it is given, in wall time.

    python benchmarks/bench_self_play.py NET [--board SPEC] [--processes N] [--games G] [--seconds S] [--json]

Processes of one thread each, as `motu train --cluster` has them: native games, planes unpacked, the net run by the
runtime that is the fastest here (or the one that MOTU_NET_RUNTIME names). Nothing is learnt meanwhile.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import time
from pathlib import Path

from motu.arena.openings import without_swap
from motu.errors import MotuError
from motu.eval.nets.installed import open_net
from motu.eval.nets.net import read_model
from motu.games import load_game
from motu.train.config import Config, SelfPlaySettings
from motu.train.judges import ExportedJudge
from motu.train.replay import Samples
from motu.train.self_play import SelfPlay, SelfPlayTotals

WARM_UP_S = 5.0
"""All games begin together, and are in different places only after a while."""


class Nowhere:
    """Counts positions and drops them."""

    def add(self, board: int, samples: Samples) -> int:  # noqa: ARG002 - the boards are of no interest
        return len(samples["result"])


def evaluations(net: Path, config: Config, seed: int, seconds: float) -> float:
    """Return how many evaluations a second one process has."""
    judge, games = ExportedJudge(read_model(net), config.self_play.boards), SelfPlay(config, seed)
    play_for(games, judge, WARM_UP_S)
    played = play_for(games, judge, seconds)
    return played.evaluations / played.seconds


def play_for(games: SelfPlay, judge: ExportedJudge, seconds: float) -> SelfPlayTotals:
    """Go on for so long."""
    end = time.monotonic() + seconds
    return games.run(judge, Nowhere(), 2**60, lambda: time.monotonic() >= end)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("net", type=Path)
    parser.add_argument("--board", default="hex(size=11)")
    parser.add_argument("--processes", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--games", type=int, default=64, help="of a process, judged together")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    try:
        game = without_swap(load_game(wanted.board))
        open_net(wanted.net).check_game(game)
    except MotuError as error:
        parser.error(error.message)
    board = game.spec
    config = Config({board: 1.0}, self_play=SelfPlaySettings(boards=wanted.games, groups=1))
    tasks = [(wanted.net, config, seed, wanted.seconds) for seed in range(wanted.processes)]
    with multiprocessing.get_context("spawn").Pool(wanted.processes) as pool:
        rates = pool.starmap(evaluations, tasks)
    if wanted.json:
        print(json.dumps({"board": board, "processes": rates}))
        return
    each = ", ".join(f"{rate:,.0f}" for rate in rates)
    print(f"{board}: {sum(rates):,.0f} evaluations a second, by process {each}")


if __name__ == "__main__":
    main()
