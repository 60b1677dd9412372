"""Who looks at which game, wherever in the house (floor: server).

Each process says whom it shows a game when that changes, and every ten seconds again; who is not heard of for half a
minute has gone. None of it is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from motu.server.audience import Broadcaster
from motu.server.wall_time import WallTime

SAID_SECONDS = 10.0
FORGOTTEN_MS = 30_000


class Onlookers:
    """Whom this process shows games, and what it has heard of the others."""

    def __init__(self, audience: Broadcaster, wall: WallTime) -> None:
        """Begin with what is here."""
        self._audience, self._wall = audience, wall
        self._others: dict[str, dict[str, tuple[frozenset[str], int]]] = {}
        """By game and process: who looks there, and when that was heard."""

    def guests(self, game_id: str) -> set[str]:
        """Return who looks at a game."""
        there = (guests for guests, _ in self._others.get(game_id, {}).values())
        return self._audience.guests(game_id).union(*there)

    def here(self, games: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """Return whom this process shows some games."""
        return {game_id: tuple(sorted(self._audience.guests(game_id))) for game_id in games}

    def hear(self, process: str, games: Mapping[str, Sequence[str]]) -> list[str]:
        """Take what another process says; return the games at which that changes anything."""
        now, changed = self._wall.now().steady_ms, []
        for game_id, guests in games.items():
            before = self.guests(game_id)
            there = self._others.setdefault(game_id, {})
            there[process] = frozenset(guests), now
            if not guests:
                self._drop(game_id, process)
            if self.guests(game_id) != before:
                changed.append(game_id)
        return changed

    def forget(self) -> list[str]:
        """Forget what is too long ago; return the games at which that changes anything."""
        old = self._wall.now().steady_ms - FORGOTTEN_MS
        gone = [
            (game_id, process)
            for game_id, there in self._others.items()
            for process, (_, heard_ms) in there.items()
            if heard_ms < old
        ]
        for game_id, process in gone:
            self._drop(game_id, process)
        return sorted({game_id for game_id, _ in gone})

    def _drop(self, game_id: str, process: str) -> None:
        there = self._others[game_id]
        del there[process]
        if not there:
            del self._others[game_id]
