"""What makes the pages an app that can be put on a home screen: icons and the web app manifest (floor: server)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from motu.drawing.icon import IconShape, draw_icon
from motu.drawing.raster import draw_icon_png
from motu.drawing.themes import DARK_COLOURS, LIGHT_COLOURS
from motu.server.locale import N_

ICON = "icon.svg"
APPLE_TOUCH = "icons/apple-touch.png"
PNGS: dict[str, tuple[IconShape, int]] = {
    "icons/icon-192.png": ("round", 192),
    "icons/icon-512.png": ("round", 512),
    "icons/maskable-192.png": ("maskable", 192),
    "icons/maskable-512.png": ("maskable", 512),
    APPLE_TOUCH: ("square", 180),
}
"""Name -> how it is drawn, and its width in pixels."""

DESCRIPTION = N_("Play, study and learn Atoll, Atomorph and Atmalof: free, no account, no advertising.")
SEA = LIGHT_COLOURS["sea0"], DARK_COLOURS["sea0"]
"""The colour at the top of the pages by day and by night: what browsers colour their own frame with."""


def icons() -> dict[str, bytes]:
    """Return the icons: name of a file of the site -> its content."""
    drawn = {name: draw_icon_png(draw_icon(shape), width, width) for name, (shape, width) in PNGS.items()}
    return {ICON: draw_icon().encode(), **drawn}


def manifest(static: str, root: str = "/", names: Collection[str] = PNGS) -> bytes:
    """Return the web app manifest.

    Args:
        static: Where the site's files are.
        root: Where its pages are: those of one that lies in any folder, "./", as seen from the manifest.
        names: Which of `PNGS` there are.
    """
    return msgspec.json.encode(
        {
            "id": root,
            "name": "motu",
            "short_name": "motu",
            "description": DESCRIPTION,
            "lang": "en",
            "start_url": root,
            "scope": root,
            "display": "standalone",
            "theme_color": SEA[0],
            "background_color": SEA[0],
            "categories": ["games"],
            "icons": [
                {"src": f"{static}/{ICON}", "type": "image/svg+xml", "sizes": "any", "purpose": "any"},
                *(_entry(static, name) for name in PNGS if name in names and name != APPLE_TOUCH),
            ],
        }
    )


def _entry(static: str, name: str) -> dict[str, Any]:
    shape, width = PNGS[name]
    purpose = "maskable" if shape == "maskable" else "any"
    return {"src": f"{static}/{name}", "type": "image/png", "sizes": f"{width}x{width}", "purpose": purpose}
