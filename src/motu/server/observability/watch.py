"""What is watched of a process, as its settings say (floor: server)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from litestar.types import ASGIApp

from motu.server.events import ServerError
from motu.server.observability.json_log import RequestLog, log_as_json
from motu.server.observability.requests import ObservedApp, Observer
from motu.server.observability.text_log import log_as_text

if TYPE_CHECKING:
    from motu.server.services import Services


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """What an operator wants to see."""

    metrics: tuple[str, int] | None = None
    """The address and port at which metrics are handed out; None for nowhere."""
    log: Literal["text", "json"] = "text"
    """How the log is written; as JSON it has a line for every request."""
    has_addresses: bool = False
    """Whether these lines say from where a request came."""


NOT_WATCHED = WatchSettings()


class Watch:
    """Watches a process: its log, and its metrics."""

    def __init__(self, settings: WatchSettings, version: str) -> None:
        """Prepare what the settings ask for.

        Raises:
            ServerError: "server/metrics" where what metrics need is not installed.
        """
        self._settings = settings
        self._observers: list[Observer] = []
        if settings.log == "json":
            log_as_json()
            self._observers.append(RequestLog(has_addresses=settings.has_addresses))
        else:
            log_as_text()
        self._exporter = None
        if settings.metrics is not None:
            try:
                from motu.server.observability.exporter import Exporter  # noqa: PLC0415 - what the extra `house` brings
            except ModuleNotFoundError as error:
                message = "metrics need what pip install 'motu[house]' brings"
                raise ServerError(message, slug="server/metrics") from error
            self._exporter = Exporter(settings.metrics, version)
            self._observers.append(self._exporter.requests)

    def around(self, application: ASGIApp) -> ASGIApp:
        """Return an application whose requests are watched, or as it is where nobody looks."""
        return ObservedApp(application, self._observers) if self._observers else application

    @contextlib.contextmanager
    def open(self) -> Iterator[None]:
        """Hand metrics out as long as the block lasts."""
        with contextlib.nullcontext() if self._exporter is None else self._exporter.open():
            yield

    def begin(self, services: Services) -> None:
        """Read these services from now on; called in their event loop."""
        if self._exporter is not None:
            from motu.server.observability.readings import read_services  # noqa: PLC0415 - as above

            self._exporter.read(asyncio.get_running_loop(), lambda: read_services(services))


def metrics_place(text: str) -> tuple[str, int]:
    """Return the address and the port that a text names, as in "127.0.0.1:9100" or ":9100", which is this machine.

    Raises:
        ServerError: "server/address".
    """
    host, colon, port = text.rpartition(":")
    if not colon or not (port.isascii() and port.isdigit()) or int(port) > 65535:
        raise ServerError(f"'{text}' is no place for metrics; right is ADDRESS:PORT", slug="server/address", text=text)
    return host.removeprefix("[").removesuffix("]") or "127.0.0.1", int(port)
