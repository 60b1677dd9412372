"""Ctrl-C ends a native search at once, whichever it is."""

import os
import signal
import threading
import time

import pytest

import motu
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
