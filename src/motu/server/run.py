"""The server's life: bind, say where, serve, stop gracefully (floor: server)."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import signal
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from types import FrameType

import sqlalchemy as sa
import uvicorn

from motu.errors import MotuError
from motu.server.application import begin_services, make_application
from motu.server.collector import Collector
from motu.server.connections import MAX_HEAD_BYTES, Load, connection_class
from motu.server.database import check_rights, check_time, explained, open_database, served_at, taking_writes
from motu.server.events import ServerError
from motu.server.heads import HeadsAnswered
from motu.server.jobs.choice import check_role
from motu.server.jobs.seam import Role
from motu.server.observability.watch import Watch
from motu.server.pages import begin_site
from motu.server.pages_awaited import PagesAwaited
from motu.server.postgres import DRIVER
from motu.server.server_settings import ServerSettings
from motu.server.stopping import leave, send_waiting_away

MAX_MESSAGE_BYTES = 16 * 1024
"""Longest WebSocket message that is read."""
BACKLOG = 2048
"""Connections that may wait to be accepted."""
SPARE_CLIENTS = 16
"""Connections above the limit that are just being closed, and count for a moment longer."""
GRACE_SECONDS = 3
"""How long open connections may keep a stopping server."""

OnReady = Callable[[str], None]
"""Told where the server is, as soon as it answers."""


def serve(settings: ServerSettings, host: str, ports: Sequence[int], on_ready: OnReady) -> None:
    """Serve until a signal ends it, which is raised again when everything has stopped.

    Args:
        settings: What to serve.
        host: The name or address at which to listen.
        ports: The ports to try, in this order; 0 is any that is free.
        on_ready: Told where the server is.

    Raises:
        ServerError: "server/address" when it can't listen at the last of the ports either; "server/database" when no
            games can be kept there, or another server keeps them.
    """
    # Whoever comes while a house's server starts is refused, and goes to another one: there are others to go to.
    listening = _listen_first(host, ports, at_once=settings.url.drivername != DRIVER)
    url = _url(host, listening.getsockname()[1])
    load, application = Load(), make_application(settings)
    watch = Watch(settings.watch, settings.version)

    def be_ready() -> None:
        begin_site()  # not before: what is started first is what moves and clocks wait for
        watch.begin(application.state.services)
        on_ready(url)

    server = _Server(
        uvicorn.Config(
            watch.around(HeadsAnswered(PagesAwaited(application))),
            http=connection_class(load),
            h11_max_incomplete_event_size=MAX_HEAD_BYTES,
            limit_concurrency=load.max_clients + SPARE_CLIENTS,
            ws="websockets-sansio",
            ws_max_size=MAX_MESSAGE_BYTES,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=GRACE_SECONDS,
            log_level="warning",
            log_config=None,  # the watch has chosen how it is written
            access_log=False,
            proxy_headers=False,
            server_header=False,
        ),
        lambda: begin_services(application),
        be_ready,
        lambda: send_waiting_away(application.state.services),
        lambda: leave(application.state.services),
        settings.drain_seconds,
    )
    with listening, served_at(settings.url), watch.open(), taking_writes(settings.url):
        look_at(settings.url, settings.role)  # before anything runs: what is wrong with it is for the user
        server.run([listening])


def look_at(url: sa.URL, role: Role = "alone") -> None:
    """See what is wrong with a database, and make what a role needs in it.

    Raises:
        ServerError: "server/database", "server/jobs".
    """
    check_role(role, url)
    engine = open_database(url)
    try:
        check_rights(url)
        check_time(engine)
        if role != "alone":
            from motu.server.jobs.queue import prepare_jobs  # noqa: PLC0415 - what only the extra `house` brings

            with explained(url):
                prepare_jobs(engine)
    finally:
        engine.dispose()


class _Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(
        self,
        config: uvicorn.Config,
        on_starting: Callable[[], Awaitable[None]],
        on_started: Callable[[], None],
        on_stopping: Callable[[], None],
        on_leaving: Callable[[], None],
        drain_seconds: float,
    ) -> None:
        super().__init__(config)
        self._on_starting = on_starting
        self._on_started, self._on_stopping, self._on_leaving = on_started, on_stopping, on_leaving
        self._drain_seconds = drain_seconds
        self._leaves_at: float | None = None
        self._collector = Collector()
        self._collecting: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        places = [each.getsockname()[:2] for each in sockets or ()]
        await self._on_starting()
        await super().startup(sockets)
        for listening, (host, port) in zip(sockets or (), places, strict=True):
            await self._check_listening(listening, host, port)
        self._collector.open()
        if self.started:
            self._collecting = asyncio.create_task(self._collector.run())
            try:
                self._on_started()
            except BaseException:  # stdout may be full; what has been started ends in order all the same
                await self.shutdown(sockets)
                raise

    async def _check_listening(self, listening: socket.socket, host: str, port: int) -> None:
        """See that nobody else has begun to listen there meanwhile: uvloop only closes the socket."""
        if not _is_open(listening):
            await self.lifespan.shutdown()
            raise _address_error(host, port, OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE)))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._collecting is not None:
            self._collecting.cancel()
        self._collector.close()
        self._on_stopping()  # else those who wait would be waited for, and then cut off with a traceback
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Say first that nobody new should be sent here, and stop a while later; a second signal stops at once."""
        if self.started and self._drain_seconds > 0 and self._leaves_at is None:
            self._leaves_at = time.monotonic() + self._drain_seconds
            self._captured_signals.append(sig)
            self._on_leaving()
        else:
            super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        if self._leaves_at is not None and time.monotonic() >= self._leaves_at:
            self.should_exit = True
        return await super().on_tick(counter)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let a terminal that is closed stop the server as SIGTERM does; one started with nohup outlives it."""
        hangup = getattr(signal, "SIGHUP", None)
        is_main = threading.current_thread() is threading.main_thread()
        if hangup is None or not is_main or signal.getsignal(hangup) is signal.SIG_IGN:
            with super().capture_signals():
                yield
            return
        before = signal.signal(hangup, self.handle_exit)
        try:
            with super().capture_signals():
                yield
        finally:
            signal.signal(hangup, before)
        if hangup in self._captured_signals:
            signal.raise_signal(hangup)


def _is_open(listening: socket.socket) -> bool:
    try:
        return bool(listening.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))
    except OSError:
        return False


def _listen_first(host: str, ports: Sequence[int], *, at_once: bool = True) -> socket.socket:
    """Return a socket that listens at the first port that is free, or that only has it until the server is ready."""
    for port in ports[:-1]:
        try:
            return _listen(host, port, at_once=at_once)
        except ServerError as error:
            if not _is_of_port(error.__cause__):
                raise
    return _listen(host, ports[-1], at_once=at_once)


def _listen(host: str, port: int, *, at_once: bool) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise _address_error(host, port, error) from error
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        if at_once:  # bound alone, another program could still listen there
            listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        raise _address_error(host, port, error) from error
    return listening


def _address_error(host: str, port: int, error: OSError) -> MotuError:
    reason = (error.strerror or str(error)).lower()
    told = (
        f"{host}:{port}: {reason}; another port is chosen with --port"
        if _is_of_port(error)
        else f"{host}: {reason}; --host is an address of this machine, or a name of one"
    )
    return ServerError(f"can't listen at {told}", slug="server/address")


def _is_of_port(error: BaseException | None) -> bool:
    """Return whether another port would do."""
    return isinstance(error, OSError) and error.errno in (errno.EADDRINUSE, errno.EACCES)


def _url(host: str, port: int) -> str:
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{name}:{port}/"
