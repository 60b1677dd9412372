"""Where tables of solved games are kept unless told (floor: solve)."""

from __future__ import annotations

from pathlib import Path

from motu.files import data_folder

__all__ = ["tables_folder"]


def tables_folder() -> Path:
    """Return where tables of solved games are kept unless told: in this user's data folder."""
    return data_folder() / "solved"
