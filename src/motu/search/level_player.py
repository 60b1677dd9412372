"""A player of one of the levels (floor: search).

The strong levels are the search with more and more simulations. A weak level plays as people do who are weak: a few
moves catch its eye, because they lie on the way or near the last stones (`routes.py`, `lines_in_sight.py`), and it
compares those few with a handful of simulations each. So it overlooks what lies elsewhere, and misjudges what it sees;
it does not roll dice over the whole board. What wins at once every level finds (`tactics.py`).
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from motu.games import Game, State
from motu.search.expectimax import ExpectimaxPlayer
from motu.search.levels import Level, level_number, levels_for, load_levels
from motu.search.limits import Limits
from motu.search.lines_in_sight import LineEye
from motu.search.mcts import MctsPlayer, SearchSettings, SearchTree
from motu.search.player import Choice, Player, Stopped, copy_of_decision
from motu.search.routes import ConnectionEye
from motu.search.tactics import answers, threats, winning_actions

SMALL_TREE = 20_000
"""Positions in the tree of one move that is compared with a few others."""


class Eye(Protocol):
    """Says what attracts somebody who looks at the board and does not calculate."""

    def weights(self, state: State, actions: Sequence[int], naivety: float) -> npt.NDArray[np.float64]:
        """Return how much each action attracts, above 0; see `Level.naivety`."""


@dataclass(slots=True)
class _Candidate:
    """A move that caught the eye, and the search behind it."""

    action: int
    appeal: float
    """Logarithm of how it attracts, from 0 downward."""
    sign: int
    """1 where the values behind the move are the mover's, -1 where they are the opponent's."""
    tree: SearchTree | None
    """None where the game ends with the move."""
    value: float = 0.0
    """For the person to act."""
    visits: int = 0

    @property
    def is_known(self) -> bool:
        """Whether anybody has looked into it, or need not."""
        return self.visits > 0 or self.tree is None

    @property
    def judgement(self) -> float:
        """The value, and as long as few simulations stand behind it also the first impression."""
        return self.value + (self.appeal / math.sqrt(self.visits) if self.visits else 0.0)


class LevelPlayer:
    """Plays at a level of the game that it is shown, by the level's own limits alone."""

    heeds_limits = False

    def __init__(
        self, number: int, seed: int | None = None, table: Mapping[str, Sequence[Level]] | None = None
    ) -> None:
        """Take a level.

        Args:
            number: 1..10.
            seed: Where the level has one thread and its simulations end before its seconds, equal seeds give equal
                games; None takes one from the operating system.
            table: Levels by the game's name, to try others than those of the package.

        Raises:
            EngineError: "engine/unknown-level".
        """
        self._number = level_number(str(number))
        self._random = random.Random(seed)
        self._table = table if table is not None else load_levels()
        self._game: Game | None = None
        self._eye: Eye | None = None
        self._searcher: Player | None = None

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
        return 0 if self._searcher is None else self._searcher.memory

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
        level = self.level(state.game)
        actions = state.legal_actions()
        won = winning_actions(state, actions)
        if won:
            return Choice(won[0], 1.0)
        if len(actions) == 1:
            return Choice(actions[0])
        if state.swap_is_legal() and level.swap == "centre":
            if self._stands_central(state):
                return Choice(state.string_to_action("swap"))
            actions.remove(state.string_to_action("swap"))
        if level.considers == 0:
            return self._search(state, level, is_stopped)
        return self._compare(state, level, self._shortlist(state, level, actions), is_stopped)

    def _sit_down(self, game: Game) -> None:
        if self._game != game:
            self._game = game
            self._eye = eye_for(game)
            self._searcher = None

    def _stands_central(self, state: State) -> bool:
        eye = self._eye
        first = next(cell for cell, stone in enumerate(state.stones()) if stone < 2)
        return isinstance(eye, ConnectionEye) and eye.is_central(first)

    # --- strong

    def _search(self, state: State, level: Level, is_stopped: Stopped | None) -> Choice:
        if self._searcher is None:
            self._searcher = _searcher(level, state.game, self._random.getrandbits(63))
        return self._searcher.choose(state, is_stopped=is_stopped)

    # --- weak

    def _shortlist(self, state: State, level: Level, actions: list[int]) -> list[tuple[int, float]]:
        """Return the moves that catch the eye with the logarithm of how they attract, the most attractive first."""
        if self._random.random() < level.sees_threats:
            against = threats(state)
            if against:
                actions = answers(state, against, actions)
        swap = [action for action in actions if state.swap_is_legal() and action == state.game.num_actions - 1]
        others = [action for action in actions if action not in swap]
        if not others or self._eye is None:
            return [(action, 0.0) for action in actions]
        appeal = np.log(self._eye.weights(state, others, level.naivety))
        appeal += level.temperature * np.array([_gumbel(self._random) for _ in others])
        order = np.argsort(-appeal, kind="stable")[: level.considers]
        best = float(appeal[order[0]])
        return [(action, 0.0) for action in swap] + [(others[index], float(appeal[index]) - best) for index in order]

    def _compare(
        self, state: State, level: Level, shortlist: list[tuple[int, float]], is_stopped: Stopped | None
    ) -> Choice:
        """Look into each move of a shortlist, then deeper into the better half, and so on (sequential halving)."""
        if len(shortlist) == 1:
            return Choice(shortlist[0][0])
        rounds = (len(shortlist) - 1).bit_length()
        left = [self._candidate(state, level, action, appeal) for action, appeal in shortlist]
        budget, simulations = level.visits_on(state.game) / rounds, 0
        while len(left) > 1:
            visits = max(1, round(budget / len(left)))
            for each in left:
                if is_stopped is not None and is_stopped():
                    return _best_known(left, simulations)
                simulations += _look(each, visits, level.seconds / rounds / len(left), is_stopped)
            left.sort(key=lambda each: -each.judgement)
            left = left[: (len(left) + 1) // 2]
        return Choice(left[0].action, left[0].value, left[0].visits, simulations)

    def _candidate(self, state: State, level: Level, action: int, appeal: float) -> _Candidate:
        person = state.current_player()
        after = state.clone()
        after.apply_action(action)
        if after.is_terminal():
            return _Candidate(action, appeal, 1, None, after.returns()[person])
        perspective = 0 if after.is_chance_node() else after.current_player()
        settings = SearchSettings(threads=level.threads, max_nodes=SMALL_TREE, seed=self._random.getrandbits(63))
        tree = SearchTree(after, level.evaluator, settings, solved="off")
        return _Candidate(action, appeal, 1 if perspective == person else -1, tree)


def eye_for(game: Game) -> Eye:
    """Return the eye for a game."""
    return LineEye(game) if game.type.has_dice else ConnectionEye(game)


def _searcher(level: Level, game: Game, seed: int) -> Player:
    """Return a player that searches all moves."""
    if level.depth:
        return ExpectimaxPlayer(Limits(depth=level.depth, seconds=level.seconds), seed, level.evaluator)
    limits = Limits(visits=level.visits_on(game), seconds=level.seconds)
    return MctsPlayer(limits, seed, SearchSettings(threads=level.threads), level.evaluator, "off")


def _best_known(candidates: Sequence[_Candidate], simulations: int) -> Choice:
    """Choose among the candidates that were looked into, or else the first."""
    best = max((each for each in candidates if each.is_known), key=lambda each: each.judgement, default=candidates[0])
    return Choice(best.action, best.value if best.is_known else None, best.visits, simulations)


def _look(candidate: _Candidate, visits: int, seconds: float, is_stopped: Stopped | None) -> int:
    """Search on behind a candidate, and return with how many simulations."""
    if candidate.tree is None:
        return 0
    analysis = candidate.tree.search(Limits(visits=candidate.visits + visits, seconds=seconds), is_stopped=is_stopped)
    candidate.value = candidate.sign * analysis.value
    candidate.visits = analysis.visits
    return analysis.simulations


def _gumbel(source: random.Random) -> float:
    """Draw Gumbel noise: the largest of log-weights plus such noise is a draw by weight."""
    return -float(np.log(source.expovariate(1.0)))
