"""Where tables of solved games are kept unless told (floor: solve)."""

from __future__ import annotations

from pathlib import Path

import platformdirs

__all__ = ["tables_folder"]


def tables_folder() -> Path:
    """Return where tables of solved games are kept unless told: in this user's data folder."""
    return Path(platformdirs.user_data_dir("motu", appauthor=False)) / "solved"
