"""`motu gtp`: an engine for front ends that speak GTP or HTP (floor: cli)."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

NAME = "gtp"
SUMMARY = "An engine for HexGui, twogtp and the like."
EXAMPLES = """\b
Examples:
  motu gtp
  motu gtp 'hex(size=13,swap=false)' --player uct:5s
  printf 'boardsize 5\\ngenmove b\\n' | motu gtp --seed 1"""


def run(
    spec: Annotated[str, typer.Argument(metavar="SPEC", help="The game to begin with; hex if not given.")] = "hex",
    player: Annotated[
        str, typer.Option(metavar="PLAYER", help="Who generates moves: uct, uct:3s, uct:5000 or random.")
    ] = "uct",
    seed: Annotated[int | None, typer.Option(metavar="N", min=0, help="Make moves and dice repeatable.")] = None,
) -> None:
    """Speak GTP 2 with the Hex dialect HTP on stdin and stdout; docs/protocol.md describes every command."""
    from motu import __version__, load_game
    from motu.engine.gtp import serve
    from motu.engine.session import Session

    session = Session(load_game(spec), player, seed, __version__)
    serve(session, sys.stdin.buffer, _write)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
