"""Where nets are found (floor: eval).

Those that come with motu lie beside this file; others are named by their paths.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from motu.errors import NetError
from motu.eval.nets.net import Net
from motu.games import Game

FOLDER = Path(__file__).parent


def installed_nets() -> tuple[Path, ...]:
    """Return the files of the nets that come with motu, by name."""
    return tuple(sorted(FOLDER.glob("*.onnx")))


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


def find_net(game: Game) -> Net:
    """Return the net that comes with motu for a game.

    Raises:
        NetError: "net/missing" where there is none.
    """
    for path in installed_nets():
        net = open_net(path)
        if net.info.game == game.name:
            net.check_game(game)
            return net
    raise NetError(
        f"no net for {game.name} comes with this motu: evaluator=net:FILE names one of your own",
        slug="net/missing",
        text=game.name,
        legal=("net:FILE",),
    )
