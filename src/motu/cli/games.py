"""`motu games`: what can be played (floor: cli)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.output import write, write_json

if TYPE_CHECKING:
    from motu import Game
    from motu.games import Preset

NAME = "games"
SUMMARY = "All games, boards and variants."
EXAMPLES = "\b\nExamples:\n  motu games\n  motu games --json"


def run(
    json: Annotated[bool, typer.Option("--json", help="Write one JSON object.")] = False,
) -> None:
    """List the games with their boards, and the switches that make variants of them."""
    from motu.games import PARAMETERS, PRESETS, load_game

    known = [(preset, load_game(preset.name)) for preset in PRESETS.values()]
    if json:
        write_json(_as_json(known))
        return
    write("Games, each with the spec that its name stands for:", "")
    for preset, game in known:
        write(f"  {preset.name:<11} {preset.summary}; {_size(game)}", f"  {'':<11} {game.spec}")
    write("", "Switches, in parentheses after a name, as in 'hex(size=9x11,swap=false)' (the default stands first):")
    for name, parameters in PARAMETERS.items():
        names = [preset.name for preset, game in known if game.name == name]
        write("", f"  {', '.join(names)}")
        write(*(f"    {f'{each.key}={each.text}':<44} {each.meaning}" for each in parameters))


def _size(game: Game) -> str:
    board = game.board
    if board.kind == "squares":
        return f"{board.height} x {board.width} squares"
    if board.kind == "points":
        return f"{board.width} x {board.height} points"
    return f"{board.num_cells} cells, {len(board.islands)} islands"


def _as_json(known: list[tuple[Preset, Game]]) -> dict[str, object]:
    from motu.games import PARAMETERS

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
                "islands": len(game.board.islands) if game.board.kind == "hexagons" else 0,
            }
            for preset, game in known
        ],
        "switches": {
            name: [{"key": each.key, "values": each.text, "meaning": each.meaning} for each in parameters]
            for name, parameters in PARAMETERS.items()
        },
    }
