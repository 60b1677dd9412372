"""Exact results to compare a net with (floor: train).

Small boards are solved (`motu.solve`): by proof-number search, or looked up in whole tables. Where there are dice,
equities are compared (`motu.train.equities`).
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from motu.arena.openings import position_key
from motu.games import Game, State
from motu.solve import SolveLimits, make_solver
from motu.train.equities import Equities
from motu.train.judging import Judges

Report = Callable[[str], None]
"""Hears how far the work is."""

_LIMITS = SolveLimits(nodes=1_000_000, memory_bytes=1 << 28, every_action=False)
"""A position that is not solved by then is left out."""
_TRIES = 20
"""Positions that are drawn for one that is kept, at most."""
_CHUNK = 256

CHECK_SEED = 2026
CHECK_POSITIONS = 500
"""Of the positions that nets are compared on (`motu nets check`), which trainings leave out."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long positions may be solved for; what is not solved by then is left out."""

    position_s: float = 30.0
    """Seconds for one position."""
    whole_s: float = 600.0
    """Seconds for all of a board, of which the openings take half at most."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often a net is right without any search."""

    openings: int
    """Positions after one stone, images under the board's symmetries left out."""
    openings_right: int
    """Those of which it knows who wins."""
    positions: int
    """Later ones."""
    positions_right: int
    winning: int
    """Positions, of both kinds, that the mover wins, and where there was time to find out what its choice leads to."""
    moves_right: int
    """Those where its first choice wins."""

    def to_json(self) -> dict[str, float]:
        """Return the numbers by name."""
        return {name: getattr(self, name) for name in self.__slots__}


def truth_of(
    game: Game,
    positions: int,
    seed: int,
    is_stopped: Callable[[], bool] = lambda: False,
    patience: Patience | None = None,
    report: Report = lambda _: None,
) -> SolvedSet | Equities:
    """Return solved positions of a game: who wins, or with dice the equities.

    Args:
        game: One without the pie rule.
        positions: How many later ones.
        seed: Of the draws.
        is_stopped: As of `SolvedSet`; whole tables, which games with dice have, heed none of these three.
        patience: As of `SolvedSet`.
        report: As of `SolvedSet`.

    Raises:
        SolveError: Where dice are and the board is too large.
    """
    if game.type.has_dice:
        return Equities(game, positions, seed)
    return SolvedSet(game, positions, seed, is_stopped, patience, report)


class SolvedSet:
    """Solved positions of one game."""

    def __init__(
        self,
        game: Game,
        positions: int,
        seed: int,
        is_stopped: Callable[[], bool] = lambda: False,
        patience: Patience | None = None,
        report: Report = lambda _: None,
    ) -> None:
        """Solve the openings and some later positions.

        Args:
            game: One without the pie rule.
            positions: How many later ones, after 2 plies and more, drawn at random.
            seed: Of the draws.
            is_stopped: Asked after every position; True leaves the others out.
            patience: How long positions may be solved for; without it nothing but their size bounds them, and equal
                seeds give equal positions on any machine.
            report: Told after every position how far it is, in a few words.
        """
        self.game = game
        self._solver = make_solver(game)
        self._results: dict[object, int | None] = {}
        self._patience = patience
        self.is_cut_short = False
        """Whether time was up before all positions were looked at."""
        begin = time.monotonic()
        self._due = begin + self._seconds(0.5)
        self.openings: list[State] = []
        openings = list(_openings(game))
        for number, state in enumerate(openings):
            if is_stopped() or self._is_late():
                break
            if self.result(state) is not None:
                self.openings.append(state)
            report(f"{number + 1} of {len(openings)} openings of {game.name} tried, {len(self.openings)} solved")
        self._due = begin + self._seconds(1.0)
        self.positions = []
        for state in self._draw(positions, drawing(game, seed), is_stopped):
            self.positions.append(state)
            report(f"{len(self.positions)} of {positions} later positions of {game.name} solved")

    def _seconds(self, share: float) -> float:
        """Return a share of the time that a board may take."""
        return float("inf") if self._patience is None else share * self._patience.whole_s

    def _is_late(self) -> bool:
        is_late = time.monotonic() >= self._due
        self.is_cut_short = self.is_cut_short or is_late
        return is_late

    def result(self, state: State) -> int | None:
        """Return 1 where the mover wins, -1 where he loses, None where that could not be found out."""
        if state.is_terminal():
            return _result_of(state)
        key = _key(state)
        if key not in self._results:
            found = self._solver.solve(state, self._limits())
            self._results[key] = round(found.lower) if found.is_exact and found.lower else None
        return self._results[key]

    def _limits(self) -> SolveLimits:
        if self._patience is None:
            return _LIMITS
        left = max(self._due - time.monotonic(), 0.0)
        return replace(_LIMITS, seconds=min(self._patience.position_s, left))

    def _draw(self, count: int, source: random.Random, is_stopped: Callable[[], bool]) -> Iterator[State]:
        seen: set[object] = set()
        for _ in range(count * _TRIES):
            if len(seen) == count or is_stopped() or self._is_late():
                return
            state = random_position(self.game, source)
            key = _key(state)
            if state.is_terminal() or key in seen or self.result(state) is None:
                continue
            seen.add(key)
            yield state

    def compare(self, net: Judges) -> Agreement:
        """Ask a net about all positions, or a search; what its choices lead to is solved within another `whole_s`."""
        self._due = time.monotonic() + self._seconds(1.0)
        right = {"openings": 0, "positions": 0}
        winning = moves_right = 0
        for name, states in (("openings", self.openings), ("positions", self.positions)):
            for state, value, best in _judged(net, states):
                result = self.result(state)
                right[name] += (value > 0) == (result == 1)
                if result != 1:
                    continue
                state.apply_action(best)
                if state.is_terminal() or _key(state) in self._results or not self._is_late():
                    winning += 1
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
    """Yield the positions after the first move, of those that are images of each other the first one."""
    images = [symmetry.actions for symmetry in game.symmetries if not symmetry.swaps_colours]
    seen: set[int] = set()
    for action in game.new_initial_state().legal_actions():
        if action in seen:
            continue
        seen.update(actions[action] for actions in images)
        state = game.new_initial_state()
        state.apply_action(action)
        yield state


def _judged(net: Judges, states: list[State]) -> Iterator[tuple[State, float, int]]:
    for begin in range(0, len(states), _CHUNK):
        chunk = states[begin : begin + _CHUNK]
        for state, judgement in zip(chunk, net.judge(chunk), strict=True):
            yield state, judgement.value, judgement.best
