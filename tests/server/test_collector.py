"""When garbage is collected: in quiet moments, and otherwise only where there is much of it."""

from __future__ import annotations

import gc
import itertools
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from motu.server import collector as module
from motu.server.collector import MOST_LOOKS, THRESHOLDS, Collector


class Time:
    """A clock, and what a process has computed."""

    def __init__(self) -> None:
        self.seconds = self.cpu = 0.0

    def passes(self, busy: float) -> None:
        self.seconds += 1.0
        self.cpu += busy


class Link:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.own = self


class FakeCollections:
    """What is new since the last collection, and how long one takes."""

    def __init__(self, time: Time) -> None:
        self.count, self.takes, self.done, self._time = (0, 0, 0), 0.0, 0, time

    def get_count(self) -> tuple[int, int, int]:
        return self.count

    def get_threshold(self) -> tuple[int, int, int]:
        return 1, 2, 3

    def collect(self) -> None:
        self.done += 1
        self.count = 0, 0, 0
        self._time.seconds += self.takes

    def __getattr__(self, name: str) -> Any:
        return lambda *_: None


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def fake(time: Time, monkeypatch: pytest.MonkeyPatch) -> FakeCollections:
    made = FakeCollections(time)
    monkeypatch.setattr(module, "gc", made)
    return made


@pytest.fixture
def real() -> Iterator[None]:
    before, was_on = gc.get_threshold(), gc.isenabled()
    yield
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
    (gc.enable if was_on else gc.disable)()


def collector(time: Time) -> Collector:
    return Collector(lambda: time.cpu, lambda: time.seconds)


@pytest.mark.parametrize(
    ("count", "busy", "is_done"),
    [
        ((5, 1, 0), 0.04, True),
        ((5, 1, 0), 0.06, False),
        ((5, MOST_LOOKS - 1, 0), 1.0, False),
        ((5, MOST_LOOKS, 0), 1.0, True),
        ((19_999, 0, 0), 0.0, False),
    ],
)
def test_when_it_is_time(count: tuple[int, int, int], busy: float, is_done: bool, time: Time, fake: Any) -> None:
    looking = collector(time)
    fake.count = count
    time.passes(busy)
    assert looking.look() is is_done
    assert fake.done == is_done


def test_long_collections_are_rare(time: Time, fake: FakeCollections) -> None:
    looking, moments = collector(time), []
    fake.takes = 0.25
    for _ in range(60):
        fake.count = 5, 1, 0
        time.passes(0.0)
        if looking.look():
            moments.append(time.seconds)
    assert [later - earlier for earlier, later in itertools.pairwise(moments)] == [25.25, 25.25]


def test_what_has_been_frozen_goes_as_well_and_all_is_left_as_it_was(time: Time, real: None) -> None:
    link = Link()
    looking = collector(time)
    looking.open()
    assert gc.get_threshold() == THRESHOLDS
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0
    seen = weakref.ref(link)
    del link
    for _ in range(2):
        gc.collect(0)
    assert seen() is not None
    gc.collect(0)
    time.passes(0.0)
    kept = [Link() for _ in range(THRESHOLDS[0] + 1)]  # one look at new objects at least
    assert looking.look()
    assert seen() is None
    assert kept
    looking.close()
