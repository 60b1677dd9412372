"""Depth-first search over the native core: expectimax with Star2 pruning, deepened ply by ply (floor: search).

In games without dice it is alpha-beta. Rolls take no depth: a ply is a turn.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from motu import _core
from motu.errors import EngineError, Unpicklable
from motu.games import Game, State
from motu.games.kinds import expect_game
from motu.numbers import SEEDS, expect_number, expect_seed
from motu.search.configuration import Evaluator, resolve_static
from motu.search.limits import Limits, expect_limits
from motu.search.player import Choice, Stopped, copy_of_decision
from motu.search.player_texts import write_options

TABLE_ENTRIES = 1 << 18
"""Positions that a search remembers: 8 MB."""
_MOST_ENTRIES = 1 << 40

_ENTRY = 32
"""Bytes of one of them."""


@dataclass(frozen=True, slots=True)
class DepthAnalysis:
    """What a depth-first search found out by one depth."""

    action: int
    """The best one: of the last finished depth, or a better one that the depth begun after it found."""
    move: str
    """Its text."""
    value: float
    """Expected result for the person to act, in [-1, 1]."""
    depth: int
    """Plies that were finished; 0 when the limits allowed none."""
    is_certain: bool
    """Whether the value is proved: no evaluator had a part in it."""
    nodes: int
    """Positions gone through."""
    variation: tuple[str, ...]
    """The move and what is expected after it, up to the next roll."""
    seconds: float


class ExpectimaxSearch(Unpicklable):
    """A depth-first search for the positions of one game.

    One call at a time: only `stop` may come from another thread (or from a report).
    """

    _instead = "ExpectimaxSearch(game, evaluator) makes an equal one in another process"

    def __init__(
        self,
        game: Game,
        evaluator: Evaluator = "auto",
        *,
        table_entries: int = TABLE_ENTRIES,
        seed: int = 1,
    ) -> None:
        """Set up a search.

        Args:
            game: Of which positions will be searched.
            evaluator: What says how good the last positions are; a callable is asked one position at a time.
            table_entries: Positions to remember, 32 bytes each, 1 to 2**40.
            seed: Of evaluators that play at random, 0 to 2**64-1.

        Raises:
            EngineError: "engine/unknown-evaluator", "engine/weights".
            ValueError: For numbers out of range.
        """
        expect_game(game)
        table_entries = expect_number("table_entries", table_entries, 1, _MOST_ENTRIES)
        seed = expect_number("seed", seed, 0, SEEDS - 1)
        native: object = resolve_static(game, evaluator)
        self._native = _core.NativeExpectimax(game.new_initial_state(), native, table_entries, seed)

    def search(
        self,
        state: State,
        limits: Limits,
        report: Callable[[DepthAnalysis], bool | None] | None = None,
        is_stopped: Stopped | None = None,
    ) -> DepthAnalysis:
        """Search deeper and deeper, until a limit is met or the result is certain.

        Args:
            state: A position in which somebody is to move; it comes back as it was.
            limits: When to stop; visits mean nothing here.
            report: Called with every finished depth; False stops the search.
            is_stopped: Asked about every 50 ms; True stops it in the middle of a depth, too.

        Raises:
            EngineError: "engine/no-move" at the end of a game or before a roll, "engine/limits" without a bound,
                "engine/busy" while another call is going on, "engine/other-game" for a position of another game.
        """
        state = copy_of_decision(state)
        expect_limits(limits)

        def pass_on(result: _core.ExpectimaxResult) -> bool | None:
            return report(_read(state, result)) if report is not None else None

        result = self._native.search(
            state, limits.nodes, limits.time, limits.depth, pass_on if report is not None else None, is_stopped
        )
        return _read(state, result)

    def stop(self) -> None:
        """End the search that is going on in another thread; it returns what it knows."""
        self._native.stop()


class ExpectimaxPlayer(Unpicklable):
    """Plays by depth-first search."""

    _instead = "make_player(text, seed) makes an equal one in another process"
    heeds_limits = True

    def __init__(self, limits: Limits | None = None, seed: int | None = None, evaluator: Evaluator = "auto") -> None:
        """Set the limits of one decision.

        Args:
            limits: One second unless told.
            seed: Of evaluators that play at random, 0 to 2**64-1; None takes one from the operating system.
            evaluator: As for `ExpectimaxSearch`.

        Raises:
            EngineError: "engine/limits" when neither depth nor nodes nor time are bounded.
            ValueError: For another seed.
        """
        self._limits = limits if limits is not None else Limits(seconds=1.0)
        if not (self._limits.depth or self._limits.nodes or self._limits.time):
            raise EngineError("expectimax needs a bound on depth, nodes or seconds", slug="engine/limits")
        self._seed = random.Random(expect_seed(seed)).getrandbits(63)
        self._evaluator = evaluator
        self._search: ExpectimaxSearch | None = None
        self._game: Game | None = None

    @property
    def name(self) -> str:
        """Such as "expectimax:depth=3", "expectimax:1s" or "expectimax:50000" (positions gone through)."""
        choices: Mapping[str, object] = {} if self._evaluator == "auto" else {"evaluator": self._evaluator}
        return f"expectimax:{write_options(self._limits, 'nodes', choices)}"

    @property
    def memory(self) -> int:
        """Bytes of the table that its searches share; 0 before the first."""
        return 0 if self._search is None else TABLE_ENTRIES * _ENTRY

    def choose(self, state: State, limits: Limits | None = None, is_stopped: Stopped | None = None) -> Choice:
        """Search, and choose the best move; a forced one without search."""
        state = copy_of_decision(state)
        actions = state.legal_actions()
        if len(actions) == 1:
            return Choice(actions[0])
        if self._search is None or self._game != state.game:
            self._game = state.game
            self._search = ExpectimaxSearch(state.game, self._evaluator, seed=self._seed)
        found = self._search.search(state, self._limits.within(limits), is_stopped=is_stopped)
        return Choice(found.action, found.value, simulations=found.nodes)


def _read(state: State, result: _core.ExpectimaxResult) -> DepthAnalysis:
    return DepthAnalysis(
        result.action,
        state.action_to_string(result.action),
        result.value,
        result.depth,
        result.is_certain,
        result.nodes,
        tuple(state.action_to_string(action) for action in result.variation),
        result.seconds,
    )
