"""Pictures of positions: one SVG renderer and one text renderer for every board.

Floor: drawing, between boards and games, so that a state can print itself. Invariant: equal arguments give equal
text, and drawing changes no state. Names load their modules when they are first asked for, since `import motu` needs
the text boards only.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from motu.drawing.graph import Course, CurveMark, draw_graph
    from motu.drawing.position import Position
    from motu.drawing.scene import Scene, scene_of
    from motu.drawing.svg import draw_row, draw_scene, draw_svg
    from motu.drawing.text import draw_text
    from motu.drawing.themes import THEMES, Theme

__all__ = [
    "THEMES",
    "Course",
    "CurveMark",
    "Position",
    "Scene",
    "Theme",
    "draw_graph",
    "draw_row",
    "draw_scene",
    "draw_svg",
    "draw_text",
    "scene_of",
]

_MODULES = {
    "Course": "graph",
    "CurveMark": "graph",
    "draw_graph": "graph",
    "Position": "position",
    "Scene": "scene",
    "scene_of": "scene",
    "draw_row": "svg",
    "draw_scene": "svg",
    "draw_svg": "svg",
    "draw_text": "text",
    "THEMES": "themes",
    "Theme": "themes",
}


def __getattr__(name: str) -> object:
    """Load the module of a public name."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
