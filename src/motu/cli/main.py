"""`motu`: the application with its commands, and the entry point of the console script (floor: cli)."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from motu import __version__
from motu.cli import (
    account,
    analyze,
    bench,
    blunders,
    bot,
    completion,
    config,
    convert,
    database,
    doctor,
    engine,
    explore,
    export,
    games,
    gtp,
    help_command,
    ladder,
    match,
    nets,
    perft,
    play,
    puzzles,
    review,
    serve,
    show,
    site,
    solve,
    study,
    train,
    train_lines,
    verify_dice,
    worker,
)
from motu.cli.application import Application, PlainCommand
from motu.cli.output import remark, write
from motu.cli.streams import name_streams

HELP = "Play and study Atoll (and Hex), Atomorph and Atmalof. Without a command: in the browser, as motu serve."

GROUPS = {
    "Play": ("serve", "site", "play", "puzzles"),
    "Look": ("games", "show", "analyze", "review", "blunders", "solve", "perft"),
    "Measure": ("match", "ladder", "study", "bench"),
    "Teach": ("nets", "train", "train-lines"),
    "Records": ("convert", "export", "explore", "verify-dice"),
    "Programs": ("gtp", "engine", "bot"),
    "A house": ("worker", "database", "account"),
    "This motu": ("doctor", "config", "completion", "help"),
}


class WholeApplication(Application):
    """The program: all commands, under headings, with the settings file."""

    is_whole = True
    groups = GROUPS


app = typer.Typer(
    cls=WholeApplication,
    help=HELP,
    epilog="\b\nExamples:\n  motu\n  motu play atoll\n  motu games\n  motu show 'hex(size=5)' c3 swap b4",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

_MODULES = (
    serve,
    games,
    show,
    play,
    analyze,
    review,
    blunders,
    solve,
    puzzles,
    match,
    ladder,
    study,
    perft,
    convert,
    export,
    explore,
    verify_dice,
    bench,
    gtp,
    engine,
    bot,
    site,
    worker,
    train,
    train_lines,
    doctor,
    config,
    completion,
    help_command,
)

for _module in _MODULES:
    app.command(_module.NAME, cls=PlainCommand, short_help=_module.SUMMARY, epilog=_module.EXAMPLES)(_module.run)
app.add_typer(nets.app, name=nets.NAME)
app.add_typer(database.app, name=database.NAME)
app.add_typer(account.app, name=account.NAME)


def _print_version(wanted: bool) -> None:
    if wanted:
        write(f"motu {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def begin(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 - its callback does it all
        bool,
        typer.Option("--version", "-V", help="Print the version and leave.", callback=_print_version, is_eager=True),
    ] = False,
) -> None:
    """Start the browser app when no command is given."""
    if context.invoked_subcommand is None:
        command = app_commands(context)[serve.NAME]
        with command.make_context(serve.NAME, [], parent=context) as inner:  # with what the settings say of it
            command.invoke(inner)


def app_commands(context: typer.Context) -> Mapping[str, Any]:
    """Return the program's commands by name."""
    commands: Mapping[str, Any] = getattr(context.command, "commands")  # noqa: B009 - Typer's types don't tell
    return commands


def main() -> None:
    """Run the command line of this process."""
    from motu.cli.progress import work_goes_on

    if completion.VARIABLE in os.environ:
        completion.prepare()
    name_streams()
    # One line on stderr, as all else that is no result: the place in the code is nobody's here.
    warnings.showwarning = lambda message, *_where, **_how: remark(f"motu: {message}")
    try:
        app(prog_name="motu")
    except SystemExit as leaving:
        if work_goes_on():
            # A native search left behind by Ctrl-C would take the lock of an interpreter that is being torn down.
            _leave_at_once(leaving.code if isinstance(leaving.code, int) else 1)
        raise


def _leave_at_once(code: int) -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            continue
    os._exit(code)
