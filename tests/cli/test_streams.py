"""Streams and files that the system refuses: one line on stderr and exit code 2, whatever the command."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path
from typing import Any, NoReturn

import pytest

from cli.running import MOTU, PATIENCE_S, environment, refusal, run, run_with_room_for

REQUESTS = 'name\n{"id":"v","action":"query_version"}\n'
WRITING = [
    "--help",
    "--version",
    "show --help",
    "show hex",
    "show hex --svg -",
    "games --json",
    "perft hex 2 --divide",
    "analyze hex(size=3) --visits 10 --json",
    "puzzles",
    "convert https://hexworld.org/board/#5c1,c3b2 - --to jsonl",
    "gtp",
    "engine --json",
    "play hex(size=3) --second random",
]
"""Commands that write to stdout: at once or at the end, much or little, as text or bytes, from any thread."""


def shell(arguments: str, redirections: str) -> subprocess.CompletedProcess[str]:
    """Run a command line with its streams as a shell is told to open or close them."""
    command = f"{shlex.join([*MOTU, *arguments.split()])} {redirections}"
    return subprocess.run(
        ["sh", "-c", command],
        input=REQUESTS,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        env=environment(),
        check=False,
    )


@pytest.mark.parametrize("arguments", WRITING)
def test_a_full_disk_is_no_fault_of_motu(arguments: str) -> None:
    done = shell(arguments, ">/dev/full")
    assert (done.returncode, done.stderr) == (2, "motu: cannot write to stdout: No space left on device\n")


@pytest.mark.parametrize("arguments", ["--version", "show hex --svg -", "gtp", "engine --json"])
def test_a_closed_output_is_told(arguments: str) -> None:
    done = shell(arguments, ">&-")
    assert (done.returncode, done.stderr) == (2, "motu: cannot write to stdout: it is closed\n")


@pytest.mark.parametrize("arguments", ["gtp", "engine --json", "convert - - --to sgf", "analyze -", "review -"])
def test_a_closed_input_is_told(arguments: str) -> None:
    done = shell(arguments, "<&-")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "motu: cannot read stdin: it is closed\n")


def test_an_input_that_nobody_reads_may_be_closed(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    done = shell(f"convert https://hexworld.org/board/#5c1,c3b2 {record}", "<&- >&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert '"c3"' in record.read_text("utf-8")


@pytest.mark.parametrize("redirections", ["2>&-", "2>/dev/full"])
def test_where_nothing_can_be_told_the_exit_code_says_it(redirections: str) -> None:
    assert shell("show tea", redirections).returncode == 2
    assert shell("show hex", f"{redirections} >/dev/full").returncode == 2


@pytest.mark.parametrize("arguments", ["--help", "games", "show hex --svg -"])
def test_a_reader_that_has_gone_is_exit_code_141(arguments: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*MOTU, *arguments.split()], stdout=writing, stderr=subprocess.PIPE, env=environment(), check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize(
    "arguments",
    [
        "match random random --game hex(size=5) --games 40 --out games.jsonl",
        "show hex --svg board.svg",
        "convert games.sgf games.jsonl",
        "solve hex(size=4,swap=false) --no-keep --table board.solved",
        "review hex(size=4,swap=false) b2 c2 --visits 10 --svg game.svg",
    ],
)
def test_a_file_that_has_no_room_is_no_fault_of_motu(arguments: str, tmp_path: Path) -> None:
    stones = "".join(f";{'BW'[ply % 2]}[{'abcdefghijk'[ply % 11]}{ply // 11 + 1}]" for ply in range(1, 100))
    (tmp_path / "games.sgf").write_text(f"(;FF[4]GM[11]SZ[11];B[a1]{stones})", "utf-8")
    done = run_with_room_for(700, *arguments.split(), cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("motu: cannot ")
    assert ": File too large" in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stderr.count("\n") == 1


def test_a_match_that_has_no_room_for_its_next_game_names_its_file(tmp_path: Path) -> None:
    """The manifest fits, the games do not; what could not be written is not written again at the end."""
    arguments = "match random random --game hex(size=5) --games 40 --out games.jsonl"
    done = run_with_room_for(4000, *arguments.split(), cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert "games.jsonl" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_match_is_not_kept_in_a_file_of_another_kind(tmp_path: Path) -> None:
    refused = refusal("match", "random", "random", "--game", "hex(size=3)", "--out", str(tmp_path / "match.sgf"))
    assert "is sgf by its ending" in refused
    assert not list(tmp_path.iterdir())


def test_an_error_of_a_library_that_the_system_knows_nothing_of_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any) -> NoReturn:
        raise OSError("oops")

    monkeypatch.setattr("motu.games.load_game", fail)
    result = run("games")
    assert result.exit_code == 1
    assert "OSError: oops" in result.stderr
