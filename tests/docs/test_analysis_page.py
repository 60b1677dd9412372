"""docs/analysis.md: every command and every piece of Python on it is carried out."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from cli.running import run_well
from motu.cli.review import MARKS
from motu.engine.pictures import LEAST_MISTAKE, LEAST_SHARE

PAGE = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text("utf-8")
CONSOLES = re.findall(r"^```console\n\$ (.*?)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
PYTHON = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_there_is_something_to_carry_out() -> None:
    assert len(CONSOLES) >= 6
    assert len(PYTHON) >= 2


@pytest.mark.parametrize(("command", "expected"), CONSOLES, ids=[command for command, _ in CONSOLES])
def test_commands_answer_as_the_page_says(
    command: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    program, *words = shlex.split(command)
    assert program == "motu"
    found = run_well(*words)
    pattern = ".*".join(re.escape(part) for part in expected.split("…"))
    assert re.fullmatch(pattern, found, re.DOTALL), found
    if "--svg" in words:
        assert (tmp_path / words[words.index("--svg") + 1]).read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize("code", PYTHON)
def test_python_runs(code: str) -> None:
    exec(compile(code, "analysis.md", "exec"), {})


def test_figures_on_the_page_are_those_of_the_program() -> None:
    assert [least for least, _ in MARKS] == [0.4, 0.2, 0.1]
    assert "`?!` marks errors from 0.1, `?` from 0.2, `??` from 0.4" in PAGE
    assert LEAST_MISTAKE == 0.1
    assert LEAST_SHARE == 1 / 50
