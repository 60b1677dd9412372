"""`motu nets`: which nets there are, how good they are, and where they help (floor: cli)."""

from __future__ import annotations

import typer

from motu.cli.application import Application, PlainCommand
from motu.cli.nets import check, listing, measure, quantise

NAME = "nets"
SUMMARY = "Which nets there are, how they were trained, and where they help."

app = typer.Typer(cls=Application, rich_markup_mode=None)

for _module in (listing, check, quantise, measure):
    app.command(_module.NAME, cls=PlainCommand, short_help=_module.SUMMARY, epilog=_module.EXAMPLES)(_module.run)


@app.callback(invoke_without_command=True, short_help=SUMMARY, epilog="\b\nExamples:\n  motu nets")
def begin(context: typer.Context) -> None:
    """List the installed nets when no command is given."""
    if context.invoked_subcommand is None:
        listing.run()
