"""Thinking while others decide: a player's search goes on in a thread of its own (floor: engine).

Invariant: the player is asked for nothing else meanwhile; `end` comes first.
"""

from __future__ import annotations

import contextlib
import threading

from motu.engine.work import THREAD_NAME
from motu.games import State
from motu.search.player import Ponderer


class Pondering:
    """What one player thinks while it is not its turn; begun and ended by one thread."""

    def __init__(self) -> None:
        """Begin with nothing going on."""
        self._thread: threading.Thread | None = None
        self._player: Ponderer | None = None
        self._is_ended = threading.Event()

    @property
    def is_going_on(self) -> bool:
        """Whether a player thinks now."""
        return self._thread is not None and self._thread.is_alive()

    def begin(self, player: Ponderer, state: State) -> None:
        """Have a player think from a position; what went on before is ended."""
        self.end()
        self._is_ended.clear()
        self._player = player
        position = state.clone()
        self._thread = threading.Thread(target=self._ponder, args=(player, position), name=THREAD_NAME, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Have the player stop, and wait until it has."""
        if self._thread is None or self._player is None:
            return
        self._is_ended.set()
        self._player.stop_pondering()
        self._thread.join()
        self._thread = self._player = None

    def _ponder(self, player: Ponderer, position: State) -> None:
        # What goes wrong here goes wrong again where the player is asked for a move, and is told of there.
        with contextlib.suppress(Exception):
            player.ponder(position, self._is_ended.is_set)
