"""`motu engine`: analysis for other programs, as JSON lines (floor: cli)."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from motu.cli.application import BadInputError

NAME = "engine"
SUMMARY = "Analysis for other programs, as JSON lines."
EXAMPLES = """\b
Examples:
  motu engine --json
  motu engine --json --threads 2 < requests.jsonl"""


def run(
    json: Annotated[bool, typer.Option("--json", help="Speak JSON lines, the protocol there is.")] = False,
    threads: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=256, help="Searches at a time; one a core if not given.")
    ] = None,
    board_files: Annotated[
        bool, typer.Option("--board-files", help="Let specs name board files of this machine, as in atoll(file=FILE).")
    ] = False,
    net_files: Annotated[
        bool, typer.Option("--net-files", help="Let players name nets of this machine, as in evaluator=net:FILE.")
    ] = False,
) -> None:
    """Read requests from stdin, one JSON object a line, and answer on stdout; docs/protocol.md describes them."""
    from motu import __version__
    from motu.boards import load_custom_board
    from motu.engine.analysis_engine import AnalysisEngine
    from motu.engine.position_search import search_position

    if not json:
        raise BadInputError("say which protocol to speak: motu engine --json")
    read_board = load_custom_board if board_files else None
    cores = threads or os.cpu_count() or 1
    engine = AnalysisEngine(search_position, _write, cores, __version__, read_board, net_files=net_files)
    engine.serve(sys.stdin.buffer)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
