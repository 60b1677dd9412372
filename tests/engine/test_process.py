"""Both protocols through real processes: engines against each other, the end of the input, signals, closed pipes."""

from __future__ import annotations

import contextlib
import itertools
import json
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from cli.running import MOTU, PATIENCE_S, environment, start
from motu.arena.entrants import parse_entrants
from motu.arena.program import Program
from motu.arena.referee import Fixture, play_game
from motu.arena.seats import COLOURS, ProgramSeat
from motu.games import load_game


@contextlib.contextmanager
def engine_process(*arguments: str) -> Iterator[Any]:
    """motu with pipes; ended in any case."""
    running = start(*arguments)
    try:
        yield running
    finally:
        running.kill()
        running.communicate()


def leave(process: Any) -> tuple[int, str]:
    """Close the input; return the exit code and what was written to stderr."""
    _, errors = process.communicate(timeout=PATIENCE_S)
    return process.returncode, errors


def write(process: Any, text: str) -> None:
    process.stdin.write(text)
    process.stdin.flush()


@contextlib.contextmanager
def program(*arguments: str) -> Iterator[Program]:
    """motu as the arena sees it: commands in, answers out."""
    running = Program([*MOTU, *arguments], environment())
    try:
        yield running
    finally:
        running.kill()


@pytest.mark.parametrize("spec", ["hex(size=4)", "gan", "atomorph(size=4)", "junior"])
def test_two_processes_play_each_other(spec: str) -> None:
    """The arena's referee keeps the rules; afterwards both programs must have seen the same game."""
    entrants = parse_entrants(
        [f"gtp:{shlex.join(MOTU)} gtp --player uct:60", f"gtp:{shlex.join(MOTU)} gtp --player random"]
    )
    one, other = (ProgramSeat(entrant) for entrant in entrants)
    for first, second in ((one, other), (other, one)):
        record = play_game(Fixture(spec, (entrants[0], entrants[1]), (1, 2), "dice"), (first, second))
        state = record.final_state()
        outcome = state.outcome()
        assert outcome is not None
        score = "0" if outcome.winner is None else f"{'BW'[outcome.winner ^ state.is_swapped()]}+"
        for seat in (one, other):
            assert seat.program is not None
            assert seat.program.ask(f"genmove {COLOURS[state.to_move()]}") == "resign"
            assert tuple(seat.program.ask("motu-moves").split()) == record.moves
            assert seat.program.ask("final_score") == score
    for seat in (one, other):
        running = seat.program
        assert running is not None
        seat.close()
        assert (running.process.returncode, running.complaints) == (0, "")


def test_hex_as_a_tournament_script_plays_it() -> None:
    """No command of motu's own: boardsize, genmove and play until somebody resigns, the swap turning the seats."""
    with program("gtp", "--player", "uct:200", "--seed", "2") as one, program("gtp", "--player", "uct:30") as other:
        seats = [one, other]
        for each in seats:
            each.ask("boardsize 3 3")
        colour, moves = 0, []
        while True:
            move = seats[colour].ask(f"genmove {'bw'[colour]}")
            seats[1 - colour].ask(f"play {'bw'[colour]} {move}")
            if move == "resign":
                break
            moves.append(move)
            if move == "swap-pieces":
                seats.reverse()
            else:
                colour = 1 - colour
        assert len(moves) <= 10
        assert {each.ask("final_score")[:2] for each in seats} in ({"B+"}, {"W+"})


def test_the_end_of_the_input_ends_the_engine() -> None:
    with engine_process("gtp") as engine:
        assert leave(engine) == (0, "")


def test_an_unknown_spec_is_refused_before_the_first_command() -> None:
    with engine_process("gtp", "tea") as engine:
        code, errors = leave(engine)
        assert code == 2
        assert errors.startswith("motu: unknown game 'tea'")


@pytest.mark.parametrize(
    ("arguments", "request_"),
    [
        (("gtp", "--player", "uct:3000s"), "genmove b\n"),
        (("engine", "--json"), '{"id":"q","spec":"hex","maxTime":3000}\n'),
    ],
)
def test_a_search_is_no_shield_against_sigterm(arguments: tuple[str, ...], request_: str) -> None:
    with engine_process(*arguments) as engine:
        is_gtp = arguments[0] == "gtp"
        write(engine, "name\n" if is_gtp else '{"id":"v","action":"query_version"}\n')
        assert engine.stdout.readline()
        write(engine, request_)
        engine.send_signal(signal.SIGTERM)
        assert engine.wait(PATIENCE_S) == -signal.SIGTERM
        assert engine.stderr.read() == ""


@pytest.mark.parametrize(
    ("arguments", "request_"),
    [
        (("gtp",), "name\n"),
        (("engine", "--json"), '{"id":"v","action":"query_version"}\n'),
        (("engine", "--json"), '{"id":"q","spec":"gan","maxVisits":1000}\n'),
    ],
)
def test_when_nobody_reads_the_engine_leaves(arguments: tuple[str, ...], request_: str) -> None:
    with engine_process(*arguments) as engine:
        engine.stdout.close()
        write(engine, request_)
        assert engine.wait(PATIENCE_S) == 141
        assert engine.stderr.read() == ""


def test_ctrl_c_ends_a_search_for_a_move() -> None:
    with engine_process("gtp", "--player", "uct:3000s") as engine:
        write(engine, "name\n")
        assert engine.stdout.readline() == "= motu\n"
        write(engine, "genmove b\n")
        engine.send_signal(signal.SIGINT)
        assert engine.wait(PATIENCE_S) == -signal.SIGINT


def test_ctrl_c_ends_the_analysis_engine_in_the_middle_of_a_search() -> None:
    with engine_process("engine", "--json") as engine:
        write(engine, '{"id":"v","action":"query_version"}\n{"id":"q","spec":"hex","maxTime":3000}\n')
        assert engine.stdout.readline()
        engine.send_signal(signal.SIGINT)
        assert engine.wait(PATIENCE_S) == 130


HEARD_ELSEWHERE = """
import signal, sys, threading, time
from motu.cli.start import main

def interrupt():
    time.sleep(1)
    signal.pthread_kill(threading.get_ident(), signal.SIGINT)

threading.Thread(target=interrupt, daemon=True).start()
sys.argv = ["motu", "engine", "--json"]
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="threads there take no signals")
def test_ctrl_c_is_heard_where_another_thread_takes_the_signal() -> None:
    """Or where it comes in the moment before the main thread begins to wait: nothing wakes it then."""
    with subprocess.Popen([sys.executable, "-c", HEARD_ELSEWHERE], stdin=subprocess.PIPE) as engine:
        try:
            assert engine.wait(PATIENCE_S) == 130
        finally:
            engine.kill()


INTERRUPTED_AT_ONCE = """
import sys
from motu.cli.start import main

class CtrlC:
    def find_spec(self, name, path, target=None):
        if name == "motu.cli.application":
            raise KeyboardInterrupt

sys.meta_path.insert(0, CtrlC())
sys.argv = ["motu", "games"]
main()
"""


def test_ctrl_c_is_heard_while_the_command_is_still_being_loaded() -> None:
    command = [sys.executable, "-c", INTERRUPTED_AT_ONCE]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")


class Dialogue:
    """Talks to an analysis engine, and waits for nothing longer than `PATIENCE_S`."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine
        self._answers: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with contextlib.suppress(ValueError):  # the pipe is closed at the end
            for line in self._engine.stdout:
                self._answers.put(json.loads(line))

    def ask(self, **request: Any) -> None:
        write(self._engine, json.dumps(request) + "\n")

    def hear(self) -> dict[str, Any]:
        return self._answers.get(timeout=PATIENCE_S)

    def terminated(self, **request: Any) -> dict[str, Any]:
        """Ask something and terminate it while it is being searched; return its answer."""
        for number in itertools.count():
            name = f"q{number}"
            self.ask(id=name, **request)
            self.ask(id="v", action="query_version")
            assert self.hear()["id"] == "v"
            time.sleep(0.02 * number)  # where it had not begun, it is given a while longer the next time
            self.ask(id="t", action="terminate", terminateId=name)
            answers = {answer["id"]: answer for answer in (self.hear(), self.hear())}
            assert answers.keys() == {"t", name}
            if "noResults" not in answers[name]:
                return answers[name]
        raise AssertionError


@pytest.mark.parametrize(
    ("spec", "player"),
    [
        ("hex", "mcts:3000s"),
        ("hex", "mcts:900000000,threads=2,evaluator=rollout"),
        ("atmalof", "mcts:3000s"),
        ("atomorph", "uct:3000s"),
        ("hex", "expectimax:depth=30"),
    ],
)
def test_terminate_ends_the_search_of_a_player(spec: str, player: str) -> None:
    with engine_process("engine", "--json") as engine:
        dialogue = Dialogue(engine)
        answer = dialogue.terminated(spec=spec, player=player)
        assert (answer["turnNumber"], answer["isDuringSearch"]) == (0, False)
        assert answer["move"] in load_game(spec).new_initial_state().legal_moves()
        assert answer.keys() == {"id", "turnNumber", "isDuringSearch", "move", "value"}
        dialogue.ask(id="next", spec="hex(size=3)", player="level:1")
        assert dialogue.hear()["move"]


def test_terminate_all_ends_players_and_drops_those_that_wait() -> None:
    with engine_process("engine", "--json", "--threads", "1") as engine:
        dialogue = Dialogue(engine)
        for name in "ab":
            dialogue.ask(id=name, spec="hex", player="mcts:3000s")
        dialogue.ask(id="v", action="query_version")
        assert dialogue.hear()["id"] == "v"
        dialogue.ask(id="t", action="terminate_all")
        answers = {answer["id"]: answer for answer in (dialogue.hear(), dialogue.hear(), dialogue.hear())}
        assert answers.keys() == {"a", "b", "t"}
        assert answers["b"]["noResults"]


def test_the_analysis_engine_answers_all_before_it_leaves() -> None:
    queries = "".join(f'{{"id":"{number}","spec":"gan","maxVisits":300}}\n' for number in range(20))
    run = subprocess.run(
        [*MOTU, "engine", "--json", "--threads", "3"],
        input=queries,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        env=environment(),
        check=True,
    )
    assert {json.loads(line)["id"] for line in run.stdout.splitlines()} == set(map(str, range(20)))
    assert run.stderr == ""


def test_the_analysis_engine_wants_to_know_the_protocol() -> None:
    command = [*MOTU, "engine"]
    run = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        env=environment(),
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "motu: say which protocol to speak: motu engine --json\n"
