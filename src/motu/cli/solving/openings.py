"""What is told of openings that were solved: a list, a map in text, a picture (floor: cli)."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from motu.cli.output import BOARD_SIGNS, can_write, tell, write, write_json
from motu.cli.pictures import write_picture
from motu.cli.solving.answers import effort, tell_check

if TYPE_CHECKING:
    from collections.abc import Sequence

    from motu import State
    from motu.solve import Check, Opening


def tell_openings(
    state: State,
    found: Sequence[Opening],
    check: Check | None,
    *,
    json: bool,
    svg: str | None,
    theme: str | None,
    size: int | None,
) -> None:
    """Tell of openings and, where it was asked for, of their check; with `svg`, draw their map there."""
    if svg is not None:
        write_picture(_picture(state, found, theme or "light", size), svg)
    if json:
        openings = [asdict(each) for each in found]
        told = {"spec": state.game.spec, "wins": sum(each.wins is True for each in found), "openings": openings}
        write_json(told | ({"check": asdict(check)} if check is not None else {}))
    elif svg != "-":
        _write_openings(state, found)
        tell_check(check)


def _picture(state: State, found: Sequence[Opening], theme: str, size: int | None) -> str:
    from motu.drawing.scene import scene_of
    from motu.drawing.svg import draw_scene

    heat: dict[str | int, float] = {each.move: 0.8 if each.wins else 0.05 for each in found if each.wins is not None}
    marks: dict[str | int, str] = {each.move: _mark(each) for each in found}
    title = f"{state.game.spec}: openings that win are marked +"
    return draw_scene(scene_of(state, heat=heat, marks=marks, title=title), theme=theme, size=size)


def _mark(opening: Opening) -> str:
    return "?" if opening.wins is None else "+" if opening.wins else "\u2212"


def _text_map(state: State, found: Sequence[Opening]) -> str:
    """Return the board with a stone on every opening: black where it wins, white where it loses."""
    from motu.drawing.scene import EMPTY, scene_of
    from motu.drawing.text import draw_scene_text

    wins = {each.action: each.wins for each in found if each.wins is not None}
    stones = tuple(1 - wins[cell] if cell in wins else EMPTY for cell in range(state.game.board.num_cells))
    scene = replace(scene_of(state.game.board), stones=stones)
    return draw_scene_text(scene, ascii_only=not can_write(BOARD_SIGNS))


def _write_openings(state: State, found: Sequence[Opening]) -> None:
    wins = [each for each in found if each.wins]
    open_ones = [each for each in found if each.wins is None]
    first, second = state.game.colour_names
    write(state.game.spec, f"{len(wins)} of {len(found)} openings win if nobody swaps", "")
    write(_text_map(state, found), f"{first}: the opening wins; {second}: it loses", "")
    tell(f"swap (they win): {' '.join(each.move for each in wins)}")
    if open_ones:
        tell(f"not solved: {' '.join(each.move for each in open_ones)}")
    nodes, seconds = sum(each.nodes for each in found), sum(each.seconds for each in found)
    write(effort(nodes, seconds))
