"""Pictures of positions: one SVG renderer and one text renderer for every board.

Floor: drawing, above games. Invariant: equal arguments give equal text, and drawing changes no state.
"""

from motu.drawing.scene import Scene, scene_of
from motu.drawing.svg import draw_scene, draw_svg
from motu.drawing.themes import THEMES, Theme

__all__ = ["THEMES", "Scene", "Theme", "draw_scene", "draw_svg", "scene_of"]
