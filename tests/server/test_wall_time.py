"""The time of day and its jumps, by clocks that a test sets."""

from __future__ import annotations

import pytest

from motu.server.wall_time import JUMP_MS, WallTime, now_ms
from server.fake_time import FakeTime


def test_without_jumps_both_clocks_agree() -> None:
    time = FakeTime()
    wall = time.wall()
    first = wall.now()
    time.passes(12.345)
    second = wall.now()
    assert first.at_ms == first.steady_ms
    assert second.at_ms - first.at_ms == second.steady_ms - first.steady_ms == 12_345
    assert wall.jumps_ms == ()


@pytest.mark.parametrize("jump", [1, -1, 3600, -3600, 10**8, -(10**8)])
def test_what_was_jumped_over_does_not_count(jump: int) -> None:
    time = FakeTime()
    wall = time.wall()
    began = wall.now()
    time.passes(10)
    time.jumps(jump)
    now = wall.now()
    assert now.at_ms == time.ms == began.at_ms + 10_000 + 1000 * jump
    assert now.steady_ms == began.steady_ms + 10_000
    assert wall.jumps_ms == (1000 * jump,)
    time.passes(5)
    assert wall.now().steady_ms == began.steady_ms + 15_000


@pytest.mark.parametrize("jump", [5, -5, 3600, -3600])
def test_times_of_day_from_before_and_after_a_jump_are_told_apart(jump: int) -> None:
    time = FakeTime()
    wall = time.wall()
    before = wall.now()
    time.passes(10)
    time.jumps(jump)
    after = wall.now()
    time.passes(1)
    assert wall.steady_of(before.at_ms) == before.steady_ms
    assert wall.steady_of(after.at_ms) == after.steady_ms
    wall.forget_jumps(1)
    assert wall.jumps_ms == ()
    assert wall.steady_of(after.at_ms) == after.steady_ms


def test_several_jumps() -> None:
    time = FakeTime()
    wall = time.wall()
    told = []
    for jump in (100, 1000, -3000):
        told.append(wall.now())
        time.passes(10)
        time.jumps(jump)
    told.append(wall.now())
    assert wall.jumps_ms == (100_000, 1_000_000, -3_000_000)
    assert [wall.steady_of(each.at_ms) for each in told] == [each.steady_ms for each in told]


def test_a_time_of_day_that_is_still_to_come_is_now() -> None:
    time = FakeTime()
    wall = time.wall()
    assert wall.steady_of(time.ms + 1) == wall.now().steady_ms


def test_a_clock_that_is_corrected_slowly_does_not_jump() -> None:
    time = FakeTime()
    wall = time.wall()
    for _ in range(10):
        time.passes(1)
        time.jumps(0.9 * JUMP_MS / 1000)
        wall.now()
    assert wall.jumps_ms == ()


def test_a_look_that_was_interrupted_is_no_jump() -> None:
    time = FakeTime()
    interrupted = [False]

    def monotonic_ns() -> int:
        if interrupted[0]:
            interrupted[0] = False
            time.passes(5)  # between this look and the next one
            return time.monotonic_ns - 5_000_000_000
        return time.monotonic_ns

    wall = WallTime(lambda: time.wall_ns, monotonic_ns)
    for _ in range(3):
        interrupted[0] = True
        wall.now()
    assert wall.jumps_ms == ()


def test_the_time_of_this_machine() -> None:
    before = now_ms()
    assert before <= WallTime().now().at_ms <= now_ms()
