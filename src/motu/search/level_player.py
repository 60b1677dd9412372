"""A player of one of the levels (floor: search).

How it chooses is in the native core (cpp/motu/core/levels): what catches the eye of a weak level, how it compares what
it sees, and the search of a strong one.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from motu import _core
from motu.errors import Unpicklable
from motu.eval.nets import Net
from motu.games import Game, State
from motu.numbers import expect_seed
from motu.search.configuration import resolve, resolve_static
from motu.search.levels import Level, level_number, levels_for, load_levels
from motu.search.limits import Limits
from motu.search.player import Choice, Stopped, copy_of_decision


class LevelPlayer(Unpicklable):
    """Plays at a level of the game that it is shown, by the level's own limits alone."""

    _instead = "make_player(text, seed) makes an equal one in another process"
    heeds_limits = False

    def __init__(
        self, number: int, seed: int | None = None, table: Mapping[str, Sequence[Level]] | None = None
    ) -> None:
        """Take a level.

        Args:
            number: 1..10.
            seed: 0 to 2**64-1. Where the level has one thread and its simulations end before its seconds, equal seeds
                give equal games; None takes one from the operating system.
            table: Levels by the game's name, to try others than those of the package.

        Raises:
            EngineError: "engine/unknown-level".
            ValueError: For another seed.
        """
        self._number = level_number(str(number))
        self._table = table if table is not None else load_levels()
        self._game: Game | None = None
        self._native = _core.NativeLevelPlayer(secrets.randbits(64) if (seed := expect_seed(seed)) is None else seed)

    @classmethod
    def from_text(cls, text: str, seed: int | None = None) -> LevelPlayer:
        """Make the player of a level from its number as text.

        Raises:
            EngineError: "engine/unknown-level".
        """
        return cls(level_number(text), seed)

    @property
    def name(self) -> str:
        """Such as "level:3"."""
        return f"level:{self._number}"

    @property
    def memory(self) -> int:
        """Bytes that the search of a strong level keeps; the trees of a weak one end with the move."""
        return self._native.bytes

    def level(self, game: Game) -> Level:
        """Return what the level does in a game.

        Raises:
            EngineError: "engine/unknown-level" for a game that has no levels.
        """
        return levels_for(game.rules, self._table)[self._number - 1]

    def choose(self, state: State, limits: Limits | None = None, is_stopped: Stopped | None = None) -> Choice:  # noqa: ARG002 - a level has its own
        """Choose a move: one that wins at once, else as the level does."""
        state = copy_of_decision(state)
        self._sit_down(state.game)
        found = self._native.choose(state, is_stopped)
        return Choice(found.action, found.value, found.visits, found.simulations)

    def _sit_down(self, game: Game) -> None:
        """Take the level of a game, unless it is that of the last move."""
        if self._game == game:
            return
        level = self.level(game)
        used = (resolve_static if level.depth else resolve)(game, level.evaluator)
        self._native.take_level(game.native, level.native, used.native if isinstance(used, Net) else used)
        self._game = game


def eye_for(game: Game) -> _core.NativeEye:
    """Return what attracts somebody who looks at a board of a game and does not calculate."""
    return _core.NativeEye(game.native)
