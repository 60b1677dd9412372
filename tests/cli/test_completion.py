"""Completion in real shells where they are installed, and `motu help`, its colours and its headings."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cli.help_texts import COMMANDS
from cli.running import MOTU, environment, refusal, run, run_well, terminal
from motu.cli.application import in_colours
from motu.cli.main import GROUPS


def completed(line: str) -> list[str]:
    """What bash is told to complete the last word of a line to."""
    words = line.split(" ")
    asked = {"_MOTU_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    done = subprocess.run(
        MOTU, capture_output=True, text=True, env=environment(asked | {"MOTU_CONFIG": ""}), check=False
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "among"),
    [
        ("motu ma", {"match"}),
        ("motu play at", {"atoll", "atomorph", "atmalof"}),
        ("motu analyze kvi", {"kvinigu"}),
        ("motu match level:1", {"level:1", "level:10"}),
        ("motu match --ga", {"--game", "--games"}),
        ("motu match --game ju", {"junior"}),
        ("motu play hex --second hu", {"human"}),
        ("motu nets q", {"quantise"}),
        ("motu completion z", {"zsh"}),
        ("motu help sol", {"solve"}),
    ],
)
def test_words_are_completed(line: str, among: set[str]) -> None:
    assert among <= set(completed(line))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_is_what_its_shell_understands(shell: str, tmp_path: Path) -> None:
    script = run_well("completion", shell)
    assert "_MOTU_COMPLETE" in script
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "script").write_text(script)
    checked = subprocess.run([program, "-n", str(tmp_path / "script")], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_bash_completes_by_the_script(tmp_path: Path) -> None:
    (tmp_path / "motu").write_text(f'#!/bin/sh\nexec {MOTU[0]} -m motu "$@"\n')
    (tmp_path / "motu").chmod(0o755)
    (tmp_path / "script").write_text(run_well("completion", "bash"))
    program = f"""
export PATH={tmp_path}:$PATH
source {tmp_path}/script
COMP_WORDS=(motu show kvi) COMP_CWORD=2
_motu_completion motu kvi show
printf '%s ' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(
        ["bash", "-c", program], capture_output=True, text=True, env=environment(dict(os.environ)), check=False
    )
    assert done.stdout.split() == ["kvinigu"], done.stderr


def test_it_is_put_where_the_shell_finds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    told = run("completion", "fish", "--install").stderr
    file = tmp_path / ".config" / "fish" / "completions" / "motu.fish"
    assert told == f"written: {file}; it counts from the next fish on\n"
    assert "_MOTU_COMPLETE" in file.read_text()


# --- help


def test_every_command_stands_under_a_heading() -> None:
    named = [name for members in GROUPS.values() for name in members]
    assert sorted(named) == sorted({command.partition(" ")[0] for command in COMMANDS})


@pytest.mark.parametrize("words", [[], ["match"], ["nets", "check"]])
def test_help_is_what_the_option_says(words: list[str]) -> None:
    assert run_well("help", *words) == run_well(*words, "--help")


def test_help_on_nothing_says_what_there_is() -> None:
    assert "there is no command 'mtach'; right are serve" in refusal("help", "mtach")


def test_help_has_colours_at_a_terminal_only() -> None:
    with terminal("--help") as motu:
        assert motu.wait_for_end() == 0
    assert "\x1b[1mPlay:\x1b[0m" in motu.screen
    assert "\x1b[36m  match\x1b[0m" in motu.screen
    with terminal("--help", extra={"NO_COLOR": "1"}) as motu:
        assert motu.wait_for_end() == 0
    assert "\x1b[" not in motu.screen
    assert "\x1b[" not in run_well("--help")


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_colours_change_no_word(command: str) -> None:
    text = run_well(*command.split(), "--help")
    coloured = in_colours(text)
    assert coloured != text
    assert re.sub(r"\x1b\[\d*m", "", coloured) == text
