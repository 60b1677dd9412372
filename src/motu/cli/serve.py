"""`motu serve`: the browser app (floor: cli)."""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from motu.cli.application import BadInputError
from motu.cli.output import write

NAME = "serve"
SUMMARY = "Play and study in the browser."
EXAMPLES = """\b
Examples:
  motu serve
  motu serve --port 9000 --no-browser
  motu serve --host 0.0.0.0 --name motu.example.org
  motu serve --database postgresql+psycopg://motu@localhost/motu"""

LOOPBACK = "127.0.0.1"
DEFAULT_PORT = 8000
ANY_PORT = 0


def run(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; this machine alone if not given.")
    ] = LOOPBACK,
    port: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, max=65535, help="The port; 0 takes a free one. If not given: 8000, else a free one."
        ),
    ] = None,
    data: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where games are kept.")] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="The database in which games are kept, in place of a folder.")
    ] = None,
    bus: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Over which servers of one database tell each other what happens; over the database if not given.",
        ),
    ] = None,
    workers: Annotated[
        bool,
        typer.Option("--workers", help="Leave the machine's moves and reviews to motu worker, here or elsewhere."),
    ] = False,
    drain: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            min=0,
            max=3600,
            help="How long a server that is to stop goes on, and says at /api/ready that it isn't ready.",
        ),
    ] = 0.0,
    metrics: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS:PORT", help="Where metrics are handed out to Prometheus; nowhere if not given."),
    ] = None,
    log: Annotated[
        Literal["text", "json"],
        typer.Option(
            metavar="text|json", help="How the log is written to stderr; as JSON it has a line for every request."
        ),
    ] = "text",
    log_addresses: Annotated[
        bool, typer.Option("--log-addresses", help="Let these lines say from where a request came.")
    ] = False,
    smtp: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="MOTU_SMTP",
            help="By which server mail is sent, smtp://USER:PASSWORD@HOST:PORT; none is sent if not given.",
        ),
    ] = None,
    mail_from: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Whose mails they are, 'motu <motu@example.org>'.")
    ] = None,
    site: Annotated[
        str | None,
        typer.Option(metavar="URL", help="How links in mails begin; if not given, https:// and the first --name."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy, or a network of them, that says for whom it asks."),
    ] = None,
    name: Annotated[
        list[str] | None, typer.Option(metavar="HOST", help="A name by which browsers call this server.")
    ] = None,
    collection: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Games that motu export wrote: the study page tells what was played."),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the browser, where there is a screen.")
    ] = True,
) -> None:
    """Serve the browser app until Ctrl-C; games are kept and go on next time."""
    import gc

    gc.disable()  # until the server runs: nothing of what is loaded goes away again
    from motu import __version__
    from motu.eval.nets.environment import check_nets
    from motu.server.bus.choice import check_bus
    from motu.server.database import database_url
    from motu.server.mail.mail_settings import checked_site, mail_settings
    from motu.server.network_address import EVERYWHERE, host_name
    from motu.server.observability.watch import WatchSettings, metrics_place
    from motu.server.rates.addresses import network_of
    from motu.server.run import serve
    from motu.server.server_settings import ServerSettings

    check_nets()
    if data is not None and database is not None:
        raise BadInputError("--data and --database both say where games are kept; give one of them")
    folder = data if data is not None else default_folder()
    url = None if database is None else database_url(database)
    if bus is not None:
        check_bus(url, bus)
    if collection is not None:
        from motu.explorer.openings import OpeningExplorer

        collection = collection.expanduser()
        OpeningExplorer(collection).close()  # what holds none is refused before anybody is served
    watch = WatchSettings(None if metrics is None else metrics_place(metrics), log, log_addresses)
    names = tuple(map(host_name, name or ()))
    if site is not None:
        site = checked_site(site)
    mail = None if smtp is None else mail_settings(smtp, mail_from, site, names)
    settings = ServerSettings(
        folder,
        __version__,
        names,
        database=url,
        bus=bus,
        watch=watch,
        mail=mail,
        collection=collection,
        drain_seconds=drain,
        is_everywhere=host in EVERYWHERE,
        role="front" if workers else "alone",
        proxies=tuple(map(network_of, proxy or ())),
    )
    ports = (DEFAULT_PORT, ANY_PORT) if port is None else (port,)
    try:
        serve(settings, host, ports, lambda url: _ready(url, host, open_browser=browser and has_screen()))
    finally:
        gc.enable()


def _ready(url: str, host: str, *, open_browser: bool) -> None:
    from motu.server.network_address import is_this_machine

    write(f"motu is at {url} (Ctrl-C ends it)")
    if not is_this_machine(host):
        write("Everybody who reaches this machine over the network may now play here and have it think.")
        write(*_for_others(url, host))
    if not has_screen():
        write(*_without_screen(url, host))
    if open_browser:
        import threading
        import webbrowser

        # Some browsers keep whoever started them waiting, and this thread has to answer them meanwhile.
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _for_others(url: str, host: str) -> list[str]:
    """Return what others in the network are to open, where that is another address than this machine's own."""
    from motu.server.network_address import EVERYWHERE, own_address

    address = own_address() if host in EVERYWHERE else None
    return [] if address is None else [f"Others in the same network open http://{address}:{_port_in(url)}/"]


def _port_in(url: str) -> str:
    return url.rstrip("/").rpartition(":")[2]


def _without_screen(url: str, host: str) -> list[str]:
    """Return what to do where no browser can be opened."""
    from motu.server.network_address import is_this_machine

    port = _port_in(url)
    if not is_this_machine(host):
        return ["There is no screen here: open that address in a browser on another machine."]
    tunnel = f"ssh -N -L {port}:localhost:{port} {os.environ.get('USER', 'you')}@{platform.node() or 'this-machine'}"
    return [
        "There is no screen here. Where you have one, type",
        f"  {tunnel}",
        f"and open http://localhost:{port} there. Or play in this terminal: motu play hex",
    ]


def has_screen() -> bool:
    """Return whether a browser would have a window; one in the terminal would take ours, and draw no board."""
    if sys.platform in ("darwin", "win32"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def default_folder() -> Path:
    """Return the folder where this user's games are kept."""
    from motu.files import data_folder

    return data_folder()
