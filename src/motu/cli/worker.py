"""`motu worker`: the machine's moves and reviews for a house of many servers (floor: cli)."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from motu.cli.output import write

NAME = "worker"
SUMMARY = "Make the machine's moves and reviews for servers."
EXAMPLES = """\b
Examples:
  motu worker --database postgresql://motu@localhost/motu
  motu worker --database postgresql://motu@db/motu --engines 8 --log json"""


def run(
    database: Annotated[str, typer.Option(metavar="URL", help="The database of PostgreSQL in which the games are.")],
    bus: Annotated[
        str | None, typer.Option(metavar="URL", help="As the servers have it; over the database if not given.")
    ] = None,
    engines: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=256, help="How many moves at a time; as many as there are cores but one."),
    ] = None,
    reviews: Annotated[
        int, typer.Option(metavar="N", min=0, max=256, help="How many reviews at a time, each on a core of its own.")
    ] = 1,
    metrics: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS:PORT", help="Where metrics are handed out to Prometheus; nowhere if not given."),
    ] = None,
    log: Annotated[
        Literal["text", "json"], typer.Option(metavar="text|json", help="How the log is written to stderr.")
    ] = "text",
) -> None:
    """Make the machine's moves and reviews for all motu serve --workers of a database, until Ctrl-C."""
    from motu import __version__
    from motu.cli.serve import default_folder
    from motu.eval.nets.environment import check_nets
    from motu.server.bus.choice import bus_url
    from motu.server.database import database_url
    from motu.server.jobs.choice import check_role
    from motu.server.observability.watch import WatchSettings, metrics_place
    from motu.server.server_settings import ServerSettings

    check_nets()
    url = database_url(database)
    check_role("worker", url)
    if bus is not None:
        bus_url(bus)
    from motu.server.jobs.work import work

    watch = WatchSettings(None if metrics is None else metrics_place(metrics), log)
    folder = default_folder()
    settings = ServerSettings(
        folder, __version__, engines=engines, database=url, bus=bus, watch=watch, role="worker", reviews=reviews
    )
    work(settings, lambda: write("motu worker takes jobs (Ctrl-C ends it)"))
