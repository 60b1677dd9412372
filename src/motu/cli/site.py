"""`motu site`: the pages as files for any host (floor: cli)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from motu.cli.output import write
from motu.numbers import counted

NAME = "site"
SUMMARY = "Write the pages as files for any host."
EXAMPLES = """\b
Examples:
  motu site public
  motu site public --language eo --language de"""


def run(
    out: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where it is written; empty, or an older site.")],
    language: Annotated[
        list[str] | None,
        typer.Option(metavar="CODE", help="A language besides English; more than one may be named. Esperanto if none."),
    ] = None,
) -> None:
    """Write a site that needs no server: rules, lessons, puzzles, play against the machine at every level, and study.

    Any host of files can hand it out, from any folder, and it works without a network once it has been seen. Games
    stay in the browser. docs/site.md says what it can do and what needs a house.
    """
    from motu.server.site import write_site

    report = write_site(out, language or ["eo"])
    whole = sum(report.files[name] for name in report.later)
    write(
        f"{out}: {counted(len(report.files), 'file')}; {report.packed_bytes:,} bytes packed, "
        f"and weights of {whole:,} bytes, fetched when they are wanted"
    )
