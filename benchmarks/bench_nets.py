"""How fast self-play and nets are, in CPU time: games whose net costs nothing, and a net in each runtime that is there.

    python benchmarks/bench_nets.py [--json] [--net FILE]... [--board SPEC]... [--seconds S] [--kernels]

Of self-play, leaves a second (all threads); of nets, evaluations a second on one core, in batches of 1, 16 and 64, and
visits a second of a search from the empty board that asks as it does in play; rounds over all nets and runtimes in
turn, medians. Without --net, the small net of the tests; one that lies there in eight bits, too, is timed in both.
With --kernels, in place of runtimes, visits of a search with each kind of inner loops that this processor has.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import motu
from motu import _core
from motu.eval.nets import Encoding, Net
from motu.eval.nets.net import read_model
from motu.eval.nets.runtime import open_runtime
from motu.search.mcts import SearchTree

TINY = Path(__file__).parents[1] / "tests" / "nets" / "tiny.onnx"
BOARDS = ("hex(size=5,swap=false)", "hex(size=11,swap=false)", "nauru(swap=false)", "atmalof", "junior")
GAMES = 64
BATCHES = (1, 16, 64)
VISITS = 400
ROUNDS = 5


def rate(work: Callable[[], int], seconds: float) -> float:
    """Return how many pieces of work are done a second of CPU time."""
    work()
    begin, done = time.process_time(), 0
    while time.process_time() - begin < seconds:
        done += work()
    return done / (time.process_time() - begin)


def self_play_rate(spec: str, seconds: float) -> float:
    """Leaves a second of games whose net answers at once that it knows nothing."""
    game = motu.load_game(spec)
    options = _core.SelfPlayOptions()
    native = _core.NativeSelfPlay([game.native] * 2, [1.0, 1.0], GAMES, options, 1)
    encoding = Encoding(game)
    values = np.zeros(GAMES, np.float32)
    logits = np.zeros((GAMES, encoding.policy_planes * encoding.num_points), np.float32)

    def batch() -> int:
        group, _ = native.next_batch()
        native.take_samples(group)
        native.submit(group, values, logits)
        return GAMES

    return rate(batch, seconds)


def searching(net: Net, game: motu.Game) -> Callable[[], int]:
    """Return what searches the empty board anew and counts its visits."""

    def work() -> int:
        return SearchTree(game.new_initial_state(), net).search(motu.Limits(visits=VISITS)).visits

    return work


def net_rates(nets: list[Path], spec: str, seconds: float) -> dict[str, float]:
    """Evaluations a second by net, runtime and size of batch, and a search's visits."""
    encoding = Encoding(motu.load_game(spec))
    works: dict[str, Callable[[], int]] = {}
    models = [read_model(net) for net in nets]
    for file, kind in [(model, kind) for model in models for kind in model.kinds()]:
        runtime = open_runtime(file, kind)
        for batch in BATCHES:
            planes = np.zeros((batch, len(encoding.planes), encoding.rows, encoding.columns), np.float32)
            planes[:, 0] = 1

            def work(run: Callable[[np.ndarray], object] = runtime.run, planes: np.ndarray = planes) -> int:
                run(planes)
                return len(planes)

            works[f"{Path(file.where).name}, {kind}, batches of {batch}"] = work
        works[f"{Path(file.where).name}, {kind}, visits"] = searching(Net.load(Path(file.where), kind), encoding.game)
    return in_turns(works, seconds)


def kernel_rates(nets: list[Path], spec: str, seconds: float) -> dict[str, float]:
    """Visits of a search by net and inner loops; those of 8 bits beside the fastest of 16."""
    game, works = motu.load_game(spec), {}
    for path in nets:
        model = path.read_bytes()
        kinds = {name: _core.NativeConvNet(model, name) for name in _core.net_kernels()}
        kinds |= {name: _core.NativeConvNet(model, of_blocks=name) for name in _core.net_kernels(bits=8)}
        for name, native in kinds.items():
            if name.startswith("plain"):
                continue
            net = Net.load(path, "motu")
            net.native = native
            works[f"{path.name}, {name}, visits"] = searching(net, game)
    return in_turns(works, seconds)


def in_turns(works: dict[str, Callable[[], int]], seconds: float) -> dict[str, float]:
    """Do pieces of work in turns; return of each the median of its rates."""
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, each in works.items():
            found[name].append(rate(each, seconds / ROUNDS))
    return {name: statistics.median(rates) for name, rates in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--net", type=Path, action="append")
    parser.add_argument("--board", action="append", help="for nets; Hex on 5 and 11 rows if not given")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--kernels", action="store_true", help="inner loops in place of runtimes")
    wanted = parser.parse_args()
    data: dict[str, object] = {}
    if not wanted.kernels:
        data["self-play"] = {spec: self_play_rate(spec, wanted.seconds) for spec in BOARDS}
    rates_of = kernel_rates if wanted.kernels else net_rates
    for spec in wanted.board or BOARDS[:2]:
        data[f"nets, {spec}"] = rates_of(wanted.net or [TINY], spec, wanted.seconds)
    if wanted.json:
        print(json.dumps(data))
        return
    for title, rates in data.items():
        print(title)
        assert isinstance(rates, dict)
        for name, value in rates.items():
            print(f"  {name:<52} {value:>10,.0f} a second")


if __name__ == "__main__":
    main()
