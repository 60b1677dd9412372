"""Buckets of one process: they empty steadily, and those of whom comes seldom are forgotten."""

from __future__ import annotations

import pytest

from motu.server.rates import pace as module
from motu.server.rates.pace import Pace


def test_a_bucket_empties_steadily() -> None:
    pace = Pace()
    assert [pace.take("ann", 100, 300, now) for now in (0, 0, 0, 0, 99, 100, 100)] == [0, 0, 0, 100, 1, 0, 100]
    assert pace.take("bob", 100, 300, 100) == 0
    assert [pace.take("ann", 100, 300, 10_000) for _ in range(4)] == [0, 0, 0, 100]


def test_who_came_while_the_time_was_wrong_does_not_wait_until_then() -> None:
    pace = Pace()
    assert [pace.take("ann", 100, 300, 1_000_000) for _ in range(4)] == [0, 0, 0, 100]
    assert pace.take("ann", 100, 300, 999_900) == 200, "a little back: nobody gains by it"
    assert [pace.take("ann", 100, 300, 5_000) for _ in range(4)] == [0, 0, 0, 100]


def test_who_comes_seldom_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 2)
    pace = Pace()
    for who in ("ann", "bob", "ann", "cem"):
        pace.take(who, 100, 200, 0)
    assert [pace.take(who, 100, 200, 0) for who in ("ann", "bob")] == [100, 0]
