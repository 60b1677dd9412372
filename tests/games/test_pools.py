"""Positions cross to other processes and back: a pool plays the same games as one process alone."""

from __future__ import annotations

import multiprocessing

import pytest

from games.pool_work import beginnings, check_same, play_on

WORKERS = 2


@pytest.mark.parametrize("count", [40, pytest.param(1000, marks=pytest.mark.slow)])
def test_a_pool_of_processes_plays_the_same_games(count: int) -> None:
    with multiprocessing.get_context("spawn").Pool(WORKERS) as pool:
        found = pool.map(play_on, beginnings(count), chunksize=4)
    check_same(found, [play_on(each) for each in beginnings(count)])
