"""How fast the searches are, against OpenSpiel's C++ MCTSBot in the same run where it is installed.

    python benchmarks/bench_search.py [--seconds S] [--json]

Hex on 11 x 11 from the empty board, one thread, one random rollout a simulation, CPU time, subjects taken in turn,
medians. A second table shows what a second thread adds in wall time; that one needs two idle cores.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import statistics
import time
from collections.abc import Callable
from dataclasses import replace

import motu
from motu.search.configuration import SearchSettings, best_evaluator, best_settings
from motu.search.limits import Limits
from motu.search.mcts import SearchTree

ROUNDS = 5
GAMES = ("hex", "nauru", "atomorph", "atmalof")


def ours(seconds: float) -> float:
    """Return simulations per CPU second of motu's search with random rollouts."""
    state = motu.load_game("hex(swap=false)").new_initial_state()
    begin = time.process_time()
    found = SearchTree(state, "rollout", SearchSettings(advise_visits=0)).search(Limits(seconds=seconds))
    return found.simulations / (time.process_time() - begin)


def theirs(seconds: float) -> float:
    """Return simulations per CPU second of OpenSpiel's bot; it is told how many to do."""
    import pyspiel

    game = pyspiel.load_game("hex(board_size=11)")
    simulations = max(1000, int(20_000 * seconds))
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, 1, False)
    begin = time.process_time()
    bot.step(game.new_initial_state())
    return simulations / (time.process_time() - begin)


def gain_of_threads(spec: str, evaluator: str, seconds: float) -> float:
    """Return how many times the simulations of one thread two threads do in the same wall time."""
    state = motu.load_game(spec).new_initial_state()
    rates = []
    for threads in (1, 2):
        settings = replace(best_settings(state.game.rules, evaluator), threads=threads)
        found = SearchTree(state, evaluator, settings).search(Limits(seconds=seconds))
        rates.append(found.simulations / found.seconds)
    return rates[1] / rates[0]


def medians(subjects: dict[str, Callable[[float], float]], seconds: float) -> dict[str, float]:
    """Return the median rate of each subject, taken in turn."""
    rates: dict[str, list[float]] = {name: [] for name in subjects}
    for _ in range(ROUNDS):
        for name, measure in subjects.items():
            rates[name].append(measure(seconds))
    return {name: statistics.median(found) for name, found in rates.items()}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="of one measurement")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    subjects = {"motu": ours}
    if importlib.util.find_spec("pyspiel") is not None:
        subjects["OpenSpiel MCTSBot"] = theirs
    rates = medians(subjects, options.seconds)
    gains = {
        f"{spec}, {evaluator}": gain_of_threads(spec, evaluator, options.seconds)
        for spec in GAMES
        for evaluator in dict.fromkeys((best_evaluator(motu.load_game(spec).rules), "rollout"))
    }
    if options.json:
        print(json.dumps({"simulations_per_cpu_second": rates, "two_threads": gains}))
        return
    for name, rate in rates.items():
        print(f"{name:<24} {rate:>10,.0f} simulations a CPU second")
    for name, gain in gains.items():
        print(f"two threads, {name:<24} {gain:.2f} times one")


if __name__ == "__main__":
    main()
