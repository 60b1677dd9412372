"""Metrics, and where they are handed out: at an address of their own, which strangers don't reach (floor: server)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Iterator

from prometheus_client import CollectorRegistry, GCCollector, Info, Metric, PlatformCollector, ProcessCollector
from prometheus_client import start_http_server as serve_metrics

from motu.server.events import ServerError
from motu.server.observability.meters import PauseMeter, RequestMeters
from motu.server.observability.readings import Readings


class Exporter:
    """All metrics of a process."""

    def __init__(self, place: tuple[str, int], version: str) -> None:
        """Prepare to hand them out at an address and a port."""
        self._place, self._registry = place, CollectorRegistry()
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        GCCollector(registry=self._registry)
        Info("motu", "Which motu this is", registry=self._registry).info({"version": version})
        self.requests, self._pauses = RequestMeters(self._registry), PauseMeter(self._registry)

    def read(self, loop: asyncio.AbstractEventLoop, read: Callable[[], Iterable[Metric]]) -> None:
        """Tell from now on also what a function finds that is called in a loop."""
        self._registry.register(Readings(loop, read))

    @contextlib.contextmanager
    def open(self) -> Iterator[int]:
        """Hand them out as long as the block lasts; yield the port.

        Raises:
            ServerError: "server/address" where something else listens.
        """
        host, port = self._place
        try:
            server, thread = serve_metrics(port, host, self._registry)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise ServerError(f"can't hand out metrics at {host}:{port}: {reason}", slug="server/address") from error
        self._pauses.open()
        try:
            yield server.server_port
        finally:
            self._pauses.close()
            server.shutdown()
            server.server_close()
            thread.join()
