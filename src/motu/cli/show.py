"""`motu show`: a position as text, as SVG or as JSON, a game as an animated picture (floor: cli)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from motu.cli.application import BadInputError
from motu.cli.files import write_file
from motu.cli.games_named import game_named
from motu.cli.output import remark, write_board, write_json
from motu.cli.pictures import write_animation, write_picture
from motu.cli.positions import rewind

if TYPE_CHECKING:
    from motu import State

NAME = "show"
SUMMARY = "A position as text, picture or JSON; a game as a film."
EXAMPLES = """\b
Examples:
  motu show atoll
  motu show 'hex(size=5)' c3 swap b4
  motu show atmalof r4=6 c2=1 --svg board.svg --theme dark
  motu show games.jsonl:2 --ply 10 --json
  motu show games.jsonl:2 --gif game.gif"""


def run(
    game: Annotated[
        str | None, typer.Argument(metavar="FILE|SPEC", help="A file of records, FILE:N, or -; or a game.")
    ] = None,
    moves: Annotated[
        list[str] | None,
        typer.Argument(metavar="MOVES", help="The moves so far, as in d4 swap or r4=6."),
    ] = None,
    ply: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="The position after N plies instead of the last one.")
    ] = None,
    svg: Annotated[str | None, typer.Option(metavar="FILE", help="Write a picture; - is stdout.")] = None,
    gif: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the game from its beginning to this position as an animated picture."),
    ] = None,
    theme: Annotated[
        str | None, typer.Option(metavar="NAME", help="The picture's colours: light (the default), dark or auto.")
    ] = None,
    size: Annotated[
        int | None,
        typer.Option(metavar="PIXELS", help="The picture's width; without it, an SVG fits where it is shown."),
    ] = None,
    no_coordinates: Annotated[
        bool, typer.Option("--no-coordinates", help="Leave out the names of columns and rows.")
    ] = False,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw the text board in plain ASCII.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Write the position as one JSON object.")] = False,
    drawing: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write how the board looks, for <motu-board> (docs/embed.md).")
    ] = None,
) -> None:
    """Show a position: as text, with --svg as a picture, with --json for programs; with --gif the game up to it.

    In an animated picture every move, announcement and roll is seen for 0.8 s, the end for 3 s; letters are left out.
    """
    if svg == "-" and json:
        raise BadInputError("--svg - and --json both write to stdout; give --svg a file name")
    if svg is None and gif is None and (theme is not None or size is not None):
        raise BadInputError("--theme and --size are for pictures; give --svg FILE or --gif FILE, too")
    if game is None:
        raise BadInputError("name a game, as in motu show atoll (motu games lists them), or a file of records")
    state = game_named(game, moves or [])
    if ply is not None:
        state = rewind(state, ply)
    if svg is not None:
        _write_picture(state, svg, theme or "light", size, coordinates=not no_coordinates)
    if gif is not None:
        _write_animation(state, gif, theme or "light", size)
    if drawing is not None:
        _write_drawing(state, Path(drawing))
    if json:
        write_json(position_as_json(state))
    elif svg is None and gif is None and drawing is None:
        write_board(state, coordinates=not no_coordinates, ascii_only=ascii_only)


def _write_picture(state: State, name: str, theme: str, size: int | None, *, coordinates: bool) -> None:
    from motu.drawing import draw_svg

    picture = draw_svg(state, theme=theme, size=size, coordinates=None if coordinates else False)
    write_picture(picture, name)


def _write_animation(state: State, name: str, theme: str, size: int | None) -> None:
    from motu.drawing.film import FILM_SIZE
    from motu.games.animation import film_of_game

    film = film_of_game(rewind(state, 0), state.moves(), theme=theme, size=FILM_SIZE if size is None else size)
    write_animation(film, name)


def _write_drawing(state: State, file: Path) -> None:
    import msgspec

    from motu.server.site.site_boards import site_board

    write_file(file, msgspec.json.encode(site_board(state.game)))
    remark(f"written: {file}")


def position_as_json(state: State) -> dict[str, object]:
    """Return all that is to be known of a position, for programs."""
    names = state.game.board.names
    colours = state.game.colour_names
    stones = state.named_stones()
    over = state.is_terminal()
    return {
        "spec": state.game.spec,
        "moves": state.moves(),
        "ply": state.ply(),
        "to_move": None if over else colours[state.to_move()],
        "person": None if over else int(colours[state.to_move()] != state.colour(0)),
        "rolls": state.is_chance_node(),
        "legal": state.legal_moves(),
        "stones": {colour: [name for name, stone in stones.items() if stone == colour] for colour in colours},
        "last": state.moves()[-1] if state.moves() else None,
        "swapped": state.is_swapped(),
        "hash": f"{state.hash():016x}",
        "outcome": _outcome_as_json(state),
        "winning_cells": [names[cell] for cell in state.winning_cells()],
        **_particulars(state),
    }


def _outcome_as_json(state: State) -> dict[str, object] | None:
    outcome = state.outcome()
    if outcome is None:
        return None
    colour = None if outcome.winner is None else state.colour(outcome.winner)
    return {"winner": outcome.winner, "colour": colour, "reason": outcome.reason}


def _particulars(state: State) -> dict[str, object]:
    """What only one game has."""
    names = state.game.board.names
    if state.game.type.has_flips:
        return {
            "weak": [names[cell] for cell in state.weak()],
            "contested": [names[cell] for cell in state.contested()],
            "ban": state.ban(),
            "to_return": state.to_return(),
        }
    if state.game.type.has_dice:
        return {"announced": state.announced(), "pieces": state.pieces(), "short_lines": state.short_lines()}
    return {}
