"""Players: something that names an action for a position (floor: search).

`human` is not one of them: a person answers through the command line or a browser, not through this seam.
"""

from __future__ import annotations

import random

from motu import _core
from motu.errors import EngineError
from motu.games import State
from motu.search.mcts import Limits, MctsPlayer
from motu.search.player import Choice, Player, refuse_without_move

__all__ = ["MAX_NODES", "Choice", "MctsPlayer", "Player", "RandomPlayer", "UctPlayer", "make_player"]


class RandomPlayer:
    """Plays uniformly at random among the legal actions."""

    def __init__(self, seed: int | None = None) -> None:
        """Seed the choices; None takes a seed from the operating system."""
        self._random = random.Random(seed)

    @property
    def name(self) -> str:
        """Always "random"."""
        return "random"

    def choose(self, state: State) -> Choice:
        """Choose any legal action."""
        refuse_without_move(state)
        return Choice(self._random.choice(state.legal_actions()))


class UctPlayer:
    """Plain UCT with random rollouts: knows the rules and nothing else (Kocsis and Szepesvári, 2006)."""

    def __init__(
        self, simulations: int = 0, seconds: float = 1.0, seed: int | None = None, exploration: float = 1.0
    ) -> None:
        """Set the limits of one decision.

        Args:
            simulations: At most so many; 0 for no such bound.
            seconds: At most so long, wall time; 0 for no such bound.
            seed: With a bound on simulations alone, equal seeds give equal games; None takes one from the operating
                system.
            exploration: UCB1's constant, for values in [-1, 1].

        Raises:
            EngineError: "engine/limits" when there is no bound, or a negative one.
        """
        if simulations < 0 or seconds < 0 or (simulations == 0 and seconds == 0):
            raise EngineError(
                f"a search needs a bound: simulations or seconds above 0, not {simulations} and {seconds}",
                slug="engine/limits",
            )
        self._simulations = simulations
        self._seconds = seconds
        self._exploration = exploration
        self._random = random.Random(seed)

    @property
    def name(self) -> str:
        """Such as "uct:1s" or "uct:5000"."""
        return f"uct:{self._simulations}" if self._simulations else f"uct:{self._seconds:g}s"

    def choose(self, state: State) -> Choice:
        """Search, and choose the most visited action."""
        seed = self._random.getrandbits(63)
        result = _core.uct_search(state, self._simulations, self._seconds, self._exploration, MAX_NODES, seed)
        best = result.moves[0]
        return Choice(best.action, best.value, best.visits, result.simulations)


MAX_NODES = 2_000_000
"""Nodes a search tree may have: about 100 MB."""


def make_player(text: str, seed: int | None = None) -> Player:
    """Return the player that a text names.

    "random"; "mcts" (the strongest, one second a move), "mcts:3s", "mcts:5000" (visits of the root); "uct" (plain),
    "uct:3s", "uct:5000" (simulations).

    Raises:
        EngineError: "engine/unknown-player" with what would be right.
    """
    kind, _, limit = text.strip().lower().partition(":")
    if kind == "random" and not limit:
        return RandomPlayer(seed)
    if kind in ("uct", "mcts"):
        try:
            visits, seconds = _read_limit(limit)
        except ValueError:
            pass
        else:
            if kind == "mcts":
                return MctsPlayer(Limits(visits=visits, seconds=seconds), seed)
            return UctPlayer(simulations=visits, seconds=seconds, seed=seed)
    raise EngineError(
        f"unknown player '{text}': right are random, uct, uct:3s (seconds a move), uct:5000 (simulations a move) and "
        "the same with mcts",
        slug="engine/unknown-player",
        text=text,
        legal=("random", "uct", "uct:3s", "uct:5000", "mcts", "mcts:3s", "mcts:5000"),
    )


def _read_limit(text: str) -> tuple[int, float]:
    """Return simulations and seconds, one of them 0; one second for an empty text."""
    if not text:
        return 0, 1.0
    if text.endswith("s"):
        seconds = float(text[:-1])
        if not 0 < seconds <= 86_400:
            raise ValueError("seconds")
        return 0, seconds
    simulations = int(text)
    if not 0 < simulations < 2**63:
        raise ValueError("simulations")
    return simulations, 0.0
