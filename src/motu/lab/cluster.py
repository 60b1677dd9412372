"""Games played, and calls made, on a Ray cluster; the lab's only module that imports ray (floor: lab; extra: cluster).

Each processor of the cluster has a host of its own, which has one game played at a time by a child process, supervised
as on one machine: a player that crashes or hangs is dealt with there. A host that dies, with its machine or alone,
takes one game with it, and another host plays it. The cluster may grow and shrink: hosts are hired as processors come.
Calls that need no supervision, as those of analyses, are Ray's own tasks.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar

import ray

from motu.arena.manifest import other_manifest
from motu.arena.referee import Fixture
from motu.arena.worker import read_appointment, write_appointment
from motu.arena.workforce import WorkerPool
from motu.errors import EngineError, MotuError
from motu.games.record import Record

LOCAL = "local"
"""Begins a cluster on this machine."""

MAX_DEATHS = 20
"""Of hosts, one after the other without a game between them: then something else is wrong."""

_TICK_S = 0.2
_COUNT_S = 2.0
"""The cluster's processors are counted so often."""
_MEMORY = 128 * 2**20
"""Bytes that a cluster on this machine has for what is on its way."""

Item = TypeVar("Item")
Result = TypeVar("Result")


class GameHost:
    """Has games played, in a process of its own somewhere in the cluster."""

    def __init__(self) -> None:
        """Hire the child process that plays."""
        self._pool = WorkerPool(1)

    def ready(self) -> bool:
        """Return as soon as the host is there."""
        return True

    def play(self, appointment: str) -> dict[str, Any]:
        """Play a game.

        Args:
            appointment: As from `write_appointment`.

        Returns:
            Its record, or the error of motu's own that kept it from being played.
        """
        try:
            for record in self._pool.play([read_appointment(appointment)]):
                if record is not None:
                    return {"record": record.to_json()}
        except MotuError as error:
            return {"error": error}
        return {"error": EngineError("a game ended without a record", slug="engine/worker")}


@dataclass(slots=True)
class HiredHost:
    """A host's place in the list."""

    actor: Any
    answer: Any
    """What it is asked for: to be ready, or a game."""
    fixture: Fixture | None = None
    is_ready: bool = False


class RayPool:
    """Plays games on a cluster; a context, at whose end no host is left."""

    def __init__(self, address: str) -> None:
        """Hire nobody yet.

        Args:
            address: "local", or what `ray.init` takes: "auto", "host:port". An interpreter that has joined a cluster
                already goes on with that one.
        """
        self._address = address
        self.hosts: list[HiredHost] = []
        """Who plays, and those who are on their way."""
        self._again: list[Fixture] = []
        self._deaths = 0
        self._counted = -_COUNT_S
        self._wanted = 0
        self._joined = contextlib.ExitStack()

    def __enter__(self) -> Self:
        self._joined.enter_context(_joined(self._address))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for host in self.hosts:
            with contextlib.suppress(ray.exceptions.RayError):
                ray.kill(host.actor)
        self.hosts.clear()
        self._joined.close()

    def play(self, appointments: Iterable[Fixture]) -> Iterator[Record | None]:
        """Play games and yield the record of each as it ends, in between now and then None.

        Args:
            appointments: Taken one by one as hosts become free, so that it may depend on what has been yielded.

        Raises:
            EngineError: "engine/cluster" when hosts die and die; "engine/other-manifest" when a host's motu, nets or
                tables are not those that the games are to be played with; "engine/worker".
        """
        source = iter(appointments)
        is_empty = False
        while True:
            self._hire()
            is_empty = self._hand_out(source) or is_empty
            if is_empty and not self._again and not any(host.fixture for host in self.hosts):
                return
            yield from self._gather()
            yield None

    def _hire(self) -> None:
        """Have as many hosts as the cluster has processors; count these now and then."""
        now = time.monotonic()
        if now - self._counted >= _COUNT_S:
            self._counted = now
            self._wanted = _num_processors()
        while len(self.hosts) < self._wanted:
            # A host that is lost is ours to replace: Ray would play its game with nobody knowing.
            actor = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(GameHost).remote()
            self.hosts.append(HiredHost(actor, actor.ready.remote()))

    def _hand_out(self, source: Iterator[Fixture]) -> bool:
        """Give every free host a game; returns whether there are none any more."""
        for host in self.hosts:
            if not host.is_ready or host.fixture is not None:
                continue
            fixture = self._again.pop() if self._again else next(source, None)
            if fixture is None:
                return True
            host.fixture = fixture
            host.answer = host.actor.play.remote(write_appointment(fixture))
        return False

    def _gather(self) -> Iterator[Record]:
        """Take what has arrived, or arrives first within a moment."""
        awaited = [host for host in self.hosts if host.fixture is not None or not host.is_ready]
        answers = [host.answer for host in awaited]
        ray.wait(answers, num_returns=1, timeout=_TICK_S)
        arrived, _ = ray.wait(answers, num_returns=len(answers), timeout=0)
        for host in awaited:
            if host.answer in arrived and (record := self._take(host)) is not None:
                yield record

    def _take(self, host: HiredHost) -> Record | None:
        try:
            answer = ray.get(host.answer)
        except ray.exceptions.RayTaskError as error:
            raise EngineError(f"a host failed: {error.cause or error}", slug="engine/worker") from error
        except ray.exceptions.RayError as error:
            self._bury(host, error)
            return None
        if not host.is_ready:
            host.is_ready = True
            return None
        host.fixture = None
        if (fault := answer.get("error")) is not None:
            raise _as_here(fault)
        self._deaths = 0
        return Record.from_json(answer["record"])

    def _bury(self, host: HiredHost, error: Exception) -> None:
        """Forget a host that has died; its game is played again."""
        self.hosts.remove(host)
        if host.fixture is not None:
            self._again.append(host.fixture)
        self._deaths += 1
        if self._deaths > max(MAX_DEATHS, 2 * self._wanted):
            message = f"{self._deaths} hosts in a row have died: {error}"
            raise EngineError(message, slug="engine/cluster") from error
        with contextlib.suppress(ray.exceptions.RayError):
            ray.kill(host.actor)
        self._counted = -_COUNT_S  # there may be fewer processors now


def call_on_cluster(
    address: str, call: Callable[[Item], Result], items: Sequence[Item]
) -> Iterator[tuple[int, Result] | None]:
    """Make calls that need nothing of each other on a cluster, one for each of its processors.

    A call that dies with its machine is made again on another one; so it must not matter how often it is made.

    Args:
        address: As for `RayPool`.
        call: Can be pickled, and is imported on the cluster's machines.
        items: What it is called with, one after the other.

    Yields:
        The place of an item and what its call returned, as they end; in between now and then None.

    Raises:
        EngineError: "engine/cluster" when no cluster answers or it keeps losing machines; "engine/worker" for a fault
            that is no error of motu's own.
        MotuError: What a call raises.
    """
    with _joined(address):
        task = ray.remote(num_cpus=1, max_retries=MAX_DEATHS)(_outcome)
        waiting: dict[Any, int] = {}
        rest = iter(enumerate(items))
        while True:
            for index, item in itertools.islice(rest, max(0, 2 * _num_processors() - len(waiting))):
                waiting[task.remote(call, item)] = index
            if not waiting:
                return
            arrived, _ = ray.wait(list(waiting), num_returns=1, timeout=_TICK_S)
            for answer in arrived:
                yield waiting.pop(answer), _result_of(answer)
            if not arrived:
                yield None


def _outcome(call: Callable[[Any], Any], item: Any) -> dict[str, Any]:
    """Make a call there; errors of motu's own travel as they are, Ray would wrap them."""
    try:
        return {"result": call(item)}
    except MotuError as error:
        return {"error": error}


def _result_of(answer: Any) -> Any:
    try:
        outcome = ray.get(answer)
    except ray.exceptions.RayTaskError as error:
        raise EngineError(f"a call failed on the cluster: {error.cause or error}", slug="engine/worker") from error
    except ray.exceptions.RayError as error:
        raise EngineError(f"the cluster keeps losing machines: {error}", slug="engine/cluster") from error
    if (fault := outcome.get("error")) is not None:
        raise _as_here(fault)
    return outcome["result"]


def _num_processors() -> int:
    """Return how many the cluster has now; at least 1."""
    return max(1, int(ray.cluster_resources().get("CPU", 0)))


def _as_here(fault: MotuError) -> MotuError:
    """Return an error of a host's; another manifest is worded as everywhere."""
    if isinstance(fault, EngineError) and fault.slug == "engine/other-manifest":
        return other_manifest("a machine of the cluster has something else than this one", fault.legal)
    return fault


@contextlib.contextmanager
def _joined(address: str) -> Iterator[None]:
    """Be part of a cluster; one that this process has joined already stays joined."""
    if ray.is_initialized():
        yield
        return
    _connect(address)
    try:
        yield
    finally:
        ray.shutdown()


def _connect(address: str) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told of this
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR, "configure_logging": True}
    try:
        if address == LOCAL:
            ray.init(num_cpus=os.cpu_count(), object_store_memory=_MEMORY, include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ray.exceptions.RayError, OSError, RuntimeError, ValueError) as error:
        message = f"no cluster at '{address}': {error}; right are local, auto and host:port of a Ray cluster"
        raise EngineError(message, slug="engine/cluster", text=address) from error
