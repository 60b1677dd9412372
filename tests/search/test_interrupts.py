"""Ctrl-C ends long native work at once, whichever it is."""

import os
import signal
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

import motu
from motu import _core
from motu.eval.lines import LineTrainer, play_match
from motu.search.players import make_player


@pytest.mark.parametrize("text", ["mcts:3600s", "mcts:3600s,threads=2", "expectimax:3600s", "uct:3600s"])
def test_an_interrupt_ends_a_search(text: str) -> None:
    state = motu.load_game("nauru").new_initial_state()
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    begun = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        make_player(text).choose(state)
    assert time.monotonic() - begun < 60
    assert state.history() == []


@pytest.mark.parametrize(
    ("spec", "work"),
    [
        ("hex", lambda state: _core.perft(state, 12)),
        ("atmalof", lambda state: _core.perft(state, 12)),
        ("atomorph", lambda state: _core.random_playouts(state, 10**12, 1, 1000)),
        ("atmalof", lambda state: _core.random_playouts(state, 10**12, 1, 1000)),
        ("hex", lambda state: _core.random_fills(state, 10**12, 1)),
        ("atmalof", lambda state: LineTrainer([state.game]).train(10**12)),
        ("atmalof", lambda state: play_match(state.game, LineTrainer([state.game]).weights(), None, 10**12)),
    ],
    ids=["perft", "perft with dice", "playouts", "playouts with dice", "fills", "line trainer", "match of line nets"],
)
def test_an_interrupt_ends_what_asks_nobody(spec: str, work: Callable[[motu.State], object]) -> None:
    state = motu.load_game(spec).new_initial_state()
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    begun = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work(state)
    assert time.monotonic() - begun < 60
    assert state.history() == []


def test_an_interrupt_ends_the_wait_for_a_batch_of_self_play_which_goes_on_afterwards() -> None:
    boards = 8000  # about a second a batch
    game = motu.load_game("hex(size=19,swap=false)")
    play = _core.NativeSelfPlay([game.native], [1.0], boards, _core.SelfPlayOptions(), 1)
    play.next_batch()
    play.submit(0, np.zeros(boards, np.float32), np.zeros((boards, game.num_actions), np.float32))
    threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        play.next_batch()
    interrupted = time.monotonic()
    assert play.next_batch()[0] == 0
    assert time.monotonic() - interrupted > 0.1  # it was not the batch that ended the wait
