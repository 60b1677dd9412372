"""Programs that crash, hang and talk nonsense: every call comes back, in time and with the right reason."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from arena.playing import command, program
from motu.arena.program import Program, how_ended, was_killed
from motu.errors import EngineError


def failure(mode: str, seconds: float = 20.0) -> EngineError:
    """What asking a program in a mode for its first move comes to."""
    running = program(mode)
    try:
        running.ask("boardsize 5")
        for colour in ("black", "white"):
            running.ask(f"genmove {colour}", seconds)
    except EngineError as error:
        return error
    else:
        raise AssertionError(f"nothing is wrong with {mode}")
    finally:
        running.kill()


def test_answers_come_without_status_and_number() -> None:
    running = program()
    assert running.ask("name") == "hex_program"
    assert "genmove\n" in running.ask("list_commands")
    assert running.ask("genmove black") == "a1"
    running.close()
    assert running.process.returncode == 0


def test_a_refusal_is_an_error_that_the_program_survives() -> None:
    running = program()
    with pytest.raises(EngineError, match="unknown command tea") as caught:
        running.ask("tea")
    assert caught.value.slug == "engine/program-refused"
    assert running.ask("name") == "hex_program"
    running.close()


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(EngineError, match="cannot start 'no-such-program'") as caught:
        Program(["no-such-program", "--gtp"])
    assert caught.value.slug == "engine/program-start"


def test_a_crash_is_told_with_exit_code_and_last_words() -> None:
    error = failure("crash:1")
    assert error.slug == "engine/program-crashed"
    assert "exit code 7" in error.message
    assert "out of cheese" in error.message


def test_a_signal_is_told() -> None:
    running = program()
    running.process.kill()
    with pytest.raises(EngineError, match="signal 9"):
        running.ask("name")
    running.kill()


def test_a_hanging_program_is_waited_for_no_longer_than_said() -> None:
    begin = time.monotonic()
    error = failure("hang:1", 0.3)
    assert error.slug == "engine/program-timeout"
    assert 0.3 <= time.monotonic() - begin < 30


@pytest.mark.parametrize("mode", ["garbage:1", "twice:1"])
def test_nonsense_is_found_out(mode: str) -> None:
    error = failure(mode)
    assert error.slug == "engine/program-garbage"
    assert error.message.isprintable()


def test_an_answer_without_end_is_cut_off() -> None:
    assert failure("flood:1").slug == "engine/program-garbage"


def test_what_a_program_writes_to_stderr_does_not_block_it() -> None:
    running = program("chatty")
    assert [running.ask("genmove black") for _ in range(3)] == ["a1", "b1", "c1"]
    assert 0 < len(running.complaints) < 10_000
    running.close()


def test_a_stubborn_program_is_ended() -> None:
    running = program("stubborn")
    running.ask("name")
    running.close()
    assert running.process.returncode == -9


def test_a_program_that_has_closed_its_output_but_stays() -> None:
    script = "import os, time; os.close(1); time.sleep(1000)"
    running = Program([sys.executable, "-c", script])
    with pytest.raises(EngineError, match="closed its output"):
        running.ask("name", 20.0)
    running.kill()


def test_the_exit_code_is_waited_for() -> None:
    """Its output ends a moment before it does; a program that leaves with 0 has gone all the same."""
    for code in (0, 3):
        script = f"import os, time; input(); os.close(1); time.sleep(0.3); os._exit({code})"
        running = Program([sys.executable, "-c", script])
        with pytest.raises(EngineError, match=f"has left with exit code {code} without") as caught:
            running.ask("name", 20.0)
        assert caught.value.slug == "engine/program-crashed"
        running.kill()


def test_a_program_that_does_not_listen_any_more_is_not_waited_for(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    script = "import os, sys, time; os.close(0); open(sys.argv[1], 'w').close(); time.sleep(1000)"
    running = Program([sys.executable, "-c", script, str(closed)])
    while not closed.exists():
        time.sleep(0.01)
    with pytest.raises(EngineError, match="without an answer to 'name'") as caught:
        running.ask("name", 20.0)
    assert caught.value.slug == "engine/program-crashed"
    running.kill()


def test_a_program_has_the_environment_it_is_given() -> None:
    script = "import os; input(); print('= ' + os.environ['GREETING'] + '\\n', flush=True); input()"
    running = Program([sys.executable, "-c", script], {**os.environ, "GREETING": "hello"})
    assert running.ask("name") == "hello"
    running.close()


@pytest.mark.parametrize(
    ("code", "killed", "words"),
    [
        (0, False, "exit code 0"),
        (7, False, "exit code 7"),
        (-9, True, "signal 9"),
        (0xC0000005, True, "Windows' fault 0xc0000005"),
    ],
)
def test_what_an_exit_code_says(code: int, words: str, *, killed: bool) -> None:
    """Windows has no signals: what it ends leaves with the number of a fault."""
    assert was_killed(code) == killed
    assert how_ended(code) == words


def test_no_process_is_left() -> None:
    running = Program(command("stubborn"))
    running.kill()
    with pytest.raises(ProcessLookupError):
        os.kill(running.process.pid, 0)
