"""What shells complete an argument to, by what the help calls it: SPEC, PLAYER and the like (floor: cli)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def _games() -> list[str]:
    from motu import PRESETS

    return sorted(PRESETS)


def _players() -> list[str]:
    return ["mcts:1s", "mcts:1000", "uct:1000", "expectimax:2", "random", *(f"level:{each}" for each in range(1, 11))]


def _seats() -> list[str]:
    return ["human", *_players()]


def _commands() -> list[str]:
    from motu.cli.main import GROUPS

    return [name for members in GROUPS.values() for name in members]


_BEHIND: dict[str, Callable[[], list[str]]] = {
    "SPEC": _games,
    "FILE|SPEC": _games,  # where no game begins so, the shell completes files
    "GAME": _games,
    "PLAYER": _seats,
    "A": _players,
    "B": _players,
    "COMMAND": _commands,
}


def completed(metavar: str | None) -> Callable[[Any, Any, str], list[str]] | None:
    """Return what completes an argument that is called so, None where the shell completes files."""
    words = _BEHIND.get((metavar or "").strip("[]."))
    if words is None:
        return None
    return lambda _context, _parameter, begun: [word for word in words() if word.startswith(begun)]
