"""Exact results to compare a net with (floor: train).

Small boards are solved (`motu.solve`): by proof-number search, or looked up in whole tables. Where there are dice,
equities are compared (`motu.train.equities`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from motu.arena.openings import position_key
from motu.games import Game, State
from motu.solve import SolveLimits, make_solver
from motu.train.equities import Equities
from motu.train.judging import Judges

_LIMITS = SolveLimits(nodes=1_000_000, memory_bytes=1 << 28, every_action=False)
"""A position that is not solved by then is left out."""
_TRIES = 20
"""Positions that are drawn for one that is kept, at most."""
_CHUNK = 256

CHECK_SEED = 2026
CHECK_POSITIONS = 500
"""Of the positions that nets are compared on (`motu nets check`), which trainings leave out."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often a net is right without any search."""

    openings: int
    """Positions after one stone, images in a mirror left out."""
    openings_right: int
    """Those of which it knows who wins."""
    positions: int
    """Later ones."""
    positions_right: int
    winning: int
    """Positions, of both kinds, that the mover wins."""
    moves_right: int
    """Those where its first choice wins."""

    def to_json(self) -> dict[str, float]:
        """Return the numbers by name."""
        return {name: getattr(self, name) for name in self.__slots__}


def truth_of(
    game: Game, positions: int, seed: int, is_stopped: Callable[[], bool] = lambda: False
) -> SolvedSet | Equities:
    """Return solved positions of a game: who wins, or with dice the equities.

    Args:
        game: One without the pie rule.
        positions: How many later ones.
        seed: Of the draws.
        is_stopped: As of `Truth`; whole tables, which games with dice have, are not interrupted.

    Raises:
        SolveError: Where dice are and the board is too large.
    """
    return Equities(game, positions, seed) if game.type.has_dice else SolvedSet(game, positions, seed, is_stopped)


class SolvedSet:
    """Solved positions of one game."""

    def __init__(self, game: Game, positions: int, seed: int, is_stopped: Callable[[], bool] = lambda: False) -> None:
        """Solve the openings and some later positions.

        Args:
            game: One without the pie rule.
            positions: How many later ones, after 2 plies and more, drawn at random.
            seed: Of the draws.
            is_stopped: Asked after every position; True leaves the others out.
        """
        self.game = game
        self._solver = make_solver(game)
        self._results: dict[object, int | None] = {}
        self.openings: list[State] = []
        for state in _openings(game):
            if is_stopped():
                break
            if self.result(state) is not None:
                self.openings.append(state)
        self.positions = list(self._draw(positions, drawing(game, seed), is_stopped))

    def result(self, state: State) -> int | None:
        """Return 1 where the mover wins, -1 where he loses, None where that could not be found out."""
        if state.is_terminal():
            return _result_of(state)
        key = _key(state)
        if key not in self._results:
            found = self._solver.solve(state, _LIMITS)
            self._results[key] = round(found.lower) if found.is_exact and found.lower else None
        return self._results[key]

    def _draw(self, count: int, source: random.Random, is_stopped: Callable[[], bool]) -> Iterator[State]:
        seen: set[object] = set()
        for _ in range(count * _TRIES):
            if len(seen) == count or is_stopped():
                return
            state = random_position(self.game, source)
            key = _key(state)
            if state.is_terminal() or key in seen or self.result(state) is None:
                continue
            seen.add(key)
            yield state

    def compare(self, net: Judges) -> Agreement:
        """Ask a net about all positions, or a search."""
        right = {"openings": 0, "positions": 0}
        winning = moves_right = 0
        for name, states in (("openings", self.openings), ("positions", self.positions)):
            for state, value, best in _judged(net, states):
                result = self.result(state)
                right[name] += (value > 0) == (result == 1)
                if result == 1:
                    winning += 1
                    state.apply_action(best)
                    moves_right += self.result(state) == -1
                    state.undo()
        return Agreement(
            len(self.openings), right["openings"], len(self.positions), right["positions"], winning, moves_right
        )


def drawing(game: Game, seed: int) -> random.Random:
    """Return what draws the positions of a game that belong to a seed."""
    return random.Random(f"{seed} {game.spec}")


def random_position(game: Game, source: random.Random) -> State:
    """Return a position after 2 plies and more, half of the board's cells at most, drawn at random; it may be over."""
    state = game.new_initial_state()
    for _ in range(source.randrange(2, max(3, game.board.num_cells // 2))):
        state.apply_action(source.choice(state.legal_actions()))
        if state.is_terminal():
            break
    return state


def _key(state: State) -> object:
    """Return what positions with the same result have in common; stones say all of a position in some games alone."""
    return position_key(state) if state.game.type.is_all_in_stones else state.hash()


def _result_of(state: State) -> int | None:
    """Return the result of a game that is over for the person who would be next; None for a draw."""
    outcome = state.outcome()
    if outcome is None or outcome.winner is None:
        return None
    return 1 if outcome.winner == state.to_move() else -1


def _openings(game: Game) -> Iterator[State]:
    seen: set[object] = set()
    for action in game.new_initial_state().legal_actions():
        state = game.new_initial_state()
        state.apply_action(action)
        key = _key(state)
        if key not in seen:
            seen.add(key)
            yield state


def _judged(net: Judges, states: list[State]) -> Iterator[tuple[State, float, int]]:
    for begin in range(0, len(states), _CHUNK):
        chunk = states[begin : begin + _CHUNK]
        for state, judgement in zip(chunk, net.judge(chunk), strict=True):
            yield state, judgement.value, judgement.best
