"""What a player is: something that names an action for a position (floor: search)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from motu.errors import EngineError
from motu.games import State
from motu.games.kinds import expect_state
from motu.search.limits import Limits

Stopped = Callable[[], bool]
"""Says whether nobody wants a search to go on."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player decided, and what it knows about it."""

    action: int
    """A legal action."""
    value: float | None = None
    """Expected result for the person to act, in [-1, 1], where the player has an opinion."""
    visits: int = 0
    """How many simulations went through the chosen action."""
    simulations: int = 0
    """How many simulations there were."""


class Player(Protocol):
    """Chooses actions at decision nodes; dice are rolled by whoever runs the game."""

    @property
    def name(self) -> str:
        """A text that `make_player` turns into an equal player."""

    @property
    def heeds_limits(self) -> bool:
        """Whether `choose` keeps to the limits that it is asked to keep; else it takes no notice of them."""

    @property
    def memory(self) -> int:
        """Bytes that it holds between two choices: its tree or its table."""

    def choose(self, state: State, limits: Limits | None = None, is_stopped: Stopped | None = None) -> Choice:
        """Choose an action; the state comes back as it was.

        Args:
            state: The position.
            limits: What bounds this decision besides the player's own limits, where it heeds them.
            is_stopped: Asked about every 50 ms by a player that takes longer than that; once it returns True the player
                chooses by what it knows.

        Raises:
            EngineError: "engine/no-move" at the end of a game or at a chance node.
        """


@runtime_checkable
class Ponderer(Protocol):
    """A player that can use the time of others, too."""

    def ponder(self, state: State, is_stopped: Stopped) -> None:
        """Think from a position where others decide, or a die, until told to stop, so that the next choice knows more.

        Args:
            state: The position, by which the player has made its move; it comes back as it was.
            is_stopped: Asked about every 50 ms.
        """

    def stop_pondering(self) -> None:
        """End `ponder` at once, from another thread."""


def copy_of_decision(state: State) -> State:
    """Return a copy of a position that has a move to choose: whoever plays on with the state meanwhile disturbs nobody.

    Raises:
        EngineError: "engine/no-move" at the end of a game or at a chance node.
        TypeError: For anything but a position.
    """
    copy = expect_state(state).clone()
    if copy.is_terminal() or copy.is_chance_node():
        raise EngineError("there is no move to choose here", slug="engine/no-move", position=" ".join(copy.moves()))
    return copy
