"""What CI elsewhere is told: files that can be read, of scripts that there are, for the Pythons of the metadata."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT: Any = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_a_workflow_runs_what_there_is(file: Path) -> None:
    text = file.read_text("utf-8")
    jobs: Any = yaml.safe_load(text)["jobs"]
    assert all("steps" in job and "runs-on" in job for job in jobs.values())
    for script in re.findall(r"(?:bash|python) (scripts/[\w.-]+)", text):
        assert (ROOT / script).is_file()


def test_all_pythons_of_the_metadata_are_tested() -> None:
    workflow: Any = yaml.safe_load((ROOT / ".github/workflows/pythons.yml").read_text("utf-8"))
    told = [each.rpartition(" ")[2] for each in PROJECT["project"]["classifiers"] if re.search(r":: 3\.\d+$", each)]
    assert workflow["jobs"]["tests"]["strategy"]["matrix"]["python"] == told


def test_wheels_are_tested_by_tests_that_there_are() -> None:
    wheels = PROJECT["tool"]["cibuildwheel"]
    for command in (wheels["test-command"], wheels["windows"]["test-command"]):
        named = re.findall(r"tests/[\w/]+\.py", command)
        assert named
        assert all((ROOT / each).is_file() for each in named)


def test_from_the_second_python_on_one_wheel_is_good_for_all_later_ones() -> None:
    """What cibuildwheel builds is a wheel of its own for the oldest Python, and the stable interface of the next."""
    stable = PROJECT["tool"]["scikit-build"]["wheel"]["py-api"]
    assert PROJECT["tool"]["cibuildwheel"]["build"] == ["cp311-*", f"{stable}-*"]
    cmake = (ROOT / "CMakeLists.txt").read_text("utf-8")
    assert "STABLE_ABI" in cmake
    assert "${SKBUILD_SABI_COMPONENT}" in cmake


def test_pages_of_the_site_are_there() -> None:
    text = (ROOT / "mkdocs.yml").read_text("utf-8")
    made = {"gallery.md", *re.findall(r"project/[\w-]+\.md", text)}
    named = set(re.findall(r": ([\w./-]+\.md)$", text, re.MULTILINE))
    assert {"index.md", "rules/atoll.eo.md", "gallery.md"} <= named
    assert [each for each in named - made if not (ROOT / "docs" / each).is_file()] == []
