"""`motu gtp`: an engine for front ends that speak GTP or HTP (floor: cli)."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Annotated

import typer

from motu.cli.application import DEFAULT_SPEC, MAX_SEED

NAME = "gtp"
SUMMARY = "An engine for HexGui, twogtp and the like."
EXAMPLES = """\b
Examples:
  motu gtp
  motu gtp 'hex(size=13,swap=false)' --player mcts:5s
  motu gtp --player mcts:5s --ponder
  motu gtp atmalof --seed 1"""


def run(
    spec: Annotated[
        str, typer.Argument(metavar="SPEC", help="The game to begin with; hex if not given.")
    ] = DEFAULT_SPEC,
    player: Annotated[
        str,
        typer.Option(
            metavar="PLAYER", help="Who generates moves, as mcts, mcts:3s or uct:5000; docs/cli.md tells all."
        ),
    ] = "mcts",
    seed: Annotated[
        int | None, typer.Option(metavar="N", min=0, max=MAX_SEED, help="Make moves and dice repeatable.")
    ] = None,
    ponder: Annotated[bool, typer.Option("--ponder", help="Think while the opponent does, too (mcts).")] = False,
) -> None:
    """Speak GTP 2 with the Hex dialect HTP on stdin and stdout; docs/protocol.md describes every command."""
    from motu import __version__, load_game
    from motu.boards import load_custom_board
    from motu.engine.gtp import serve
    from motu.engine.session import Session

    session = Session(load_game(spec, load_custom_board), player, seed, __version__, load_custom_board, ponders=ponder)
    with _ctrl_c_ends_at_once():
        serve(session, sys.stdin.buffer, _write)


@contextlib.contextmanager
def _ctrl_c_ends_at_once() -> Iterator[None]:
    """Leave Ctrl-C to the system: Python's own handler waits until a search has returned."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
