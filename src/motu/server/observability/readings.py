"""What is read off a server when somebody asks: queues, pools, engines, games (floor: server).

Nothing is kept for it. Whoever asks does so in a thread of his own; it is read in the event loop, so that nothing
changes meanwhile, and how long that takes to answer is a reading, too.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import time
from collections.abc import Callable, Iterable, Iterator

from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from motu.server.services import Services

PATIENCE_SECONDS = 5.0
"""How long is waited for an event loop that is busy."""


class Readings(Collector):
    """Reads services in their event loop."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, read: Callable[[], Iterable[Metric]], patience: float = PATIENCE_SECONDS
    ) -> None:
        """Read by a function that is called in a loop."""
        self._loop, self._read, self._patience = loop, read, patience

    def describe(self) -> Iterable[Metric]:
        """Name nothing in advance: nothing can be read yet."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """Yield what is read, and after how long; nothing else where the loop doesn't answer."""
        began = time.perf_counter()
        asked: concurrent.futures.Future[list[Metric]] = concurrent.futures.Future()
        self._loop.call_soon_threadsafe(self._answer, asked)
        try:
            yield from asked.result(self._patience)
        except concurrent.futures.TimeoutError:
            asked.cancel()
        yield gauge("loop_answer_seconds", "How long the event loop took to answer", time.perf_counter() - began)

    def _answer(self, asked: concurrent.futures.Future[list[Metric]]) -> None:
        if not asked.set_running_or_notify_cancel():
            return
        try:
            asked.set_result(list(self._read()))
        except Exception as error:  # noqa: BLE001 - it is raised where it is seen
            asked.set_exception(error)


def gauge(name: str, says: str, value: float) -> GaugeMetricFamily:
    """Return one number that goes up and down."""
    return GaugeMetricFamily(f"motu_{name}", says, value=value)


def gauges(name: str, says: str, label: str, values: dict[str, float]) -> GaugeMetricFamily:
    """Return several of one kind, told apart by a label."""
    family = GaugeMetricFamily(f"motu_{name}", says, labels=(label,))
    for which, value in values.items():
        family.add_metric((which,), value)
    return family


def read_services(services: Services) -> Iterator[Metric]:
    """Yield what there is to read of a server's services."""
    rooms, store, bus = services.rooms, services.store, services.exchange.bus
    yield gauge("ready", "Whether requests should be sent here", not services.is_stopping)
    known = rooms.all_known()
    yield gauge("games_in_memory", "Games in memory", len(known))
    yield gauge("games_running", "Games in memory that are not over", sum(not room.log.is_over for room in known))
    yield gauge("machine_turns", "Games in which the machine thinks here", services.machines.num_turns)
    yield CounterMetricFamily("motu_moves", "Moves that were kept", value=rooms.num_moves)
    yield gauge("store_queue", "Pieces of work that wait to be written", store.num_waiting)
    in_use, most = store.connections
    yield gauge("database_connections", "Connections to the database in use", in_use)
    yield gauge("database_connections_most", "Connections that there may be", most)
    yield gauge("bus_connected", "Whether other processes are heard", bus.is_heard)
    yield gauge("bus_queue", "Messages that wait to be sent", bus.num_waiting)
    kinds = {"moves": services.engines, "analysis": services.analysts}
    yield gauges("engines", "Engines", "kind", {kind: each.count for kind, each in kinds.items()})
    yield gauges("engines_idle", "Engines with nothing to do", "kind", {kind: e.num_idle for kind, e in kinds.items()})
    yield gauges("queue", "Requests that wait for a turn", "lane", dict(_queues(services)))


def _queues(services: Services) -> Iterator[tuple[str, float]]:
    yield "moves", services.engines.num_waiting
    yield "analysis", services.analysts.num_waiting
    yield "reviews", services.reviews.num_waiting
    yield "slow", services.slow_lane.num_waiting
    yield "films", services.film_lane.num_waiting
