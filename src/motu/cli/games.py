"""`motu games`: what can be played (floor: cli)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.output import write, write_json

if TYPE_CHECKING:
    from motu import Game
    from motu.games.specs import Preset

NAME = "games"
SUMMARY = "All games, boards and variants."
EXAMPLES = "\b\nExamples:\n  motu games\n  motu games --json"


@dataclass(frozen=True, slots=True)
class Switch:
    """A key of a spec."""

    key: str
    values: str
    """What may stand after the equals sign, the default first."""
    meaning: str
    """One line for people."""


_SWAP = Switch("swap", "true | false", "the pie rule: may the second player swap colours?")

SWITCHES: dict[str, tuple[Switch, ...]] = {
    "atoll": (
        Switch("board", "square | rhombus | hexagon | triangle", "the board's shape; Hex is on a rhombus"),
        Switch("size", "11, gan, nauru, …, 9x11", "columns, or cells a side; 9x11 on a rhombus only"),
        Switch("islands", "8, 4, 12, …", "a multiple of four that suits the shape"),
        _SWAP,
        Switch("file", "FILE", "a board of your own in place of these three"),
    ),
    "atomorph": (
        Switch("size", "11, 3 to 25", "points a side"),
        Switch("contested", "ko | never", "never: contested stones are never flipped"),
        Switch("corners", "true | false", "false: corner stones are never flipped"),
        Switch("return_stone", "false | true", "true: a flipped stone is put back by its owner"),
        _SWAP,
    ),
    "atmalof": (
        Switch("rows", "6", "rows that the die covers"),
        Switch("cols", "6", "columns that the die covers"),
        Switch("extra_rows", "1", "rows beyond them"),
        Switch("extra_cols", "1", "columns beyond them"),
        Switch("line", "5", "how many in a row win"),
        Switch("pieces", "22", "pieces a side; four for every nine squares"),
        Switch("tiebreak", "either | both", "who has to have all pieces on the board at the end"),
    ),
}
"""The keys of each game's specs, in the order of its rules."""


def run(
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """List the games with their boards, and the switches that make variants of them."""
    from motu import PRESETS, load_game

    known = [(preset, load_game(preset.name)) for preset in PRESETS.values()]
    if json:
        write_json(_as_json(known))
        return
    write("Games, each with the spec that its name stands for:", "")
    for preset, game in known:
        write(f"  {preset.name:<11} {preset.summary}; {_size(game)}", f"  {'':<11} {game.spec}")
    write("", "Switches, in parentheses after a name, as in 'hex(size=9x11,swap=false)' (the default stands first):")
    for name, switches in SWITCHES.items():
        names = [preset.name for preset, game in known if game.name == name]
        write("", f"  {', '.join(names)}")
        write(*(f"    {f'{switch.key}={switch.values}':<44} {switch.meaning}" for switch in switches))


def _size(game: Game) -> str:
    board = game.board
    if board.kind == "squares":
        return f"{board.height} x {board.width} squares"
    if board.kind == "points":
        return f"{board.width} x {board.height} points"
    return f"{board.num_cells} cells, {len(board.islands)} islands"


def _as_json(known: list[tuple[Preset, Game]]) -> dict[str, object]:
    return {
        "games": [
            {
                "name": preset.name,
                "game": game.name,
                "spec": game.spec,
                "summary": preset.summary,
                "cells": game.board.num_cells,
                "columns": game.board.width,
                "rows": game.board.height,
                "islands": len(game.board.islands) if game.name == "atoll" else 0,
            }
            for preset, game in known
        ],
        "switches": {
            name: [{"key": each.key, "values": each.values, "meaning": each.meaning} for each in switches]
            for name, switches in SWITCHES.items()
        },
    }
