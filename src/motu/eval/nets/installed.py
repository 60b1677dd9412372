"""Where nets are found (floor: eval).

Those that come with motu lie beside this file, one's own in a folder of their own; others are named by their paths.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

import platformdirs

from motu.errors import NetError
from motu.eval.nets.net import Net

FOLDER = Path(__file__).parent
"""Of the nets that come with motu."""

OWN = "MOTU_NETS"
"""The environment's variable that names the folder of one's own nets."""


def own_folder() -> Path:
    """Return where one's own nets lie."""
    told = os.environ.get(OWN)
    return Path(told) if told else Path(platformdirs.user_data_dir("motu", appauthor=False)) / "nets"


def folders() -> tuple[Path, ...]:
    """Return where nets are looked for, one's own first."""
    return own_folder(), FOLDER


def installed_nets() -> tuple[Path, ...]:
    """Return the files of the nets that are there without being named, one's own first, by name."""
    return tuple(path for folder in folders() for path in sorted(folder.glob("*.onnx")))


def open_net(path: str | Path) -> Net:
    """Return the net of a file; one that has been opened and has not changed is shared.

    Raises:
        NetError: As `Net.load`.
    """
    file = Path(path).expanduser()
    try:
        changed = file.stat().st_mtime_ns
    except OSError as error:
        raise NetError(f"cannot read the net '{path}': {error.strerror}", slug="net/missing", text=str(path)) from error
    return _open(str(file.resolve()), changed)


@lru_cache(maxsize=8)
def _open(path: str, changed: int) -> Net:  # noqa: ARG001 - a file that has changed is another net
    return Net.load(path)
