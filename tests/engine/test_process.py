"""Both protocols through real processes: engines against each other, the end of the input, signals, closed pipes."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
from collections.abc import Iterator

import pytest

from cli.running import MOTU, PATIENCE_S, environment
from motu import load_game

COLOURS = ("black", "white")


class Program:
    """An engine in a process of its own, as tournament scripts see it."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*MOTU, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout

    def write(self, text: str) -> None:
        self.stdin.write(text)
        self.stdin.flush()

    def ask(self, command: str) -> str:
        """Send a command and return its answer's text; a refusal fails the test."""
        self.write(command + "\n")
        lines = []
        while (line := self.stdout.readline()) != "\n":
            assert line, f"no answer to {command}"
            lines.append(line)
        assert lines[0][:2] == "= ", f"{command}: {lines}"
        return "".join(lines)[2:].strip()

    def leave(self) -> tuple[int, str]:
        """Close the input; return the exit code and what was written to stderr."""
        _, errors = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, errors


@contextlib.contextmanager
def program(*arguments: str) -> Iterator[Program]:
    running = Program(*arguments)
    try:
        yield running
    finally:
        running.process.kill()
        running.process.communicate()


def play_match(spec: str, black: Program, white: Program) -> tuple[str, list[str]]:
    """Have two programs play each other; a referee of its own keeps the rules. Return the result and the moves."""
    referee = load_game(spec).new_initial_state()
    seats = [black, white]
    for each in seats:
        each.ask(f"motu-spec {spec}")
    while not referee.is_terminal():
        colour = referee.to_move()
        mover, other = seats[colour], seats[1 - colour]
        if referee.is_chance_node():
            face = mover.ask("roll")
            assert other.ask(f"roll {face}") == face
            referee.play(f"={face}")
            continue
        move = mover.ask(f"genmove {COLOURS[colour]}")
        other.ask(f"play {COLOURS[colour]} {move}")
        is_swap = move in {"swap", "swap-pieces"}
        referee.play("swap" if is_swap else move)
        if is_swap:
            seats.reverse()
        assert len(referee.history()) < 5000
    for each in seats:
        assert each.ask(f"genmove {COLOURS[referee.to_move()]}") == "resign"
        assert each.ask("motu-moves").split() == referee.moves()
    results = {each.ask("final_score") for each in seats}
    assert len(results) == 1
    outcome = referee.outcome()
    assert outcome is not None
    expected = "0" if outcome.winner is None else f"{'BW'[outcome.winner ^ referee.is_swapped()]}+"
    assert results == {expected}
    return expected, referee.moves()


@pytest.mark.parametrize("spec", ["hex(size=4)", "gan", "atomorph(size=4)", "junior"])
def test_two_processes_play_each_other(spec: str) -> None:
    with program("gtp", "--player", "uct:60", "--seed", "1") as one, program("gtp", "--player", "random") as other:
        play_match(spec, one, other)
        play_match(spec, other, one)
        assert one.leave() == (0, "")
        assert other.leave() == (0, "")


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
    with program("gtp") as engine:
        assert engine.leave() == (0, "")


def test_an_unknown_spec_is_refused_before_the_first_command() -> None:
    with program("gtp", "tea") as engine:
        code, errors = engine.leave()
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
    with program(*arguments) as engine:
        is_gtp = arguments[0] == "gtp"
        engine.write("name\n" if is_gtp else '{"id":"v","action":"query_version"}\n')
        assert engine.stdout.readline()
        engine.write(request_)
        engine.process.send_signal(signal.SIGTERM)
        assert engine.process.wait(PATIENCE_S) == -signal.SIGTERM
        assert engine.process.stderr is not None
        assert engine.process.stderr.read() == ""


@pytest.mark.parametrize(
    ("arguments", "request_"),
    [
        (("gtp",), "name\n"),
        (("engine", "--json"), '{"id":"v","action":"query_version"}\n'),
        (("engine", "--json"), '{"id":"q","spec":"gan","maxVisits":1000}\n'),
    ],
)
def test_when_nobody_reads_the_engine_leaves(arguments: tuple[str, ...], request_: str) -> None:
    with program(*arguments) as engine:
        engine.stdout.close()
        engine.write(request_)
        assert engine.process.wait(PATIENCE_S) == 141
        assert engine.process.stderr is not None
        assert engine.process.stderr.read() == ""


def test_ctrl_c_ends_a_search_for_a_move() -> None:
    with program("gtp", "--player", "uct:3000s") as engine:
        assert engine.ask("name") == "motu"
        engine.write("genmove b\n")
        engine.process.send_signal(signal.SIGINT)
        assert engine.process.wait(PATIENCE_S) == -signal.SIGINT


def test_ctrl_c_ends_the_analysis_engine_in_the_middle_of_a_search() -> None:
    with program("engine", "--json") as engine:
        engine.write('{"id":"v","action":"query_version"}\n{"id":"q","spec":"hex","maxTime":3000}\n')
        assert engine.stdout.readline()
        engine.process.send_signal(signal.SIGINT)
        assert engine.process.wait(PATIENCE_S) == 130


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
