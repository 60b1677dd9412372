"""Thinking while others decide: when it goes on, what it is good for, and that nothing is lost by it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cli.running import PATIENCE_S, start
from motu import Limits, load_game
from motu.engine.gtp import answer
from motu.engine.pondering import Pondering
from motu.engine.session import Session
from motu.search.mcts import MctsPlayer
from motu.search.player import Ponderer
from motu.search.players import make_player


def until(happened: Callable[[], bool], seconds: float = PATIENCE_S) -> None:
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.002)


def is_pondering(session: Session) -> bool:
    return session.is_pondering


@pytest.fixture
def session() -> Iterator[Session]:
    session = Session(load_game("hex(size=7,swap=false)"), "mcts:40", seed=1, ponders=True)
    yield session
    session.rest()


def test_what_was_pondered_counts_for_the_next_move() -> None:
    state = load_game("hex(size=7,swap=false)").new_initial_state()
    player = MctsPlayer(Limits(visits=40), seed=1)
    state.apply_action(player.choose(state).action)
    before = player.memory
    pondering, end = Pondering(), time.monotonic() + PATIENCE_S
    while True:
        pondering.begin(player, state)
        time.sleep(0.1)
        pondering.end()
        reply = player.choose(state)  # the other side's best: what was looked at most
        if reply.visits > 60:
            break
        assert time.monotonic() < end
    assert player.memory > before
    state.apply_action(reply.action)
    choice = player.choose(state)
    assert choice.simulations == 0
    assert choice.visits > 0


def test_the_position_stays_as_it_was() -> None:
    state = load_game("hex(size=5)").new_initial_state()
    state.apply_action(0)
    pondering = Pondering()
    pondering.begin(MctsPlayer(Limits(visits=10), seed=1), state)
    state.apply_action(7)  # whoever goes on with the state meanwhile disturbs nobody
    pondering.end()
    assert [action for action, _ in state.history()] == [0, 7]


def test_it_goes_on_only_while_others_decide(session: Session) -> None:
    session.ponder()
    assert not is_pondering(session)  # nothing was generated yet
    session.generate(0)
    session.ponder()
    until(lambda: session.is_pondering)
    session.rest()
    assert not is_pondering(session)
    session.play(1, "a1")
    session.ponder()
    assert not is_pondering(session)  # its own turn
    session.undo()
    session.ponder()
    assert is_pondering(session)
    session.rest()
    session.clear()
    session.ponder()
    assert not is_pondering(session)


def test_a_file_of_commands_that_fails_leaves_nothing_to_ponder(session: Session, tmp_path: Path) -> None:
    file = tmp_path / "commands"
    file.write_text("genmove white\ntea\n")
    assert answer(session, f"exec {file}").startswith("?")
    session.ponder()
    assert not is_pondering(session)


def test_nobody_ponders_unless_told() -> None:
    session = Session(load_game("hex(size=7,swap=false)"), "mcts:40", seed=1)
    session.generate(0)
    session.ponder()
    assert not is_pondering(session)


@pytest.mark.parametrize("text", ["random", "uct:20", "level:2", "expectimax:100"])
def test_players_that_cannot_ponder_rest(text: str) -> None:
    assert not isinstance(make_player(text), Ponderer)
    session = Session(load_game("hex(size=5,swap=false)"), text, seed=1, ponders=True)
    session.generate(0)
    session.ponder()
    assert not is_pondering(session)


def test_rolls_are_pondered_over() -> None:
    session = Session(load_game("junior"), "mcts:30", seed=1, ponders=True)
    session.generate(0)
    assert session.state.is_chance_node()
    session.ponder()
    until(lambda: session.is_pondering)
    session.rest()
    session.roll(1)
    session.ponder()
    assert session.is_pondering == (session.state.current_player() != 0)
    session.rest()


def test_a_game_that_is_over_is_left_alone() -> None:
    session = Session(load_game("hex(size=3,swap=false)"), "mcts:30", seed=1, ponders=True)
    colour = 0
    while not session.state.is_terminal():
        session.ponder()
        session.rest()
        session.generate(colour)
        colour = 1 - colour
    session.ponder()
    assert not is_pondering(session)


def test_what_fails_while_pondering_is_told_with_the_next_move() -> None:
    calls = 0

    def judge(planes: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > 5:
            raise RuntimeError("the evaluator has a fault")
        return np.zeros(len(planes), np.float32), np.ones((len(planes), 25), np.float32)

    state = load_game("hex(size=5,swap=false)").new_initial_state()
    player = MctsPlayer(Limits(visits=500), seed=1, evaluator=judge, settings={"advise_visits": 0})
    pondering = Pondering()
    pondering.begin(player, state)
    until(lambda: not pondering.is_going_on)
    pondering.end()
    with pytest.raises(RuntimeError, match="has a fault"):
        player.choose(state)


@contextlib.contextmanager
def playing(*options: str) -> Iterator[Callable[[str], str]]:
    """A process that has played its first move, and what asks it; at the end it plays another one and leaves."""
    running: Any = start("gtp", "hex(size=9,swap=false)", "--player", "mcts:50,evaluator=resistance", *options)

    def ask(command: str) -> str:
        running.stdin.write(command + "\n")
        running.stdin.flush()
        answer = running.stdout.readline()
        assert answer.startswith("="), answer
        assert running.stdout.readline() == "\n"
        return str(answer[1:].strip())

    try:
        ask("genmove b")
        yield ask
        ask("play w a1")
        ask("genmove b")
        ask("quit")
        assert running.wait(PATIENCE_S) == 0
    finally:
        running.kill()
        running.communicate()


def test_a_program_ponders_when_told() -> None:
    with playing("--ponder") as ask:
        before = float(ask("cputime"))

        def has_thought() -> bool:
            time.sleep(0.1)
            return float(ask("cputime")) - before > 0.1

        until(has_thought)


def test_a_program_rests_unless_told() -> None:
    with playing() as ask:
        before = float(ask("cputime"))
        time.sleep(0.5)
        assert float(ask("cputime")) - before < 0.05


def test_a_program_that_ponders_ends_with_its_input() -> None:
    running = start("gtp", "hex(size=9,swap=false)", "--player", "mcts:50", "--ponder")
    out, errors = running.communicate("genmove b\n", timeout=PATIENCE_S)
    assert out.startswith("=")
    assert (running.returncode, errors) == (0, "")
