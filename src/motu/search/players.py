"""Players: something that names an action for a position (floor: search).

`human` is not one of them: a person answers through the command line or a browser, not through this seam.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import asdict

from motu import _core
from motu.errors import EngineError
from motu.games import State
from motu.numbers import expect_seed
from motu.search.configuration import SearchSettings, check_evaluator_text
from motu.search.expectimax import ExpectimaxPlayer
from motu.search.level_player import LevelPlayer
from motu.search.limits import Limits
from motu.search.mcts import MctsPlayer, read_solved
from motu.search.net_evaluators import lower_text
from motu.search.player import Choice, Player, Stopped, copy_of_decision
from motu.search.player_texts import read_options

__all__ = [
    "MAX_NODES",
    "Choice",
    "ExpectimaxPlayer",
    "MctsPlayer",
    "Player",
    "RandomPlayer",
    "UctPlayer",
    "make_player",
]


class RandomPlayer:
    """Plays uniformly at random among the legal actions."""

    heeds_limits = False
    memory = 0

    def __init__(self, seed: int | None = None) -> None:
        """Seed the choices.

        Args:
            seed: 0 to 2**64-1; None takes one from the operating system.

        Raises:
            ValueError: For another seed.
        """
        self._random = random.Random(expect_seed(seed))

    @property
    def name(self) -> str:
        """Always "random"."""
        return "random"

    def choose(
        self,
        state: State,
        limits: Limits | None = None,  # noqa: ARG002 - it never takes long
        is_stopped: Stopped | None = None,  # noqa: ARG002
    ) -> Choice:
        """Choose any legal action."""
        state = copy_of_decision(state)
        return Choice(self._random.choice(state.legal_actions()))


class UctPlayer:
    """Plain UCT with random rollouts: knows the rules and nothing else (Kocsis and Szepesvári, 2006).

    Of limits it heeds visits, which are its simulations, seconds and clocks.
    """

    heeds_limits = True
    memory = 0

    def __init__(
        self, simulations: int = 0, seconds: float = 1.0, seed: int | None = None, exploration: float = 1.0
    ) -> None:
        """Set the limits of one decision.

        Args:
            simulations: At most so many; 0 for no such bound.
            seconds: At most so long, wall time; 0 for no such bound.
            seed: 0 to 2**64-1. With a bound on simulations alone, equal seeds give equal games; None takes one from the
                operating system.
            exploration: UCB1's constant, for values in [-1, 1].

        Raises:
            ValueError: For another seed.
            EngineError: "engine/limits" when there is no bound, or a negative one.
        """
        if simulations < 0 or seconds < 0 or (simulations == 0 and seconds == 0):
            raise EngineError(
                f"a search needs a bound: simulations or seconds above 0, not {simulations} and {seconds}",
                slug="engine/limits",
            )
        self._limits = Limits(simulations, seconds=seconds)
        self._exploration = exploration
        self._random = random.Random(expect_seed(seed))

    @property
    def name(self) -> str:
        """Such as "uct:1s" or "uct:5000"."""
        return f"uct:{self._limits.visits}" if self._limits.visits else f"uct:{self._limits.seconds:g}s"

    def choose(self, state: State, limits: Limits | None = None, is_stopped: Stopped | None = None) -> Choice:
        """Search, and choose the most visited action."""
        seed, bounds = self._random.getrandbits(63), self._limits.within(limits)
        result = _core.uct_search(state, bounds.visits, bounds.time, self._exploration, MAX_NODES, seed, is_stopped)
        best = result.moves[0]
        return Choice(best.action, best.value, best.visits, result.simulations)


MAX_NODES = 2_000_000
"""Nodes a search tree may have: about 100 MB."""


def make_player(text: str, seed: int | None = None) -> Player:
    """Return the player that a text names.

    "random"; "mcts" (the strongest, one second a move), "mcts:3s", "mcts:5000" (visits of the root); "uct" (plain),
    "uct:3s", "uct:5000" (simulations); "expectimax", "expectimax:3s", "expectimax:50000" (positions gone through),
    "expectimax:depth=3". Of mcts and expectimax more can be told, after commas: "evaluator=rollout" and, of mcts, every
    field of `Settings`, as in "mcts:1s,threads=2,evaluator=uniform". "evaluator=net" is the net that comes with motu,
    "evaluator=net:FILE" one of your own, "evaluator=lines:FILE" a line net's weights; the file's name has no comma.
    "mcts:1s,solved=off" asks no tables of solved
    positions.

    Args:
        text: As above; case is of no account.
        seed: 0 to 2**64-1. Where time bounds no decision and one thread searches, equal seeds give equal games; None
            takes one from the operating system.

    Raises:
        ValueError: For another seed.
        EngineError: "engine/unknown-player" with what would be right.
    """
    if not isinstance(text, str):
        raise TypeError(f"a player is named by a text such as 'mcts:1s', not by {text!r:.100}")
    seed = expect_seed(seed)
    kind, colon, options = lower_text(text).partition(":")
    maker = _MAKERS.get(kind) if options or not colon else None  # a colon promises something
    if kind == "random" and not colon:
        return RandomPlayer(seed)
    if kind == "level":
        return LevelPlayer.from_text(options, seed)
    if maker is not None:
        try:
            return maker(options, seed)
        except EngineError as error:
            raise EngineError(
                f"unknown player '{text}': {error.message}", slug="engine/unknown-player", text=text, legal=error.legal
            ) from error
        except ValueError:
            pass
    raise EngineError(
        f"unknown player '{text}': right are random, uct, uct:3s (seconds a move), uct:5000 (simulations a move), "
        "the same with mcts and expectimax, expectimax:depth=3, level:1 to level:10, and more after commas as in "
        "mcts:1s,threads=2",
        slug="engine/unknown-player",
        text=text,
        legal=(
            "random",
            *(kind + options for kind in _MAKERS for options in ("", ":3s", ":5000")),
            "expectimax:depth=3",
            "level:5",
        ),
    )


def _make_uct(options: str, seed: int | None) -> Player:
    limits, _ = read_options(options, "visits", {})
    if limits.nodes or limits.depth:
        raise ValueError("uct knows no such bound")
    return UctPlayer(limits.visits, limits.seconds, seed)


def _make_mcts(options: str, seed: int | None) -> Player:
    usual = asdict(SearchSettings())
    usual.pop("seed")
    choices: dict[str, type] = {key: type(value) for key, value in usual.items()}
    limits, chosen = read_options(options, "visits", {"evaluator": str, "solved": read_solved, **choices})
    evaluator = str(chosen.pop("evaluator", "auto"))
    check_evaluator_text(evaluator)
    solved = read_solved(str(chosen.pop("solved", "auto")))
    return MctsPlayer(limits, seed, chosen, evaluator, solved)


def _make_expectimax(options: str, seed: int | None) -> Player:
    limits, chosen = read_options(options, "nodes", {"evaluator": str})
    evaluator = str(chosen.get("evaluator", "auto"))
    check_evaluator_text(evaluator, is_static=True)
    return ExpectimaxPlayer(limits, seed, evaluator)


_MAKERS: dict[str, Callable[[str, int | None], Player]] = {
    "uct": _make_uct,
    "mcts": _make_mcts,
    "expectimax": _make_expectimax,
}
"""What makes a player from what follows the colon, by the word before it."""
