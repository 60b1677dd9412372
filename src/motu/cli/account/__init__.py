"""`motu account`: the people of a house, as whoever has its database sees and changes them (floor: cli)."""

from __future__ import annotations

import typer

from motu.cli.account import delete, export, listing, password, rename, restore, role, show, suspend
from motu.cli.application import Application, PlainCommand

NAME = "account"
SUMMARY = "The people of a house: roles, suspensions, names, passwords."
EXAMPLES = """\b
Examples:
  motu account list
  motu account show Ann
  motu account role Ann admin"""

app = typer.Typer(cls=Application, rich_markup_mode=None)

for _module in (listing, show, role, suspend, restore, rename, password, export, delete):
    app.command(_module.NAME, cls=PlainCommand, short_help=_module.SUMMARY, epilog=_module.EXAMPLES)(_module.run)


@app.callback(short_help=SUMMARY, epilog=EXAMPLES)
def begin() -> None:
    """See and change the accounts of a house, also while servers use its database.

    Servers go by it within some seconds. Everything that is changed stands in a log, which administrators see.
    """
