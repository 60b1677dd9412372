"""A player under a clock (floor: engine).

Invariant: whatever the player's own limits, a move takes `Clock.longest_for_move` at most, and its share where the
player knows no pace.
"""

from __future__ import annotations

import math
import queue
import threading
import time
from dataclasses import replace

from motu.engine.work import THREAD_NAME
from motu.games import State
from motu.search.limits import Clock, Limits
from motu.search.mcts import MctsPlayer
from motu.search.player import Choice, Player, Ponderer, copy_of_decision
from motu.search.player_texts import LONGEST

_PATIENCE = 0.2
"""The share of the time left that a player that heeds no limits may take."""
_CAUTION = 1.5
"""Such a player is trusted while its slowest move so far, times this, fits into the share."""


class ClockedPlayer:
    """Has a player choose moves within the time that a clock allows.

    A player that heeds no limits is replaced by the search where it has become too slow, or gives no answer.
    """

    def __init__(self, player: Player, seed: int | None = None) -> None:
        """Take the player.

        Args:
            player: Who chooses.
            seed: Of the search that takes its place; None takes one from the operating system.
        """
        self.player = player
        # The search is not to know more than the player does: it asks no tables of solved positions.
        self._substitute = MctsPlayer(Limits(seconds=LONGEST), seed, solved="off")
        self._slowest = 0.0

    def choose(self, state: State, clock: Clock | None = None) -> Choice:
        """Choose a move, by the player's own limits and, where there is one, by the clock.

        Raises:
            EngineError: "engine/no-move" at the end of a game or at a chance node.
        """
        state = copy_of_decision(state)
        if clock is None:
            return self.player.choose(state)
        if self.player.heeds_limits:
            return self.player.choose(state, Limits(clock=clock))
        if self._slowest * _CAUTION > clock.seconds_for_move:
            return self._substitute.choose(state, Limits(clock=clock))
        return self._choose_in_time(state, clock)

    def ponderer(self) -> Ponderer | None:
        """Return the player where it can think while others decide."""
        return self.player if isinstance(self.player, Ponderer) else None

    def _choose_in_time(self, state: State, clock: Clock) -> Choice:
        """Let a player of its own speed choose; where it gives no answer, search instead."""
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
            return self._substitute.choose(state, Limits(clock=replace(clock, remaining=max(0.0, left))))
        self._slowest = max(self._slowest, time.monotonic() - begin)
        if isinstance(answer, BaseException):
            raise answer
        return answer


def _answer_into(answers: queue.SimpleQueue[Choice | BaseException], player: Player, state: State) -> None:
    """Ask a player, and pass on whatever comes of it."""
    try:
        answers.put(player.choose(state))
    except BaseException as error:  # noqa: BLE001 - raised again where the answer is awaited
        answers.put(error)
