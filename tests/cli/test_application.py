"""The frame round the commands: exit codes, interruption, pipes, and what is imported when."""

from __future__ import annotations

import math
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import pytest

import motu
from cli.running import MOTU, PATIENCE_S, environment, refusal, run, start, terminal
from motu.cli import start as starting
from motu.cli.output import write_json, write_json_line
from motu.cli.progress import ProgressBar

LAZY = (
    "prompt_toolkit",
    "rich",
    "motu.search.players",
    "motu.games.formats",
    "motu.cli.playing.dialogue",
    "motu.server",
    "litestar",
)


@pytest.mark.parametrize("arguments", [["nothing"], ["--nothing"], ["games", "--nothing"], ["perft"]])
def test_usage_is_refused_in_one_line(arguments: list[str]) -> None:
    assert refusal(*arguments).endswith("--help says what is right")


def test_a_fault_of_motu_itself_is_exit_code_1(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any) -> NoReturn:
        raise KeyError("oops")

    monkeypatch.setattr("motu.games.load_game", fail)
    result = run("games")
    assert result.exit_code == 1
    assert "KeyError: 'oops'" in result.stderr
    assert result.stderr.rstrip().splitlines()[-1].startswith("motu: this is a fault of motu itself")


def test_a_refusal_is_short_and_clean_whatever_it_quotes() -> None:
    assert len(refusal("show", "hex", "x" * 100_000)) < 700
    told = refusal("show", "hex(\x1b[31mred\n=1)")
    assert told.isprintable()
    assert "?[31mred" in told


def test_an_interruption_is_exit_code_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*arguments: Any) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("motu.games.load_game", interrupt)
    result = run("games")
    assert result.exit_code == 130
    assert result.stderr.strip() == ""


def test_an_interruption_before_there_are_commands_is_exit_code_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("motu.cli.main.main", interrupt)
    with pytest.raises(SystemExit) as leaving:
        starting.main()
    assert leaving.value.code == 130


@pytest.mark.parametrize(
    ("arguments", "title"),
    [
        (["perft", "hex", "9"], "atoll, 9 plies"),
        (["bench", "--seconds", "3000"], "measuring"),
    ],
)
def test_long_native_work_shows_a_bar_and_hears_ctrl_c(arguments: list[str], title: str) -> None:
    with terminal(*arguments) as screen:
        screen.wait_for(title)
        screen.type("\x03")
        assert screen.wait_for_end() == 130
    assert "Traceback" not in screen.screen


@pytest.mark.parametrize("arguments", [["games"], ["show", "hex", "--json"], ["show", "hex", "--svg", "-"]])
def test_a_reader_that_stops_is_no_fault(arguments: list[str]) -> None:
    with start(*arguments) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == ""
        assert process.wait(PATIENCE_S) == 141


def test_signs_that_the_terminal_lacks_are_no_fault() -> None:
    program = subprocess.run(
        [*MOTU, "games"],
        capture_output=True,
        env=environment({"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}),
        check=True,
    )
    assert b"size=11" in program.stdout


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["games"], ["play", "--help"]])
def test_light_commands_import_nothing_heavy(arguments: list[str]) -> None:
    program = "\n".join(
        (
            "import sys, io, contextlib",
            "from motu.cli.main import app",
            "with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):",
            f"    app({arguments!r}, prog_name='motu')",
            "print(*sys.modules)",
        )
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment()
    )
    assert "motu.cli.main" in done.stdout.split()
    assert set(LAZY) & set(done.stdout.split()) == set()


@pytest.mark.parametrize("write", [write_json, write_json_line])
@pytest.mark.parametrize("number", [math.nan, math.inf])
def test_what_json_cannot_hold_is_not_written(
    write: Callable[[Mapping[str, object]], None], number: float, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ValueError, match="JSON"):
        write({"value": number})
    assert capsys.readouterr().out == ""


# --- work in a thread of its own -------------------------------------------------------------------------------------


def test_work_returns_what_it_returns_and_raises_what_it_raises() -> None:
    def fail() -> NoReturn:
        raise motu.MotuError("no")

    with ProgressBar("testing", 2) as progress:
        assert progress.run(lambda: 42) == 42
        progress.advance()
        with pytest.raises(motu.MotuError, match="no"):
            progress.run(fail)


def test_work_is_done_beside_the_main_thread() -> None:
    with ProgressBar("testing") as progress:
        assert progress.run(threading.get_ident) != threading.get_ident()
