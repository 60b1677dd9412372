"""The scripts in regression/: numbered commands through a real process, each answer held against a regex."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from cli.running import MOTU, PATIENCE_S, environment

SCRIPTS = Path(__file__).parents[2] / "regression"
NAMES = sorted(path.name for path in SCRIPTS.glob("*.tst"))
EXPECTATION = re.compile(r"#([?!]) \[(.*)\]")


@dataclass(frozen=True)
class Case:
    """A numbered command and what must come."""

    number: int
    command: str
    is_success: bool
    pattern: str


def cases_of(script: str) -> list[Case]:
    cases: list[Case] = []
    command = ""
    for line in script.splitlines():
        expected = EXPECTATION.fullmatch(line.strip())
        if expected is not None:
            assert command, f"no command above {line}"
            cases.append(Case(int(command.partition(" ")[0]), command, expected[1] == "?", expected[2]))
            command = ""
        elif re.match(r"\d+ ", line):
            assert not command, f"nothing is expected of {command}"
            command = line
    assert not command, f"nothing is expected of {command}"
    return cases


def run_script(script: str) -> dict[int, str]:
    """Return the answers by number: "=" or "?", then the text."""
    command = [*MOTU, "gtp", "--seed", "1", "--player", "uct:4000"]
    run = subprocess.run(
        command, input=script, capture_output=True, text=True, timeout=PATIENCE_S, env=environment(), check=True
    )
    assert run.stderr == ""
    answers = re.findall(r"^([=?])(\d*) (.*?)\n\n", run.stdout, re.MULTILINE | re.DOTALL)
    assert "".join(f"{sign}{number} {text}\n\n" for sign, number, text in answers) == run.stdout
    return {int(number): sign + text for sign, number, text in answers if number}


@pytest.mark.parametrize("name", NAMES)
def test_script(name: str) -> None:
    script = (SCRIPTS / name).read_text("utf-8")
    cases = cases_of(script)
    answers = run_script(script)
    assert list(answers) == [case.number for case in cases]
    wrong = []
    for case in cases:
        answer = answers[case.number]
        is_success = answer[0] == "="
        if is_success != case.is_success or not re.fullmatch(case.pattern, answer[1:], re.DOTALL):
            wrong.append(f"{case.command}\n  expected {case.pattern}\n  answered {answer}")
    assert not wrong, "\n".join(wrong)


def test_every_game_has_a_script() -> None:
    assert {"hex.tst", "atoll.tst", "atomorph.tst", "atmalof.tst", "protocol.tst"} <= set(NAMES)
