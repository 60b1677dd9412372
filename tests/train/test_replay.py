"""The window keeps the newest positions of each board."""

from __future__ import annotations

import numpy as np
import pytest

from motu.train.replay import Array, Mixture, ReplayBuffer


def block(first: int, count: int) -> dict[str, Array]:
    return {"result": np.arange(first, first + count), "planes": np.arange(first, first + count)[:, None] * 2}


def filled() -> ReplayBuffer:
    window = ReplayBuffer(3)
    for first in range(0, 100, 10):
        window.add(0, block(first, 10))
    window.add(2, block(1000, 50))
    return window


def test_nothing_is_lost_before_trimming() -> None:
    window = filled()
    assert window.sizes == [100, 0, 50]
    assert len(window) == window.total == 150


def test_trimming_keeps_the_newest_of_every_board() -> None:
    window = filled()
    window.trim(75)
    assert window.sizes == [50, 0, 25]
    assert window.total == 150
    drawn = {int(x) for _ in range(50) for x in window.draw(20, np.random.default_rng(_)).samples["result"]}
    assert drawn <= set(range(50, 100)) | set(range(1025, 1050))
    assert min(drawn) == 50


def test_a_batch_is_of_one_board_and_its_arrays_belong_together() -> None:
    window = filled()
    window.trim(1000)
    source = np.random.default_rng(1)
    boards = []
    for _ in range(300):
        batch = window.draw(8, source)
        boards.append(batch.board)
        results = batch.samples["result"]
        assert np.array_equal(batch.samples["planes"][:, 0], 2 * results)
        assert bool((results >= 1000).all()) == (batch.board == 2)
    assert 150 < boards.count(0) < 250


def test_a_window_comes_back_whole() -> None:
    window, other = filled(), ReplayBuffer(3)
    other.restore(window.state(), {0: 0, 1: 1, 2: 2})
    assert other.sizes == window.sizes
    assert other.total == window.total
    batches = [each.draw(8, np.random.default_rng(4)) for each in (window, other)]
    assert np.array_equal(batches[0].samples["planes"], batches[1].samples["planes"])


def test_a_window_of_other_boards_takes_over_those_it_has() -> None:
    other = ReplayBuffer(2)
    other.restore(filled().state(), {2: 0})
    assert other.sizes == [50, 0]
    assert other.draw(8, np.random.default_rng(1)).samples["result"].min() >= 1000


def test_a_window_refuses_what_is_not_whole() -> None:
    state = filled().state()
    with pytest.raises(KeyError, match="result"):
        ReplayBuffer(3).restore({key: values for key, values in state.items() if key != "0/result"}, {0: 0})
    with pytest.raises(ValueError, match="0"):
        ReplayBuffer(3).restore(state | {"0/planes": state["0/planes"][1:]}, {0: 0})


def test_adding_nothing_changes_nothing() -> None:
    window = ReplayBuffer(1)
    assert window.add(0, block(0, 0)) == 0
    assert len(window) == 0
    assert window.sizes == [0]


def test_positions_of_all_ages_are_spread_over_what_trimming_left() -> None:
    window = filled()
    window.trim(75)
    window.add(0, block(200, 10))
    found = window.spread(0, 5)
    assert found is not None
    assert list(found["result"]) == [50, 62, 74, 86, 99]
    assert np.array_equal(found["planes"][:, 0], 2 * found["result"])
    everything = window.spread(2, 100)
    assert everything is not None
    assert list(everything["result"]) == list(range(1025, 1050))
    assert window.spread(1, 5) is None


def test_a_share_of_the_batches_is_of_solved_positions() -> None:
    games, solved = filled(), ReplayBuffer(3)
    games.trim(1000)
    mixture, source = Mixture(games, solved, 0.25), np.random.default_rng(2)
    solved.add(1, block(5000, 10))
    solved.trim(1000)
    batches = [mixture.draw(4, source) for _ in range(400)]
    assert 70 < sum(batch.is_solved for batch in batches) < 130
    for batch in batches:
        assert batch.is_solved == (batch.board == 1) == bool((batch.samples["result"] >= 5000).all())
