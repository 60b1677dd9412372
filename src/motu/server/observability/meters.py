"""What is counted as it happens: requests, sockets, garbage collections (floor: server)."""

from __future__ import annotations

import gc
import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from motu.server.observability.requests import NO_STATUS, SeenRequest

SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
PAUSES = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0)


class RequestMeters:
    """Counts requests by route, method and status, and sockets by route."""

    def __init__(self, registry: CollectorRegistry) -> None:
        """Count in a registry."""
        self._requests = Counter(
            "motu_http_requests", "Requests that were answered", ("method", "route", "status"), registry=registry
        )
        self._seconds = Histogram(
            "motu_http_request_seconds", "How long answers took", ("route",), buckets=SECONDS, registry=registry
        )
        self._sockets = Gauge("motu_sockets", "WebSockets that are open", ("route",), registry=registry)

    def opened(self, route: str) -> None:
        """Count a socket that was opened."""
        self._sockets.labels(route).inc()

    def closed(self, route: str) -> None:
        """Count one that was closed."""
        self._sockets.labels(route).dec()

    def ended(self, seen: SeenRequest) -> None:
        """Count a request; how long a socket was open says nothing."""
        if seen.status != NO_STATUS:
            self._requests.labels(seen.method, seen.route, str(seen.status)).inc()
            self._seconds.labels(seen.route).observe(seen.seconds)


class PauseMeter:
    """Measures how long garbage collections keep everybody waiting."""

    def __init__(self, registry: CollectorRegistry) -> None:
        """Measure in a registry, from `open` on."""
        self._pauses = Histogram(
            "motu_gc_pause_seconds", "Garbage collections", ("generation",), buckets=PAUSES, registry=registry
        )
        for generation in range(3):
            self._pauses.labels(str(generation))  # told from the beginning on
        self._began = 0.0

    def open(self) -> None:
        """Begin."""
        gc.callbacks.append(self._note)

    def close(self) -> None:
        """End."""
        gc.callbacks.remove(self._note)

    def _note(self, phase: str, told: dict[str, int]) -> None:
        if phase == "start":
            self._began = time.perf_counter()
        else:
            self._pauses.labels(str(told["generation"])).observe(time.perf_counter() - self._began)
