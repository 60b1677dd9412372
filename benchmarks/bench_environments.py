"""How many steps a second environments make, for agents that learn: `motu.VectorEnv` beside its peers, in one run.

A step is one random legal action in one game: drawn, played, a new game where one has ended, and the mask and the
observation of who is next written where an agent reads them. CPU time of all threads, subjects taken in turn for
several rounds, medians, with the machine's load beside them. Peers: OpenSpiel's Hex from Python, game by game, and
pgx's on the processor, many games in one compiled step; those that are not installed are left out
(`pip install 'motu[bench]'`). Run by `scripts/bench`, or `python benchmarks/bench_environments.py [--json]`.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import os
import statistics
import time
from collections.abc import Callable, Iterator
from random import random
from typing import Any

import numpy as np

import motu

ROUNDS = 5
SIZES = (64, 1024)
SPECS = ("hex(size=11)", "atoll", "atomorph", "atmalof")
SIGHTS: dict[str, dict[str, Any]] = {
    "bare": {"observations": None, "masks": False},
    "mask": {"observations": None},
    "mask, uint8": {"observations": "uint8"},
    "mask, float32": {"observations": "float32"},
    "mask, bits": {"observations": "bits"},
}
MOST_ACTIONS = 2000
Steps = Callable[[], int]
"""Makes some steps and returns how many."""


def of_motu(spec: str, games: int, **sight: Any) -> Steps:
    """Return what steps our games."""
    batch = motu.VectorEnv(spec, games, seed=1, max_actions=MOST_ACTIONS, **sight)

    def step() -> int:
        for _ in range(20):
            batch.step(batch.sample())
        return 20 * games

    return step


def of_openspiel() -> Steps:
    """Return what steps OpenSpiel's Hex, one game after the other."""
    spiel = importlib.import_module("pyspiel")
    game = spiel.load_game("hex(board_size=11)")

    def step() -> int:
        steps, state = 0, game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(random() * len(legal))])
            if not state.is_terminal():
                np.asarray(state.observation_tensor(state.current_player()), np.float32)
                np.asarray(state.legal_actions_mask(), np.bool_)
            steps += 1
        return steps

    return step


def of_pgx(games: int) -> Steps:
    """Return what steps pgx's Hex, all games and a hundred steps of each in one compiled call."""
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    wrappers = importlib.import_module("pgx.experimental.wrappers")
    environment = pgx.make("hex")
    step_one = jax.vmap(wrappers.auto_reset(environment.step, environment.init))

    def once(carry: Any, key: Any) -> tuple[Any, Any]:
        states, seen = carry
        drawn, restarts = jax.random.split(key)
        logits = jax.numpy.where(states.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(drawn, logits)
        after = step_one(states, actions, jax.random.split(restarts, games))
        return (after, seen + after.observation.sum()), None  # so that observations are not left out

    @jax.jit  # type: ignore[untyped-decorator, unused-ignore]
    def many(states: Any, key: Any) -> Any:
        return jax.lax.scan(once, (states, 0.0), jax.random.split(key, 100))[0]

    keys = jax.random.split(jax.random.PRNGKey(1), games + 1)
    now = {"states": jax.jit(jax.vmap(environment.init))(keys[1:]), "key": keys[0]}

    def step() -> int:
        now["key"], drawn = jax.random.split(now["key"])
        now["states"], seen = many(now["states"], drawn)
        seen.block_until_ready()
        return 100 * games

    step()  # compiles
    return step


def subjects() -> Iterator[tuple[str, Steps]]:
    """Return everything that is measured, by its name."""
    for spec in SPECS:
        for games in SIZES:
            for sight, arguments in SIGHTS.items():
                yield f"{spec}, {games} games, {sight}", of_motu(spec, games, **arguments)
    if importlib.util.find_spec("pyspiel") is not None:
        yield "OpenSpiel hex 11, one game, mask, float32", of_openspiel()
    if importlib.util.find_spec("pgx") is not None:
        for games in SIZES:
            yield f"pgx hex 11, {games} games, mask, bool", of_pgx(games)


def rate(step: Steps, seconds: float) -> float:
    """Return steps per CPU second."""
    step()
    steps, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        steps += step()
    return steps / (time.process_time() - begin)


def measure(seconds: float) -> Iterator[dict[str, object]]:
    """Measure all in turn, several times."""
    known = dict(subjects())
    rates: dict[str, list[float]] = {name: [] for name in known}
    load = os.getloadavg()[0]
    for _ in range(ROUNDS):
        for name, step in known.items():
            rates[name].append(rate(step, seconds))
    for name, found in rates.items():
        yield {
            "what": name,
            "steps/s": round(statistics.median(found)),
            "least": round(min(found)),
            "most": round(max(found)),
        }
    yield {"what": "load of the machine", "before": load, "after": os.getloadavg()[0]}


def main() -> None:
    """Print one line a row, or JSON lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="JSON lines")
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU seconds of each subject in a round")
    arguments = parser.parse_args()
    for row in measure(arguments.seconds):
        print(json.dumps(row) if arguments.json else "  ".join(f"{key}: {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
