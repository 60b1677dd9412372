"""`motu account export`: all that is held of an account, in a file (floor: cli)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.account.console import with_console
from motu.cli.account.options import DatabaseOption, DataOption, NameArgument
from motu.cli.output import write
from motu.files import replacing

if TYPE_CHECKING:
    from motu.server.moderation.console import Console

NAME = "export"
SUMMARY = "Write all that is held of an account into a file."
EXAMPLES = """\b
Examples:
  motu account export Ann
  motu account export Ann --out ann.zip"""


def run(
    name: NameArgument,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to; motu-NAME.zip if not given.")
    ] = None,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> None:
    """Write all that a house holds of somebody into a ZIP archive: games, studies, puzzles, ratings and the rest.

    docs/http.md says what is in it. Passwords and the texts of tokens are not: the house doesn't have them.
    """
    from motu.server.accounts.export import export_name

    async def ask(console: Console) -> tuple[str, Path, int]:
        account = await console.named(name)
        target = out or Path(export_name(account))
        with replacing(target) as file:
            size = await console.export(account, file)
        return account.name, target, size

    called, target, size = with_console(data, database, ask)
    write(f"{called}: {size:,} bytes in {target}")
