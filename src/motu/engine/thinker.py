"""A player under a clock (floor: engine).

Invariant: whatever the player's own limits, a move takes its share of the clock at most.
"""

from __future__ import annotations

import math
import queue
import random
import threading
import time
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from motu.engine.work import THREAD_NAME
from motu.games import State
from motu.search.configuration import Settings, best_settings, resolve
from motu.search.limits import Clock, Limits
from motu.search.mcts import SearchTree, read_solved
from motu.search.player import Choice, Player, refuse_without_move
from motu.search.player_texts import Counted, read_options, write_options
from motu.search.players import make_player

_LIMITED: Mapping[str, Counted] = {"mcts": "visits", "uct": "visits", "expectimax": "nodes"}
"""The searches that can be told a time, and what a number alone bounds in their texts."""
_PATIENCE = 0.2
"""So much of all time that is left is waited for such a player."""
_NO_SETTINGS: Mapping[str, type] = {"evaluator": str, "solved": str}
"""What a player's text may hold beside its limits and settings."""
_NOTHING: Mapping[str, Any] = {}
_IN_NEED: Mapping[str, Any] = {"solved": "off"}
"""For the search that takes the place of a player that has become too slow: it is not to know more than that one."""
_CAUTION = 1.5
"""A player that can't be told a time is trusted while its slowest move so far, times this, fits into the share."""


class Thinker:
    """Generates moves as a player does, within the time that a clock allows."""

    def __init__(self, text: str, seed: int | None) -> None:
        """Make the player.

        Args:
            text: A text for `make_player`.
            seed: Makes its choices repeatable where no clock runs; None makes them unpredictable.

        Raises:
            EngineError: "engine/unknown-player".
        """
        self.player: Player = make_player(text, seed)
        self._random = random.Random(seed)
        self._tree: SearchTree | None = None
        self._slowest = 0.0

    def choose(self, state: State, clock: Clock | None = None) -> Choice:
        """Choose a move, by the player's own limits and, where there is one, by the clock.

        Raises:
            EngineError: "engine/no-move" at the end of a game or at a chance node.
        """
        refuse_without_move(state)
        if clock is None:
            return self.player.choose(state)
        kind, _, options = self.player.name.partition(":")
        if kind not in _LIMITED:
            return self._choose_in_time(state, clock)
        limits, chosen = read_options(options, _LIMITED[kind], {**_NO_SETTINGS, **_setting_types()})
        limits = replace(limits, clock=clock)
        if kind == "mcts":
            return self._search(state, limits, chosen)
        told = write_options(replace(limits, seconds=limits.time), _LIMITED[kind], chosen)
        return make_player(f"{kind}:{told}", self._random.getrandbits(63)).choose(state)

    def _choose_in_time(self, state: State, clock: Clock) -> Choice:
        """Let a player of its own speed choose; where it has become too slow, or gives no answer, search instead."""
        if self._slowest * _CAUTION > clock.seconds_for_move:
            return self._search(state, Limits(clock=clock), _IN_NEED)
        begin = time.monotonic()
        answers: queue.SimpleQueue[Choice | BaseException] = queue.SimpleQueue()
        position = state.clone()
        threading.Thread(
            target=_answer_into, args=(answers, self.player, position), name=THREAD_NAME, daemon=True
        ).start()
        try:
            answer = answers.get(timeout=max(clock.seconds_for_move, clock.remaining * _PATIENCE))
        except queue.Empty:
            self._slowest = math.inf  # it may still be thinking: nobody asks it again
            left = clock.remaining - (time.monotonic() - begin)
            return self._search(state, Limits(clock=replace(clock, remaining=max(0.0, left))), _IN_NEED)
        self._slowest = max(self._slowest, time.monotonic() - begin)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def _search(self, state: State, limits: Limits, chosen: Mapping[str, Any] = _NOTHING) -> Choice:
        """Search on in the tree that follows the game; `chosen` is what the player's text says beside its limits."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return Choice(actions[0])
        if self._tree is None or self._tree.game != state.game:
            self._tree = self._plant(state, chosen)
        else:
            self._tree.advance_to(state)
        found = self._tree.search(limits)
        return Choice(found.best.action, found.best.value, found.best.visits, found.simulations)

    def _plant(self, state: State, chosen: Mapping[str, Any]) -> SearchTree:
        settings = {key: value for key, value in chosen.items() if key not in _NO_SETTINGS}
        evaluator: Any = resolve(state.game, chosen.get("evaluator", "auto"))
        best = best_settings(state.game.rules, evaluator)
        solved = read_solved(chosen.get("solved", "auto"))
        return SearchTree(state, evaluator, replace(best, **settings, seed=self._random.getrandbits(63)), solved=solved)


def _answer_into(answers: queue.SimpleQueue[Choice | BaseException], player: Player, state: State) -> None:
    """Ask a player, and pass on whatever comes of it."""
    try:
        answers.put(player.choose(state))
    except BaseException as error:  # noqa: BLE001 - raised again where the answer is awaited
        answers.put(error)


def _setting_types() -> dict[str, type]:
    """Return the settings that a player's text may hold, with what their values are."""
    return {name: type(value) for name, value in asdict(Settings()).items() if name != "seed"}
