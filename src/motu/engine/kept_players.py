"""Players that are kept between the moves of a game, so that searches go on in their trees (floor: engine)."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from motu.games import State
from motu.search.player import Player
from motu.search.players import make_player

MOST = 4
"""Games whose players are kept."""

MOST_BYTES = 2 << 30
"""Bytes that all of them may hold together, as many as a single tree may by itself."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A player and what it was last asked about."""

    player: Player
    text: str
    seed: int | None
    position: State
    memory: int
    """Bytes that the player holds."""

    def suits(self, text: str, seed: int | None, position: State) -> bool:
        """Whether a position follows in the same game, and the same player is asked for."""
        if (self.text, self.seed) != (text, seed) or self.position.game != position.game:
            return False
        known = self.position.history()
        return position.history()[: len(known)] == known and position.setup_numbers() == self.position.setup_numbers()


class KeptPlayers:
    """The players of the games that were asked about last; several threads may use it at the same time."""

    def __init__(self, most: int = MOST, most_bytes: int = MOST_BYTES) -> None:
        """Keep the players of so many games, as long as they hold no more than so many bytes together."""
        self._most, self._most_bytes = most, most_bytes
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._lock = threading.Lock()

    @contextmanager
    def lent(self, game_id: str, text: str, seed: int | None, position: State) -> Iterator[Player]:
        """Lend the player of a game for one choice.

        It is made anew where the game has none, another thread has it, another player or seed is asked for, or the
        position follows from none that it was asked about last. One that fails is not kept.

        Args:
            game_id: Which game; empty: nothing is kept.
            text: For `make_player`.
            seed: Makes a new player's choices repeatable.
            position: What it is to be asked about; kept until it is asked again.

        Raises:
            EngineError: "engine/unknown-player".
        """
        with self._lock:
            kept = self._kept.pop(game_id, None)
        is_same = kept is not None and kept.suits(text, seed, position)
        player = kept.player if kept is not None and is_same else make_player(text, seed)
        yield player
        if game_id:
            self._keep(game_id, _Kept(player, text, seed, position, player.memory))

    def clear(self) -> None:
        """Forget all of them."""
        with self._lock:
            self._kept.clear()

    def _keep(self, game_id: str, kept: _Kept) -> None:
        with self._lock:
            self._kept[game_id] = kept
            self._kept.move_to_end(game_id)
            while len(self._kept) > self._most or self._memory() > self._most_bytes:
                self._kept.popitem(last=False)

    def _memory(self) -> int:
        return sum(kept.memory for kept in self._kept.values())
