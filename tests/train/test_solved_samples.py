"""Solved positions for nets to learn from: they are right, of all views, and none that nets are compared on."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

from motu.cli.nets import check
from motu.eval.nets import Encoding
from motu.games import State
from motu.train.config import Config, parse_config
from motu.train.replay import Samples
from motu.train.solved_samples import SolvedSamples
from motu.train.truth import CHECK_POSITIONS, CHECK_SEED, SolvedSet

CONFIG = """
[boards]
"hex(size=3)" = 1
"hex(size=5)" = 1
"atoll(size=5)" = 1
[solved]
share = 0.1
positions = 300
window = 500
[solved.boards]
"hex(size=5)" = 2
"atoll(size=5)" = 1
"""


@pytest.fixture(scope="module")
def config() -> Config:
    return parse_config(CONFIG)


def renewed(config: Config, seed: int, times: int = 1) -> SolvedSamples:
    solved = SolvedSamples(config, [Encoding(game) for game in config.games])
    source = np.random.default_rng(seed)
    for _ in range(times):
        solved.renew(source, lambda: False)
    return solved


def block(solved: SolvedSamples, board: int) -> Samples:
    found = solved.stock.spread(board, 10_000)
    assert found is not None
    return found


def images(encoding: Encoding, state: State) -> set[bytes]:
    return {encoding.encode(state, view).tobytes() for view in range(encoding.num_views)}


def test_boards_have_their_shares_and_the_newest_are_kept(config: Config) -> None:
    assert renewed(config, 1).stock.sizes == [0, 200, 100]
    assert renewed(config, 1, times=3).stock.sizes == [0, 333, 166]


def test_equal_seeds_draw_equal_positions(config: Config) -> None:
    first, second, other = renewed(config, 1), renewed(config, 1), renewed(config, 2)
    assert np.array_equal(block(first, 1)["planes"], block(second, 1)["planes"])
    assert not np.array_equal(block(first, 1)["planes"], block(other, 1)["planes"])


def test_results_are_those_of_the_solver_whatever_the_view(config: Config) -> None:
    """Positions that another draw solves are looked for by their images: some are the same."""
    found = block(renewed(parse_config(CONFIG.replace("window = 500", "window = 5000")), 1, times=10), 2)
    results = {planes.tobytes(): int(result) for planes, result in zip(found["planes"], found["result"], strict=True)}
    truth = SolvedSet(config.games[2], 400, seed=9)
    encoding = Encoding(truth.game)
    seen = 0
    for state in truth.positions:
        for image in images(encoding, state) & results.keys():
            assert results[image] == truth.result(state)
            seen += 1
    assert seen > 10


def test_what_nets_are_compared_on_is_left_out(config: Config) -> None:
    solved = renewed(config, 1, times=3)
    for board in (1, 2):
        truth = SolvedSet(config.games[board], CHECK_POSITIONS, CHECK_SEED)
        encoding = Encoding(truth.game)
        compared = {image for state in truth.positions for image in images(encoding, state)}
        assert not compared & {planes.tobytes() for planes in block(solved, board)["planes"]}


def test_nothing_but_the_result_is_learnt_of_them(config: Config) -> None:
    found = block(renewed(config, 1), 1)
    assert not found["is_full"].any()
    assert not found["is_finished"].any()
    assert set(found["result"].tolist()) == {-1, 1}
    assert np.array_equal(found["value"], found["result"])
    assert (found["policy"].sum(axis=1) > 0).all()


def test_who_stops_gets_what_was_solved_by_then(config: Config) -> None:
    answers = iter([False] * 10)
    solved = SolvedSamples(config, [Encoding(game) for game in config.games])
    solved.renew(np.random.default_rng(1), lambda: next(answers, True))
    assert 0 < len(solved.stock) <= 10


def test_the_command_compares_on_what_is_left_out() -> None:
    assert inspect.signature(check.run).parameters["positions"].default == CHECK_POSITIONS


def test_without_a_share_there_are_none() -> None:
    assert renewed(parse_config(CONFIG.replace("share = 0.1", "share = 0")), 1).stock.sizes == [0, 0, 0]
