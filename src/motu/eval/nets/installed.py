"""Where nets are found (floor: eval).

Those that come with motu lie beside this file, one's own in a folder of their own; others are named by their paths.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from motu.errors import NetError
from motu.eval.nets.net import Net, int8_file
from motu.files import data_folder

FOLDER = Path(__file__).parent
"""Where the nets that come with motu lie."""

OWN = "MOTU_NETS"
"""The environment's variable that names the folder of one's own nets."""


def own_folder() -> Path:
    """Return where one's own nets lie."""
    told = os.environ.get(OWN)
    # A service's variables have been through no shell.
    return Path(os.path.expanduser(told)) if told else data_folder() / "nets"  # noqa: PTH111 - "~nobody" is no fault


def folders() -> tuple[Path, ...]:
    """Return where nets are looked for, one's own first."""
    return own_folder(), FOLDER


def installed_nets() -> tuple[Path, ...]:
    """Return the files of the nets that are there without being named, one's own first, by name."""
    found = [path for folder in folders() for path in sorted(folder.glob("*.onnx"))]
    in_eight_bits = {int8_file(path) for path in found}
    return tuple(path for path in found if path not in in_eight_bits)


def net_named(name: str | Path) -> Path:
    """Return the file of a net: of one that is installed by its name, such as "atoll-small", or the file that is named.

    Raises:
        NetError: "net/missing" where there is neither.
    """
    file = Path(name).expanduser()
    if file.is_file():
        return file
    installed = {path.stem: path for path in reversed(installed_nets())}
    if str(name) in installed:
        return installed[str(name)]
    raise NetError(
        f"there is no net '{name}': neither a file nor one that is installed ({', '.join(sorted(installed))})",
        slug="net/missing",
        text=str(name),
        legal=tuple(sorted(installed)),
    )


def open_net(path: str | Path) -> Net:
    """Return the net of a file; one that has been opened and has not changed is shared.

    Raises:
        NetError: As `Net.load`.
    """
    file = Path(path).expanduser()
    if not file.name:
        raise NetError(f"'{path}' names no file of a net", slug="net/missing", text=str(path))
    try:
        changed = file.stat().st_mtime_ns, _changed(int8_file(file))
    except OSError as error:
        raise NetError(f"cannot read the net '{path}': {error.strerror}", slug="net/missing", text=str(path)) from error
    return _open(str(file.resolve()), changed)


def _changed(file: Path) -> int:
    """Return when a file was changed last; 0 where there is none."""
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=8)
def _open(path: str, changed: tuple[int, int]) -> Net:  # noqa: ARG001 - a file that has changed is another net
    return Net.load(path)
