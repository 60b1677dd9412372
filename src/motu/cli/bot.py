"""`motu bot`: a program that speaks GTP plays on a server (floor: cli)."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from motu.cli.application import BadInputError
from motu.cli.output import write
from motu.files import MAX_TEXT_BYTES, read_file

NAME = "bot"
SUMMARY = "Have a GTP program play on a server."
EXAMPLES = """\b
Examples:
  motu bot --gtp 'motu gtp' --url http://localhost:8000 --token-file token
  motu bot --gtp ./mine --url https://example.org --token-file t --games hex"""

_TOKENS = "motu_"
"""What every token begins with."""


def run(
    gtp: Annotated[str, typer.Option(metavar="COMMAND", help="The program's command line.")],
    url: Annotated[str, typer.Option(metavar="URL", help="Where the server is.")],
    token_file: Annotated[Path, typer.Option(metavar="FILE", help="A file with the bot's token, and nothing else.")],
    games: Annotated[
        str, typer.Option(metavar="NAMES", help="The games that it plays, with commas between them; all if not given.")
    ] = "",
    concurrent: Annotated[
        int, typer.Option(metavar="N", min=1, max=64, help="How many games go on at a time; further ones are declined.")
    ] = 1,
) -> None:
    """Accept the challenges that are for the bot and play them; Ctrl-C takes no new ones, a second one ends it."""
    from motu.arena.online.bot import Bot, BotSettings
    from motu.arena.online.client import BotClient, expect_url
    from motu.arena.online.table import expect_program

    token = read_file(token_file, MAX_TEXT_BYTES).decode(errors="replace").strip()
    if not token.isascii() or not token.isprintable() or not token.startswith(_TOKENS):
        raise BadInputError(f"{token_file} holds no token: it is one line, which begins with motu_")
    names = tuple(filter(None, (each.strip().lower() for each in games.split(","))))
    settings = BotSettings(gtp, names, concurrent)
    url = expect_url(url)
    expect_program(gtp)
    client = BotClient(url, token)
    bot = Bot(client, settings, _say)

    def leave(_signal: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if bot.leave():
            raise KeyboardInterrupt
        _say("no new games; Ctrl-C once more ends those that go on")

    before = signal.signal(signal.SIGINT, leave)
    try:
        with _stopped_by_signals():
            bot.run()
            raise KeyboardInterrupt  # nothing else ends it without an error: the exit code says so, as everywhere
    finally:
        signal.signal(signal.SIGINT, before)
        client.close()


@contextlib.contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """Let what is begun here be ended in order by SIGTERM, and by SIGHUP but under nohup, which are then fatal."""
    caught: list[int] = []

    def stop(number: int, _frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        caught.append(number)
        raise KeyboardInterrupt

    there = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    known = [number for number in there if signal.getsignal(number) is signal.SIG_DFL]
    for number in known:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in known:
            signal.signal(number, signal.SIG_DFL)
        for number in caught:
            signal.raise_signal(number)


def _say(text: str) -> None:
    write(text)
    sys.stdout.flush()
