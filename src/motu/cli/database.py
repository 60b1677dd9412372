"""`motu database`: what is kept, from one database to another (floor: cli)."""

from __future__ import annotations

from typing import Annotated

import typer

from motu.cli.application import Application, PlainCommand
from motu.cli.output import write, write_json
from motu.cli.progress import ProgressBar

NAME = "database"
SUMMARY = "All games from one database to another."
COPY_EXAMPLES = """\b
Examples:
  motu database copy ~/.local/share/motu postgresql://motu@localhost/motu
  motu database copy postgresql://motu@localhost/motu sqlite:///games.db"""

app = typer.Typer(cls=Application, rich_markup_mode=None)


@app.callback(short_help=SUMMARY, epilog=COPY_EXAMPLES)
def begin() -> None:
    """Work on the databases in which motu serve keeps games."""


@app.command("copy", cls=PlainCommand, short_help="Copy all rows into an empty database.", epilog=COPY_EXAMPLES)
def copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help="A folder, as --data of motu serve, or a URL.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The same; it must hold nothing yet.")],
    json: Annotated[bool, typer.Option("--json", help="Write what was done as one JSON object.")] = False,
) -> None:
    """Copy games, studies, puzzles and keys into an empty database; no server may use either meanwhile."""
    from motu.server.database_copy import copy_database, place_url

    places = place_url(source), place_url(target)
    with ProgressBar("copying", total=1.0) as progress:
        counts = progress.run(lambda: copy_database(*places, lambda done, total: progress.reach(done / total)))
    if json:
        write_json({"rows": counts})
    else:
        told = ", ".join(f"{name} {count}" for name, count in counts.items() if count)
        write(f"{sum(counts.values())} rows copied and compared: {told}" if told else "there were no rows to copy")
