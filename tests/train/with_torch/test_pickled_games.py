"""Positions as Ray's arguments and results: its workers play the same games as one process alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.pool_work import beginnings, check_same, play_on

ray = pytest.importorskip("ray")

pytestmark = [pytest.mark.train, pytest.mark.filterwarnings("ignore")]  # ray's own

TESTS = Path(__file__).parents[2]


@pytest.fixture(scope="module", autouse=True)
def _workers() -> Iterator[None]:
    paths = os.pathsep.join([str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])])
    ray.init(num_cpus=2, include_dashboard=False, runtime_env={"env_vars": {"PYTHONPATH": paths}})
    yield
    ray.shutdown()


@pytest.mark.parametrize("count", [40, pytest.param(1000, marks=pytest.mark.slow)])
def test_ray_plays_the_same_games(count: int) -> None:
    play = ray.remote(play_on)
    found = ray.get([play.remote(each) for each in beginnings(count)])
    check_same(found, [play_on(each) for each in beginnings(count)])
